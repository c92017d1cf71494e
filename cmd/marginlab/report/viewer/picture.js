// The picture of a step. In one and two dimensions it shows the space itself, in more a
// projection upright to the hyperplane.

// spread caches the range of what a run draws, so that its scale is the same at every step.
const spread = run => {
  run.ranges ??= new Map();
  if (run.ranges.has(run.upright)) return run.ranges.get(run.upright);
  const box = { x0: Infinity, x1: -Infinity, y0: Infinity, y1: -Infinity };
  const take = (x, y) => {
    box.x0 = Math.min(box.x0, x); box.x1 = Math.max(box.x1, x);
    box.y0 = Math.min(box.y0, y); box.y1 = Math.max(box.y1, y);
  };
  if (run.view === "projection") {
    for (const s of run.upright ? [run.upright] : run.states) {
      if (!s.w) continue;
      const heights = run.x.map(x => dot(s.side, x)), low = Math.min(...heights), high = Math.max(...heights);
      s.middle = (low + high) / 2;
      run.x.forEach((x, i) => take(dot(s.w, x) + s.b, heights[i] - s.middle));
    }
    if (box.x0 > box.x1) take(-1, -1), take(1, 1);
    take(0, 0);
  } else {
    const y = x => run.view === "plane" ? x[1] : 0;
    run.x.forEach(x => take(x[0], y(x)));
    if (run.origin && !run.centre) {
      const room = .2 * Math.max(...run.x.map(x => Math.hypot(...x)));
      take(-room, run.view === "plane" ? -room : 0);
      take(room, run.view === "plane" ? room : 0);
    }
  }
  run.ranges.set(run.upright, box);
  return box;
};

// axesOf has the axes of a picture: the state, while there is no hyperplane the first that
// has one, or the maximum margin that the reader wants upright.
const axesOf = (run, state) => run.upright ? run.upright : state.w ? state : run.states.find(s => s.w) ?? state;

// place is where a point is drawn at a state, before the scale. On the line it is in the row
// of an example.
const place = (run, state, point, row) => {
  switch (run.view) {
    case "line": return [point[0], row];
    case "plane": return point;
  }
  const axes = axesOf(run, state);
  return [dot(axes.w, point) + axes.b, dot(axes.side, point) - axes.middle];
};

// square is a box around a range in which both axes have one scale.
const square = (range, width, height) => {
  const pad = 1.16, wide = Math.max(range.x1 - range.x0, 1e-300), high = Math.max(range.y1 - range.y0, 1e-300);
  const unit = Math.max(wide * pad / width, high * pad / height) || 1 / width;
  const x = (range.x0 + range.x1) / 2, y = (range.y0 + range.y1) / 2;
  return { x0: x - unit * width / 2, x1: x + unit * width / 2, y0: y - unit * height / 2, y1: y + unit * height / 2 };
};

// clipped is the part of the line w·x + b = level in a box, null if there is none.
const clipped = (w, b, level, box) => {
  const ends = [], c = level - b;
  const add = (x, y) => {
    const e = 1e-9 * (box.x1 - box.x0), [low, high] = [Math.min(box.y0, box.y1), Math.max(box.y0, box.y1)];
    if (x >= box.x0 - e && x <= box.x1 + e && y >= low - e && y <= high + e
      && !ends.some(p => Math.hypot(p[0] - x, p[1] - y) < e)) ends.push([x, y]);
  };
  if (w[1] !== 0) for (const x of [box.x0, box.x1]) add(x, (c - w[0] * x) / w[1]);
  if (w[0] !== 0) for (const y of [box.y0, box.y1]) add((c - w[1] * y) / w[0], y);
  return ends.length > 1 ? ends.slice(0, 2) : null;
};

// halves are the corners of a box on the positive side of a line.
const half = (w, b, box) => {
  const corners = [[box.x0, box.y0], [box.x1, box.y0], [box.x1, box.y1], [box.x0, box.y1]], out = [];
  corners.forEach((p, i) => {
    const q = corners[(i + 1) % 4], s = dot(w, p) + b, t = dot(w, q) + b;
    if (s >= 0) out.push(p);
    if (s * t < 0) out.push([p[0] + (q[0] - p[0]) * s / (s - t), p[1] + (q[1] - p[1]) * s / (s - t)]);
  });
  return out;
};

const drawPicture = (holder, run, index) => {
  const step = run.steps[index], state = run.states[step ? step.s : run.steps[index - 1].n];
  const after = step && step.n !== step.s ? run.states[step.n] : null;
  const width = Math.max(280, Math.floor(holder.clientWidth)), range = spread(run);
  const ranked = run.view === "line";
  const height = ranked ? Math.min(520, Math.max(220, 60 + 26 * run.x.length)) : Math.round(Math.min(width * .9, 620));
  const margin = { left: 46, right: 14, top: 14, bottom: 40 };
  const labels = { line: { x: "x", y: "example" }, plane: { x: "x₁", y: "x₂" }, projection: { x: run.upright ? "distance from the hyperplane of the maximum margin" : "distance from the hyperplane", y: "main direction beside it" } }[run.view];
  const inner = [width - margin.left - margin.right, height - margin.top - margin.bottom];
  let box;
  if (ranked) {
    const pad = .08 * (range.x1 - range.x0) || 1;
    box = { x0: range.x0 - pad, x1: range.x1 + pad, y0: run.x.length + .7, y1: .3 };
  } else box = square(range, ...inner);
  const f = frame(width, height, box, labels, margin);
  const svg = emptySvg(holder, width, height, "");
  const clip = `clip-${holder.dataset.id}`;
  element(element(element(svg, "defs"), "clipPath", { id: clip }), "rect", { x: margin.left, y: margin.top, width: inner[0], height: inner[1] });
  drawAxes(svg, f, {
    xTicks: ticks(box.x0, box.x1, Math.max(3, width / 110)),
    yTicks: ranked ? ticks(1, run.x.length, 6).filter(v => Number.isInteger(v) && v >= 1) : ticks(box.y0, box.y1, Math.max(3, height / 90)),
  });
  const inside = element(svg, "g", { "clip-path": `url(#${clip})` });
  const project = p => { const [x, y] = place(run, state, p, step ? step.i + 1 : run.x.length); return [f.x(x), f.y(y)]; };
  drawHyperplanes(inside, run, f, state, after, step);
  if (run.view !== "projection" || axesOf(run, state).w) {
    drawCertificates(inside, run, project, state, after);
    drawExamples(inside, run, f, state, step, project);
  } else {
    element(svg, "text", { x: width / 2, y: height / 2, "text-anchor": "middle", class: "empty" }, `There is no hyperplane: every point is predicted ${sign(state.label)}.`);
  }
  drawRuler(svg, run, f);
  return svg;
};

// drawHyperplanes draws the hyperplane with the learner's margin, that after the step, and
// the maximum margin.
const drawHyperplanes = (g, run, f, state, after, step) => {
  const { box } = f;
  if (run.upright) {
    const m = run.upright;
    [[0, "best"], [m.gamma, "best edge"], [-m.gamma, "best edge"]].forEach(([at, kind]) =>
      element(g, "line", { class: kind, x1: f.x(at), x2: f.x(at), y1: f.margin.top, y2: f.height - f.margin.bottom }));
    return;
  }
  const normals = s => run.view === "projection" ? [[1, 0], 0] : run.view === "line" ? [[s.w[0], 0], s.b] : [s.w, s.b];
  const line = (s, level, kind, of) => {
    const ends = clipped(...normals(s), level, box);
    if (ends) element(g, "line", { class: kind, "data-of": of || kind, x1: f.x(ends[0][0]), y1: f.y(ends[0][1]), x2: f.x(ends[1][0]), y2: f.y(ends[1][1]) });
  };
  if (state.w) {
    const side = half(...normals(state), box);
    const flip = state => half(normals(state)[0].map(v => -v), -normals(state)[1], box);
    const points = all => all.map(p => `${f.x(p[0])},${f.y(p[1])}`).join(" ");
    element(g, "polygon", { class: "side-plus", points: points(side) });
    element(g, "polygon", { class: "side-minus", points: points(flip(state)) });
  } else {
    element(g, "rect", { class: state.label > 0 ? "side-plus" : "side-minus", x: f.x(box.x0), y: f.margin.top, width: f.inner.x, height: f.inner.y });
  }
  if (run.view !== "projection") {
    for (const m of run.margins) {
      if (!m.w) continue;
      line(m, 0, "best");
      line(m, m.gamma, "best edge"); line(m, -m.gamma, "best edge");
    }
    if (after && after.w) line(after, 0, "next");
  }
  if (!state.w) return;
  if (state.gamma !== undefined) { line(state, state.gamma, "edge"); line(state, -state.gamma, "edge"); }
  line(state, 0, "hyperplane");
  if (run.view === "plane" && run.origin && !state.plus && !run.centre) {
    const reach = (box.y1 - box.y0) / 6, size = Math.hypot(...state.w);
    const tip = [state.w[0] / size * reach, state.w[1] / size * reach];
    element(g, "line", { class: "arrow", x1: f.x(0), y1: f.y(0), x2: f.x(tip[0]), y2: f.y(tip[1]) });
    element(g, "circle", { class: "arrow-end", cx: f.x(tip[0]), cy: f.y(tip[1]), r: 3 });
    element(g, "text", { class: "name", x: f.x(tip[0] * 1.12) - 4, y: f.y(tip[1] * 1.12) + 4 }, "w");
  }
};

const diamond = (g, [x, y], kind) => element(g, "path", { class: kind, d: `M${x - 6} ${y}L${x} ${y - 6}L${x + 6} ${y}L${x} ${y + 6}Z` });

// drawCertificates draws v₊ and v₋, the points of the hulls, and where an update moves them.
const drawCertificates = (g, run, project, state, after) => {
  if (!state.plus) return;
  const [plus, minus] = [project(state.plus), project(state.minus)];
  element(g, "line", { class: "between", x1: plus[0], y1: plus[1], x2: minus[0], y2: minus[1] });
  if (after && after.plus) {
    for (const [from, to] of [[plus, project(after.plus)], [minus, project(after.minus)]]) {
      if (Math.hypot(from[0] - to[0], from[1] - to[1]) < .5) continue;
      element(g, "line", { class: "move", x1: from[0], y1: from[1], x2: to[0], y2: to[1] });
      diamond(g, to, "certificate to");
    }
  }
  for (const [at, kind, name] of [[plus, "plus", "v₊"], [minus, "minus", "v₋"]]) {
    diamond(g, at, `certificate ${kind}`);
    element(g, "text", { class: "name", x: at[0] + 9, y: at[1] - 8 }, name);
  }
};

// drawExamples draws the examples: those to come faint, that of the step in a ring.
const drawExamples = (g, run, f, state, step, project) => {
  const seen = step ? step.t - 1 : Infinity, few = new Set(run.first).size <= 40;
  const places = new Map(), key = x => x.join();
  run.x.forEach((x, i) => places.set(key(x), [...places.get(key(x)) ?? [], i + 1]));
  const occurrence = run.first.map(() => []);
  run.first.forEach((first, i) => occurrence[first].push(i + 1));
  const mark = (i, [x, y], kind) => {
    const e = run.y[i] > 0
      ? element(g, "path", { class: `example plus ${kind}`, "data-example": i + 1, d: `M${x - 6} ${y}H${x + 6}M${x} ${y - 6}V${y + 6}` })
      : element(g, "circle", { class: `example minus ${kind}`, "data-example": i + 1, cx: x, cy: y, r: 5 });
    element(e, "title", {}, `example ${occurrence[run.first[i]].join(", ")}: ${sign(run.y[i])}, (${run.exact[i]})`);
  };
  if (step && state.w && !step.o && !run.upright && (run.norm === "ℓ₂" || run.view !== "plane")) {
    const p = project(run.x[step.i]), size = dot(state.w, state.w);
    const foot = run.view === "projection" ? [f.x(0), p[1]] : run.view === "line" ? [f.x(-state.b / state.w[0]), p[1]]
      : project(run.x[step.i].map((v, k) => v - state.w[k] * (dot(state.w, run.x[step.i]) + state.b) / size));
    element(g, "line", { class: step.m ? "reach wrong" : "reach", x1: p[0], y1: p[1], x2: foot[0], y2: foot[1] });
  }
  run.x.forEach((x, i) => {
    const at = run.view === "line" ? [f.x(x[0]), f.y(i + 1)] : project(x);
    if (run.view !== "line" && run.first[i] !== i) return;
    const kind = occurrence[run.first[i]].some(n => n <= seen || n === (step ? step.i + 1 : 0)) ? "" : "later";
    mark(i, at, kind);
    const here = places.get(key(x));
    if (few && run.view !== "line" && here[0] === i + 1) {
      const names = here.length > 4 ? here.slice(0, 3).join(",") + "…" : here.join(",");
      element(g, "text", { class: `index ${kind}`, x: at[0] + 8, y: at[1] + 14 }, names);
    }
  });
  if (!step) return;
  const at = run.view === "line" ? [f.x(run.x[step.i][0]), f.y(step.i + 1)] : project(run.x[step.i]);
  element(g, "circle", { class: step.m ? "now wrong" : "now", cx: at[0], cy: at[1], r: 12 });
};

// drawRuler draws the length of a maximum margin, where its hyperplane is none of the
// projection's lines.
const drawRuler = (svg, run, f) => {
  const m = run.margins.find(m => m.gamma > 0);
  if (run.view !== "projection" || run.upright || !m) return;
  const y = f.margin.top + 10, [x0, x1] = [f.x(-m.gamma), f.x(m.gamma)];
  element(svg, "path", { class: "ruler", d: `M${x0} ${y - 4}V${y + 4}M${x0} ${y}H${x1}M${x1} ${y - 4}V${y + 4}` });
  element(svg, "text", { class: "ruler-name", x: x1 + 6, y: y + 4 }, `±${m.name.split(",")[0]}`);
};
