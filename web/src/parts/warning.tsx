import { useEffect, useRef } from "preact/hooks";

import { usePage } from "../context";

/** Offers to take back a mistake before the engine answers it. */
export function Warning() {
  const { model, controller, say } = usePage();
  const { warning, game } = model;
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), [warning]);
  if (!warning || !game) return null;
  const move = game.moves[warning.after - 1]?.move ?? "";
  const { points, better, refutation } = warning.loss;
  const loss = say("points_lost", { points: points.toFixed(1) });
  return (
    <div class="warning" role="alertdialog" aria-labelledby="warning-text">
      <p id="warning-text">
        <strong>{say("warning", { move: move === "pass" ? say("pass_move") : move, loss })}</strong> {warning.loss.reason?.[model.settings.language]} {say("warning_better", { move: better[0] === "pass" ? say("pass_move") : (better[0] ?? "") })}
      </p>
      <div class="buttons">
        <button ref={first} class="main" onClick={() => controller.takeBack()}>{say("take_back")}</button>
        {refutation.length > 0 && (
          <button aria-pressed={model.preview !== null} onClick={() => controller.dispatch({ type: "preview", moves: model.preview ? null : refutation })}>{say("why")}</button>
        )}
        <button onClick={() => controller.letEngineMove()}>{say("play_on")}</button>
      </div>
    </div>
  );
}
