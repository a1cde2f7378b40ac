// The engine on a thread of its own: `src/transport/worker.ts` asks, and it answers. Analyses are made of short searches, so that
// questions are heard between them.

/** Whether the browser has the relaxed product of bytes. Early ones computed another. */
function hasRelaxed() {
  const copies = (numbers) => [253, 12, ...numbers, ...numbers, ...numbers, ...numbers];
  const product = [...copies([-127, 127, -3, 5]), ...copies([127, 1, 2, 100]), ...copies([0, 0, 0, 0]), 253, 147, 2, 253, 27, 0];
  // A type, a function, its name `f`, and the function: the first of the four sums.
  const head = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 127, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0, 10];
  const module = [...head, product.length + 4, 1, product.length + 2, 0, ...product, 11];
  try {
    return new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(module))).exports.f() === -15508;
  } catch {
    return false;
  }
}

/** Milliseconds of a search. */
const SLICE = 150;

const build = hasRelaxed() ? "relaxed" : "plain";
const module = import(`./${build}.js`).then(async ({ default: load, Session }) => {
  await load({ module_or_path: `${build}_bg.wasm` });
  return Session;
}).catch(async (error) => {
  // The browser may have kept a damaged engine: it gets the files again, for when the page is reloaded.
  await Promise.all([`${build}.js`, `${build}_bg.wasm`].map((file) => fetch(file, { cache: "reload" })));
  throw error;
});
let session;
let analyzes = false;
let timer;

/** Searches a little, and soon again. */
function search() {
  const analysis = session.analyze(SLICE);
  if (!analysis) return;
  postMessage({ analysis: JSON.parse(analysis) });
  if (!JSON.parse(analysis).done) timer = setTimeout(search);
}

function answer(ask, body) {
  switch (ask) {
    case "state":
      return JSON.parse(session.state());
    case "act":
      return JSON.parse(session.act(JSON.stringify(body)));
    case "load":
      return JSON.parse(session.load(new Uint8Array(body)));
    case "record":
      return session.record();
    case "explore":
      return JSON.parse(session.explore());
    case "solve":
      return JSON.parse(session.solve());
    case "analyze":
      analyzes = body;
  }
}

/** Makes an error one of the worker, which the page hears. */
function fail(error) {
  setTimeout(() => {
    throw error;
  });
}

addEventListener("message", ({ data: { id, ask, body } }) => {
  module.then((Session) => {
    clearTimeout(timer);
    if (ask === "begin") session = new Session(body);
    try {
      const found = answer(ask, body);
      postMessage({ id, answer: found, record: ask === "act" || ask === "load" ? session.record() : null });
    } catch (refusal) {
      // What the game does not allow is a text; anything else is an error of the program.
      if (typeof refusal !== "string") throw refusal;
      postMessage({ id, refusal });
    }
    if (analyzes) timer = setTimeout(search);
  }).catch(fail);
});
