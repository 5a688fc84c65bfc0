import type { WorkStatus } from "#domain/work";
import { grantOf, menuText, pointedKeys, shownOptions } from "#agents/tmux/menu-options";
import type { Menu, MenuOption, ScreenState } from "#agents/tmux/profile";

const knownFooter = /^↑\/↓ to navigate · enter to select · esc to cancel$/;
const rule = /^─{10,}$/;

/** What Copilot's screen shows: a composer between two rules with a footer below, or a framed dialog in its place. */
export function readCopilotScreen(lines: readonly string[]): ScreenState {
  const rows = lines.map((line) => line.replaceAll(" ", " ").trimEnd());
  const shown = rows.slice(0, rows.findLastIndex((row) => row !== "") + 1);
  const dialog = dialogIn(shown);
  if (dialog !== undefined) return { kind: "menu", menu: dialog };
  const last = shown.at(-1)?.trim() ?? "";
  if (last.endsWith(" · esc close")) return { kind: "panel", text: menuText(shown.slice(0, -1).map(withoutBar)), closeKeys: ["Escape"] };
  const below = shown.findLastIndex((row) => rule.test(row.trim()));
  const above = shown.slice(0, Math.max(below, 0)).findLastIndex((row) => rule.test(row.trim()));
  // A picker that takes the composer's place: nobody guesses its keys.
  if (shown.slice(-2).some((row) => /\besc to cancel$/.test(row.trim()))) return { kind: "menu", menu: { prompt: menuText(shown.slice(-20)), options: [] } };
  if (above < 0 || below - above < 2 || below === shown.length - 1) return { kind: "unknown" };
  const typed = shown.slice(above + 1, below);
  // In shell mode whatever is sent runs in a shell, and the mode stays: nothing is typed until somebody has left it.
  if (typed[0]?.startsWith("!") === true) return { kind: "panel", text: typed.join("\n"), closeKeys: ["Escape"] };
  if (typed[0]?.startsWith("❯") !== true) return { kind: "unknown" };
  const composer = typed
    .map((row, i) => withoutBar(row).replace(i === 0 ? /^❯ ?/ : /^ {2}/, ""))
    .join("\n")
    .trim();
  const status = statusIn(shown.slice(below + 1).join(" "), lastSaid(shown.slice(0, above)));
  return status === undefined ? { kind: "ready", composer } : { kind: "busy", composer, status };
}

/** The last line of the conversation; the folder stands between it and the composer. */
function lastSaid(rows: readonly string[]): string {
  return (
    rows
      .slice(0, -1)
      .map((row) => withoutBar(row).trim())
      .findLast((row) => row !== "") ?? ""
  );
}

function statusIn(footer: string, said: string): WorkStatus | undefined {
  const found = /^\s*[^\w\s]?\s*(.*?)\s*\besc (?:esc )?(?:interrupt|edit prompt)\b/.exec(footer);
  if (found === null) return undefined;
  const what = found[1]?.trim() ?? "";
  if (/retry|reconnect/i.test(what)) return { doing: /\b429\b|rate.?limit/i.test(what) ? "rate_limited" : "retrying", what };
  if (/compact/i.test(what)) return { doing: "compacting" };
  const again = /^● (.*\bRetrying)\.\.\.$/.exec(said)?.[1];
  if (again !== undefined) return { doing: "retrying", what: again };
  return { doing: "working", ...(what !== "" && !/^(Working|Thinking)\b/.test(what) && { what }) };
}

/** A dialog stands in a frame at the end of the screen; its last line names the keys. */
function dialogIn(rows: readonly string[]): Menu | undefined {
  if (!/^╰─+╯$/.test(rows.at(-1)?.trim() ?? "")) return undefined;
  const top = rows.findLastIndex((row) => /^╭─+╮$/.test(row));
  const body = rows.slice(top + 1, -1).map(withoutFrame);
  const footer = body.findLast((row) => row.trim() !== "")?.trim() ?? "";
  const first = body.findLastIndex((row) => /^\s*(❯ )?1\. \S/.test(row));
  const isKnown = first >= 0 && knownFooter.test(footer);
  const text = body.slice(0, isKnown ? first : body.length).map((row) => withoutFrame(row).replace(/^[╭╰]─+[╮╯]$/, ""));
  return { prompt: menuText(text.filter((row) => !rule.test(row.trim()))), options: isKnown ? optionsIn(body.slice(first)) : [] };
}

function withoutFrame(row: string): string {
  return row
    .replace(/^\s*│ ?/, "")
    .replace(/ ?│$/, "")
    .trimEnd();
}

/** Without the bar that shows where in the text one is. */
function withoutBar(row: string): string {
  return row.replace(/[┃│]$/, "").trimEnd();
}

function optionsIn(rows: readonly string[]): readonly MenuOption[] {
  const shown = shownOptions(joined(rows), "❯");
  if (shown.length < 2) return [];
  // Enter on the last option asks for words; Escape is the plain no.
  const keysOf = (label: string, i: number): readonly string[] => (/\(Esc\b/.test(label) ? ["Escape"] : pointedKeys(shown, i));
  return shown.map(({ label }, i) => ({ label, keys: keysOf(label, i), ...grantOf(label, /^Yes\b/, /^No\b/) }));
}

/** A label that is too long goes on in the next row, further left than it began. */
function joined(rows: readonly string[]): readonly string[] {
  const whole: string[] = [];
  for (const row of rows) {
    const before = whole.at(-1);
    const isRest = before !== undefined && before.trim() !== "" && row.trim() !== "" && !/^\s*(❯ )?\d{1,2}\. /.test(row);
    if (isRest) whole[whole.length - 1] = `${before} ${row.trim()}`;
    else whole.push(row);
  }
  return whole;
}
