import type { Action, Analysis, EarlierGame, Explored, GameState, Solved } from "../protocol";
import { type AnalysisListener, Refusal, type Transport } from "./transport";

/**
 * Speaks with `tao-go serve`: requests over HTTP, analyses as server-sent events. The addresses are relative, because a proxy may
 * serve the page at any path.
 */
export class HttpTransport implements Transport {
  readonly plays = true;

  state(): Promise<GameState> {
    return ask("api/state");
  }

  act(action: Action, seen?: number): Promise<GameState> {
    return post("api/act", "application/json", JSON.stringify(action), seen === undefined ? {} : { "If-Match": `"${seen}"` });
  }

  load(record: ArrayBuffer): Promise<GameState> {
    return post("api/sgf", "application/x-go-sgf", record);
  }

  async record(): Promise<string> {
    const answer = await fetch("api/sgf");
    if (!answer.ok) throw new Error(answer.statusText);
    return answer.text();
  }

  games(): Promise<EarlierGame[]> {
    return ask("api/games");
  }

  explore(): Promise<Explored> {
    return ask("api/explore");
  }

  solve(): Promise<Solved> {
    return ask("api/solve");
  }

  analyze(listener: AnalysisListener): () => void {
    const source = new EventSource("api/events");
    source.onopen = () => listener.opened();
    source.onerror = () => {
      // If the stream is not closed, the browser connects again by itself.
      if (source.readyState === EventSource.CLOSED) listener.ended();
    };
    source.addEventListener("analysis", (event) => listener.found(JSON.parse(event.data) as Analysis));
    source.addEventListener("taken", () => {
      source.close();
      listener.taken();
    });
    return () => source.close();
  }
}

function post(path: string, type: string, body: string | ArrayBuffer, headers: Record<string, string> = {}): Promise<GameState> {
  return ask(path, { method: "POST", headers: { "Content-Type": type, ...headers }, body });
}

async function ask<T = GameState>(path: string, options?: RequestInit): Promise<T> {
  const answer = await fetch(path, options);
  const json = (await answer.json()) as T & { error: string };
  if (!answer.ok) throw new Refusal(json.error);
  return json;
}
