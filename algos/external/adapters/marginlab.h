/* Lets a learner in C speak to marginlab. Include this file in one source file:

   #include "marginlab.h"
   struct learner { int dim; double w[]; };
   static struct learner *make(int dim) {               a learner that knows nothing; freed by free()
     struct learner *l = calloc(1, sizeof *l + dim * sizeof(double)); l->dim = dim; return l; }
   static double score(struct learner *l, const double *x) {   its sign is the prediction, +1 at 0
     double s = 0; for (int k = 0; k < l->dim; k++) s += l->w[k] * x[k]; return s; }
   static int learn(struct learner *l, const double *x, int y, double s) {  whether it changed anything
     if (y * s > 0) return 0;
     for (int k = 0; k < l->dim; k++) l->w[k] += y * x[k];
     return 1; }
   static double weight(struct learner *l, int k) { return k < l->dim ? l->w[k] : 0; }   of feature k, and b
   int main(void) { return marginlab_serve("my perceptron", "1.0", make, score, learn, weight); }

   cc -O2 -o mine mine.c && marginlab check --learners 'exec(./mine,as=perceptron)'

   Without a classifier to show, weight is NULL. Print for people to stderr. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct learner;
typedef double marginlab_weight(struct learner *, int);

/* The line that is read, of any length; 0 at the end of the input. */
static int marginlab_line(char **line, size_t *room) {
  size_t n = 0;
  for (int c; (c = getchar()) != EOF; (*line)[n++] = (char)c) {
    if (n + 1 >= *room && !(*line = realloc(*line, *room = 2 * *room + 4096))) exit(2);
    if (c == '\n') { (*line)[n] = 0; return 1; }
  }
  return 0;
}

/* The value of a key of the question, which has no other text with quotes around it. */
static char *marginlab_value(char *line, const char *key) {
  char *at = strstr(line, key);
  if (!at) { fprintf(stderr, "marginlab.h: no %s in %.80s\n", key, line); exit(2); }
  return at + strlen(key);
}

/* Decodes base64 of float64s in little-endian order, as they are in memory. */
static void marginlab_unpack(const char *text, unsigned char *to) {
  unsigned bits = 0, have = 0;
  for (; *text != '"' && *text != '='; text++) {
    int c = *text;
    bits = bits << 6 | (unsigned)(c >= 'a' ? c - 'a' + 26 : c >= 'A' ? c - 'A' : c >= '0' ? c - '0' + 52 : c == '+' ? 62 : 63);
    if ((have += 6) >= 8) *to++ = (unsigned char)(bits >> (have -= 8));
  }
}

/* Copies the classifier: dim weights and b. */
static void marginlab_copy(struct learner *l, int dim, marginlab_weight *weight, double *to) {
  for (int k = 0; k <= dim; k++) to[k] = weight(l, k);
}

static void marginlab_plane(const char *before, const double *w, int dim) {
  printf("%s{\"w\":[", before);
  for (int k = 0; k < dim; k++) printf("%s%.17g", k ? "," : "", w[k]);
  printf("],\"b\":%.17g}", w[dim]);
}

static int marginlab_serve(const char *name, const char *version, struct learner *make(int dim),
    double score(struct learner *, const double *x), int learn(struct learner *, const double *x, int y, double score), marginlab_weight *weight) {
  char *line = NULL; size_t room = 0; struct learner *l = NULL;
  printf("{\"protocol\":1,\"name\":\"%s\",\"version\":\"%s\",\"shows\":[\"scores\"%s],\"packed\":true}\n", name, version, weight ? ",\"classifier\"" : "");
  for (fflush(stdout); marginlab_line(&line, &room); fflush(stdout)) {
    int dim = atoi(marginlab_value(line, "\"dim\":")), first = atoi(marginlab_value(line, "\"first\":")), n = 0, all = 0;
    char *y = marginlab_value(line, "\"y\":["), *show = marginlab_value(line, "\"show\":[");
    for (char *at = y; *at != ']'; at++) n += *at == '1';
    int states = weight && strstr(show, "\"states\"") != NULL;
    double *rows = malloc(((size_t)n * dim + 1) * sizeof(double)), *scores = malloc((n + 1) * sizeof(double));
    double *planes = malloc(((size_t)(states ? n : 0) + 1) * (dim + 1) * sizeof(double));
    char *updates = malloc(n + 1);
    marginlab_unpack(marginlab_value(line, "\"x\":\""), (unsigned char *)rows);
    if (first == 1) { free(l); l = make(dim); }
    for (int i = 0; i < n; i++, y = strpbrk(y, ",]") + 1) {
      const double *x = rows + (size_t)i * dim;
      updates[i] = (char)(learn(l, x, atoi(y), scores[i] = score(l, x)) != 0);
      if (updates[i] && states) marginlab_copy(l, dim, weight, planes + (size_t)all++ * (dim + 1));
    }
    printf("{\"stream\":%d,\"first\":%d,\"predictions\":[", atoi(marginlab_value(line, "\"stream\":")), first);
    for (int i = 0; i < n; i++) printf("%s%d", i ? "," : "", scores[i] >= 0 ? 1 : -1);
    printf("],\"updates\":[");
    for (int i = 0; i < n; i++) printf("%s%s", i ? "," : "", updates[i] ? "true" : "false");
    if (strstr(show, "\"scores\"")) printf("],\"scores\":[");
    if (strstr(show, "\"scores\"")) for (int i = 0; i < n; i++) printf("%s%.17g", i ? "," : "", scores[i]);
    if (states) printf("],\"states\":[");
    for (int i = 0; i < all; i++) marginlab_plane(i ? "," : "", planes + (size_t)i * (dim + 1), dim);
    printf("]");
    int last = weight && strstr(show, "\"classifier\"") != NULL;
    if (last) { marginlab_copy(l, dim, weight, planes); marginlab_plane(",\"classifier\":", planes, dim); }
    printf("}\n");
    free(rows), free(scores), free(planes), free(updates);
  }
  return free(line), free(l), 0;
}
