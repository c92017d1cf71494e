"""Lets a learner in Python speak to marginlab: save this file beside it. It needs the standard library alone.

    import marginlab
    from operator import mul

    class Perceptron:
        def __init__(self, dim):
            self.w, self.b = [0.0] * dim, 0.0           # leave w out if there is no such thing to show
        def score(self, x):                              # its sign is the prediction, +1 at 0
            return sum(map(mul, self.w, x)) + self.b
        def learn(self, x, y, score):                    # whether it changed anything
            if y * score > 0:
                return False
            self.w = [w + y * v for w, v in zip(self.w, x)]
            return True

    marginlab.serve(Perceptron, "my perceptron", "1.0")

marginlab check --learners 'exec(python3 mine.py,as=perceptron)'

A learner that has predict(x) is asked for its prediction too. x is a tuple of floats. print() goes to standard error."""
import base64
import json
import struct
import sys


def serve(make, name, version=""):
    """Learns the streams that come over standard input; make(dim) is a learner that knows nothing yet."""
    out, sys.stdout = sys.stdout, sys.stderr
    has_classifier = hasattr(make(1), "w")
    shows = ["scores"] + ["classifier"] * has_classifier

    def write(message):
        out.write(json.dumps(message) + "\n")
        out.flush()

    write({"protocol": 1, "name": name, "version": version, "shows": shows, "packed": True})
    learner = None
    for line in sys.stdin:
        question = json.loads(line)
        dim, show = question["dim"], question["show"]
        if question["first"] == 1:
            learner = make(dim)
        answer = {"stream": question["stream"], "first": question["first"]}
        if has_classifier and "states" in show:
            answer["states"] = []
        predictions, updates, scores = learn(learner, rows(question["x"], dim), question["y"], answer.get("states"))
        answer.update(predictions=predictions, updates=updates)
        if "scores" in show:
            answer["scores"] = scores
        if "classifier" in show:
            answer["classifier"] = classifier(learner)
        write(answer)


def learn(learner, xs, ys, states=None):
    """Learns the examples in turn."""
    predictions, updates, scores = [], [], []
    score, update, predict = learner.score, learner.learn, getattr(learner, "predict", None)
    for x, y in zip(xs, ys):
        s = score(x)
        scores.append(s)
        predictions.append(predict(x) if predict else 1 if s >= 0 else -1)
        changed = bool(update(x, y, s))
        updates.append(changed)
        if changed and states is not None:
            states.append(classifier(learner))
    return predictions, updates, scores


def rows(x, dim):
    """The features of each example, from base64 of float64s or from lists of numbers."""
    if isinstance(x, str):
        return struct.iter_unpack(f"<{dim}d", base64.b64decode(x))
    return map(tuple, x)


def classifier(learner):
    return {"w": [float(v) for v in learner.w], "b": float(getattr(learner, "b", 0.0))}
