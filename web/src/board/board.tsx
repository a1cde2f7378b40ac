import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";

import { usePage } from "../context";
import { setupModel } from "../explore/setup";
import { Coordinates } from "./coordinates";
import { Grid } from "./grid";
import { type Place, isOnBoard, marginOf, nameOf } from "./points";
import { Marks } from "./marks";
import { Stones } from "./stones";
import { Territory } from "./territory";
import { boardView, lineAt } from "./view";
import { Wood } from "./wood";

const SHIFTS: Record<string, Place> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The board, as large as its place. Lines and shades lie below the stones, marks above. */
export function Board() {
  const { model: whole, controller, say } = usePage();
  const model = useMemo(() => setupModel(whole), [whole]);
  const place = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(0);
  const [hover, setHover] = useState<Place | null>(null);
  const [isFocused, setFocused] = useState(false);
  const game = model.game;
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const measure = () => setRoom(Math.min(element.clientWidth, element.clientHeight));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [game === null]);
  useEffect(() => setHover(null), [game?.revision]);
  const view = useMemo(() => (game ? boardView(model, hover, isFocused) : null), [model, hover, isFocused]);
  const size = game?.size ?? whole.loading?.size ?? 9;
  const wood = marginOf(size, model.settings.coordinates);
  const point = Math.max(1, Math.floor(room / (size + 2 * wood)));
  // In whole pixels, so that lines are sharp.
  const margin = Math.floor(wood * point) / point;
  const stones = useMemo(() => view && <Stones view={view} size={size} margin={margin} point={point} />, [point, margin, game?.stones.join(), game?.dead.join()]);
  const extent = size + 2 * margin;
  const side = { width: `${point * extent}px`, height: `${point * extent}px` };
  const lines = <><Grid size={size} margin={margin} point={point} />{model.settings.coordinates && <Coordinates size={size} margin={margin} />}</>;
  if (!game || !view) return <div class="board-place" ref={place}>{whole.loading && <div class="board empty" style={side}><Wood />{lines}</div>}</div>;

  const placeAt = (event: MouseEvent): Place => {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const index = (offset: number) => Math.floor(offset / point - margin);
    return [index(event.clientX - box.left), index(event.clientY - box.top)];
  };
  const show = (at: Place | null) => {
    setHover(at);
    showLine(at);
  };
  const showLine = (at: Place | null) => {
    const moves = at && isOnBoard(at, size) ? lineAt(model, nameOf(at, size)) : null;
    if (!model.warning) controller.dispatch({ type: "preview", moves });
  };
  /** Without an engine, a tap shows what is expected; with one, the first of two taps does. */
  const tap = (at: Place) => {
    const confirm = controller.needsConfirmation();
    const isKnown = model.preview?.moves[0] === nameOf(at, size);
    controller.choose(at, confirm);
    if (!model.plays || confirm) showLine(isKnown ? null : at);
  };
  const roll = (event: WheelEvent) => {
    const canScroll = document.documentElement.scrollHeight > innerHeight;
    if (!canScroll && event.deltaY !== 0) controller.step(event.deltaY > 0 ? 1 : -1);
  };
  const keyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const shift = SHIFTS[event.key];
    if (shift) {
      const clamp = (at: number) => Math.max(0, Math.min(size - 1, at));
      controller.dispatch({ type: "cursor", place: [clamp(model.cursor[0] + shift[0]), clamp(model.cursor[1] + shift[1])] });
    } else if (event.key === "Enter" || event.key === " ") controller.choose(model.cursor);
    else return;
    controller.dispatch({ type: "keyboard", on: true });
    event.preventDefault();
    event.stopPropagation();
  };
  const cursorStone = game.stones[model.cursor[1]]?.[model.cursor[0]];
  const stonesOf = (letter: string) => view.stones.filter(([, each]) => each === letter).map(([at]) => nameOf(at, size)).join(" ") || say("none");
  return (
    <div class="board-place" ref={place}>
      <div
        id="board" class="board" tabIndex={0} role="application" aria-label={say("board_help")} aria-describedby="stones"
        style={side}
        onKeyDown={keyDown} onFocus={() => setFocused(true)} onBlur={() => setFocused(false)}
        onPointerDown={(event) => { controller.touches = event.pointerType === "touch"; }}
        onClick={(event) => {
          const at = placeAt(event);
          if (isOnBoard(at, size)) tap(at);
        }}
        onPointerMove={(event) => {
          if (event.pointerType !== "mouse") return;
          const at = placeAt(event);
          if (at[0] !== hover?.[0] || at[1] !== hover[1]) show(at);
        }}
        onPointerLeave={(event) => event.pointerType === "mouse" && show(null)}
        onWheel={roll}
      >
        <Wood />
        <Territory view={view} size={size} margin={margin} point={point} />
        {lines}
        {stones}
        <Marks view={view} size={size} margin={margin} point={point} />
      </div>
      <p id="stones" class="hidden">{say("stones_are", { black: stonesOf("X"), white: stonesOf("O") })}</p>
      <p class="hidden" aria-live="polite">
        {isFocused && model.usesKeyboard && `${nameOf(model.cursor, size)}, ${say(cursorStone === "X" ? "black" : cursorStone === "O" ? "white" : "empty")}`}
      </p>
    </div>
  );
}
