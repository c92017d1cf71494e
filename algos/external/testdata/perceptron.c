#include "../adapters/marginlab.h"

struct learner {
  int dim;
  double w[];
};

static struct learner *make(int dim) {
  struct learner *l = calloc(1, sizeof *l + dim * sizeof(double));
  l->dim = dim;
  return l;
}

static double score(struct learner *l, const double *x) {
  double s = 0;
  for (int k = 0; k < l->dim; k++) s += l->w[k] * x[k];
  return s;
}

static int learn(struct learner *l, const double *x, int y, double s) {
  int zero = 1;
  for (int k = 0; k < l->dim; k++) zero &= x[k] == 0;
  if (y * s > 0 || zero) return 0;
  for (int k = 0; k < l->dim; k++) l->w[k] += y * x[k];
  return 1;
}

static double weight(struct learner *l, int k) { return k < l->dim ? l->w[k] : 0; }

int main(void) { return marginlab_serve((struct marginlab){"perceptron.c", "1", make, score, learn, weight, NULL, NULL}); }
