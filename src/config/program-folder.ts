import { fileURLToPath } from "node:url";

/** The folder with `package.json`, whether run from `src/` or from `dist/`. */
export const programFolder = fileURLToPath(new URL("../../", import.meta.url));
