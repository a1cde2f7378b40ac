// The worker in a browser.

import load, { Session } from "./engine.js";
import { host } from "./host.js";
import type { Reply, Request } from "./messages.js";
import { hasRelaxed } from "./simd.js";

// Bundlers look for this form of an address.
const file = hasRelaxed() ? new URL("./relaxed.wasm", import.meta.url) : new URL("./plain.wasm", import.meta.url);
const engine = load({ module_or_path: file }).then(
  () => Session,
  async (error: unknown) => {
    // The browser may have kept a damaged engine: it gets the file again, for when the page is reloaded.
    await fetch(file, { cache: "reload" });
    throw error;
  },
);
const hear = host((reply: Reply) => postMessage(reply), engine);
addEventListener("message", ({ data }: MessageEvent<Request>) => hear(data));
