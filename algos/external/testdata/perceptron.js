"use strict";
const { serve } = require("../adapters/marginlab.js");

class Perceptron {
  sparse = true;
  constructor(dim) {
    this.w = new Float64Array(dim);
  }
  score(x) {
    const { index, value } = x.index ? x : { value: x };
    return value.reduce((sum, v, i) => sum + this.w[index ? index[i] : i] * v, 0);
  }
  learn(x, y, score) {
    const { index, value } = x.index ? x : { value: x };
    if (y * score > 0 || !value.some(Boolean)) return false;
    value.forEach((v, i) => (this.w[index ? index[i] : i] += y * v));
    return true;
  }
}

serve(Perceptron, "perceptron.js", "1");
