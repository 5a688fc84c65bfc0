import { render } from "preact";
import { openApp } from "./state/app.ts";
import { browserStorage } from "./state/browser-storage.ts";
import { installWorker } from "./state/install-worker.ts";
import { AppView } from "./views/app.tsx";

const app = openApp({
  storage: browserStorage(localStorage),
  root: document.documentElement,
  location,
  history,
  languages: navigator.languages,
  matches: (query) => matchMedia(query).matches,
  requestFrame: (run) => requestAnimationFrame(run),
  loadMarkdown: async () => (await import("./parts/markdown/reader.ts")).reader,
});
app.arrive();
// After the first drawing, which needs the network more.
addEventListener("load", () => installWorker());
addEventListener("hashchange", () => app.arrive());
const root = document.getElementById("page");
if (root !== null) render(<AppView app={app} />, root);
