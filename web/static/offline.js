// Keeps the page for use without a network. `.ci/package web` sets the version and the builds of the engine.

const VERSION = "{{version}}";
const ENGINES = "{{builds}}".split(" ").flatMap((build) => [`${build}.js`, `${build}_bg.wasm`]);
const FILES = ["./", "worker.js", ...ENGINES, "manifest.webmanifest", "icon.png"];

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
  event.respondWith(caches.match(file, { cacheName: VERSION }).then((kept) => kept ?? fetch(request)));
});
