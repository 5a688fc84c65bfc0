import { render } from "preact";
import { openApp } from "./state/app.ts";
import { keepIn } from "./state/keep.ts";
import { AppView } from "./views/app.tsx";

const app = openApp({ keep: keepIn(localStorage), location, history, languages: navigator.languages });
app.arrive();
addEventListener("hashchange", () => app.arrive());
const root = document.getElementById("page");
if (root !== null) render(<AppView app={app} />, root);
