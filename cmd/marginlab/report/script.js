"use strict";

// Tables are sorted by a button in the title of each column. A second press turns the order
// round; cells without a value stay last.
document.querySelectorAll("table.sortable").forEach(table => {
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
    button.addEventListener("click", () => {
      const sign = title.ariaSort === "ascending" ? -1 : 1;
      const compare = ascending(title), last = empty(title);
      const rows = [...body.rows].sort((a, b) => {
        const [x, y] = [a.cells[column], b.cells[column]];
        return last(x) - last(y) || (last(x) ? 0 : sign * compare(x, y));
      });
      body.append(...rows);
      titles.forEach(t => t.removeAttribute("aria-sort"));
      title.ariaSort = sign > 0 ? "ascending" : "descending";
    });
  });
});
