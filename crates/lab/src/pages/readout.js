// Values under the pointer or finger: pixels of a curve are mapped back by the ranges that its panel names.
const says = document.getElementById("says");
const digits = v => Number(v.toPrecision(4)).toString();
function nearest(points, x) {
  let low = 0, high = points.numberOfItems - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (points.getItem(middle).x < x) low = middle; else high = middle;
  }
  const [a, b] = [points.getItem(low), points.getItem(high)];
  return x - a.x < b.x - x ? a : b;
}
function read(panel, event) {
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(panel.getScreenCTM().inverse());
  const [x0, x1, from, to] = panel.dataset.x.split(" ").map(Number);
  const [y0, y1, low, high] = panel.dataset.y.split(" ").map(Number);
  const [x, y] = panel.dataset.names.split("|");
  const lines = [];
  for (const curve of panel.querySelectorAll("polyline")) {
    if (curve.points.numberOfItems === 0) continue;
    const point = nearest(curve.points, at.x);
    if (lines.length === 0) lines.push(`${x}: ${digits(from + (point.x - x0) / (x1 - x0) * (to - from))}`);
    lines.push(`${curve.dataset.name}: ${digits(low + (point.y - y0) / (y1 - y0) * (high - low))}`);
  }
  if (lines.length > 0) lines.splice(1, 0, y);
  return lines.join("\n");
}
function show(event) {
  const panel = event.target.closest(".panel"), mark = event.target.closest("[data-says]");
  const text = mark ? mark.dataset.says : panel ? read(panel, event) : "";
  says.textContent = text;
  says.style.display = text ? "block" : "none";
  const left = Math.min(event.clientX + 12, innerWidth - says.offsetWidth - 4);
  says.style.left = `${Math.max(0, left)}px`;
  says.style.top = `${Math.max(0, event.clientY - says.offsetHeight - 12)}px`;
}
const hide = () => { says.style.display = "none"; };
// Arrow keys read a panel in steps of a fortieth.
function step(panel, by) {
  const at = Math.min(40, Math.max(0, Number(panel.dataset.at || 20) + by)), box = panel.querySelector(".back").getBoundingClientRect();
  panel.dataset.at = at;
  show({ target: panel, clientX: box.x + box.width * at / 40, clientY: box.y + box.height / 2 });
}
function zoom(plot, big) {
  plot.classList.toggle("big", big);
  plot.querySelector(".zoom").textContent = plot.classList.contains("big") ? "\u00d7" : "+";
  dispatchEvent(new Event("resize"));
}
for (const figure of document.querySelectorAll("svg.figure, svg.bands")) {
  figure.addEventListener("pointermove", show);
  figure.addEventListener("pointerdown", show);
  figure.addEventListener("pointerleave", hide);
  figure.addEventListener("focusin", event => { if (event.target.matches(".panel:focus-visible")) step(event.target, 0); });
  figure.addEventListener("focusout", hide);
  figure.addEventListener("keydown", event => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined || !event.target.matches(".panel")) return;
    event.preventDefault();
    step(event.target, by);
  });
}
for (const button of document.querySelectorAll(".zoom")) button.addEventListener("click", () => zoom(button.parentElement));
document.addEventListener("keydown", event => {
  if (event.key === "Escape") { hide(); document.querySelectorAll(".plot.big").forEach(plot => zoom(plot, false)); }
});
