// A worker with one simulator: it edits scenarios, and runs one scheme at a time, step by step.
"use strict";
const encoder = new TextEncoder(), decoder = new TextDecoder();
// Between two steps messages are heard; a timer would wait for milliseconds each time.
const turn = new MessageChannel();
let simulator, job = 0, next;
turn.port1.onmessage = () => next();

function call(name, text, ...numbers) {
  if (text !== undefined) {
    const bytes = encoder.encode(text), at = simulator.input(bytes.length);
    new Uint8Array(simulator.memory.buffer, at, bytes.length).set(bytes);
  }
  simulator[name](...numbers);
  const at = simulator.output();
  return JSON.parse(decoder.decode(new Uint8Array(simulator.memory.buffer, at, simulator.output_length())));
}

async function run({ id, scheme, seed }) {
  job = id;
  const begun = call("begin", undefined, scheme, seed, 200);
  if (begun.error) return postMessage({ kind: "step", id, answer: begun });
  const start = performance.now();
  while (job === id) {
    const answer = call("step");
    postMessage({ kind: "step", id, answer, ms: performance.now() - start });
    if (answer.outcome || answer.error) return;
    await new Promise((resolve) => { next = resolve; turn.port2.postMessage(0); });
  }
}

onmessage = async ({ data }) => {
  try {
    if (data.kind === "load") {
      simulator = (await WebAssembly.instantiate(data.module, {})).exports;
      postMessage({ kind: "ready", catalog: call("catalog") });
    } else if (data.kind === "edit") {
      job = 0;
      postMessage({ kind: "edited", id: data.id, answer: call("edit", JSON.stringify(data.scenario)) });
    } else if (data.kind === "run") {
      await run(data);
    } else {
      job = 0;
    }
  } catch (error) {
    postMessage({ kind: "failed", error: String(error) });
  }
};
