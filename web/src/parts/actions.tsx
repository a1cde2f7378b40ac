import { useEffect, useState } from "preact/hooks";

import { usePage } from "../context";
import { Icon, type IconName } from "./icon";

/** What can be done in the game. */
export function Actions() {
  const { model, controller, say } = usePage();
  const [asks, setAsks] = useState(false);
  const { game } = model;
  useEffect(() => setAsks(false), [game?.revision]);
  if (!game) return <div class="actions" />;
  const isOver = game.phase === "over";
  const cannotMove = game.phase === "thinking";
  const button = (id: string, icon: IconName, text: string, onClick: () => void, options: { disabled?: boolean; help?: string; pressed?: boolean } = {}) => (
    <button
      id={id} onClick={onClick} disabled={options.disabled ?? false} title={options.help ?? text}
      aria-pressed={options.pressed}
    >
      <Icon name={icon} /><span>{text}</span>
    </button>
  );
  if (asks) {
    return (
      <div class="actions asking" role="group" aria-label={say("resign_sure")}>
        <p>{say("resign_sure")}</p>
        {button("resign-yes", "resign", say("resign"), () => void controller.act({ action: "resign" }))}
        {button("resign-no", "close", say("cancel"), () => setAsks(false))}
      </div>
    );
  }
  const undo = button("undo", "undo", say("undo"), () => void controller.act({ action: "undo" }), { disabled: game.at === 0 });
  if (isOver) {
    return (
      <div class="actions" role="group" aria-label={say("game")}>
        {undo}
        {button("resume", "resume", say("resume"), () => void controller.act({ action: "resume" }))}
        {button("look-back", "analysis", say("review_short"), () => {
          controller.dispatch({ type: "tab", tab: "mistakes" });
          void controller.startReview();
        }, { help: say("review"), disabled: model.reviews || !game.judges })}
        {button("again", "add", say("new_game"), () => controller.dispatch({ type: "dialog", dialog: "new" }))}
      </div>
    );
  }
  return (
    <div class="actions" role="group" aria-label={say("game")}>
      {undo}
      {button("pass", "pass", say("pass"), () => void controller.act({ action: "play", move: "pass" }), { disabled: cannotMove })}
      {button("hint", "hint", say("hint"), () => void controller.toggle("hint"), { disabled: cannotMove, help: say("hint_help"), pressed: model.hint !== null })}
      {button("score", "score", say("score"), () => void controller.toggle("score"), { help: say("score_help"), pressed: model.score !== null })}
      {button("genmove", "engine", say("engine_move"), () => controller.letEngineMove(), { disabled: cannotMove, help: say("engine_move_help") })}
      {button("resign", "resign", say("resign"), () => setAsks(true), { disabled: cannotMove || game.at !== game.moves.length })}
    </div>
  );
}
