// What the package uses of Node.

declare module "node:fs/promises" {
  export function readFile(file: URL): Promise<Uint8Array<ArrayBuffer>>;
}

declare module "node:process" {
  export const argv: string[];
  export const stdin: unknown;
  export const stdout: { write(text: string): boolean };
  export const stderr: { write(text: string): boolean };
  export function exit(code: number): never;
}

declare module "node:readline" {
  export function createInterface(options: { input: unknown }): AsyncIterable<string>;
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
