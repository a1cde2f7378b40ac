import { nameOf } from "../board/points";
import { usePage } from "../context";
import { leader } from "../controller";
import { numberOf } from "../facts";
import { errorText, resultText, translated } from "../texts";
import { countInStones } from "../texts/stones";
import { Icon } from "./icon";

export function Status() {
  const { model, controller, say } = usePage();
  const { game, chosen } = model;
  // A window says them itself.
  const error = model.dialog ? null : model.error;
  if (!game) return <div class="status-lines status-row">{error ? <p class="status" role="status">{errorText(error, say)}</p> : <Loading />}</div>;
  const last = game.moves[game.at - 1];
  const made = last ? say("move_made", { n: numberOf(game, game.at), color: say(last.color), move: last.move === "pass" ? say("pass_move") : last.move }) : "";
  const state = game.phase === "over"
    ? `${say("game_over", { result: resultText(game.result ?? "", say) })}${game.owners ? ` ${say("mark_dead")}` : ""}`
    : game.phase === "thinking" ? say("engine_thinks") : say("side_to_move", { color: say(game.to_move) });
  const inStones = model.settings.language === "zh" && game.phase === "over" ? countInStones(game) : null;
  const isOnGame = game.main[game.at] === game.line[game.at];
  const leaves = game.line.findLastIndex((node, i) => node === game.main[i]);
  const ahead = model.score === game.revision ? leader(model) : null;
  return (
    <div class="status-lines">
      <div class="status-row">
        <div class="status-text">
          <p class={`status ${error ? "covered" : ""}`} role="status">
            {!isOnGame && <b>{say("variation")} </b>}{game.phase !== "over" && made} {state} {inStones && <small>{inStones}</small>}
            {ahead && <strong> {ahead.points < 0.05 ? say("even") : say("lead", { color: say(ahead.color), points: ahead.points.toFixed(1) })}</strong>}
            {chosen && <strong> {say("tap_again", { move: nameOf(chosen, game.size) })}</strong>}
          </p>
          <p class="error" role="alert">{error && errorText(error, say)}</p>
        </div>
        <div class="status-buttons">
          {!isOnGame && (
            <button id="to-game" title={say("to_game")} onClick={() => void controller.toGame(leaves)}>
              <Icon name="rejoin" /><span>{say("to_game")}</span>
            </button>
          )}
          {game.can_restore && !game.problem && (
            <button id="restore" title={say("restore_help")} onClick={() => void controller.act({ action: "restore" })}>
              <Icon name="restore" /><span>{say("restore")}</span>
            </button>
          )}
        </div>
      </div>
      {game.cautions.map((caution) => <p key={caution} class="caution">{translated(caution, say)}</p>)}
    </div>
  );
}

/** How much of the engine is loaded. */
function Loading() {
  const { model, say } = usePage();
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
  const { loaded, total } = model.loading ?? { loaded: 0, total: null };
  if (loaded === 0) return <p class="status" role="status">{say("loading")}</p>;
  return (
    <label class="status" id="loading">
      {say("loading_engine", { megabytes: megabytes(loaded) + (total ? ` / ${megabytes(total)}` : "") })}
      {total ? <progress max={total} value={loaded} /> : <progress />}
    </label>
  );
}
