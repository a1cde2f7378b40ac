import { render } from "preact";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";

import { App } from "./app";
import { PageContext } from "./context";
import { Controller } from "./controller";
import { readSettings } from "./settings";
import { speaker } from "./texts";
import type { AnalyzedGame } from "./protocol";
import { FileTransport } from "./transport/file";
import { HttpTransport } from "./transport/http";
import { WorkerTransport } from "./transport/worker";
import "./styles/page.css";
import "./styles/board.css";

function Root({ controller }: { controller: Controller }) {
  const [model, setModel] = useState(controller.state);
  useEffect(() => {
    // An answer may have come before.
    setModel(controller.state);
    return controller.subscribe(setModel);
  }, [controller]);
  const { language, theme } = model.settings;
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  useLayoutEffect(() => {
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const apply = () => {
      document.documentElement.dataset.theme = theme === "auto" ? (dark.matches ? "dark" : "light") : theme;
    };
    apply();
    dark.addEventListener("change", apply);
    return () => dark.removeEventListener("change", apply);
  }, [theme]);
  const names = model.game?.names.filter(Boolean).join(" – ");
  useEffect(() => {
    document.title = names ? `${names} · Tao Go` : "Tao Go";
  }, [names]);
  return (
    <PageContext.Provider value={{ model, controller, say: speaker(language) }}>
      <App />
    </PageContext.Provider>
  );
}

/** What was put into the page: the game that `tao-go analyze --html` has analyzed, or the worker with the engine; null where
 * `tao-go serve` is the engine. */
const data = JSON.parse(document.getElementById("data")?.textContent ?? "null") as AnalyzedGame | { worker: string; offline: string } | null;
const file = data && !("worker" in data) ? new FileTransport(data) : null;
const worker = data && "worker" in data ? new WorkerTransport(data.worker) : null;
const controller = new Controller(file ?? worker ?? new HttpTransport(), readSettings());
if (worker) {
  const { size } = worker;
  worker.progress = (progress) => controller.dispatch({ type: "loading", loading: { size, ...progress } });
  worker.progress({ loaded: 0, total: null });
}
const app = document.getElementById("app");
if (app) render(<Root controller={controller} />, app);
document.addEventListener("visibilitychange", () => controller.look());
addEventListener("focus", () => controller.look());
void controller.refresh().then(() => {
  if (file) controller.dispatch({ type: "known", analyses: file.analyses });
  // Once the engine is loaded, because the service worker loads it again. A browser that does not keep the page loads it each time.
  if (data && "worker" in data) navigator.serviceWorker?.register(data.offline).catch(() => undefined);
});
