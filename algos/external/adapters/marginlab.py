"""Lets a learner in Python speak to marginlab: save this file beside it. It needs the standard library alone.

    marginlab learners --adapter python > marginlab.py
    marginlab learners --adapter python --example > mine.py    # a whole learner: make it yours
    marginlab check --learners 'exec(python3 mine.py,as=perceptron)'

A learner that has predict(x) is asked for its prediction too. One that has margin, a margin of its own in the scale
of its scores (None while there is none), or opening (whether it is in an initialisation phase) shows it. x is a tuple
of floats; for a learner with sparse = True it is {feature: value} where the data is sparse. print() goes to standard error."""
import base64
import json
import struct
import sys


def serve(make, name, version=""):
    """Learns the streams that come over standard input; make(dim) is a learner that knows nothing yet."""
    out, sys.stdout = sys.stdout, sys.stderr
    probe = make(1)
    has = {"scores": "score", "margins": "margin", "openings": "opening", "classifier": "w"}
    shows = [what for what, attribute in has.items() if hasattr(probe, attribute)]

    def write(message):
        out.write(json.dumps(message) + "\n")
        out.flush()

    write({"protocol": 1, "name": name, "version": version, "shows": shows, "packed": True, "sparse": getattr(probe, "sparse", False)})
    for line in open(0, "rb", 1 << 20, closefd=False):
        question = json.loads(line)
        dim, show = question["dim"], question["show"]
        if question["first"] == 1:
            learner = make(dim)
        answer = {"stream": question["stream"], "first": question["first"], "predictions": [], "updates": []}
        answer.update((what, []) for what in show if what != "classifier")
        learn(learner, rows(question["x"], dim), question["y"], answer)
        if "classifier" in show:
            answer["classifier"] = classifier(learner)
        write(answer)


def learn(learner, xs, ys, answer):
    """Learns the examples in turn, and fills in the lists of the answer."""
    score, update, predict = learner.score, learner.learn, getattr(learner, "predict", None)
    predictions, updates = answer["predictions"], answer["updates"]
    scores, margins, openings, states = map(answer.get, ("scores", "margins", "openings", "states"))
    for x, y in zip(xs, ys):
        s = score(x)
        if scores is not None:
            scores.append(s)
        if margins is not None:
            margins.append(learner.margin)
        if openings is not None:
            openings.append(bool(learner.opening))
        predictions.append(predict(x) if predict else 1 if s >= 0 else -1)
        changed = bool(update(x, y, s))
        updates.append(changed)
        if changed and states is not None:
            states.append(classifier(learner))
    if margins is not None:
        margins.append(learner.margin)


def rows(x, dim):
    """The features of each example, from base64 of numbers or from lists of them, dense or sparse."""
    if isinstance(x, str):
        return struct.iter_unpack(f"<{dim}d", base64.b64decode(x))
    if isinstance(x, list):
        return map(tuple, x)
    index, value, ends = numbers("i", x["index"]), numbers("d", x["value"]), x["ends"]
    return (dict(zip(index[begin:end], value[begin:end])) for begin, end in zip([0] + ends, ends))


def numbers(kind, x):
    """Numbers from base64 of them, in little-endian order, or from a list."""
    if not isinstance(x, str):
        return x
    data = base64.b64decode(x)
    return struct.unpack(f"<{len(data) // struct.calcsize(kind)}{kind}", data)


def classifier(learner):
    return {"w": [float(v) for v in learner.w], "b": float(getattr(learner, "b", 0.0))}
