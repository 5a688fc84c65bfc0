import { fileURLToPath } from "node:url";

/** The folder with `package.json`: the same seen from `src/` and from `dist/`. */
export const programFolder = fileURLToPath(new URL("../../", import.meta.url));
