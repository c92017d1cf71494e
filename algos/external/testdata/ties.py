"""Speaks as marginlab_sklearn.py does, for a classifier that predicts +1 at a score of 0, as the papers have it."""
import os
import runpy
import sys

from sklearn.linear_model._base import LinearClassifierMixin


def predict(self, xs):
    return self.classes_[(self.decision_function(xs) >= 0).astype(int)]


LinearClassifierMixin.predict = predict
adapters = os.path.join(os.path.dirname(__file__), "../adapters")
sys.path.insert(0, adapters)
runpy.run_path(os.path.join(adapters, "marginlab_sklearn.py"), run_name="__main__")
