// Charts of numbers over the steps.

// chart draws numbers over the steps, as stairs, with a place for the present step.
const chart = (holder, { series, count, label, marks }, go) => {
  const width = Math.max(240, Math.floor(holder.clientWidth)), height = 130;
  const values = series.flatMap(s => s.values.map(p => p[1])).filter(Number.isFinite);
  const high = Math.max(...values, 0), low = Math.min(...values, 0);
  const box = { x0: .5, x1: count + 1.5, y0: low, y1: high + (high - low) * .08 || 1 };
  const f = frame(width, height, box, {}, { left: 46, right: 62, top: 6, bottom: 22 });
  const svg = emptySvg(holder, width, height, label);
  drawAxes(svg, f, { xTicks: ticks(1, count, width / 70).filter(v => v >= 1 && Number.isInteger(v)), yTicks: ticks(box.y0, box.y1, 3) });
  for (const s of series) {
    let path = "";
    s.values.forEach(([t, v], i) => {
      if (!Number.isFinite(v)) return;
      const next = i + 1 < s.values.length ? s.values[i + 1][0] : count + 1.5;
      path += `${path && Number.isFinite(s.values[i - 1]?.[1]) ? "L" : "M"}${f.x(t)} ${f.y(v)}H${f.x(next)}`;
    });
    element(svg, "path", { class: `series ${s.kind}`, d: path });
  }
  const named = series.map(s => ({ ...s, y: f.y(s.values[s.values.length - 1][1]) })).filter(s => s.name && Number.isFinite(s.y)).sort((a, b) => a.y - b.y);
  named.forEach((s, i) => {
    if (i && s.y < named[i - 1].y + 13) s.y = named[i - 1].y + 13; // below the name above
    element(svg, "text", { class: `series-name ${s.kind}`, x: width - f.margin.right + 3, y: s.y + 1 }, s.name);
  });
  for (const [t, kind] of marks) element(svg, "line", { class: `tick ${kind}`, x1: f.x(t), x2: f.x(t), y1: height - 22, y2: height - (kind === "mistake" ? 32 : 28) });
  const cursor = element(svg, "line", { class: "cursor", y1: 4, y2: height - 18 });
  svg.addEventListener("click", e => {
    const at = svg.getBoundingClientRect(), x = (e.clientX - at.left) * width / at.width;
    go(box.x0 + (x - f.margin.left) / f.inner.x * (box.x1 - box.x0));
  });
  return t => { cursor.setAttribute("x1", f.x(t)); cursor.setAttribute("x2", f.x(t)); };
};

// drawCharts draws the two charts of a run, and returns what moves their cursors.
const drawCharts = (root, story, run, go) => {
  const cursors = [], count = run.steps.length;
  const marks = run.steps.filter(s => s.m || s.u).map(s => [s.t, s.m ? "mistake" : "update"]);
  const gammaHolder = root.querySelector("[data-chart=gamma]"), claimHolder = root.querySelector("[data-chart=claim]");
  const gammas = run.steps.map(s => [s.t, run.states[s.s].gamma ?? NaN]);
  gammas.push([count + 1, run.states[run.steps[run.steps.length - 1].n].gamma ?? NaN]);
  gammaHolder.hidden = !gammas.some(p => Number.isFinite(p[1]));
  if (!gammaHolder.hidden) {
    const series = [{ kind: "own", name: "γₜ", values: gammas }];
    for (const m of run.margins) if (m.gamma > 0) series.unshift({ kind: "best", name: m.name.split(",")[0], values: [[1, m.gamma]] });
    cursors.push(chart(gammaHolder.querySelector("div"), { series, count, marks, label: `The learner's margin over ${count} steps` }, go));
  }
  const sides = run.steps.map(s => [s.t, s.q ?? NaN]), bounds = run.steps.map(s => [s.t, s.b ?? NaN]);
  const moves = all => all.some(p => Number.isFinite(p[1])) && all.some(p => p[1] !== all[0][1]);
  claimHolder.hidden = !moves(sides); // it is no count, or never grows
  if (!claimHolder.hidden) {
    claimHolder.querySelector("figcaption").textContent = `${story.quantity} so far, beside the claim`;
    cursors.push(chart(claimHolder.querySelector("div"), { series: [{ kind: "bound", name: "", values: bounds }, { kind: "own", name: "", values: sides }], count, marks, label: `${story.quantity} over ${count} steps, beside the claim` }, go));
  }
  return t => cursors.forEach(move => move(t));
};
