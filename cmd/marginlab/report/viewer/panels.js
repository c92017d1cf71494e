// The tables beside the picture and below it.

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
  if (state.w && run.dim <= 8) rows.push(["hyperplane", `(${vector(state.w)})·x ${state.b < 0 ? "−" : "+"} ${short(Math.abs(state.b))} = 0`]);
  const last = run.steps[Math.min(index, run.steps.length - 1)];
  run.counts.forEach((name, i) => rows.push([`${name} so far`, short(last.c[i], 6)]));
  fill(root.querySelector(".viewer-facts tbody"), rows);
  root.querySelector(".viewer-facts caption").textContent = step ? "This step" : "In the end";
};

const drawExact = (root, run, index) => {
  const step = run.steps[index], state = run.states[step ? step.s : run.steps[index - 1].n], exact = state.exact, rows = [];
  const list = values => "(" + values.join(", ") + ")";
  if (step) rows.push([`x, example ${step.i + 1}`, `(${run.exact[step.i]})`]);
  if (step && !step.o) rows.push([state.w ? "aₜ" : "y(w·x + b)", step.e]);
  if (exact.gamma) rows.push(["γₜ", exact.gamma]);
  rows.push(["w", list(exact.w)], ["b", exact.b]);
  if (state.plus) rows.push(["v₊", list(exact.plus)], ["v₋", list(exact.minus)]);
  for (const m of run.margins) rows.push([m.name, m.exact]);
  fill(root.querySelector(".viewer-exact tbody"), rows);
};

// drawTheorems lists the theorems, with the ratio of value and bound.
const drawTheorems = (root, run, index) => {
  const holder = root.querySelector(".viewer-theorems");
  const at = run.steps[Math.min(index, run.steps.length - 1)];
  const note = holder.querySelector(".note");
  holder.querySelector(".scroll").hidden = !run.rows;
  if (!run.rows) {
    note.textContent = "No theorem of the table is held against this run.";
    return;
  }
  const applies = i => at.r && at.r[i];
  const order = run.rows.map((r, i) => i).filter(applies).sort((a, b) => Boolean(run.rows[b].each) - Boolean(run.rows[a].each));
  const others = run.rows.filter((r, i) => !applies(i)).map(r => r.id);
  note.textContent = others.length ? `${others.length} more ${others.length === 1 ? "does" : "do"} not apply here: ${others.join(", ")}.` : "";
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
      const ratio = value <= 0 && bound >= 0 ? 0 : bound <= 0 ? 1 : Math.min(1, value / bound), broken = values.length > 2;
      const bar = document.createElement("span"), text = document.createElement("span");
      bar.className = broken ? "bar broken" : "bar";
      bar.style.setProperty("--share", ratio);
      text.textContent = broken ? "fails" : short(ratio);
      if (broken) text.className = "bad";
      used.append(bar, text);
    }
    return tr;
  }));
};

// drawMatrix draws the distances between the examples: numbers where they are few, else
// colours alone.
const drawMatrix = (holder, run) => {
  holder.replaceChildren();
  const of = differ(run), n = of.length;
  if (run.view !== "projection" || n > 240) return () => {};
  const at = (i, j) => Math.hypot(...run.x[of[i]].map((v, k) => v - run.x[of[j]][k]));
  const greatest = Math.max(...of.map((_, i) => Math.max(...of.map((_, j) => at(i, j)))), 0);
  const title = document.createElement(n > 14 ? "p" : "caption");
  title.textContent = `Distances between the examples in ${run.dim} dimensions, in ℓ₂` + (n > 14 ? ": the stronger the colour, the farther" : ". The bar is the part that the picture draws");
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
  scroll.tabIndex = 0;
  scroll.role = "region";
  scroll.ariaLabel = "Distances between the examples";
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
  return (example, state) => {
    const places = of.map(i => place(run, state, run.x[i]));
    [...body.rows].forEach((row, i) => {
      row.classList.toggle("now", of[i] === run.first[example]);
      of.forEach((_, j) => {
        if (i === j) return;
        const drawn = Math.hypot(places[i][0] - places[j][0], places[i][1] - places[j][1]), far = at(i, j);
        const cell = row.cells[j + 1];
        cell.style.setProperty("--drawn", far ? drawn / far : 1);
        cell.title = `${of[i] + 1} and ${of[j] + 1} are ${short(far)} apart and drawn ${short(drawn)} apart`;
      });
    });
  };
};
