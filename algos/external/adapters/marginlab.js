// Lets a learner in JavaScript (Node.js) speak to marginlab: save this file beside it. It needs no package.
//
//   marginlab learners --adapter javascript > marginlab.js
//   marginlab learners --adapter javascript --example > mine.js    # a whole learner: make it yours
//   marginlab check --learners 'exec(node mine.js,as=perceptron)'
//
// A learner that has predict(x) is asked for its prediction too. One that has margin, a margin of its own in the scale of
// its scores (null while there is none), or opening (whether it is in an initialisation phase) shows it. x is a Float64Array;
// for a learner with sparse = true it is { index, value } where the data is sparse. console.log goes to standard error.
"use strict";
const fs = require("fs");

// serve learns the streams that come over standard input; new Learner(dim) knows nothing yet.
function serve(Learner, name, version = "") {
  console.log = console.info = console.error;
  const probe = new Learner(1);
  const has = { scores: "score", margins: "margin", openings: "opening", classifier: "w" };
  const shows = Object.keys(has).filter((what) => has[what] in probe);
  write({ protocol: 1, name, version, shows, packed: true, sparse: Boolean(probe.sparse) });
  let learner;
  for (const line of lines()) {
    const question = JSON.parse(line);
    if (question.first === 1) learner = new Learner(question.dim);
    write(answer(learner, question));
  }
}

// answer learns the examples of a question in turn.
function answer(learner, { stream, first, dim, x, y, show }) {
  const a = { stream, first, predictions: [], updates: [] };
  for (const what of show) if (what !== "classifier") a[what] = [];
  const rows = unpack(x, dim);
  y.forEach((label, i) => {
    const x = rows(i), score = learner.score(x);
    a.predictions.push(learner.predict ? learner.predict(x) : score >= 0 ? 1 : -1);
    a.scores?.push(score);
    a.margins?.push(learner.margin);
    a.openings?.push(Boolean(learner.opening));
    const updated = Boolean(learner.learn(x, label, score));
    a.updates.push(updated);
    if (updated) a.states?.push(classifier(learner));
  });
  a.margins?.push(learner.margin);
  if (show.includes("classifier")) a.classifier = classifier(learner);
  return a;
}

// unpack gives the features of example i, from base64 of numbers or from lists of them, dense or sparse.
function unpack(x, dim) {
  if (Array.isArray(x)) return (i) => Float64Array.from(x[i]);
  const numbers = (x, Kind) => new Kind(typeof x === "string" ? Uint8Array.from(Buffer.from(x, "base64")).buffer : x);
  const index = typeof x === "string" ? null : numbers(x.index, Int32Array), value = numbers(index ? x.value : x, Float64Array);
  if (!index) return (i) => value.subarray(i * dim, (i + 1) * dim);
  const part = (all, i) => all.subarray(i ? x.ends[i - 1] : 0, x.ends[i]);
  return (i) => ({ index: part(index, i), value: part(value, i) });
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
