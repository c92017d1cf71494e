"use strict";

// dataOf promises the data of a section. What is invisible in a text, or turns the direction of
// writing, is spelled out, as it is in the page.
const dataOf = (() => {
  const hidden = /[^\P{C}\n\t]|[\u2028\u2029]/gu;
  const spelled = c => c.replace(/[^]/g, unit => "\\u" + unit.charCodeAt(0).toString(16).padStart(4, "0"));
  const unpack = async () => {
    const text = JSON.parse(document.getElementById("page-data").textContent);
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), c => c.charCodeAt(0));
    const packed = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return JSON.parse(await new Response(packed).text(), (key, value) => typeof value === "string" ? value.replace(hidden, spelled) : value);
  };
  let all;
  return async id => (await (all ??= unpack()))[id];
})();

// Tables are sorted by a button in the title of each column. A second press turns the order
// round; cells without a value stay last.
const sortable = table => {
  const body = table.tBodies[0], titles = [...table.tHead.rows[0].cells];
  const number = cell => cell.dataset.sort === undefined ? NaN : Number(cell.dataset.sort);
  const ascending = title => title.classList.contains("number")
    ? (a, b) => number(a) - number(b)
    : (a, b) => a.textContent.localeCompare(b.textContent, "en", { numeric: true });
  const empty = title => title.classList.contains("number")
    ? cell => Number.isNaN(number(cell))
    : cell => cell.textContent === "";

  titles.forEach((title, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...title.childNodes);
    title.append(button);
    const sort = sign => {
      const compare = ascending(title), last = empty(title);
      const rows = [...body.rows].sort((a, b) => {
        const [x, y] = [a.cells[column], b.cells[column]];
        return last(x) - last(y) || (last(x) ? 0 : sign * compare(x, y));
      });
      body.append(...rows);
      titles.forEach(t => t.removeAttribute("aria-sort"));
      title.ariaSort = sign > 0 ? "ascending" : "descending";
    };
    button.addEventListener("click", () => sort(title.ariaSort === "ascending" ? -1 : 1));
  });
};

// A chart of lines tells the value of the line nearest to the pointer, and stresses that line
// and all that lie on it there.
const telling = chart => {
  const plot = chart.querySelector(".plot"), title = plot.querySelector(":scope > title");
  plot.removeAttribute("aria-labelledby");
  plot.setAttribute("aria-label", title.textContent);
  title.remove(); // browsers would show it over the values
  const lines = [...plot.querySelectorAll("path[data-values]")].map(path => ({
    path, name: path.dataset.name, values: JSON.parse(path.dataset.values),
    key: [...chart.querySelectorAll(".legend li")].find(li => li.dataset.name === path.dataset.name),
  }));
  if (lines.length === 0) return;
  const axes = [JSON.parse(plot.dataset.x), JSON.parse(plot.dataset.y)];
  const place = (v, [low, high, log]) => log ? Math.log(v / low) / Math.log(high / low) : (v - low) / (high - low);
  const number = v => v.toLocaleString("en", { maximumSignificantDigits: 4 });
  const tip = document.createElement("p");
  tip.className = "tip";
  tip.hidden = true;
  chart.append(tip);

  const few = 4; // names in a tip
  const named = found => found.length <= few + 1 ? found.map(f => f.line.name).join(", ")
    : `${found.slice(0, few).map(f => f.line.name).join(", ")} and ${found.length - few} more`;
  const stress = some => lines.forEach(l => [l.path, l.key].forEach(e => e && e.classList.toggle("on", some.includes(l))));
  const hide = () => { tip.hidden = true; stress([]); };
  plot.addEventListener("pointermove", event => {
    const box = plot.getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width, y = (box.bottom - event.clientY) / box.height;
    let best = [];
    for (const line of lines) {
      const steps = line.path.classList.contains("steps");
      const value = steps ? line.values.findLast(v => place(v[0], axes[0]) <= x)
        : line.values.reduce((a, b) => Math.abs(place(b[0], axes[0]) - x) < Math.abs(place(a[0], axes[0]) - x) ? b : a);
      if (!value) continue;
      const off = Math.abs(place(value[1], axes[1]) - y);
      if (best.length === 0 || off < best[0].off) best = [{ line, value, off }];
      else if (value[1] === best[0].value[1]) best.push({ line, value, off });
    }
    if (best.length === 0) return hide();
    stress(best.map(f => f.line));
    const [x0, y0] = best[0].value, together = best.every(f => f.value[0] === x0);
    tip.textContent = `${named(best)}: ${number(y0)}${together ? ` at ${number(x0)}` : ""}`;
    tip.hidden = false;
    const outer = chart.getBoundingClientRect();
    tip.style.top = `${event.clientY - outer.top + 14}px`;
    tip.style.left = `${Math.min(event.clientX - outer.left + 14, outer.width - tip.offsetWidth)}px`;
  });
  plot.addEventListener("pointerleave", hide);
  lines.forEach(line => line.key && line.key.addEventListener("pointerenter", () => stress([line])));
  lines.forEach(line => line.key && line.key.addEventListener("pointerleave", hide));
};

const enhance = root => {
  root.querySelectorAll("table.sortable").forEach(sortable);
  root.querySelectorAll(".chart").forEach(telling);
};
enhance(document);

// A link to a part that is closed, or to a place in it such as #part=3, opens it.
const open = () => {
  const part = document.getElementById(decodeURIComponent(location.hash.slice(1).split("=")[0]));
  if (part && part.matches("details.part")) {
    part.open = true;
    part.scrollIntoView();
  }
};
addEventListener("hashchange", open);
open();
