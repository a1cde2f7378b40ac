import type { EngineWorker, Reply } from "./messages.js";

/** A worker of a browser that runs `worker.js`. */
export function webWorker(worker: Worker): EngineWorker {
  return {
    post: (message) => worker.postMessage(message),
    listen(heard, failed) {
      worker.onmessage = ({ data }: MessageEvent<Reply>) => heard(data);
      worker.onerror = (event) => failed(event.message || "the worker could not be loaded");
    },
    expect: () => undefined,
    terminate: () => worker.terminate(),
  };
}
