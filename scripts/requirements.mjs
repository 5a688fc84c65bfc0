// Writes docs/requirements.md anew.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { citedIn, page } from "#test/citations";
import { built, requirements } from "#test/requirements";

const root = dirname(import.meta.dirname);
mkdirSync(join(root, "docs"), { recursive: true });
writeFileSync(join(root, "docs", "requirements.md"), page(requirements, built, citedIn(root)));
