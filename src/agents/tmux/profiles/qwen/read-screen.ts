import type { WorkStatus } from "#domain/work";
import { grantOf, menuText, pointedKeys, shownOptions } from "#agents/tmux/menu-options";
import type { Menu, MenuOption, ScreenState } from "#agents/tmux/profile";

const rule = /^─{10,}$/;
const placeholder = /^Type your message or @path\/to\/file$/;
const waits = /^\s*[\u2800-\u28ff]\s?Waiting for user confirmation/;
const questionKeys = /^↑\/↓: Navigate \| Enter: Select \| Esc: Cancel$/;
/** The spinner stands in one of these rows above the composer. */
const spinnerRows = 8;

/** What Qwen Code's screen shows: a composer between two rules with a footer below, a confirmation in their place, or a framed dialog. */
export function readQwenScreen(lines: readonly string[]): ScreenState {
  // Without the bar that shows where in the text one is.
  const rows = lines.map((line) =>
    line
      .replaceAll(/[ \u200b]/g, (char) => (char === " " ? " " : ""))
      .replace(/█$/, "")
      .trimEnd(),
  );
  const shown = rows.slice(0, rows.findLastIndex((row) => row !== "") + 1);
  const last = shown.at(-1) ?? "";
  if (waits.test(last)) return { kind: "menu", menu: confirmationIn(shown.slice(0, -1)) };
  if (/^\s*[└╰]─+[┘╯]$/.test(last)) return dialogIn(shown);
  const below = shown.findLastIndex((row) => rule.test(row));
  const above = shown.slice(0, Math.max(below, 0)).findLastIndex((row) => rule.test(row));
  if (above < 0 || below - above < 2 || below === shown.length - 1) return { kind: "unknown" };
  const typed = shown.slice(above + 1, below);
  const composer = typed
    .map((row) => row.slice(2))
    .join("\n")
    .trim();
  // In shell mode whatever is sent runs in a shell, and the mode stays: nothing is typed until somebody has left it.
  if ((typed[0] ?? "").startsWith("!")) return { kind: "panel", text: composer, closeKeys: ["Escape"] };
  if (!/^[>*]( |$)/.test(typed[0] ?? "")) return { kind: "unknown" };
  const text = placeholder.test(composer) ? "" : composer;
  const before = shown.slice(0, above);
  const status = statusIn(before.slice(-spinnerRows), shown.slice(below + 1));
  if (status !== undefined) return { kind: "busy", composer: text, status };
  const isCancelled = /^\s*\S{1,2}\s*Request cancelled\.$/.test(before.findLast((row) => row.trim() !== "") ?? "");
  return { kind: "ready", composer: text, ...(isCancelled && { isCancelled }) };
}

/** The row of the spinner goes on in the next one where it is too long; the footer names keys that only work meanwhile. */
function statusIn(rows: readonly string[], footer: readonly string[]): WorkStatus | undefined {
  // Some of its spinners are made of dots.
  const row = rows.findLast((one) => /^\s*[\u2800-\u28ff.]{1,3}\s*\S.*\(\d+[hms]\b/.test(one));
  if (row === undefined && !footer.some((one) => /^\s*Enter to steer\b/.test(one))) return undefined;
  return /retry|attempt \d+/i.test(row ?? "") ? { doing: "retrying", what: (row ?? "").trim().slice(1).trim() } : { doing: "working" };
}

/** What stands below the last tool that asks. */
function confirmationIn(rows: readonly string[]): Menu {
  const body = rows.slice(
    Math.max(
      0,
      rows.findLastIndex((row) => /^\s{0,2}\? \S/.test(row)),
    ),
  );
  const first = body.findLastIndex((row) => /^\s*([›❯] )?1\. /.test(row));
  return { prompt: menuText(body.slice(0, first < 0 ? body.length : first)), options: first < 0 ? [] : optionsIn(body.slice(first)) };
}

/** Keys are known for these: a permission, and a question with one answer. */
function optionsIn(rows: readonly string[]): readonly MenuOption[] {
  const footer = rows.findLast((row) => row.trim() !== "")?.trim() ?? "";
  if (questionKeys.test(footer)) {
    const shown = shownOptions(rows, "❯");
    return shown.map(({ label }, i) => ({ label, keys: pointedKeys(shown, i) })).filter(({ label }) => !label.startsWith("Type something"));
  }
  const shown = shownOptions(rows, "›");
  if (shown.length < 2 || !/^No, suggest changes \(esc\)$/.test(shown.at(-1)?.label ?? "")) return [];
  // A digit chooses too, but may be typed into the composer as well when the menu was drawn this moment.
  return shown
    .map(({ label }, i) => ({ label, keys: label.endsWith("(esc)") ? ["Escape"] : pointedKeys(shown, i), ...grantOf(label, /^(Yes|Always)\b/, /^No\b/) }))
    .filter(({ label }) => !/external editor/.test(label));
}

/** A dialog in a frame: one that only shows something, or one to choose in, whose keys nobody guesses. */
function dialogIn(rows: readonly string[]): ScreenState {
  const top = rows.findLastIndex((row) => /^\s*[┌╭]─+[┐╮]$/.test(row));
  const body = rows.slice(top + 1, -1).map((row) =>
    row
      .replace(/^\s*│ ?/, "")
      .replace(/ ?│$/, "")
      .trimEnd(),
  );
  const text = menuText(body);
  const isChoice = body.some((row) => /^\s*[›❯●] \S/.test(row));
  if (!isChoice && body.some((row) => /\bEsc to (cancel|close)\b/i.test(row))) return { kind: "panel", text, closeKeys: ["Escape"] };
  return isChoice ? { kind: "menu", menu: { prompt: text, options: [] } } : { kind: "unknown" };
}
