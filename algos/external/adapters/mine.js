const { serve } = require("./marginlab.js");

class Perceptron {
  constructor(dim) {
    this.w = new Float64Array(dim); // leave w out if there is no such thing to show
    this.b = 0;
  }
  // The sign of the score is the prediction, +1 at 0.
  score(x) {
    let s = this.b;
    for (let k = 0; k < x.length; k++) s += this.w[k] * x[k];
    return s;
  }
  // Returns whether it changed anything.
  learn(x, y, score) {
    if (y * score > 0 || !x.some(Boolean)) return false;
    for (let k = 0; k < x.length; k++) this.w[k] += y * x[k];
    return true;
  }
}

serve(Perceptron, "my perceptron", "1.0");
