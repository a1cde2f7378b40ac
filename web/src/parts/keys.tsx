import { usePage } from "../context";
import { Dialog } from "./dialog";

export function KeysDialog() {
  const { model, say } = usePage();
  const games: [string, string][] = [
    ["↑ ↓ ← →", say("key_board")], ["Enter", say("key_enter")], ["u", say("undo")], ["p", say("pass")], ["h", say("hint")], ["s", say("score")],
    ["a", say("analysis")], ["n", say("new_game")],
  ];
  const keys: [string, string][] = [
    ["← →", say("key_steps")], ["Home End", say("key_ends")], ["v V", say("key_variations")], ["↑ ↓", say("key_mistakes")], ...(model.plays ? games : []), ["?", say("keyboard")],
  ];
  return (
    <Dialog title={say("keyboard")}>
      <dl class="keys">{keys.map(([key, text]) => <div key={key + text}><dt><kbd>{key}</kbd></dt><dd>{text}</dd></div>)}</dl>
    </Dialog>
  );
}
