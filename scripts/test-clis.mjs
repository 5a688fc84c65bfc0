// The cases of test/real/cli-cases.ts with every coding CLI in tmux, one CLI at a time. Prints a table of what each was seen to do
// and writes it, with versions and the date, to docs/agents/tried.md.
//   node scripts/test-clis.mjs codex gemini      those only: the columns of the others stay as they are
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const page = join("docs", "agents", "tried.md");
const known = readdirSync(join("test", "real")).flatMap((name) => /^(\w+)-desk\.test\.ts$/.exec(name)?.[1] ?? []);
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`There is no CLI ${unknown.join(", ")} here. Known: ${known.join(", ")}.\n`);
  process.exit(2);
}

const before = existsSync(page) ? columnsIn(readFileSync(page, "utf8")) : new Map();
let failures = 0;
for (const cli of asked.length > 0 ? asked : known) {
  const cases = run(cli);
  failures += cases.filter(([, result]) => result === "FAILED").length;
  before.set(cli, { version: versionOf(cli), date: new Date().toISOString().slice(0, 10), cases: new Map(cases) });
}
const table = tableOf(before);
writeFileSync(page, `${text(table)}\n`);
console.log(table);
process.exit(failures === 0 ? 0 : 1);

/** Each case and what became of it. */
function run(cli) {
  const scratch = mkdtempSync(join(tmpdir(), "parley-clis-"));
  const report = join(scratch, "report.json");
  spawnSync("vitest", ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, `test/real/${cli}-desk.test.ts`], { stdio: "inherit" });
  const { testResults } = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : { testResults: [] };
  rmSync(scratch, { recursive: true });
  const words = { passed: "yes", failed: "FAILED", skipped: "no", pending: "no" };
  return testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ ancestorTitles }) => ancestorTitles.at(-1) === `${cli} in tmux`)
      .map(({ title, status }) => [title.replace(/^(?:[A-Z]-[\d.-]+ ?)+: /, ""), words[status] ?? "FAILED"]),
  );
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
    row("run on", ...clis.map((cli) => columns.get(cli).date)),
  ].join("\n");
}

function text(table) {
  return [
    "# What each CLI was seen to do",
    "",
    "Written by `npm run test:clis`, which runs the real programs from npm in tmux against a scripted model. *no*: the CLI offers no way to show it; the test says why.",
    "",
    table,
  ].join("\n");
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
      const cases = body.filter(([name]) => name !== "run on").map((cells) => [cells[0], cells[i + 1]]);
      return [cli, { version, date: body.at(-1)?.[i + 1] ?? "", cases: new Map(cases.filter(([, result]) => result !== "")) }];
    }),
  );
}
