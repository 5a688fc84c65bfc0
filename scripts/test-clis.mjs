// The cases of test/real/cli-cases.ts with every coding CLI in tmux, and those of test/real/acp-cases.ts over ACP, one CLI at a time.
// Prints tables of what each was seen to do and writes them, with versions and the date, to docs/agents/tried.md.
//   node scripts/test-clis.mjs codex gemini      those only: the columns of the others stay as they are
//   node scripts/test-clis.mjs --acp codex       over ACP only; --tmux for the other half
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const page = join("docs", "agents", "tried.md");
const dateRow = "run on";
const treeRow = "tree of src";
const ways = {
  tmux: { title: "In tmux", file: (cli) => `${cli}-desk.test.ts`, suite: (cli) => `${cli} in tmux` },
  acp: { title: "Over ACP", file: (cli) => `acp-${cli}.test.ts`, suite: (cli) => `${cli} over ACP` },
};
const known = readdirSync(join("test", "real")).flatMap((name) => /^(\w+)-desk\.test\.ts$/.exec(name)?.[1] ?? []);
const words = process.argv.slice(2);
const asked = words.filter((word) => !word.startsWith("--"));
const unknown = [...asked.filter((name) => !known.includes(name)), ...words.filter((word) => word.startsWith("--") && !Object.hasOwn(ways, word.slice(2)))];
if (unknown.length > 0) {
  process.stderr.write(`There is no CLI ${unknown.join(", ")} here. Known: ${known.join(", ")}, and --tmux or --acp.\n`);
  process.exit(2);
}

const wanted = Object.keys(ways).filter((way) => !words.some((word) => word.startsWith("--")) || words.includes(`--${way}`));
const tree = treeNow();
const results = [];
for (const cli of asked.length > 0 ? asked : known)
  for (const way of wanted) results.push({ cli, way, cases: run(cli, ways[way]), date: new Date().toISOString().slice(0, 10) });
// Read after the runs: another one may have written its columns meanwhile.
const before = existsSync(page) ? readFileSync(page, "utf8") : "";
const columns = Object.fromEntries(Object.entries(ways).map(([way, { title }]) => [way, columnsIn(sectionOf(before, title))]));
for (const { cli, way, cases, date } of results) columns[way].set(cli, { version: versionOf(cli), date, tree, cases: new Map(cases) });
const failures = results.flatMap(({ cases }) => (cases.length === 0 ? ["none"] : cases.filter(([, result]) => result === "FAILED")));
const tried = Object.entries(ways).filter(([way]) => columns[way].size > 0);
const tables = tried.map(([way, { title }]) => `## ${title}\n\n${tableOf(columns[way])}`);
writeFileSync(page, `${text(tables)}\n`);
console.log(tables.join("\n\n"));
process.exit(failures.length === 0 ? 0 : 1);

/** Each case and what became of it. */
function run(cli, { file, suite }) {
  const scratch = mkdtempSync(join(tmpdir(), "parley-clis-"));
  const report = join(scratch, "report.json");
  spawnSync("vitest", ["run", "--reporter=verbose", "--reporter=json", `--outputFile.json=${report}`, join("test", "real", file(cli))], { stdio: "inherit" });
  const { testResults } = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : { testResults: [] };
  rmSync(scratch, { recursive: true });
  const words = { passed: "yes", failed: "FAILED", skipped: "no", pending: "no" };
  return testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ ancestorTitles }) => ancestorTitles.at(-1) === suite(cli))
      .map(({ title, status }) => [title.replace(/^(?:[A-Z]-[\d.-]+ ?)+: /, ""), words[status] ?? "FAILED"]),
  );
}

/** Which source the cases ran on: columns with the same one can be compared. `changed`: it was not committed. */
function treeNow() {
  const git = (...argv) => execFileSync("git", argv, { encoding: "utf8" }).trim();
  return `${git("rev-parse", "--short=12", "HEAD:src")}${git("status", "--porcelain", "--", "src") === "" ? "" : " changed"}`;
}

function versionOf(cli) {
  const pinned = new RegExp(`^  ${cli}: \\{.*version: "([^"]+)"`, "m").exec(readFileSync(join("scripts", "real-clis.mjs"), "utf8"));
  return pinned?.[1] ?? "?";
}

function tableOf(columns) {
  const clis = known.filter((cli) => columns.has(cli));
  const titles = [...new Set(clis.flatMap((cli) => [...columns.get(cli).cases.keys()]))];
  const row = (...cells) => `| ${cells.join(" | ")} |`;
  return [
    row("case", ...clis.map((cli) => `${cli} ${columns.get(cli).version}`)),
    row("---", ...clis.map(() => "---")),
    ...titles.map((title) => row(title, ...clis.map((cli) => columns.get(cli).cases.get(title) ?? ""))),
    row(dateRow, ...clis.map((cli) => columns.get(cli).date)),
    row(treeRow, ...clis.map((cli) => columns.get(cli).tree)),
  ].join("\n");
}

function text(tables) {
  return [
    "# What each CLI was seen to do",
    "",
    "Written by `npm run test:clis`, which runs the real programs from npm against a scripted model. *no*: the CLI offers no way to show it; the test says why. Each column is one run of one CLI; *tree of src* is the git tree that it ran on.",
    "",
    tables.join("\n\n"),
  ].join("\n");
}

/** What stands below a heading. */
function sectionOf(markdown, title) {
  return markdown.split(/^## /m).find((section) => section.startsWith(`${title}\n`)) ?? "";
}

/** The columns of a page that was written before, by CLI. */
function columnsIn(markdown) {
  const rows = markdown
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) => line.slice(2, -2).split(" | "));
  const [head = [], , ...body] = rows;
  return new Map(
    head.slice(1).map((title, i) => {
      const [cli, version] = title.split(" ");
      const told = (title) => body.find(([name]) => name === title)?.[i + 1] ?? "";
      const cases = body.filter(([name]) => name !== dateRow && name !== treeRow).map((cells) => [cells[0], cells[i + 1]]);
      return [cli, { version, date: told(dateRow), tree: told(treeRow), cases: new Map(cases.filter(([, result]) => result !== "")) }];
    }),
  );
}
