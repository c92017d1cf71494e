"""Lets any scikit-learn classifier with partial_fit speak to marginlab. It needs scikit-learn, and marginlab.py beside it.

    marginlab learners --adapter python > marginlab.py
    marginlab learners --adapter scikit-learn > marginlab_sklearn.py
    marginlab check --learners 'exec(python3 marginlab_sklearn.py sklearn.linear_model.Perceptron fit_intercept=False,as=perceptron)'
    marginlab hunt 'exec(python3 marginlab_sklearn.py sklearn.linear_model.PassiveAggressiveClassifier,bias=yes): mistakes <= r^2'

At a score of 0 scikit-learn predicts -1, where the property perceptron of check expects +1.
The first argument is the class, with its module; the others are its parameters. Those of random_state are 0 if not given."""
import ast
import importlib
import sys

import numpy
import scipy.sparse
import sklearn

import marginlab


def estimator():
    """The class of the command line, as a function without parameters."""
    module, _, name = sys.argv[1].rpartition(".")
    kind, given = getattr(importlib.import_module(module), name), {}
    for argument in sys.argv[2:]:
        key, _, text = argument.partition("=")
        try:
            given[key] = ast.literal_eval(text)
        except (SyntaxError, ValueError):
            given[key] = text  # a word, as in loss=hinge
    if "random_state" in kind().get_params():
        given.setdefault("random_state", 0)
    return lambda: kind(**given)


class Online:
    """An estimator that learns an example at a time. Before the first one it scores 0."""
    make, sparse = None, False

    def __init__(self, dim):
        self.dim, self.model, self.fitted = dim, self.make(), False

    def row(self, x):
        """A matrix of one row, sparse if the data is."""
        if isinstance(x, dict):
            return scipy.sparse.csr_matrix((list(x.values()), list(x), [0, len(x)]), shape=(1, self.dim))
        return [x]

    def score(self, x):
        if not self.fitted:
            return 0.0
        for method in ("decision_function", "predict_proba", "predict"):
            if hasattr(self.model, method):
                value = getattr(self.model, method)(self.row(x))[0]
                return float(value[1] - value[0] if method == "predict_proba" else value)

    def predict(self, x):
        return int(self.model.predict(self.row(x))[0]) if self.fitted else 1

    def learn(self, x, y, score):
        before = self.state()
        self.model.partial_fit(self.row(x), [y], classes=[-1, 1])
        self.fitted = True
        return not numpy.array_equal(before, self.state())

    def state(self):
        """All that it has learned, as numbers."""
        learned = [v for k, v in sorted(vars(self.model).items()) if k.endswith("_") and k[0] != "_" and k not in ("t_", "n_iter_", "classes_")]
        return numpy.concatenate([[0.0], *(numpy.ravel(v) for v in learned if isinstance(v, numpy.ndarray) and v.dtype.kind == "f")])


class Linear(Online):
    """One with a classifier to show."""
    w = property(lambda self: self.model.coef_[0] if self.fitted else numpy.zeros(self.dim))
    b = property(lambda self: numpy.ravel(self.model.intercept_)[0] if self.fitted else 0.0)

    def state(self):
        return numpy.append(self.w, self.b)


if __name__ == "__main__":
    Online.make = staticmethod(estimator())
    probe = Online.make().partial_fit([[1.0]], [1], classes=[-1, 1])
    try:
        Online.make().partial_fit(scipy.sparse.csr_matrix([[1.0]]), [1], classes=[-1, 1])
        Online.sparse = True
    except (TypeError, ValueError):
        pass  # the estimator takes no sparse features
    marginlab.serve(Linear if hasattr(probe, "coef_") else Online, sys.argv[1], sklearn.__version__)
