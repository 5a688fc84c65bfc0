import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inviting } from "./bus-inviting.ts";
import { opening } from "./bus-opening.ts";
import { postingAlone, postingTogether } from "./bus-posting.ts";
import { waking } from "./bus-waking.ts";

// What the bus costs: from a post to the last waiter's answer, posts over MCP, opening a long thread, an agent that waits, an agent that is
// invited. Waking and posting are ratios to a floor that runs in the same minutes; what each floor does is told in its file.
//   npm run bench:bus                    threads of 1k and 10k messages
//   npm run bench:bus -- --long          1M too
//   npm run bench:bus -- waking posting  only these

const sizes = process.argv.includes("--long") ? [1_000, 10_000, 1_000_000] : [1_000, 10_000];
const parts = {
  waking,
  posting: async (scratch: string) => {
    await postingAlone(scratch, sizes);
    await postingTogether(scratch);
  },
  opening: (scratch: string) => opening(scratch, sizes),
  inviting,
};

const named = process.argv.filter((word) => Object.hasOwn(parts, word));
const scratch = mkdtempSync(join(tmpdir(), "parley-bench-"));
try {
  for (const [name, part] of Object.entries(parts)) if (named.length === 0 || named.includes(name)) await part(scratch);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
