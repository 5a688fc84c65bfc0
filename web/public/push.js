// The part of the service worker that shows notifications. It caches nothing and sees no token of the page's.

self.addEventListener("push", (event) => {
  event.waitUntil(show(event.data?.json() ?? {}));
});

// A page in the background has it shown in the same way.
self.addEventListener("message", (event) => {
  if (event.source?.type === "window") event.waitUntil(show({ ...event.data, page: event.source.id }));
});

self.addEventListener("notificationclick", (event) => {
  const { data } = event.notification;
  event.notification.close();
  event.waitUntil(event.action === "" ? open(data?.hash ?? "#list") : answer(event.action, data ?? {}));
});

async function show({ kind, title, body, topic, thread, question, tag, choices = [], secret, page }) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  // Somebody who looks at the page sees it there.
  if (pages.some((one) => one.focused)) return;
  const hash = kind === "question" && question ? `#questions=${encodeURIComponent(question)}` : `#thread=${encodeURIComponent(thread ?? "")}`;
  await self.registration.showNotification(String(title ?? "Parley"), {
    body: [body, topic].filter((line) => typeof line === "string" && line !== "").join("\n"),
    tag: String(tag ?? "parley"),
    renotify: true,
    requireInteraction: kind === "question",
    icon: "/icon-unread.svg",
    actions: choices.map(({ id, label }) => ({ action: id, title: label })).slice(0, Notification.maxActions ?? 0),
    data: { hash, question, secret, page },
  });
}

// With the secret that came with the notification, or by the page that had it shown. Whatever keeps it from being answered, the card says.
async function answer(choice, { hash, question, secret, page }) {
  const isAnswered = secret === undefined ? await pageAnswers(page, question, choice) : await hubTakes(secret, choice);
  if (!isAnswered) await open(hash ?? "#questions");
}

async function hubTakes(secret, choice) {
  const headers = { "content-type": "application/json" };
  return fetch("/api/push/answer", { method: "POST", headers, body: JSON.stringify({ secret, choice }) }).then(
    (response) => response.ok,
    () => false,
  );
}

async function pageAnswers(id, question, choice) {
  const page = await self.clients.get(id ?? "");
  if (page === undefined) return false;
  const { port1, port2 } = new MessageChannel();
  const said = new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data === true)));
  page.postMessage({ question, choice }, [port2]);
  return said;
}

async function open(hash) {
  const [page] = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (page === undefined) return self.clients.openWindow(`/${hash}`);
  await page.focus();
  return page.navigate(`/${hash}`).catch(() => self.clients.openWindow(`/${hash}`));
}
