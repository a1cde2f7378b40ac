// Keeps the page for use without a network. `.ci/package web` sets the version and the files of the engine.

const VERSION = "{{version}}";
const FILES = ["./", ..."{{engine}}".split(" "), "manifest.webmanifest", "icon.png"];

addEventListener("install", (event) => {
  skipWaiting();
  const requests = FILES.map((file) => new Request(file, { cache: "no-cache" }));
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(requests)));
});

addEventListener("activate", (event) => {
  const isOld = (name) => name.startsWith("tao-go-") && name !== VERSION;
  const clean = caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name))));
  event.waitUntil(clean.then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const file = request.mode === "navigate" ? "./" : request;
  const isRenewed = file === request && request.cache === "reload";
  const answer = async (cache) => {
    const kept = isRenewed ? null : await cache.match(file);
    if (kept) return kept;
    const fresh = await fetch(request);
    if (isRenewed && fresh.ok) await cache.put(file, fresh.clone());
    return fresh;
  };
  event.respondWith(caches.open(VERSION).then(answer, () => fetch(request)));
});
