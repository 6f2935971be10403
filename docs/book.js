// Pages of schemes and of controls for TCP open the simulator's page, with their algorithm beside the demo's step threshold. `freeboard
// page` writes that page; where the book has none, nothing is shown.
"use strict";
(() => {
  // What the page opens at, beside the demo's own traffic: two queues of a port, small shared memory, hosts that pace.
  const QUEUES = { "topology.queues": '{ scheduler = "dwrr", weights = [1, 1] }', "workload.1.class": "0", "workload.2.class": "1" };
  const AT = {
    "aqm/bcc": [{ "topology.buffer": '{ pool = "800 KB", alpha = "4" }', "topology.receivers": "6" }, "six receivers that share 800 KB, beside a step threshold"],
    "aqm/e-ecn": [QUEUES, "background and requests in two queues, beside a step threshold"],
    "aqm/hull": [{ "host.pacing": "fq" }, "hosts that pace, beside a step threshold"],
    "aqm/mbecn": [QUEUES, "background and requests in two queues, beside a step threshold"],
    "aqm/mq-ecn": [QUEUES, "background and requests in two queues, beside a step threshold"],
    "aqm/s-ecn": [QUEUES, "background and requests in two queues, beside a step threshold"],
    "aqm/tcn": [QUEUES, "background and requests in two queues, beside a step threshold"],
    "cc/dcqcn": [{ "host.transport": "rdma", "scheme.4.aqm": "red/exact" }, "RDMA hosts under WRED", true],
    "cc/hpcc": [{ "host.transport": "rdma", "scheme.4.aqm": "tail-drop" }, "RDMA hosts and telemetry", true],
    "cc/on-ramp": [{ "host.cc": "cubic", "scheme.2.aqm": "tail-drop", "scheme.4.aqm": "tail-drop", "scheme.4.underlay": "on-ramp" }, "CUBIC without and with On-Ramp"],
    "cc/powertcp": [{}, "telemetry", true],
    "cc/timely": [{ "host.transport": "rdma", "topology.rtt": "20 us", "topology.buffer": "8 MB", "scheme.4.aqm": "tail-drop" }, "RDMA hosts, the round trip of its presets and a deep buffer", true],
  };
  const ALSO = ["newreno", "ecn-star", "cubic", "bbr", "dctcp", "swift"];
  const [, folder, name] = /\/(aqm|cc)\/([a-z0-9-]+)\.html$/.exec(location.pathname) || [];
  const title = document.querySelector("main h1"), place = `${folder}/${name}`;
  if (!name || !title || (folder === "cc" && !ALSO.includes(name) && !AT[place])) return;
  const [at, words, alone] = AT[place] || [{}, "the demo's traffic, beside a step threshold"];
  // The fourth scheme of the demo, or the control of all hosts.
  const own = folder === "aqm" ? { "scheme.4.aqm": name } : { "host.cc": name };
  const set = { ...own, ...at };
  const state = encodeURIComponent(JSON.stringify({ set, a: alone ? 3 : 1, b: alone ? -1 : 3, seed: 1 }));
  const details = document.createElement("details"), summary = document.createElement("summary");
  summary.textContent = "Run it here: " + words;
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
