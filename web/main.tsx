import { render } from "preact";
import { openApp } from "./state/app.ts";
import { browserStorage } from "./state/browser-storage.ts";
import { AppView } from "./views/app.tsx";

const app = openApp({
  storage: browserStorage(localStorage),
  location,
  history,
  languages: navigator.languages,
  matches: (query) => matchMedia(query).matches,
  requestFrame: (run) => requestAnimationFrame(run),
  loadMarkdown: async () => (await import("./parts/markdown/reader.ts")).reader,
});
app.arrive();
addEventListener("hashchange", () => app.arrive());
const root = document.getElementById("page");
if (root !== null) render(<AppView app={app} />, root);
