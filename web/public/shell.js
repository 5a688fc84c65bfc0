// The part of the service worker that keeps the page itself, so that it opens without the hub. What the hub says is never kept: no
// message, no file, no answer to a request of the page.

const shell = "parley-shell-1";

self.addEventListener("activate", (event) => {
  event.waitUntil(cleared().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  // Names below /assets carry a hash of what they hold.
  if (pathname.startsWith("/assets/")) event.respondWith(kept(request));
  else if (pathname === "/" && request.mode === "navigate") event.respondWith(newest(request));
});

async function kept(request) {
  const cache = await caches.open(shell);
  const known = await cache.match(request.url);
  if (known !== undefined) return known;
  const response = await fetch(request);
  if (response.ok) await cache.put(request.url, response.clone());
  return response;
}

/** From the hub as long as it answers. */
async function newest(request) {
  const cache = await caches.open(shell);
  const known = await cache.match("/");
  try {
    const response = await fetch(request);
    if (response.ok) await keep(cache, response.clone(), await known?.clone().text());
    return response;
  } catch (error) {
    if (known === undefined) throw error;
    return known;
  }
}

/** A new page has new files; those of the one before are not needed any more. */
async function keep(cache, response, before) {
  const page = await response.clone().text();
  if (page === before) return;
  const files = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith("/assets/") && !page.includes(new URL(url).pathname));
  if (before !== undefined) await Promise.all(files.map((file) => cache.delete(file)));
  await cache.put("/", response);
}

async function cleared() {
  const names = (await caches.keys()).filter((name) => name !== shell);
  await Promise.all(names.map((name) => caches.delete(name)));
}
