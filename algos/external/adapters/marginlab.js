// Lets a learner in JavaScript (Node.js) speak to marginlab: save this file beside it. It needs no package.
//
//   const { serve } = require("./marginlab.js");
//   class Perceptron {
//     constructor(dim) { this.w = new Float64Array(dim); this.b = 0; } // leave w out if there is no such thing to show
//     score(x) { let s = this.b; for (let k = 0; k < x.length; k++) s += this.w[k] * x[k]; return s; } // its sign is the prediction, +1 at 0
//     learn(x, y, score) { // whether it changed anything
//       if (y * score > 0) return false;
//       for (let k = 0; k < x.length; k++) this.w[k] += y * x[k];
//       return true;
//     }
//   }
//   serve(Perceptron, "my perceptron", "1.0");
//
// marginlab check --learners 'exec(node mine.js,as=perceptron)'
//
// A learner that has predict(x) is asked for its prediction too. x is a Float64Array. console.log goes to standard error.
"use strict";
const fs = require("fs");

// serve learns the streams that come over standard input; new Learner(dim) knows nothing yet.
function serve(Learner, name, version = "") {
  console.log = console.info = console.error;
  const hasClassifier = "w" in new Learner(1);
  write({ protocol: 1, name, version, shows: hasClassifier ? ["scores", "classifier"] : ["scores"], packed: true });
  let learner;
  for (const line of lines()) {
    const question = JSON.parse(line);
    if (question.first === 1) learner = new Learner(question.dim);
    const show = question.show.filter((what) => what === "scores" || hasClassifier);
    write(answer(learner, question, show));
  }
}

// answer learns the examples of a question in turn.
function answer(learner, { stream, first, dim, x, y }, show) {
  const a = { stream, first, predictions: [], updates: [] };
  if (show.includes("scores")) a.scores = [];
  if (show.includes("states")) a.states = [];
  const rows = unpack(x, dim);
  y.forEach((label, i) => {
    const score = learner.score(rows(i));
    a.predictions.push(learner.predict ? learner.predict(rows(i)) : score >= 0 ? 1 : -1);
    a.scores?.push(score);
    const updated = Boolean(learner.learn(rows(i), label, score));
    a.updates.push(updated);
    if (updated) a.states?.push(classifier(learner));
  });
  if (show.includes("classifier")) a.classifier = classifier(learner);
  return a;
}

// unpack gives the features of example i, from base64 of float64s or from lists of numbers.
function unpack(x, dim) {
  if (Array.isArray(x)) return (i) => Float64Array.from(x[i]);
  const bytes = Uint8Array.from(Buffer.from(x, "base64")); // at an address that float64s may have
  const all = new Float64Array(bytes.buffer, 0, bytes.length / 8);
  return (i) => all.subarray(i * dim, (i + 1) * dim);
}

function classifier(learner) {
  return { w: Array.from(learner.w), b: learner.b ?? 0 };
}

function write(message) {
  const bytes = Buffer.from(JSON.stringify(message) + "\n");
  for (let at = 0; at < bytes.length; ) {
    try {
      at += fs.writeSync(1, bytes, at);
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
    }
  }
}

// lines are those of standard input, read when they are asked for.
function* lines() {
  const part = Buffer.alloc(1 << 16);
  let kept = [];
  for (let n; (n = fs.readSync(0, part)) > 0; ) {
    let from = 0;
    for (let end; (end = part.indexOf(10, from)) >= 0 && end < n; from = end + 1) {
      kept.push(Buffer.from(part.subarray(from, end)));
      yield Buffer.concat(kept).toString();
      kept = [];
    }
    kept.push(Buffer.from(part.subarray(from, n)));
  }
}

module.exports = { serve };
