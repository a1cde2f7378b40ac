import { useEffect, useState } from "preact/hooks";

import { Board } from "./board/board";
import { usePage } from "./context";
import { looksBack } from "./facts";
import { SetupPanel } from "./explore/setup_panel";
import { Actions } from "./parts/actions";
import { Coach } from "./parts/coach";
import { Comment } from "./parts/comment";
import { GamesDialog } from "./parts/games";
import { Graph } from "./parts/graph";
import { Header } from "./parts/header";
import { KeysDialog } from "./parts/keys";
import { Navigation } from "./parts/navigation";
import { NewGameDialog } from "./parts/new_game";
import { Players } from "./parts/players";
import { SettingsDialog } from "./parts/settings";
import { Status } from "./parts/status";
import { Tabs } from "./parts/tabs";
import { Warning } from "./parts/warning";
import { Welcome } from "./parts/welcome";

export function App() {
  const { model, say } = usePage();
  const isDropping = useDroppedFiles();
  useKeys();
  return (
    <div class={`page ${isDropping ? "dropping" : ""}`}>
      <Header />
      <main>
        <section class="table" aria-label={say("board")}>
          <Board />
          {!model.setup && <Navigation />}
        </section>
        <section class="side" aria-label={say("game")}>
          {model.setup ? <SetupPanel /> : <Game />}
        </section>
      </main>
      {isDropping && <p class="drop-hint">{say("drop_here")}</p>}
      {model.dialog === "new" && <NewGameDialog />}
      {model.dialog === "games" && <GamesDialog />}
      {model.dialog === "settings" && <SettingsDialog />}
      {model.dialog === "keys" && <KeysDialog />}
    </div>
  );
}

function Game() {
  const { model } = usePage();
  return (
    <>
      <Players />
      <Status />
      <Warning />
      {model.plays && <Welcome />}
      {looksBack(model) ? <Coach /> : <Actions />}
      <Comment />
      <Graph />
      <Tabs />
    </>
  );
}

/** Loads records that are dropped or pasted anywhere on the page. Returns whether one is held over it. */
function useDroppedFiles(): boolean {
  const { controller } = usePage();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (!event.relatedTarget) setOver(false);
    };
    const drop = (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      void controller.load(...(event.dataTransfer?.files ?? []));
    };
    const paste = ({ target, clipboardData }: ClipboardEvent) => {
      const text = clipboardData?.getData("text") ?? "";
      const records = /^\s*\(\s*;/.test(text) ? [new Blob([text])] : (clipboardData?.files ?? []);
      if (!(target as HTMLElement).matches("input, textarea")) void controller.load(...records);
    };
    const stop = new AbortController();
    const { signal } = stop;
    document.addEventListener("paste", paste, { signal });
    document.addEventListener("dragover", over, { signal });
    document.addEventListener("dragleave", leave, { signal });
    document.addEventListener("drop", drop, { signal });
    return () => stop.abort();
  }, [controller]);
  return isOver;
}

/** Keys that hold everywhere but in fields and dialogs. */
function useKeys(): void {
  const { controller } = usePage();
  useEffect(() => {
    const down = (event: KeyboardEvent) => {
      const { game, dialog, analyzes, setup } = controller.state;
      const target = event.target as HTMLElement;
      if (!game || dialog || setup || event.altKey || event.ctrlKey || event.metaKey || target.matches("input, select, textarea, [role=tab]")) return;
      const { plays } = controller.state;
      const looks: Record<string, () => void> = {
        ArrowLeft: () => controller.step(-1),
        ArrowRight: () => controller.step(1),
        Home: () => void controller.go(0),
        End: () => void controller.go(game.moves.length),
        v: () => controller.turn(1),
        V: () => controller.turn(-1),
        ArrowUp: () => controller.goToMistake(-1),
        ArrowDown: () => controller.goToMistake(1),
        "?": () => controller.dispatch({ type: "dialog", dialog: "keys" }),
      };
      const games: Record<string, () => void> = {
        u: () => void controller.act({ action: "undo" }),
        p: () => void controller.act({ action: "play", move: "pass" }),
        a: () => controller.setAnalyzes(!analyzes),
        h: () => void controller.toggle("hint"),
        s: () => void controller.toggle("score"),
        n: () => controller.dispatch({ type: "dialog", dialog: "new" }),
      };
      const action = looks[event.key] ?? (plays ? games[event.key] : undefined);
      controller.dispatch({ type: "keyboard", on: true });
      if (!action) return;
      event.preventDefault();
      action();
    };
    const pointer = () => controller.dispatch({ type: "keyboard", on: false });
    const stop = new AbortController();
    const { signal } = stop;
    document.addEventListener("keydown", down, { signal });
    document.addEventListener("pointerdown", pointer, { capture: true, signal });
    return () => stop.abort();
  }, [controller]);
}
