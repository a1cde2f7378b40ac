// The worker in Node.

import { readFile } from "node:fs/promises";
import { parentPort } from "node:worker_threads";

import load, { Session } from "./engine.js";
import { host } from "./host.js";
import type { Reply, Request } from "./messages.js";
import { hasRelaxed } from "./simd.js";

const file = new URL(hasRelaxed() ? "./relaxed.wasm" : "./plain.wasm", import.meta.url);
const engine = readFile(file).then(async (bytes) => {
  await load({ module_or_path: bytes });
  return Session;
});
const hear = host((reply: Reply) => parentPort?.postMessage(reply), engine);
parentPort?.on("message", (request) => hear(request as Request));
