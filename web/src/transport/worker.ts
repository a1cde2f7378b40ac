import type { Action, Analysis, Explored, GameState, Solved } from "../protocol";
import { type AnalysisListener, Refusal, type Transport } from "./transport";

/** A message of the worker: an answer to a question, with the record of the game if the game has changed; a refusal; or an analysis. */
type Reply =
  | { id: number; answer: unknown; record: string | null }
  | { id: number; refusal: string }
  | { analysis: Analysis };

/** The name under which the browser keeps the game. */
const NAME = "tao-go-game";

interface Question {
  done(answer: unknown): void;
  fail(error: Error): void;
}

/** Speaks with an engine in a worker of the page. The browser keeps the game. */
export class WorkerTransport implements Transport {
  readonly plays = true;
  /** Null after an engine has ended, until one is needed again. */
  private worker: Worker | null = null;
  private questions = new Map<number, Question>();
  private number = 0;
  private listener: AnalysisListener | null = null;

  /** The script of the worker. */
  constructor(private script: string) {}

  /** A worker with an engine that goes on with the game. */
  private begin(): Worker {
    const worker = new Worker(this.script, { type: "module" });
    worker.onmessage = (event: MessageEvent<Reply>) => this.hear(event.data);
    worker.onerror = () => this.end(worker);
    this.worker = worker;
    worker.postMessage({ id: 0, ask: "begin", body: kept() });
    return worker;
  }

  /** Ends the worker after an error, such as too little memory. */
  private end(worker: Worker): void {
    worker.terminate();
    const { questions, listener } = this;
    [this.worker, this.questions, this.listener] = [null, new Map(), null];
    for (const { fail } of questions.values()) fail(new Error("the engine has ended"));
    listener?.ended();
  }

  private hear(reply: Reply): void {
    if ("analysis" in reply) {
      this.listener?.found(reply.analysis);
      return;
    }
    const question = this.questions.get(reply.id);
    this.questions.delete(reply.id);
    if ("refusal" in reply) question?.fail(new Refusal(reply.refusal));
    else {
      if (reply.record) keep(reply.record);
      question?.done(reply.answer);
    }
  }

  private ask<Answer>(ask: string, body?: unknown): Promise<Answer> {
    const id = ++this.number;
    return new Promise((done, fail) => {
      this.questions.set(id, { done: done as (answer: unknown) => void, fail });
      (this.worker ?? this.begin()).postMessage({ id, ask, body });
    });
  }

  state(): Promise<GameState> {
    return this.ask("state");
  }

  act(action: Action): Promise<GameState> {
    return this.ask("act", action);
  }

  load(record: ArrayBuffer): Promise<GameState> {
    return this.ask("load", record);
  }

  record(): Promise<string> {
    return this.ask("record");
  }

  explore(): Promise<Explored> {
    return this.ask("explore");
  }

  solve(): Promise<Solved> {
    return this.ask("solve");
  }

  analyze(listener: AnalysisListener): () => void {
    this.listener = listener;
    void this.ask("analyze", true).then(() => this.listener === listener && listener.opened(), () => undefined);
    return () => {
      if (this.listener !== listener) return;
      this.listener = null;
      void this.ask("analyze", false).catch(() => undefined);
    };
  }
}

function kept(): string {
  try {
    return localStorage.getItem(NAME) ?? "";
  } catch {
    return "";
  }
}

function keep(record: string): void {
  try {
    localStorage.setItem(NAME, record);
  } catch {
    // If the browser cannot store anything, the game is lost when the page is closed.
  }
}
