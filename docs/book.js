// Pages of schemes and of controls for TCP open the simulator's page, with their algorithm beside the demo's step threshold. `freeboard
// page` writes that page; where the book has none, nothing is shown.
"use strict";
(() => {
  const WINDOWS = ["newreno", "ecn-star", "cubic", "bbr", "dctcp", "swift"];
  const [, folder, name] = /\/(aqm|cc)\/([a-z0-9-]+)\.html$/.exec(location.pathname) || [];
  const title = document.querySelector("main h1");
  if (!name || !title || (folder === "cc" && !WINDOWS.includes(name))) return;
  // The fourth scheme of the demo, or the control of all hosts.
  const set = folder === "aqm" ? { "scheme.4.aqm": name } : { "host.cc": name };
  const state = encodeURIComponent(JSON.stringify({ set, a: 1, b: 3, seed: 1 }));
  const details = document.createElement("details"), summary = document.createElement("summary");
  summary.textContent = "Run it here: the demo's traffic, beside a step threshold";
  details.append(summary);
  details.ontoggle = () => {
    if (!details.open || details.querySelector("iframe")) return;
    const frame = document.createElement("iframe");
    frame.src = "../page.html#" + state;
    frame.title = "Simulator";
    frame.style.cssText = "width:100%;height:85vh;border:1px solid #8888";
    details.append(frame);
  };
  title.after(details);
})();
