// What is said and drawn beside the picture.

const cell = (row, text, kind = "", tag = "td") => {
  const c = document.createElement(tag);
  c.textContent = text;
  if (kind) c.className = kind;
  if (tag === "th") c.scope = "row";
  row.append(c);
  return c;
};
const fill = (body, rows) => body.replaceChildren(...rows.map(([name, value, kind]) => {
  const row = document.createElement("tr");
  cell(row, name, "", "th");
  cell(row, value, kind);
  return row;
}));
const vector = x => x.length > 8 ? x.slice(0, 7).map(v => short(v)).join(", ") + ", …" : x.map(v => short(v)).join(", ");
const passOf = (run, step) => run.length > run.x.length ? ` in pass ${Math.floor((step.t - 1) / run.x.length) + 1}` : "";

// counted are the mistakes and updates up to a step.
const counted = (run, index) => {
  run.sums ??= run.steps.reduce((all, s) => {
    const last = all[all.length - 1];
    all.push({ mistakes: last.mistakes + (s.m ? 1 : 0), updates: last.updates + (s.u ? 1 : 0) });
    return all;
  }, [{ mistakes: 0, updates: 0 }]);
  return run.sums[Math.min(index + 1, run.steps.length)];
};

// words say a step in a few sentences.
const words = (story, run, index) => {
  const step = run.steps[index], learner = run.learner.replaceAll("-", "‑");
  if (!step) {
    const sums = counted(run, index), last = run.steps[run.steps.length - 1];
    const ends = `After all ${run.length} steps: ${learner} made ${sums.mistakes} ${sums.mistakes === 1 ? "mistake" : "mistakes"} and ${sums.updates} ${sums.updates === 1 ? "update" : "updates"}.`;
    return last.q === null || last.b === null ? ends : `${ends} ${story.quantity} is ${short(last.q, 6)}, and the claim allows ${story.relation === "<=" ? "at most" : "at least"} ${short(last.b, 6)}.`;
  }
  const before = run.states[step.s], after = run.states[step.n];
  const which = `Step ${step.t} of ${run.length}: example ${step.i + 1}${passOf(run, step)}, label ${sign(run.y[step.i])}`;
  const outcome = step.m ? `a mistake, the ${ordinal(counted(run, index).mistakes)}` : "right";
  const update = step.u ? `${learner} updates${before.gamma !== undefined && after.gamma !== undefined ? `: γ goes from ${short(before.gamma)} to ${short(after.gamma)}` : ""}.`
    : step.n !== step.s ? "The learner keeps it." : "Nothing changes.";
  if (step.o) return `${which}. The opening: ${learner} has not seen both classes and predicts ${sign(step.p)}, ${outcome}. ${update}`;
  if (!before.w) return `${which}. ${learner} has w = 0 and predicts ${sign(step.p)}: ${outcome}. ${update}`;
  const where = step.a > 0 ? `is ${short(step.a)} on its own side of the hyperplane` : step.a < 0 ? `is ${short(-step.a)} on the wrong side of the hyperplane` : "is on the hyperplane";
  return `${which}, ${where}. ${learner} predicts ${sign(step.p)}: ${outcome}. ${update}`;
};

// caption says what the picture shows, and what it cannot.
const caption = (run, state, step) => {
  const parts = [];
  const axes = axesOf(run, state);
  if (!state.w) parts.push(`There is no hyperplane yet: every point is predicted ${sign(state.label)}.`);
  if (run.view === "projection" && axes.w) {
    const { mean, pair, true: far, drawn } = axes.loss;
    parts.push(`A projection from ${run.dim} dimensions, upright to the ${state.w ? "" : "first "}hyperplane: distances from it are true.`);
    parts.push(mean > .9999 ? "Distances between examples are all but true too."
      : `Of the squared distances between examples it draws ${short(100 * mean, 3)} %` + (pair ? `; most is lost between ${pair[0] + 1} and ${pair[1] + 1}, which are ${short(far)} apart and drawn ${short(drawn)} apart.` : "."));
    if (run.norm !== "ℓ₂") parts.push(`Distances from the hyperplane are in ${run.norm}, the other axis is in ℓ₂.`);
  } else if (run.view === "line") parts.push("The line, with an example a row, in their order.");
  if (run.norm !== "ℓ₂" && run.view !== "projection") parts.push(`Margins are in ${run.norm}.`);
  if (run.lift) parts.push(`The last coordinate is the constant ${run.lift} of ${run.learner}.`);
  if (run.centre) parts.push(`Coordinates are from (${vector(run.centre)}).`);
  const lines = [];
  if (state.w) lines.push("bold: the hyperplane before the step");
  if (state.gamma !== undefined && state.w) lines.push("dashed: the learner’s margin");
  if (run.view !== "projection" && step && step.u && run.states[step.n].w) lines.push("dotted: the hyperplane after it");
  for (const m of run.margins) if (m.gamma > 0) lines.push(run.view === "projection" ? `green: the length of ${m.name} = ${short(m.gamma)}` : `green: the maximum margin ${m.name} = ${short(m.gamma)}`);
  if (state.plus) lines.push("diamonds: v₊ and v₋, points of the hulls of the classes");
  if (state.kept) lines.push("circled: the two examples that it keeps");
  const text = lines.join("; ");
  return parts.concat(text ? text[0].toUpperCase() + text.slice(1) + "." : []).join(" ");
};

const drawFacts = (root, run, index) => {
  const step = run.steps[index], state = run.states[step ? step.s : run.steps[index - 1].n], rows = [];
  const own = state.gamma !== undefined ? [["learner’s margin γₜ", short(state.gamma, 6)]] : [];
  if (step) {
    const after = run.states[step.n];
    rows.push([`x, example ${step.i + 1}`, vector(run.x[step.i])], ["label", sign(run.y[step.i]), run.y[step.i] > 0 ? "plus" : "minus"], ["predicted", sign(step.p) + (step.m ? ", wrong" : ""), step.m ? "bad" : "good"]);
    if (state.w && !step.o) rows.push(["distance aₜ", short(step.a, 6)]);
    rows.push(...own);
    if (step.l !== undefined && state.w) rows.push(["limit of updates", short(step.l, 6)]);
    rows.push(["update", step.u ? "yes" : "no"]);
    if (step.u && after.gamma !== undefined) rows.push(["γ after it", short(after.gamma, 6)]);
  } else {
    rows.push(...own);
    if (state.w) {
      const least = Math.min(...run.x.map((x, i) => run.y[i] * (dot(state.w, x) + state.b)));
      rows.push(["least distance aₜ of all", short(least, 6), least > 0 ? "good" : "bad"]);
    }
  }
  for (const m of run.margins) rows.push([m.name, m.gamma > 0 ? short(m.gamma, 6) : m.exact]);
  const last = run.steps[Math.min(index, run.steps.length - 1)];
  run.counts.forEach((name, i) => rows.push([`${name} so far`, short(last.c[i], 6)]));
  fill(root.querySelector(".viewer-facts tbody"), rows);
  root.querySelector(".viewer-facts caption").textContent = step ? "This step" : "In the end";
};

const drawExact = (root, run, index) => {
  const step = run.steps[index], state = run.states[step ? step.s : run.steps[index - 1].n], exact = state.exact, rows = [];
  const list = values => values ? "(" + values.join(", ") + ")" : "left out: it is very long";
  if (step) rows.push([`x, example ${step.i + 1}`, `(${run.exact[step.i]})`]);
  if (step && !step.o) rows.push([state.w ? "aₜ" : "y(w·x + b)", step.e]);
  if (exact.gamma) rows.push(["γₜ", exact.gamma]);
  rows.push(["w", list(exact.w)], ["b", exact.b]);
  if (state.plus) rows.push(["v₊", list(exact.plus)], ["v₋", list(exact.minus)]);
  for (const m of run.margins) rows.push([m.name, m.exact]);
  fill(root.querySelector(".viewer-exact tbody"), rows);
};

// drawTheorems lists the theorems, with how much of each bound is used up.
const drawTheorems = (root, run, index) => {
  const holder = root.querySelector(".viewer-theorems");
  const at = run.steps[Math.min(index, run.steps.length - 1)];
  holder.hidden = !run.rows || run.rows.length === 0;
  if (holder.hidden) return;
  const speaks = i => at.r && at.r[i];
  const order = run.rows.map((r, i) => i).filter(speaks).sort((a, b) => Boolean(run.rows[b].each) - Boolean(run.rows[a].each));
  const silent = run.rows.filter((r, i) => !speaks(i)).map(r => r.id);
  holder.querySelector(".note").textContent = silent.length ? `${silent.length} more say nothing here: ${silent.join(", ")}.` : "";
  holder.querySelector("tbody").replaceChildren(...order.map(i => {
    const row = run.rows[i], values = at.r[i], tr = document.createElement("tr");
    const name = cell(tr, "", "", "th"), code = document.createElement("code"), claim = document.createElement("span");
    code.textContent = row.id;
    claim.textContent = (row.each ? "at each step: " : "") + row.claim + (row.status === "proved" ? "" : ` (${row.status})`);
    claim.className = "claim";
    name.append(code, claim);
    name.title = row.source;
    cell(tr, short(values[0]), "number").dataset.label = "value";
    cell(tr, short(values[1]), "number").dataset.label = "bound";
    const used = cell(tr, "");
    if (values[0] !== null && values[1] !== null) {
      const [value, bound] = row.atLeast ? [values[1], values[0]] : values;
      const ratio = value <= 0 && bound >= 0 ? 0 : bound <= 0 ? Infinity : value / bound, broken = ratio > 1 + 1e-7;
      const bar = document.createElement("span"), text = document.createElement("span");
      bar.className = broken ? "bar broken" : "bar";
      bar.style.setProperty("--share", Math.min(1, ratio));
      text.textContent = broken ? "fails" : `${Math.round(100 * ratio)} %`;
      if (broken) text.className = "bad";
      used.append(bar, text);
    }
    return tr;
  }));
};

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
  svg.addEventListener("click", e => go(box.x0 + (e.offsetX * width / svg.clientWidth - f.margin.left) / f.inner.x * (box.x1 - box.x0)));
  return t => { cursor.setAttribute("x1", f.x(t)); cursor.setAttribute("x2", f.x(t)); };
};

// drawCharts draws the two charts of a run, and returns what moves their cursors.
const drawCharts = (root, story, run, go) => {
  const cursors = [], count = run.length;
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
  const proofHolder = root.querySelector("[data-chart=proof]"), p = run.potential;
  proofHolder.hidden = !p;
  if (p) {
    proofHolder.querySelector("figcaption").textContent = `Proof of ${p.row}: ${p.name} grows by at least 1 at each mistake, and stays within ${p.limitName}`;
    const potential = gammas.map(([t, gamma]) => [t, (p.length / gamma) ** 2]);
    let mistakes = 0;
    const later = run.steps.map(s => [s.t, mistakes += s.m && !s.o ? 1 : 0]);
    cursors.push(chart(proofHolder.querySelector("div"), { series: [{ kind: "best", name: p.limitName, values: [[1, p.limit]] }, { kind: "own", name: p.name, values: potential }, { kind: "count", name: "mistakes", values: later }], count, marks: [], label: `${p.name} over ${count} steps` }, go));
  }
  const sides = run.steps.map(s => [s.t, s.q ?? NaN]), bounds = run.steps.map(s => [s.t, s.b ?? NaN]);
  const moves = all => all.some(p => Number.isFinite(p[1])) && all.some(p => p[1] !== all[0][1]);
  claimHolder.hidden = !moves(sides) && !moves(bounds); // both are of the stream alone
  if (!claimHolder.hidden) {
    claimHolder.querySelector("figcaption").textContent = `${story.quantity} so far, beside the claim`;
    cursors.push(chart(claimHolder.querySelector("div"), { series: [{ kind: "bound", name: "", values: bounds }, { kind: "own", name: "", values: sides }], count, marks, label: `${story.quantity} over ${count} steps, beside the claim` }, go));
  }
  return t => cursors.forEach(move => move(t));
};

// drawMatrix draws the distances between the examples: numbers where they are few, else
// colours alone.
const drawMatrix = (holder, run) => {
  holder.replaceChildren();
  if (!run.matrix) return () => {};
  const { of, values } = run.matrix, n = of.length;
  const greatest = Math.max(...values.flat(), 0);
  const at = (i, j) => i === j ? 0 : i > j ? values[i][j] : values[j][i];
  const title = document.createElement(n > 14 ? "p" : "caption");
  title.textContent = `Distances between the examples in ${run.dim} dimensions, in ℓ₂` + (n > 14 ? ": the darker, the farther" : "");
  if (n > 14) {
    const canvas = document.createElement("canvas"), ink = getComputedStyle(holder).getPropertyValue("--accent");
    canvas.width = canvas.height = n;
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", `${title.textContent}; the greatest is ${short(greatest)}.`);
    const pen = canvas.getContext("2d");
    pen.fillStyle = ink;
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) {
      pen.globalAlpha = greatest ? at(i, j) / greatest : 0;
      pen.fillRect(j, i, 1, 1);
    }
    const frame = document.createElement("div"), bar = document.createElement("div");
    frame.className = "viewer-heat";
    bar.className = "viewer-heat-now";
    frame.append(canvas, bar);
    holder.append(title, frame);
    return example => {
      const row = of.indexOf(run.first[example]);
      bar.hidden = row < 0;
      bar.style.top = `${100 * row / n}%`;
      bar.style.height = `${100 / n}%`;
    };
  }
  const scroll = document.createElement("div"), table = document.createElement("table");
  scroll.className = "scroll";
  table.className = "viewer-distances";
  table.append(title);
  const head = table.createTHead().insertRow();
  cell(head, "");
  of.forEach(i => { const h = cell(head, i + 1, run.y[i] > 0 ? "plus" : "minus", "th"); h.scope = "col"; });
  const body = table.createTBody();
  of.forEach((example, i) => {
    const row = body.insertRow();
    cell(row, example + 1, run.y[example] > 0 ? "plus" : "minus", "th");
    of.forEach((_, j) => {
      const c = cell(row, i === j ? "" : short(at(i, j), 3), "number");
      c.style.setProperty("--share", greatest ? at(i, j) / greatest : 0);
    });
  });
  scroll.append(table);
  holder.append(scroll);
  return example => [...body.rows].forEach((row, i) => row.classList.toggle("now", of[i] === run.first[example]));
};
