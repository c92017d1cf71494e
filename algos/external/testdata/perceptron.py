import sys
from operator import mul
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "adapters"))
import marginlab


class Perceptron:
    sparse = True

    def __init__(self, dim):
        self.w = [0.0] * dim

    def score(self, x):
        if isinstance(x, dict):
            return sum(self.w[k] * v for k, v in x.items())
        return sum(map(mul, self.w, x))

    def learn(self, x, y, score):
        if y * score > 0 or not (x if isinstance(x, dict) else any(x)):
            return False
        if isinstance(x, dict):
            for k, v in x.items():
                self.w[k] += y * v
        else:
            self.w = [w + y * v for w, v in zip(self.w, x)]
        return True


marginlab.serve(Perceptron, "perceptron.py", "1")
