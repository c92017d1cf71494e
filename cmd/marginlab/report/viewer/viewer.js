// view sets the viewer of a story up.
const view = (root, id, story) => {
  const fold = root.closest("details"), find = selector => root.querySelector(selector);
  find(".viewer-body").innerHTML = viewerBody;
  const slider = find("input"), play = find("[data-do=play]"), choice = find(".viewer-controls select"), upright = find(".viewer-upright select"), link = find(".viewer-link"), canvas = find(".viewer-canvas");
  canvas.dataset.id = id;
  for (const r of story.runs) {
    let mistakes = 0, updates = 0; // so far, each step included
    r.view = ["line", "plane"][r.dim - 1] ?? "projection";
    r.first = r.x.map((_, i) => r.exact.findIndex((e, j) => e === r.exact[i] && r.y[j] === r.y[i])); // at the same place
    for (const s of r.steps) [s.k, s.v] = [mistakes += s.m ? 1 : 0, updates += s.u ? 1 : 0];
  }
  choice.replaceChildren(...story.runs.map((r, i) => new Option(r.learner, i)));
  choice.parentElement.hidden = story.runs.length === 1;
  let learner = 0, index = 0, timer = 0, width = 0, moveCursors = () => {}, markRow = () => {};
  const run = () => story.runs[learner];
  const fragment = () => `#${id}=${run().steps[index]?.t ?? "end"}${learner ? "." + (learner + 1) : ""}`;

  const show = () => {
    const r = run(), step = r.steps[index], state = r.states[step ? step.s : r.steps[index - 1].n];
    const said = words(story, r, index);
    slider.max = r.steps.length;
    slider.value = Math.min(index + 1, r.steps.length);
    slider.setAttribute("aria-valuetext", step ? `step ${step.t} of ${r.steps.length}` : "after the last step");
    find(".viewer-at").textContent = step ? `${step.t} of ${r.steps.length}` : "the end";
    find(".viewer-say").textContent = said;
    link.href = fragment();
    drawPicture(canvas, r, index).setAttribute("aria-label", said);
    find("figcaption").textContent = caption(r, state, step);
    drawFacts(root, r, index);
    drawExact(root, r, index);
    drawTheorems(root, r, index);
    moveCursors(step ? step.t : r.steps.length + 1);
    markRow(step ? step.i : -1, state);
    for (const [name, off] of [["first", index === 0], ["back", index === 0], ["on", !step], ["last", !step]]) find(`[data-do=${name}]`).setAttribute("aria-disabled", off);
  };
  const remember = () => history.replaceState(null, "", fragment());
  const go = (to, keep = true) => {
    index = Math.max(0, Math.min(run().steps.length, to));
    show();
    if (keep) remember();
  };
  const pause = () => {
    clearInterval(timer);
    timer = 0;
    play.textContent = "Play";
    play.setAttribute("aria-pressed", "false");
    find(".viewer-say").setAttribute("aria-live", "polite");
  };
  const start = () => {
    if (index === run().steps.length) index = -1;
    play.textContent = "Pause";
    play.setAttribute("aria-pressed", "true");
    find(".viewer-say").setAttribute("aria-live", "off");
    const pace = Math.max(120, Math.min(1100, 30000 / run().steps.length));
    const next = () => {
      go(index + 1, false);
      if (index === run().steps.length) pause(), remember();
    };
    timer = setInterval(next, pace);
    next();
  };
  const commands = {
    first: () => go(0), back: () => go(index - 1), on: () => go(index + 1), last: () => go(run().steps.length),
    play: () => timer ? (pause(), remember()) : start(),
  };
  const command = name => {
    if (name !== "play" && timer) pause();
    commands[name]();
  };

  // near is the first step at or after t that is shown.
  const near = t => {
    const found = run().steps.findIndex(s => s.t >= t);
    return found < 0 ? run().steps.length : found;
  };
  // A projection is upright to the learner's hyperplane, or to that of a maximum margin.
  const offerUpright = () => {
    const margins = run().margins.filter(m => m.side), chosen = run().upright;
    find(".viewer-upright").hidden = margins.length === 0;
    upright.replaceChildren(new Option("the learner’s hyperplane", ""), ...margins.map((m, i) => new Option(`the maximum margin ${m.name}`, i)));
    upright.value = chosen ? margins.indexOf(chosen) : "";
  };
  upright.addEventListener("change", () => {
    run().upright = upright.value === "" ? undefined : run().margins.filter(m => m.side)[upright.value];
    show();
  });
  const layout = () => {
    offerUpright();
    width = canvas.clientWidth;
    moveCursors = drawCharts(root, story, run(), t => { pause(); go(near(Math.round(t))); });
    markRow = drawMatrix(find(".viewer-matrix"), run());
    show();
  };
  const choose = which => {
    learner = which;
    choice.value = which;
    index = Math.min(index, run().steps.length);
    layout();
  };

  root.querySelectorAll("[data-do]").forEach(b => b.addEventListener("click", () => command(b.dataset.do)));
  canvas.addEventListener("click", e => {
    const example = e.target.dataset.example;
    if (example) pause(), go(run().steps.findIndex(s => s.i === example - 1));
  });
  slider.addEventListener("input", () => { pause(); go(slider.value - 1); });
  choice.addEventListener("change", () => { pause(); choose(Number(choice.value)); remember(); });

  // Keys work wherever they have no other meaning; of several viewers the one in sight has them.
  const keys = { ArrowLeft: "back", ArrowRight: "on", " ": "play", Home: "first", End: "last" };
  const inSight = () => root.contains(document.activeElement) || [...document.querySelectorAll(".viewer")].find(v => {
    const at = v.getBoundingClientRect();
    return v.checkVisibility() && at.bottom > innerHeight * .3 && at.top < innerHeight * .7;
  }) === root;
  document.addEventListener("keydown", e => {
    const name = keys[e.key], own = e.target.closest("input, select, button, summary, a, .scroll");
    if (!name || e.ctrlKey || e.metaKey || e.altKey || e.shiftKey) return;
    const elsewhere = document.activeElement !== document.body && !root.contains(document.activeElement) && document.activeElement.id !== "main";
    if (elsewhere || !inSight()) return;
    if (own && (own.matches("select, .scroll") || name === "play" && own !== slider || name !== "play" && own === slider)) return;
    e.preventDefault();
    command(name);
  });

  // A fragment #ID=STEP leads to a step, and #ID=STEP.2 to that of the second learner.
  const follow = () => {
    const found = decodeURIComponent(location.hash).match(/^#(.*)=(\d+|end)(?:\.(\d+))?$/);
    if (!found || found[1] !== id) return false;
    const which = (found[3] || 1) - 1;
    if (fold) fold.open = true;
    if (which < story.runs.length) choose(which);
    pause();
    go(found[2] === "end" ? run().steps.length : near(Number(found[2])), false);
    document.getElementById(id).scrollIntoView({ behavior: "instant" });
    return true;
  };
  addEventListener("hashchange", follow);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", layout);
  new ResizeObserver(() => { if (canvas.clientWidth !== width) layout(); }).observe(canvas);
  if (!follow()) layout();
};

// There is a viewer for each story of the page. Of many those are set up that come near, or
// that a link leads to.
const viewers = [...document.querySelectorAll(".viewer")];
viewers.forEach(root => {
  const id = root.dataset.story;
  let begun = false;
  const begin = async () => {
    if (begun) return;
    begun = true;
    observer.disconnect();
    try {
      view(root, id, await dataOf(id));
    } catch (error) {
      root.querySelector(".viewer-body").textContent = `This browser cannot show the steps: ${error.message}.`;
      throw error;
    } finally {
      root.removeAttribute("aria-busy");
    }
  };
  const observer = new IntersectionObserver(entries => { if (entries.some(e => e.isIntersecting)) begin(); }, { rootMargin: "600px" });
  observer.observe(root);
  const follow = () => { if (decodeURIComponent(location.hash).startsWith(`#${id}=`)) begin(); };
  addEventListener("hashchange", follow);
  follow();
});
