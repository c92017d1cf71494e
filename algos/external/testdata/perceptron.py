import sys
from operator import mul
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "adapters"))
import marginlab


class Perceptron:
    def __init__(self, dim):
        self.w = [0.0] * dim

    def score(self, x):
        return sum(map(mul, self.w, x))

    def learn(self, x, y, score):
        if y * score > 0 or not any(x):
            return False
        self.w = [w + y * v for w, v in zip(self.w, x)]
        return True


marginlab.serve(Perceptron, "perceptron.py", "1")
