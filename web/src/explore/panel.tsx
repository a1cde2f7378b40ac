import { usePage } from "../context";
import { sign, stepOf } from "../facts";
import { PlayerField } from "../parts/fields";
import type { BookMove, Explored, Solved } from "../protocol";
import { percentText, resultOf, resultText, shortCount, signedText } from "../texts";
import { bookStep, shownKnowledge } from "./marks";

/** With more open points nobody waits for an exact result. */
const MAX_OPEN_POINTS = 40;

/** Most moves with a result in the table. */
const MAX_RESULTS = 16;

/** What the opening book and the solver know of the position, and where to go from it. */
export function ExplorePanel() {
  const { model, controller, say } = usePage();
  const { game } = model;
  if (!game) return null;
  const { explored, solved } = shownKnowledge(model);
  return (
    <>
      <PlayerField value={game.player} onChange={(player) => controller.setPlayers({ player })} />
      {explored?.book && <Book book={explored.book} />}
      {explored && !explored.book && !solved && <p class="faint">{game.size === 9 ? say("book_none", { komi: game.komi }) : say("book_size")}</p>}
      {game.phase !== "over" && <Exact explored={explored} solved={solved} />}
      <div class="pair">
        <button id="walk" onClick={() => controller.explorer.walk()}>{say("book_walk")}</button>
        <button id="set-up" onClick={() => controller.explorer.setUp()}>{say("set_up")}</button>
      </div>
    </>
  );
}

/** A row of a table of moves: shows its line, and plays it. */
function Row({ move, step, line, cells }: { move: string; step: number; line: string[]; cells: preact.ComponentChildren }) {
  const { controller, say } = usePage();
  const show = (moves: string[] | null) => controller.dispatch({ type: "preview", moves });
  const name = move === "pass" ? say("pass_move") : move;
  return (
    <tr onMouseMove={() => show(line)} onMouseLeave={() => show(null)}>
      <th scope="row">
        <button
          class="link" aria-label={say("play_move", { move: name })} onFocus={() => show(line)} onBlur={() => show(null)}
          onClick={() => void controller.act({ action: "play", move })}
        >
          <span class={`dot step-${step}`} aria-hidden="true" />{name}
        </button>
      </th>
      {cells}
    </tr>
  );
}

function Book({ book }: { book: NonNullable<Explored["book"]> }) {
  const { model, say } = usePage();
  const color = say(model.game?.to_move ?? "black");
  const [best] = book.moves;
  const others = ({ other_last: moves }: BookMove) => (
    <td title={moves.length ? say("other_order_help", { moves: moves.join(", ") }) : ""}>{moves.length > 0 && `⇄ ${moves.join(" ")}`}</td>
  );
  return (
    <>
      <p id="book-value">{say("book_value", { color, rate: percentText(book.value), points: signedText(book.points), n: shortCount(book.visits) })}</p>
      <table class="figures-table">
        <thead>
          <tr><th scope="col">{say("move")}</th><th scope="col">{say("win_rate")}</th><th scope="col">{say("visits")}</th><th scope="col">{say("depth")}</th><th scope="col">{say("other_order")}</th></tr>
        </thead>
        <tbody id="book">
          {book.moves.map((each) => (
            <Row key={each.move} move={each.move} step={bookStep(best, each)} line={each.line}
              cells={<><td>{percentText(each.value)}</td><td>{shortCount(each.visits)}</td><td>{each.depth}</td>{others(each)}</>} />
          ))}
        </tbody>
      </table>
    </>
  );
}

function Exact({ explored, solved }: { explored: Explored | null; solved: Solved | null }) {
  const { model, controller, say } = usePage();
  if (model.solving !== null && model.solving === model.game?.revision) return <p class="faint" role="status">{say("proving")}</p>;
  if (solved?.lead != null) return <Results lead={solved.lead} solved={solved} />;
  if (solved) return <p class="faint" role="status">{say("not_proved")}</p>;
  if (!explored) return null;
  if (explored.open_points > MAX_OPEN_POINTS) return explored.book ? null : <p class="faint">{say("too_open", { n: explored.open_points, most: MAX_OPEN_POINTS })}</p>;
  return <button id="prove" class="wide" onClick={() => void controller.explorer.solve()}>{say("prove")}</button>;
}

/** The proven result of the position and of its moves. */
function Results({ lead, solved }: { lead: number; solved: Solved }) {
  const { say } = usePage();
  const lost = (result: number) => sign(solved.to_move) * (lead - result);
  const text = (result: number) => resultText(resultOf(result), say);
  return (
    <>
      <p id="proved" role="status"><strong>{say("proved", { result: text(lead) })}</strong></p>
      <table class="figures-table">
        <thead><tr><th scope="col">{say("move")}</th><th scope="col">{say("result")}</th><th scope="col">{say("lost")}</th></tr></thead>
        <tbody id="results">
          {solved.moves.slice(0, MAX_RESULTS).map(({ move, lead: result, class: of }) => (
            <Row key={move} move={move} step={stepOf(of)} line={solved.line[0] === move ? solved.line : [move]}
              cells={<><td>{result === null ? "?" : text(result)}</td><td>{result !== null && lost(result) !== 0 && lost(result)}</td></>} />
          ))}
        </tbody>
      </table>
    </>
  );
}
