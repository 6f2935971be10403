// The page: controls, two runs side by side, their queues and numbers. All numbers come from the simulator.
"use strict";
const $ = (id) => document.getElementById(id);
const base = JSON.parse($("base").textContent);
const SIDES = ["a", "b"];
// A side without a scheme: of a scenario with one scheme, B.
const NONE = -1;
// What differs from the scenario: values by path, the two schemes, the seed.
const state = { set: {}, a: null, b: null, seed: null, ...fromAddress() };
const runs = { a: null, b: null };
let workers = {}, edited = null, known = null, pending = 0, id = 0, timer = 0, held = [], asked = false;

const used = () => SIDES.filter((side) => state[side] !== NONE);

function fromAddress() {
  try { return JSON.parse(decodeURIComponent(location.hash.slice(1))) || {}; } catch { return {}; }
}
function toAddress() {
  history.replaceState(null, "", "#" + encodeURIComponent(JSON.stringify(state)));
}
function status(text, bad = false) { $("status").textContent = text; $("status").classList.toggle("bad", bad); }

async function unpacked() {
  const text = atob($("module").textContent), bytes = Uint8Array.from(text, (char) => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

async function begin() {
  if (typeof WebAssembly !== "object" || typeof DecompressionStream !== "function") {
    return status("This browser has no WebAssembly, or cannot unpack it: the simulator cannot run here.", true);
  }
  const module = await unpacked();
  const code = URL.createObjectURL(new Blob([$("worker").textContent], { type: "text/javascript" }));
  for (const side of SIDES) {
    const worker = workers[side] = new Worker(code);
    worker.onmessage = ({ data }) => heard(side, data);
    worker.onerror = (event) => status("The simulator stopped: " + event.message, true);
    worker.postMessage({ kind: "load", module });
  }
}

function heard(side, data) {
  if (data.kind === "failed") return status("The simulator stopped: " + data.error, true);
  if (data.kind === "ready") {
    known = data.catalog;
    if (++pending === 2) { pending = 0; edit(); }
  } else if (data.kind === "edited" && data.id === id) {
    held.push(data.answer);
    if (held.length === 2) { const answer = held[0]; held = []; taken(answer); }
  } else if (data.kind === "step" && runs[side] && data.id === runs[side].id) {
    stepped(side, data);
  }
}

function edit() {
  clearTimeout(timer);
  id++; held = []; stopped(false);
  const scenario = { toml: base.toml, set: Object.entries(state.set) };
  SIDES.forEach((side) => workers[side].postMessage({ kind: "edit", id, scenario }));
}

function taken(answer) {
  if (answer.error) return status(answer.error, true);
  edited = answer;
  $("name").textContent = answer.name;
  $("toml").textContent = answer.toml;
  const last = answer.schemes.length - 1;
  const place = (value, first, other) => (Number.isInteger(value) && value >= first && value <= last ? value : other);
  state.a = place(state.a, 0, place(base.a, 0, Math.max(0, last - 1)));
  state.b = place(state.b, NONE, last ? place(base.b, 0, last) : NONE);
  state.seed = Number.isInteger(state.seed) ? state.seed : answer.seeds[0];
  for (const side of SIDES) {
    const options = answer.schemes.map((scheme, at) => new Option(scheme.name, at, false, at === state[side]));
    if (side === "b") options.push(new Option("none", NONE, false, state.b === NONE));
    $(side).replaceChildren(...options);
  }
  $("seed").value = state.seed;
  showControls(answer.controls);
  toAddress();
  start();
}

function start() {
  Object.assign(runs, { a: null, b: null });
  for (const side of used()) {
    runs[side] = { id: ++id, samples: [], marks: [], answer: null, outcome: null, ms: 0 };
    workers[side].postMessage({ kind: "run", id: runs[side].id, scheme: state[side], seed: state.seed });
  }
  $("stop").disabled = false;
  $("sentence").textContent = "";
  $("progress").value = 0;
  numbers();
  draw();
  status("Running ...");
}

function stopped(said = true) {
  SIDES.forEach((side) => { workers[side].postMessage({ kind: "stop" }); if (runs[side] && !runs[side].outcome) runs[side].id = 0; });
  $("stop").disabled = true;
  if (said) status("Stopped.");
}

function stepped(side, { answer, ms }) {
  const run = runs[side];
  if (answer.error) { stopped(false); return status(answer.error, true); }
  for (let at = 0; at < answer.samples.length; at++) run.samples.push(answer.samples[at]);
  if (!answer.outcome) run.marks.push(answer.progress * edited.time_us, answer.marked);
  Object.assign(run, { answer, ms, outcome: answer.outcome || null });
  if (used().every((one) => runs[one].outcome)) { ended(); refresh(); } else refreshSoon();
}

function ended() {
  $("stop").disabled = true;
  const outcomes = used().map((side) => runs[side].outcome), digests = outcomes.map((outcome) => outcome.digest);
  const speeds = used().map((side) => (runs[side].outcome.events / runs[side].ms / 1e3).toFixed(1));
  status(`Done: ${digests.length > 1 ? "digests" : "digest"} ${digests.join(" and ")}, ${speeds.join(" and ")} million events per second.`);
  $("sentence").textContent = outcomes.map((outcome) => outcome.says).join(" ");
  document.body.dataset.digests = digests.join(" ");
  document.body.dataset.rates = speeds.join(" ");
}

const count = (value) => (value === null || value === undefined ? "" : Math.round(value).toLocaleString("en"));
const micros = (value) => (value === null || value === undefined ? "" : value >= 1000 ? (value / 1000).toFixed(2) + " ms" : value.toFixed(1) + " us");
const ROWS = [
  ["mean queue", (it) => it.mean_queue_packets.toFixed(1) + " packets"], ["longest queue", (it) => count(it.max_queue_packets) + " packets"],
  ["marked packets", (it) => count(it.marks)], ["dropped packets", (it) => count(it.drops)], ["timeouts", (it) => count(it.timeouts)],
  ["link in use", (it) => (100 * it.utilisation).toFixed(1) + " %"],
  ["flows finished", (it) => count(it.flows - it.unfinished) + " of " + count(it.flows)],
  ...[["short", "below 100 KB"], ["medium", "between"], ["large", "above 10 MB"], ["query", "incast"]].flatMap(([bin, words]) => [
    [`${bin} flows (${words}), mean`, (it) => micros(it.fct[bin].mean_us)], [`${bin} flows, 99th percentile`, (it) => micros(it.fct[bin].p99_us)]]),
  ["digest", (it) => it.digest],
];

function numbers() {
  const shown = used().map((side) => runs[side]);
  const names = used().map((side) => `${side.toUpperCase()}: ${edited.schemes[state[side]].name}`);
  const cell = (kind, text) => { const made = document.createElement(kind); made.textContent = text; return made; };
  const row = (kind, texts) => { const made = document.createElement("tr"); made.append(...texts.map((text) => cell(kind, text))); return made; };
  $("numbers").tHead.replaceChildren(row("th", ["", ...names]));
  const whole = shown.every((it) => it.outcome);
  const live = [["simulated", (it) => (100 * it.progress).toFixed(0) + " %"], ["marked packets", (it) => count(it.marked)],
    ["dropped packets", (it) => count(it.dropped)], ["flows finished", (it) => count(it.completed)]];
  const rows = whole ? ROWS.map(([name, of]) => [name, ...shown.map((it) => of(it.outcome))])
    : live.map(([name, of]) => [name, ...shown.map((it) => (it.answer ? of(it.answer) : ""))]);
  $("numbers").tBodies[0].replaceChildren(...rows.map((texts) => row("td", texts)));
}

// A step of the axis that is 1, 2 or 5 times a power of ten.
function stepOf(span) {
  const power = 10 ** Math.floor(Math.log10(span / 4 || 1)), times = span / 4 / power;
  return power * (times < 1.5 ? 1 : times < 3.5 ? 2 : times < 7.5 ? 5 : 10);
}

const escaped = (text) => text.replace(/[&<>"|]/g, (it) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "|": "/" })[it]);

// Points of a curve: the longest and the shortest value of each column of pixels.
function points(all, stride, x, y) {
  const made = [];
  for (let at = 0; at < all.length;) {
    const column = Math.floor(x(all[at]));
    let low = Infinity, high = -Infinity;
    for (; at < all.length && Math.floor(x(all[at])) === column; at += stride) { low = Math.min(low, all[at + 1]); high = Math.max(high, all[at + 1]); }
    made.push(`${column},${y(low).toFixed(1)}`);
    if (high !== low) made.push(`${column},${y(high).toFixed(1)}`);
  }
  return made.join(" ");
}

// Between two pictures a run has the processors for itself.
const PICTURE_MS = 100;

function refreshSoon() {
  if (asked) return;
  asked = true;
  setTimeout(() => { asked = false; refresh(); }, PICTURE_MS);
}

function refresh() {
  const sides = used().map((side) => runs[side]);
  if (sides.includes(null)) return;
  $("progress").value = Math.min(...sides.map((run) => (run.answer ? run.answer.progress : 0)));
  numbers();
  draw();
}

// Queues of A and of B, on one scale, and the packets marked so far: panels as the report has them, which are read by the same code.
function draw() {
  const svg = $("queue"), width = svg.clientWidth, height = svg.clientHeight;
  if (!edited || !width) return;
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const shown = used().filter((side) => runs[side]), rows = shown.length + 1;
  const [left, right, foot, gap] = [56, 8, 26, 22], span = edited.time_us, tall = (height - foot - rows * gap) / rows;
  const end = width - right, x = (us) => left + (us / span) * (end - left);
  const longest = (list, from, by) => { let most = 1; for (let at = from; at < list.length; at += by) if (list[at] > most) most = list[at]; return most; };
  const queue = Math.max(1, ...shown.map((side) => longest(runs[side].samples, 1, 3)));
  const marks = Math.max(1, ...shown.map((side) => longest(runs[side].marks, 1, 2)));
  const [unit, ticks] = span >= 2e6 ? ["s", 1e6] : span >= 2e3 ? ["ms", 1e3] : ["us", 1];
  const panels = shown.map((side) => [`${side.toUpperCase()}: ${escaped(edited.schemes[state[side]].name)}, queue [packets]`, queue, [side], "samples", 3]);
  panels.push(["marked so far [packets]", marks, shown, "marks", 2]);
  const drawn = panels.map(([title, most, sides, what, stride], panel) => {
    const top = gap + panel * (tall + gap), base = top + tall, y = (value) => base - (value / most) * tall;
    const lines = [];
    for (let value = 0, by = Math.max(1, stepOf(most) * 2); value <= most; value += by) {
      lines.push(`<path class="grid" d="M${left} ${y(value)}H${end}"/><text class="number" x="${left - 6}" y="${y(value) + 4}">${count(value)}</text>`);
    }
    const curves = sides.map((side) => {
      const name = escaped(edited.schemes[state[side]].name), dashed = side === "b" && what === "marks" ? " dashed" : "";
      return `<polyline class="${side}${dashed}" data-name="${name}" points="${points(runs[side][what], stride, x, y)}"/>`;
    });
    return `<g class="panel" tabindex="0" aria-label="${title}" data-x="${left} ${end} 0 ${span / ticks}" data-y="${base} ${top} 0 ${most}" data-names="time [${unit}]|${title}">
      <rect class="back" x="${left}" y="${top}" width="${end - left}" height="${tall}"/><text x="${left}" y="${top - 6}">${title}</text>${lines.join("")}${curves.join("")}</g>`;
  });
  for (let value = 0, by = stepOf(span / ticks); value * ticks <= span; value += by) {
    drawn.push(`<text class="time" x="${Math.min(x(value * ticks), width - 20)}" y="${height - 8}">${+value.toPrecision(6)} ${unit}</text>`);
  }
  svg.innerHTML = drawn.join("");
}

// Values of the scenario as it came, around which sliders move.
const home = {};

function showControls(all) {
  const focused = document.activeElement && document.activeElement.id;
  const groups = new Map();
  for (const control of all) {
    if (!groups.has(control.group)) groups.set(control.group, []);
    groups.get(control.group).push(control);
  }
  const shown = (group) => !group.startsWith("scheme.") || SIDES.some((side) => group === `scheme.${state[side] + 1}`);
  const order = (group) => ["scheme", "workload", "topology", "host", "run"].indexOf(group.split(".")[0]);
  const inOrder = [...groups].filter(([group]) => shown(group)).sort(([a], [b]) => order(a) - order(b));
  $("controls").replaceChildren(...inOrder.map(([group, controls]) => {
    const set = document.createElement("fieldset"), legend = document.createElement("legend");
    legend.textContent = controls[0].scheme ? `${group}: ${controls[0].scheme}` : group;
    set.append(legend, ...controls.map(control));
    return set;
  }));
  if (focused && $(focused)) $(focused).focus();
}

function control(it) {
  const line = document.createElement("div"), label = document.createElement("label"), words = document.createElement("small");
  const name = "c-" + it.path, value = String(it.value);
  line.className = "control"; label.htmlFor = name; label.textContent = it.name;
  words.textContent = (it.values ? `${it.words} (${it.values})` : it.words).replaceAll("`", "");
  const choices = it.name === "aqm" ? known.aqms.map((aqm) => aqm.id) : it.name === "cc" ? known.ccs.map((cc) => cc.id) : it.choices || [];
  let field;
  if (choices.length) {
    field = document.createElement("select");
    const all = choices.includes(value) ? choices : [value, ...choices];
    field.append(...all.map((choice) => new Option(choice, choice, false, choice === value)));
  } else {
    field = document.createElement("input"); field.type = "text"; field.value = value;
  }
  field.id = name;
  field.onchange = () => change(it, field.value);
  line.append(label, field);
  home[it.path] ??= value;
  const number = /^([0-9.]+)( .*|)$/.exec(home[it.path]);
  if (!choices.length && number && +number[1] > 0) {
    const slider = document.createElement("input"), unit = number[2], present = /^([0-9.]+)/.exec(value);
    const whole = !unit || /packets/.test(unit);
    // Eight times less to eight times more; a share of a whole ends below it.
    Object.assign(slider, { type: "range", min: -3, max: unit === " %" ? Math.log2(98 / +number[1]) : 3, step: 0.05 });
    slider.value = present ? Math.log2(+present[1] / +number[1]) : 0;
    slider.setAttribute("aria-label", it.name + ", slider");
    slider.id = "s-" + it.path;
    const at = () => { const raw = +number[1] * 2 ** slider.value; return (whole ? Math.max(1, Math.round(raw)) : +raw.toPrecision(3)) + unit; };
    slider.oninput = () => { field.value = at(); };
    slider.onchange = () => change(it, at());
    line.append(slider);
  }
  line.append(words);
  return line;
}

function change(it, value) {
  // Another scheme, or another control, has other settings.
  const others = it.name === "aqm" ? it.group + "." : it.name === "cc" ? it.path + "_" : null;
  for (const path of Object.keys(state.set)) if (others && path.startsWith(others)) delete state.set[path];
  state.set[it.path] = value;
  toAddress();
  clearTimeout(timer);
  timer = setTimeout(edit, 200);
}

SIDES.forEach((side) => { $(side).onchange = () => { state[side] = +$(side).value; toAddress(); edit(); }; });
$("seed").onchange = () => { state.seed = Math.max(0, Math.min(4294967295, Math.trunc(+$("seed").value) || 0)); toAddress(); edit(); };
$("run").onclick = edit;
$("stop").onclick = () => stopped();
$("copy").onclick = () => navigator.clipboard.writeText($("toml").textContent).then(() => status("Copied."), () => status("The browser keeps its clipboard to itself: select the text below.", true));
addEventListener("hashchange", () => { Object.assign(state, { set: {}, a: null, b: null, seed: null }, fromAddress()); edit(); });
addEventListener("resize", draw);
begin().catch((error) => status("The simulator could not be loaded: " + error, true));
