import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

// What docs/agents/inviting.md prints, taken from the page itself, so that a test runs what a reader would copy.

const page = readFileSync(join(dirname(dirname(import.meta.dirname)), "docs", "agents", "inviting.md"), "utf8");

/** The code at the end of the line that begins with that CLI's name. */
export function printedFor(title: string): string {
  const found = new RegExp(`^- \\*\\*${title}\\*\\*.*: \`(?<code>.+)\`$`, "m").exec(page)?.groups?.["code"];
  if (found === undefined) throw new Error(`docs/agents/inviting.md has no line for ${title}`);
  return found;
}

/** The entry that the page shows whole. */
export function printedEntry(): { readonly name: string; readonly invoke_command: string } {
  const shown = /```json\n([\s\S]*?)```/.exec(page)?.[1] ?? "";
  const [entry] = (JSON.parse(shown) as { agents: { name: string; invoke_command: string }[] }).agents;
  if (entry === undefined) throw new Error("docs/agents/inviting.md shows no entry");
  return entry;
}

/** The line for scripts. */
export function printedScript(): string {
  return /A script needs no MCP: `(.+)`\./.exec(page)?.[1] ?? "";
}

/** The CLIs that the page has a line for. */
export function printedTitles(): readonly string[] {
  return Array.from(page.matchAll(/^- \*\*(.+?)\*\*.*: `.+`$/gm), ([, title = ""]) => title);
}
