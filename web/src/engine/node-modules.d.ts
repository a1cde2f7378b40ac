// What the package uses of Node.

declare module "node:fs/promises" {
  export function readFile(file: URL): Promise<Uint8Array<ArrayBuffer>>;
}

declare module "node:worker_threads" {
  export class Worker {
    constructor(script: URL);
    postMessage(message: unknown): void;
    on(event: "message", heard: (message: unknown) => void): void;
    on(event: "error", failed: (error: Error) => void): void;
    ref(): void;
    unref(): void;
    terminate(): Promise<number>;
  }
  export const parentPort: { postMessage(message: unknown): void; on(event: "message", heard: (message: unknown) => void): void } | null;
}
