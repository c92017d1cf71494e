// Speaks to marginlab for wink-perceptron, which is looked for on NODE_PATH.
//
//   node wink.js    its learning pass, an example at a time
//
// The last feature is the constant 1: wink-perceptron has a bias of its own in its place.
"use strict";
const perceptron = require("wink-perceptron");
const { version } = require("wink-perceptron/package.json");
const readline = require("readline");

const label = (y) => ({ label: y > 0 ? "plus" : "minus" }); // "plus" is the one that it prefers at a tie

// features of an example; reads.count counts how often the learner reads one of them.
function features(x, reads) {
  const f = {};
  x.slice(0, -1).forEach((v, k) => Object.defineProperty(f, `x${k}`, { enumerable: true, get: () => (reads.count++, v) }));
  return f;
}

// learn passes over the examples once. That they are of one class alone it says after it.
function learn(p, examples) {
  try {
    p.learn(examples);
  } catch (error) {
    if (!error.message.includes("at least 2 classes")) throw error;
  }
}

// step is a step of the learning pass. It reads the features to guess, and again to learn from a wrong guess.
function step(p, x, y) {
  const reads = { count: 0 };
  learn(p, [[features(x, reads), label(y)]]);
  const updated = reads.count > x.length - 1;
  return [updated ? -y : y, updated];
}

console.log(JSON.stringify({ protocol: 1, name: "wink-perceptron", version }));
let p;
readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const { stream, first, x, y } = JSON.parse(line);
  if (first === 1) {
    p = perceptron();
    p.defineConfig({ maxIterations: 1 });
  }
  const steps = y.map((label, i) => step(p, x[i], label));
  console.log(JSON.stringify({ stream, first, predictions: steps.map(([p]) => p), updates: steps.map(([, u]) => u) }));
});
