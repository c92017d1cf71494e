// The words for a step, and for what the picture of it shows.

const vector = x => x.length > 8 ? x.slice(0, 7).map(v => short(v)).join(", ") + ", …" : x.map(v => short(v)).join(", ");
const passOf = (run, step) => run.steps.length > run.x.length ? ` in pass ${Math.floor((step.t - 1) / run.x.length) + 1}` : "";

// words say a step in a few sentences.
const words = (story, run, index) => {
  const step = run.steps[index], learner = run.learner.replaceAll("-", "‑");
  if (!step) {
    const last = run.steps[run.steps.length - 1];
    const ends = `${run.steps.length === 1 ? "After the step" : `After all ${run.steps.length} steps`}: ${learner} made ${last.k} ${last.k === 1 ? "mistake" : "mistakes"} and ${last.v} ${last.v === 1 ? "update" : "updates"}.`;
    return last.q === null || last.b === null ? ends : `${ends} ${story.quantity} is ${short(last.q, 6)}, and the claim allows ${{ "<=": "at most", "<": "less than", ">=": "at least", ">": "more than" }[story.relation]} ${short(last.b, 6)}.`;
  }
  const before = run.states[step.s], after = run.states[step.n];
  const which = `Step ${step.t} of ${run.steps.length}: example ${step.i + 1}${passOf(run, step)}, label ${sign(run.y[step.i])}`;
  const outcome = step.m ? `a mistake, the ${ordinal(step.k)}` : "right";
  const update = step.u ? `${learner} updates${before.gamma !== undefined && after.gamma !== undefined ? `: γ goes from ${short(before.gamma)} to ${short(after.gamma)}` : ""}.`
    : step.n !== step.s ? "The learner keeps it." : "Nothing changes.";
  if (step.o) return `${which}. The opening: ${learner} has not seen both classes and predicts ${sign(step.p)}, ${outcome}. ${update}`;
  if (!before.w) return `${which}. ${learner} has w = 0 and predicts ${sign(step.p)}: ${outcome}. ${update}`;
  const where = step.a > 0 ? `is ${short(step.a)} on its own side of the hyperplane` : step.a < 0 ? `is ${short(-step.a)} on the wrong side of the hyperplane` : "is on the hyperplane";
  return `${which}, ${where}. ${learner} predicts ${sign(step.p)}: ${outcome}. ${update}`;
};

// lossOf is the part of the squared distances between examples that the axes of a projection draw, and the pair that is
// drawn nearest for its distance. Of very many examples it is null.
const lossOf = (run, axes) => {
  if (axes.loss !== undefined) return axes.loss;
  const of = differ(run), size = Math.hypot(...axes.w);
  if (of.length > 1000) return axes.loss = null;
  let all = 0, drawn = 0, worst = { share: 1 - 1e-9 };
  of.forEach((i, k) => of.slice(0, k).forEach(j => {
    const z = run.x[i].map((v, k) => v - run.x[j][k]), far = dot(z, z);
    const near = (dot(z, axes.w) / size) ** 2 + dot(z, axes.side) ** 2;
    all += far;
    drawn += near;
    if (near / far < worst.share * (1 - 1e-9)) worst = { share: near / far, pair: [j, i], far: Math.sqrt(far), drawn: Math.sqrt(near) };
  }));
  return axes.loss = { ...worst, mean: all ? Math.min(1, drawn / all) : 1 };
};

// caption says what the picture shows, and what it cannot.
const caption = (run, state, step) => {
  const parts = [];
  const axes = axesOf(run, state);
  if (!state.w && !run.upright) parts.push(`There is no hyperplane yet: every point is predicted ${sign(state.label)}.`);
  if (run.view === "projection" && axes.w) {
    const loss = lossOf(run, axes);
    parts.push(`A projection from ${run.dim} dimensions, upright to the ${run.upright ? `hyperplane of the maximum margin ${run.upright.name}` : state.w ? "hyperplane" : "first hyperplane"}: distances from it are true.${run.upright ? " The learner’s hyperplane is not drawn." : ""}`);
    if (loss) parts.push(loss.mean > .9999 ? "Distances between examples are all but true too."
      : `Of the squared distances between examples it draws ${short(100 * loss.mean, 3)} %` + (loss.pair ? `; most is lost between ${loss.pair[0] + 1} and ${loss.pair[1] + 1}, which are ${short(loss.far)} apart and drawn ${short(loss.drawn)} apart.` : "."));
    if (run.norm !== "ℓ₂") parts.push(`Distances from the hyperplane are in ${run.norm}, the other axis is in ℓ₂.`);
  } else if (run.view === "line") parts.push("The line, with an example a row, in their order.");
  if (run.norm !== "ℓ₂" && run.view !== "projection") parts.push(`Margins are in ${run.norm}.`);
  if (run.lift) parts.push(`The last coordinate is the constant ${run.lift} of ${run.learner}.`);
  if (run.centre) parts.push(`Coordinates are from (${vector(run.centre)}).`);
  const lines = [];
  if (state.w && !run.upright) lines.push(step ? "bold: the hyperplane before the step" : "bold: the last hyperplane");
  if (state.gamma !== undefined && state.w && !run.upright) lines.push("dashed: the learner’s margin");
  if (run.view !== "projection" && step && step.u && run.states[step.n].w) lines.push("dotted: the hyperplane after it");
  for (const m of run.margins) if (m.gamma > 0) if (!run.upright || run.upright === m) lines.push(run.view === "projection" && !run.upright ? `green: the length of ${m.name} = ${short(m.gamma)}` : `green: the maximum margin ${m.name} = ${short(m.gamma)}`);
  if (state.plus) lines.push("diamonds: v₊ and v₋, points of the hulls of the classes");
  const text = lines.join("; ");
  return parts.concat(text ? text[0].toUpperCase() + text.slice(1) + "." : []).join(" ");
};
