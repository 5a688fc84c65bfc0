import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Issue, Requirement } from "#test/requirements";

/** Requirement id → the test files that cite it. */
export type Citations = ReadonlyMap<string, readonly string[]>;

export interface Verdict {
  /** Rows of a part that is built, cited by no test. */
  readonly uncited: readonly string[];
  /** `id in file` for ids that no row has. */
  readonly unknown: readonly string[];
}

const sources = ["src/**/*.test.ts", "test/**/*.ts", "web/**/*.test.{ts,tsx}"];
// A call as it is written in a test: at the start of a statement, ids as literals. Anything else would be cited unseen.
const call = /^[ \t]*(?:await )?verifies\(\s*("[^"]*"|\[[^\]]*\]|[^\s"[])/gm;

export function citedIn(root: string): Citations {
  const found = new Map<string, string[]>();
  for (const file of globSync(sources, { cwd: root }).sort()) {
    for (const id of idsIn(readFileSync(join(root, file), "utf8"), file)) found.set(id, [...new Set([...(found.get(id) ?? []), file])]);
  }
  return found;
}

export function idsIn(source: string, file: string): readonly string[] {
  return [...source.matchAll(call)].flatMap(([, argument = ""]) => {
    const ids = [...argument.matchAll(/"([^"]*)"/g)].map(([, id = ""]) => id);
    if (ids.length === 0) throw new Error(`${file}: verifies() takes its ids as literals, so that they can be found without running the test.`);
    return ids;
  });
}

export function judge(rows: readonly Requirement[], built: readonly Issue[], cited: Citations): Verdict {
  const known = new Set(rows.map((row) => row.id));
  return {
    uncited: rows.filter((row) => built.includes(row.issues[0]) && !cited.has(row.id)).map((row) => row.id),
    unknown: [...cited].filter(([id]) => !known.has(id)).map(([id, files]) => `${id} in ${files.join(", ")}`),
  };
}

export function page(rows: readonly Requirement[], built: readonly Issue[], cited: Citations): string {
  const waiting = rows.filter((row) => !cited.has(row.id));
  const lines = rows.map((row) => {
    const files = cited.get(row.id);
    const state = files === undefined ? `pending: ${row.issues[0]}` : "cited";
    const where = (files ?? []).map((file) => `[${file}](../${file})`).join("<br>");
    return `| ${row.id} | ${row.text.replaceAll("|", "\\|").replaceAll("<", "&lt;")} | ${row.kind} | ${row.issues.join(", ")} | ${state} | ${where} |`;
  });
  return [
    "# Requirements and the tests that cite them",
    "",
    "Written by `npm run requirements` from `test/requirements.ts` and the tests; a test checks that it is up to date.",
    `${rows.length} rows: ${rows.length - waiting.length} cited, ${waiting.length} pending. Parts that are built: ${built.join(", ")}. A pending row names the part that owns it.`,
    "Kinds: **must** is behaviour; **never** a prohibition, shown by a refusal or an absence; **later** was meant for the future and is built in the part named; **paper** is documents and structure.",
    "† marks a row whose source is silent or differs from another; the line states the reading that is built.",
    "",
    "| Id | Requirement | Kind | Part | State | Tests |",
    "| --- | --- | --- | --- | --- | --- |",
    ...lines,
    "",
  ].join("\n");
}
