import marginlab
from operator import mul


class Perceptron:
    def __init__(self, dim):
        self.w, self.b = [0.0] * dim, 0.0  # leave w out if there is no such thing to show

    def score(self, x):  # its sign is the prediction, +1 at 0
        return sum(map(mul, self.w, x)) + self.b

    def learn(self, x, y, score):  # whether it changed anything
        if y * score > 0 or not any(x):
            return False
        self.w = [w + y * v for w, v in zip(self.w, x)]
        return True


marginlab.serve(Perceptron, "my perceptron", "1.0")
