"use strict";
const { serve } = require("../adapters/marginlab.js");

class Perceptron {
  constructor(dim) {
    this.w = new Float64Array(dim);
  }
  score(x) {
    return x.reduce((sum, v, k) => sum + this.w[k] * v, 0);
  }
  learn(x, y, score) {
    if (y * score > 0 || !x.some(Boolean)) return false;
    x.forEach((v, k) => (this.w[k] += y * v));
    return true;
  }
}

serve(Perceptron, "perceptron.js", "1");
