import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { questionWire } from "#protocol/wire";

const root = dirname(import.meta.dirname);

/**
 * Phrases that readers had to decode, each with what to write instead. Only what is wrong wherever it stands: a phrase that good
 * English could need does not belong here.
 */
const dialect: readonly (readonly [RegExp, string])[] = [
  [/\b(?:expire|expires|expired|fail|fails|failed|refused|ends|dies) aloud\b/i, "with a notice"],
  [/\b(?:mended|mends|mending)\b|\bhow to mend\b|\bmend it\b/i, "fix"],
  [/\bwhomever\b|\bfor whomever\b/i, "anyone"],
  [/\bastray\b/i, "rejected"],
  [/\bleads? nowhere\b/i, "has no effect, was rejected"],
  [/\b(?:is|are) told as (?!its `)/i, "is reported as"],
  [/\b(?:come|comes|came) to nothing\b/i, "failed"],
  [/\bneeds? a word (?:behind|after) it\b/i, "requires a subcommand"],
  [/\bgives? no sign of life\b/i, "has stopped responding"],
  [/\bdid not become whole\b/i, "timed out"],
  [/\bwhat comes of it\b/i, "the result"],
  [/\bfit for a log\b/i, "redacted for the log"],
  [/\bnobody vouches\b/i, "is not trusted"],
  [/\bsay it anew\b|\bsave it anew\b|\bmade anew\b|\bread anew\b/i, "again"],
  [/\bthose beyond were left out\b/i, "the rest were left out"],
];

/** What is checked. `docs/requirements.md` is generated from requirements that others wrote. */
const docs = globSync(["*.md", "docs/**/*.md", "skills/**/*.md", "parley.example.yaml"], { cwd: root }).filter((file) => file !== "docs/requirements.md");
const sources = globSync(["src/**/*.ts", "web/**/*.{ts,tsx}"], { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file));

function offences(files: readonly string[]): readonly string[] {
  return files.flatMap((file) =>
    readFileSync(join(root, file), "utf8")
      .split("\n")
      .flatMap((line, i) =>
        dialect.filter(([phrase]) => phrase.test(line)).map(([phrase, instead]) => `${file}:${i + 1}: ${phrase.source} (write: ${instead})`),
      ),
  );
}

/** Where a path of this repository begins: a folder of its root, or of `src/`. */
const folders = new Set(globSync(["*/", "src/*/"], { cwd: root }).map((path) => path.replace(/^src\//, "").replace(/\/$/, "")));
/** The operator's own files, which a clone does not have. */
const notOurs = ["config/available-agents.json"];

/** The paths of this repository that a text names in backticks; `NAME` and `*` stand for something. */
function pathsIn(text: string): readonly string[] {
  return [...text.matchAll(/`([a-z][\w.-]*\/[\w./-]*)`/g)].flatMap(([, path = ""]) =>
    folders.has(path.slice(0, path.indexOf("/"))) && !/[A-Z]{2}/.test(path) && !notOurs.includes(path) ? [path] : [],
  );
}

describe("plain words", () => {
  it("are used in the docs", () => {
    expect(docs.length).toBeGreaterThan(25);
    expect(offences(docs)).toEqual([]);
  });

  it("are used in comments, texts and logs", () => {
    expect(sources.length).toBeGreaterThan(600);
    expect(offences(sources)).toEqual([]);
  });
});

describe("the docs", () => {
  it("name files that exist", () => {
    const named = docs.flatMap((file) => pathsIn(readFileSync(join(root, file), "utf8")).map((path) => ({ file, path })));
    expect(named.filter(({ file }) => file === "ARCHITECTURE.md").length).toBeGreaterThan(90);
    expect(named.filter(({ file }) => file !== "ARCHITECTURE.md").length).toBeGreaterThan(50);
    expect(named.filter(({ path }) => ![path, `src/${path}`, `src/${path}.ts`].some((one) => existsSync(join(root, one))))).toEqual([]);
  });

  it("would notice a file that was moved away", () => {
    expect(pathsIn("see `hub/road/road.ts`, `src/hub/`, `test/nothing.ts` and `.agents/skills/NAME/`, `src/agents/NAME/`, `a/b`, `application/json`")).toEqual([
      "hub/road/road.ts",
      "src/hub/",
      "test/nothing.ts",
    ]);
  });

  it("describe every field of a question", () => {
    const row = readFileSync(join(root, "docs/http.md"), "utf8")
      .split("\n")
      .find((line) => line.startsWith("| `GET /api/questions"));
    expect(/`\{([a-z_, ]+)\}`/.exec(row ?? "")?.[1]?.split(", ")).toEqual(Object.keys(questionWire.shape));
  });

  it("link to files that exist", () => {
    const links = docs
      .filter((file) => file.endsWith(".md"))
      .flatMap((file) =>
        [...readFileSync(join(root, file), "utf8").matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)].map(([, path = ""]) => ({
          file,
          path: join(root, dirname(file), path),
        })),
      );
    expect(links.length).toBeGreaterThan(40);
    expect(links.filter(({ path }) => !existsSync(path))).toEqual([]);
  });
});
