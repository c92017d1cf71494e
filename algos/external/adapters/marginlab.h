/* Lets a learner in C speak to marginlab. Include this file in one source file.

   marginlab learners --adapter c > marginlab.h
   marginlab learners --adapter c --example > mine.c    (a whole learner: make it yours)
   cc -O2 -o mine mine.c && marginlab check --learners 'exec(./mine,as=perceptron)'

   NULL stands for what a learner has not: weight, the classifier; margin, a margin of its own in the scale of its scores
   (a negative one: none yet); opening, whether it is in an initialisation phase. Print for people to stderr. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct learner;
struct marginlab {
  const char *name, *version;
  struct learner *(*make)(int dim);
  double (*score)(struct learner *, const double *x);
  int (*learn)(struct learner *, const double *x, int y, double score);
  double (*weight)(struct learner *, int k), (*margin)(struct learner *); int (*opening)(struct learner *);
};

/* The line that is read, of any length; 0 at the end of the input. */
static int marginlab_line(char **line, size_t *room) {
  for (size_t n = 0;; n += strlen(*line + n)) {
    if (n && (*line)[n - 1] == '\n') return 1;
    if (n + 2 > *room && !(*line = realloc(*line, *room = 2 * *room + 65536))) exit(2);
    if (!fgets(*line + n, (int)(*room - n), stdin)) return 0;
  }
}

/* The value of a key of the question, which has no other text with quotes around it. */
static char *marginlab_value(char *line, const char *key) {
  if (!(line = strstr(line, key))) { fprintf(stderr, "marginlab.h: a question without %s\n", key); exit(2); }
  return line + strlen(key);
}

/* Decodes base64 of float64s in little-endian order, as they are in memory. */
static void marginlab_unpack(const char *text, unsigned char *to) {
  unsigned bits = 0, have = 0;
  for (; *text != '"' && *text != '='; text++) {
    const int c = *text;
    bits = bits << 6 | (unsigned)(c >= 'a' ? c - 'a' + 26 : c >= 'A' ? c - 'A' : c >= '0' ? c - '0' + 52 : c == '+' ? 62 : 63);
    if ((have += 6) >= 8) *to++ = (unsigned char)(bits >> (have -= 8));
  }
}

/* Writes a list: of truths ('t'), of margins ('m', null where there is none), or of numbers ('n'). */
static void marginlab_list(const char *key, const double *v, int n, char of) {
  printf(",\"%s\":[", key);
  for (int i = 0; i < n; i++)
    if (of == 't') printf("%s%s", i ? "," : "", v[i] ? "true" : "false");
    else printf(of == 'm' && v[i] < 0 ? "%snull" : "%s%.17g", i ? "," : "", v[i]);
  putchar(']');
}
static void marginlab_plane(const char *before, const struct marginlab *m, struct learner *l, int dim) {
  printf("%s{\"w\":[", before);
  for (int k = 0; k < dim; k++) printf(k ? ",%.17g" : "%.17g", m->weight(l, k));
  printf("],\"b\":%.17g}", m->weight(l, dim));
}

static int marginlab_serve(struct marginlab m) {
  static const char *lists[] = {"predictions", "updates", "scores", "openings", "margins"};
  char *line = NULL; size_t room = 0; struct learner *learner = NULL;
  printf("{\"protocol\":1,\"name\":\"%s\",\"version\":\"%s\",\"packed\":true,\"shows\":[\"scores\"%s%s%s]}\n", m.name, m.version,
    m.weight ? ",\"classifier\"" : "", m.margin ? ",\"margins\"" : "", m.opening ? ",\"openings\"" : "");
  for (fflush(stdout); marginlab_line(&line, &room); fflush(stdout)) {
    int stream = atoi(marginlab_value(line, "\"stream\":")), first = atoi(marginlab_value(line, "\"first\":"));
    int dim = atoi(marginlab_value(line, "\"dim\":")), n = 0, all = 0;
    char *y = marginlab_value(line, "\"y\":["), *show = marginlab_value(y, "\"show\":[");
    for (char *at = y; *at != ']'; at++) n += *at == '1';
    double *rows = malloc(((size_t)n * dim + 1) * sizeof *rows), *told = malloc(((size_t)n + 1) * 5 * sizeof *told);
    double *updates = told + n, *scores = updates + n, *openings = scores + n, *margins = openings + n;
    marginlab_unpack(marginlab_value(line, "\"x\":\""), (unsigned char *)rows);
    if (first == 1) free(learner), learner = m.make(dim);
    printf("{\"stream\":%d,\"first\":%d", stream, first);
    int states = strstr(show, "\"states\"") && printf(",\"states\":[");
    for (int i = 0; i < n; i++, y = strpbrk(y, ",]") + 1) {
      const double *x = rows + (size_t)i * dim;
      told[i] = (scores[i] = m.score(learner, x)) >= 0 ? 1 : -1;
      margins[i] = m.margin ? m.margin(learner) : -1, openings[i] = m.opening && m.opening(learner);
      updates[i] = m.learn(learner, x, atoi(y), scores[i]) != 0;
      if (updates[i] && states) marginlab_plane(all++ ? "," : "", &m, learner, dim);
    }
    if (states) putchar(']');
    margins[n] = m.margin ? m.margin(learner) : -1;
    for (int k = 0; k < 5; k++)
      if (k < 2 || strstr(show, lists[k])) marginlab_list(lists[k], told + (size_t)k * n, n + (k == 4), "ntntm"[k]);
    if (strstr(show, "\"classifier\"")) marginlab_plane(",\"classifier\":", &m, learner, dim);
    printf("}\n"), free(rows), free(told);
  }
  return free(line), 0;
}
