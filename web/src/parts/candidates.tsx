import { usePage } from "../context";
import { candidateLoss, shownAnalysis, stepOf } from "../facts";
import { percentText, shortCount, signedText } from "../texts";

/** The moves that a search prefers. */
export function CandidateTable() {
  const { model, controller, say } = usePage();
  const { game, settings: { visits } } = model;
  const analysis = shownAnalysis(model);
  const isShown = model.analyzes || (model.hint !== null && model.hint === game?.revision);
  if (!game || !isShown) return <p class="faint">{say("analysis_off")}</p>;
  if (game.phase === "over") return <p class="faint">{say("analysis_over")}</p>;
  const best = analysis?.candidates[0];
  if (!analysis || !best) return <p class="faint">{say("analyzing")}</p>;
  const next = game.moves[game.at]?.move;
  const shown = model.analyzes ? analysis.candidates : [best];
  const show = (moves: string[] | null) => controller.dispatch({ type: "preview", moves });
  const line = model.preview?.at === game.at ? model.preview.moves : best.line;
  return (
    <>
      <table class="figures-table">
        <thead>
          <tr><th scope="col">{say("move")}</th><th scope="col">{say("win_rate")}</th><th scope="col">{say("points")}</th><th scope="col">{say("lost")}</th>{visits && <th scope="col">{say("visits")}</th>}</tr>
        </thead>
        <tbody id="candidates">
          {shown.map((candidate) => {
            const loss = candidateLoss(candidate, best);
            const step = stepOf(candidate.class);
            const name = candidate.move === "pass" ? say("pass_move") : candidate.move;
            return (
              <tr key={candidate.move} class={candidate.move === next ? "played" : ""} onMouseEnter={() => show(candidate.line)} onMouseLeave={() => show(null)}>
                <th scope="row">
                  <button
                    class="link" aria-label={say("show_line", { move: name })} onFocus={() => show(candidate.line)} onBlur={() => show(null)}
                    onClick={() => show(candidate.line)}
                  >
                    <span class={`dot step-${step}`} aria-hidden="true" />{name}
                  </button>
                </th>
                <td>{percentText(candidate.win_rate)}</td>
                <td>{candidate.lead === null ? "" : signedText(candidate.lead)}</td>
                <td>{candidate === best ? "" : loss.toFixed(1)}</td>
                {visits && <td>{shortCount(candidate.visits)}</td>}
              </tr>
            );
          })}
        </tbody>
      </table>
      <p id="line" class="faint">{say("expected", { line: line.join(" ") })}</p>
      <p class="faint">{say("figures_for", { color: say(analysis.to_move), n: analysis.visits })}{analysis.exact && ` ${say("exact")}`}</p>
    </>
  );
}
