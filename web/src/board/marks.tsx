import type { BoardView, CandidateMark } from "./view";

interface MarksProps {
  view: BoardView;
  size: number;
  margin: number;
  /** Width of a point in pixels. */
  point: number;
}

/** What lies above the stones: candidates, lines, marks. The center of a point is half a point from its corner. */
export function Marks({ view, size, margin, point }: MarksProps) {
  const extent = size + 2 * margin;
  return (
    <svg class="layer marks" viewBox={`${-margin} ${-margin} ${extent} ${extent}`} aria-hidden="true">
      {view.dead.map(([x, y]) => <path key={`dead${x},${y}`} class="dead" d={`M${x + 0.3} ${y + 0.3}l.4 .4m0 -.4l-.4 .4`} />)}
      {view.candidates.map((candidate) => <Candidate key={candidate.move} candidate={candidate} isSmall={point < SMALL} />)}
      {view.judged.map(({ place: [x, y], step }) => <circle key={`judged${x},${y}`} class={`judged step-${step}`} cx={x + 0.78} cy={y + 0.22} r="0.13" />)}
      {view.others.map(({ place: [x, y], color }) => <circle key={`other${x},${y}`} class={`other ${color}`} cx={x + 0.5} cy={y + 0.5} r="0.46" />)}
      {view.next && (
        <circle class={`next ${view.next.step === null ? "" : `step-${view.next.step}`}`} cx={view.next.place[0] + 0.5} cy={view.next.place[1] + 0.5} r="0.46" />
      )}
      {view.marks.map((mark) => <RecordMark key={`mark${mark.place.join()}${mark.shape}`} mark={mark} />)}
      {view.hint && (
        <circle class="hint" cx={view.hint.place[0] + 0.5} cy={view.hint.place[1] + 0.5} r={view.hint.isArea ? 1.9 : 0.46} />
      )}
      {view.ghost && (
        <g class={view.ghost.isChosen ? "chosen" : "ghost"}>
          <circle class={`stone ${view.ghost.color}`} cx={view.ghost.place[0] + 0.5} cy={view.ghost.place[1] + 0.5} r="0.46" />
          {view.ghost.isChosen && <circle class="ring" cx={view.ghost.place[0] + 0.5} cy={view.ghost.place[1] + 0.5} r="0.56" />}
        </g>
      )}
      {view.numbers.map(({ place: [x, y], color, number }) => (
        <text key={`number${x},${y}`} class={`number on-${color}`} x={x + 0.5} y={y + 0.5} dy={number < 100 ? 0.145 : 0.12} font-size={number < 100 ? 0.42 : 0.34}>{number}</text>
      ))}
      {view.last && view.line.length === 0 && view.numbers.length === 0 && (
        <circle class={`last on-${view.last.color}`} cx={view.last.place[0] + 0.5} cy={view.last.place[1] + 0.5} r="0.18" />
      )}
      {view.line.map(({ place: [x, y], color, number }) => (
        <g key={`line${number}`} class="expected">
          <circle class={`stone ${color}`} cx={x + 0.5} cy={y + 0.5} r="0.46" />
          <text class={`on-${color}`} x={x + 0.5} y={y + 0.5} dy="0.145">{number}</text>
        </g>
      ))}
      {view.cursor && <rect class="cursor" x={view.cursor[0] + 0.06} y={view.cursor[1] + 0.06} width="0.88" height="0.88" rx="0.14" />}
    </svg>
  );
}

/** A mark of the record. The length of a label makes it smaller. */
function RecordMark({ mark: { place: [x, y], shape, text, on } }: { mark: BoardView["marks"][number] }) {
  const [cx, cy] = [x + 0.5, y + 0.5];
  const name = `mark on-${on ?? "board"}`;
  if (shape === "circle") return <circle class={name} cx={cx} cy={cy} r="0.24" />;
  if (shape === "label") {
    return (
      <g class={name}>
        {on === null && <circle class="ground" cx={cx} cy={cy} r="0.3" />}
        <text x={cx} y={cy} dy="0.15" font-size={text.length < 2 ? 0.44 : Math.max(0.16, 0.66 / text.length)}>{text}</text>
      </g>
    );
  }
  const path = { triangle: "M0-.28L.25 .15H-.25Z", square: "M-.2-.2H.2V.2H-.2Z", cross: "M-.2-.2L.2 .2M-.2 .2L.2-.2" }[shape];
  return <path class={name} transform={`translate(${cx} ${cy})`} d={path} />;
}

/** Below this width of a point in pixels, a second text on a candidate could not be read. */
const SMALL = 36;

/** Width within the circle of a candidate for a text alone, and for the first of two. */
const [WIDTH_ALONE, WIDTH_FIRST] = [0.8, 0.74];

/** Width of a text in a wide bold font of size 1. */
const widthOf = (text: string): number => [...text].reduce((width, each) => width + (each === "." ? 0.38 : /\d/.test(each) ? 0.7 : 0.84), 0);

function Candidate({ candidate: { place: [x, y], isBest, step, weight, texts: [text, second] }, isSmall }: { candidate: CandidateMark; isSmall: boolean }) {
  const isAlone = isSmall || !second;
  // Tenths of a large loss would make the text too small.
  const first = isSmall && text.length > 4 ? text.replace(/\d+\.\d/, (points) => String(Math.round(Number(points)))) : text;
  const font = Math.min(isSmall ? 0.42 : isAlone ? 0.36 : 0.3, (isAlone ? WIDTH_ALONE : WIDTH_FIRST) / widthOf(first));
  return (
    <g class={`candidate step-${step} ${isBest ? "best" : ""}`}>
      <circle class="ground" cx={x + 0.5} cy={y + 0.5} r="0.46" />
      <circle class="color" cx={x + 0.5} cy={y + 0.5} r="0.44" fill-opacity={(0.5 + 0.5 * weight ** 0.4).toFixed(2)} />
      <text class="first" x={x + 0.5} y={y + 0.5} dy={isAlone ? 0.36 * font : 0.03} font-size={font}>{first}</text>
      {!isAlone && <text class="second" x={x + 0.5} y={y + 0.5} dy="0.27">{second}</text>}
    </g>
  );
}
