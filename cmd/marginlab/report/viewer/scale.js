// Numbers, elements and axes.
const svgName = "http://www.w3.org/2000/svg";

// element makes an SVG element and appends it.
const element = (parent, name, attributes = {}, text = "") => {
  const e = document.createElementNS(svgName, name);
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
  if (text !== "") e.textContent = text;
  parent.append(e);
  return e;
};

const dot = (x, y) => x.reduce((sum, v, i) => sum + v * y[i], 0);

// differ are the examples of a run, one of each place.
const differ = run => run.x.map((_, i) => i).filter(i => run.first[i] === i);

// short writes a number with few digits.
const short = (v, digits = 4) => {
  if (v === null || v === undefined || Number.isNaN(v)) return "–";
  const size = Math.abs(v);
  const text = Number.isInteger(v) && size < 1e7 ? String(v)
    : size !== 0 && (size < 1e-4 || size >= 1e7) ? v.toExponential(digits - 2) : String(Number(v.toPrecision(digits)));
  return text.replace("-", "−");
};
const sign = y => y > 0 ? "+1" : "−1";
const ordinal = n => n + (["th", "st", "nd", "rd"][n % 100 > 10 && n % 100 < 14 ? 0 : n % 10] || "th");

// ticks are round numbers between two.
const ticks = (low, high, count) => {
  if (!(high > low)) return [low];
  const rough = (high - low) / count, power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map(m => m * power).find(s => s >= rough);
  const all = [];
  for (let k = Math.ceil(low / step - 1e-9); k <= high / step + 1e-9; k++) all.push(k * step);
  return all;
};

// frame is a plot with axes: x and y take values to pixels.
const frame = (width, height, box, labels, margin) => {
  const inner = { x: width - margin.left - margin.right, y: height - margin.top - margin.bottom };
  const x = v => margin.left + (v - box.x0) / (box.x1 - box.x0) * inner.x;
  const y = v => margin.top + (box.y1 - v) / (box.y1 - box.y0) * inner.y;
  return { x, y, box, margin, width, height, inner, labels };
};

// drawAxes draws the grid and the labels of a frame.
const drawAxes = (svg, f, { xTicks, yTicks, xText = short, yText = short }) => {
  const bottom = f.height - f.margin.bottom;
  const axes = element(svg, "g", { class: "axes" });
  for (const v of xTicks) {
    element(axes, "line", { x1: f.x(v), x2: f.x(v), y1: f.margin.top, y2: bottom });
    element(axes, "text", { x: f.x(v), y: bottom + 15, "text-anchor": "middle" }, xText(v));
  }
  for (const v of yTicks) {
    element(axes, "line", { x1: f.margin.left, x2: f.width - f.margin.right, y1: f.y(v), y2: f.y(v) });
    element(axes, "text", { x: f.margin.left - 6, y: f.y(v) + 4, "text-anchor": "end" }, yText(v));
  }
  if (f.labels.x) element(axes, "text", { class: "title", x: f.margin.left + f.inner.x / 2, y: f.height - 5, "text-anchor": "middle" }, f.labels.x);
  if (f.labels.y) {
    const middle = f.margin.top + f.inner.y / 2;
    element(axes, "text", { class: "title", x: 12, y: middle, "text-anchor": "middle", transform: `rotate(-90 12 ${middle})` }, f.labels.y);
  }
};

const emptySvg = (parent, width, height, label) => {
  parent.replaceChildren();
  return element(parent, "svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label });
};
