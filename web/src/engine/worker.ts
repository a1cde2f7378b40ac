// The worker in a browser.

import load, { Session } from "./engine.js";
import { host } from "./host.js";
import type { Reply, Request } from "./messages.js";
import { hasRelaxed } from "./simd.js";

// Bundlers look for this form of an address.
const file = hasRelaxed() ? new URL("./relaxed.wasm", import.meta.url) : new URL("./plain.wasm", import.meta.url);
const engine = load({ module_or_path: fetch(file).then(counted) }).then(
  () => Session,
  async (error: unknown) => {
    // The browser may have kept a damaged engine: it gets the file again, for when the page is reloaded.
    await fetch(file, { cache: "reload" });
    throw error;
  },
);

/** The same answer, whose bytes are told as they come. */
function counted(answer: Response): Response {
  const { headers, body } = answer;
  // The length is that of the compressed bytes, which nobody sees.
  const total = headers.has("Content-Encoding") ? null : Number(headers.get("Content-Length")) || null;
  let loaded = 0;
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(bytes, out) {
      loaded += bytes.length;
      postMessage({ loaded, total } satisfies Reply);
      out.enqueue(bytes);
    },
  });
  return new Response(body?.pipeThrough(counter) ?? null, answer);
}

const hear = host((reply: Reply) => postMessage(reply), engine);
addEventListener("message", ({ data }: MessageEvent<Request>) => hear(data));
