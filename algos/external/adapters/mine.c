#include "marginlab.h"

struct learner {
  int dim;
  double w[];
};

/* A learner that knows nothing, freed by free(). */
static struct learner *make(int dim) {
  struct learner *l = calloc(1, sizeof *l + dim * sizeof(double));
  l->dim = dim;
  return l;
}

/* Its sign is the prediction, +1 at 0. */
static double score(struct learner *l, const double *x) {
  double s = 0;
  for (int k = 0; k < l->dim; k++) s += l->w[k] * x[k];
  return s;
}

/* Returns whether it changed anything. */
static int learn(struct learner *l, const double *x, int y, double s) {
  int changed = 0;
  for (int k = 0; k < l->dim && y * s <= 0; k++) {
    l->w[k] += y * x[k];
    changed |= x[k] != 0;
  }
  return changed;
}

/* The weight of feature k, and after the features b. */
static double weight(struct learner *l, int k) { return k < l->dim ? l->w[k] : 0; }

int main(void) { return marginlab_serve((struct marginlab){"my perceptron", "1.0", make, score, learn, weight, NULL, NULL}); }
