import type { WorkStatus } from "#domain/work";
import type { Menu, MenuOption, ScreenState } from "#agents/tmux/profile";
import { defined } from "#lib/defined";
import { withoutSidePanel } from "./side-panel.ts";

const rule = /^[─╌]{10,}/;
const panelTop = /^▔{10,}/;
const footerKeys = /(Esc|Enter) to \w+/;
const placeholder = /^(Press up to edit queued messages|Try ".*"?)$/;

/** What Claude Code's screen shows. `lines` are the rows of the pane, top to bottom. */
export function readClaudeScreen(lines: readonly string[]): ScreenState {
  const rows = withoutSidePanel(lines.map((line) => line.replaceAll(" ", " "))).map((row) => row.trimEnd());
  const last = rows.findLastIndex((row) => row !== "");
  const shown = rows.slice(0, last + 1);
  const composer = composerIn(shown);
  if (composer !== undefined) {
    const below = shown.slice(composer.end + 1).join(" ");
    const above = shown.slice(0, composer.begin);
    // The hint goes away while something is typed; then only the spinner tells. An answer's text could look like one, the hint could not.
    const isBusy = /esc to interrupt/.test(below) || (composer.text !== "" && hasSpinner(above));
    if (!isBusy) return { kind: "ready", composer: composer.text };
    const status = statusIn(above);
    return { kind: "busy", composer: composer.text, ...defined({ status }) };
  }
  // The keys that a menu takes stand in its last line; in an answer's text they could stand anywhere.
  // A panel that is higher than the terminal has lost that line.
  if (!footerKeys.test(shown.at(-1) ?? "") && !shown.some((row) => panelTop.test(row))) return { kind: "unknown" };
  const menu = menuIn(shown);
  if (menu !== undefined) return { kind: "menu", menu };
  return { kind: "panel", text: panelText(shown), closeKeys: ["Escape"] };
}

/** The box between the last two rules, if it begins with the prompt sign. */
function composerIn(rows: readonly string[]): { readonly text: string; readonly begin: number; readonly end: number } | undefined {
  const end = rows.findLastIndex((row) => /^─{10,}/.test(row));
  const begin = rows.slice(0, Math.max(end, 0)).findLastIndex((row) => /^─{10,}/.test(row));
  const first = rows[begin + 1];
  // A shell line begins with ! instead.
  if (begin < 0 || end < rows.length - 4 || first === undefined || !/^[❯!](\s|$)/.test(first)) return undefined;
  if (rows.slice(end + 1).some((row) => footerKeys.test(row) && !/esc to interrupt/i.test(row))) return undefined;
  const text = rows
    .slice(begin + 1, end)
    .map((row, i) => (i === 0 && row.startsWith("❯") ? row.slice(2) : i === 0 ? row : row.replace(/^ {2}/, "")))
    .join("\n")
    .trim();
  return { text: placeholder.test(text) ? "" : text, begin, end };
}

function hasSpinner(rows: readonly string[]): boolean {
  return rows
    .filter((row) => row !== "")
    .slice(-4)
    .some((row) => /^[·✢✳✶✻✽*] \S.*(…|retry in|Retrying in)/.test(row));
}

function statusIn(rows: readonly string[]): WorkStatus | undefined {
  const retry = rows.findLast((row) => /(Retrying|will retry) in \d+/.test(row));
  if (retry !== undefined) {
    const what = retry.replace(/^\W+/, "").trim();
    return { doing: /\b429\b|rate.?limit/i.test(what) ? "rate_limited" : "retrying", what };
  }
  const line = rows.findLast((row) => /^[·✢✳✶✻✽*] \S/.test(row) && row.includes("…"));
  if (line === undefined) return undefined;
  if (/Compacting/i.test(line)) return { doing: "compacting" };
  return { doing: "working" };
}

function menuIn(rows: readonly string[]): Menu | undefined {
  const body = menuBody(rows).filter((row) => !rule.test(row));
  if (!body.some((row) => /^\s*❯ \S/.test(row))) return undefined;
  const footer = rows.at(-1)?.trim() ?? "";
  // Keys are known for these two layouts. In another one a digit may move the pointer, or do something else.
  const options = /^Esc to cancel( · Tab to amend)?$/.test(footer) ? numberedOptions(body) : footer.startsWith("Enter to confirm") ? pointedOptions(body) : [];
  return { prompt: textOf(body), options: options.length > 1 ? options : [] };
}

/** What stands below the border of the dialog; prompts of earlier turns above it begin with the same sign as a pointer. */
function menuBody(rows: readonly string[]): readonly string[] {
  const panel = rows.findLastIndex((row) => panelTop.test(row));
  if (panel >= 0) return rows.slice(panel + 1);
  // A list of answers has dividers of its own: what counts is the rule above its first line.
  const first = rows.findLastIndex((row) => /^\s*(?:❯\s*)?1\. /.test(row));
  const above = rows.slice(0, first < 0 ? rows.length : first).findLastIndex((row) => /^─{10,}/.test(row));
  return above < 0 ? [] : rows.slice(above + 1);
}

/** A digit alone chooses. */
function numberedOptions(rows: readonly string[]): readonly MenuOption[] {
  const found = rows.flatMap((row) => {
    const match = /^\s*(?:❯\s*)?(\d)\.\s+(\S.*)$/.exec(row);
    return match?.[1] === undefined || match[2] === undefined ? [] : [{ digit: match[1], label: match[2].trim() }];
  });
  // Numbers that do not count up from 1 are somebody's text.
  if (found.some(({ digit }, i) => Number(digit) !== i + 1)) return [];
  return found.map(({ digit, label }) => ({ label, keys: [digit], ...grantOf(label) }));
}

/** A pointer is moved to the option and Enter chooses. */
function pointedOptions(rows: readonly string[]): readonly MenuOption[] {
  const pointed = rows.findIndex((row) => /^\s*❯ \S/.test(row));
  if (pointed < 0) return [];
  const column = (rows[pointed] ?? "").indexOf("❯") + 2;
  const isOption = (row: string | undefined): boolean =>
    row !== undefined && row.slice(0, column).replace("❯", "").trim() === "" && /\S/.test(row.charAt(column));
  let begin = pointed;
  while (isOption(rows[begin - 1])) begin--;
  let end = pointed;
  while (isOption(rows[end + 1]) && !footerKeys.test(rows[end + 1] ?? "")) end++;
  return rows.slice(begin, end + 1).map((row, i) => {
    const label = row.slice(column).trim();
    const steps = begin + i - pointed;
    const moves = Array.from({ length: Math.abs(steps) }, () => (steps > 0 ? "Down" : "Up"));
    return { label, keys: [...moves, "Enter"], ...grantOf(label) };
  });
}

function grantOf(label: string): Pick<MenuOption, "grants"> {
  if (/^No\b/.test(label)) return { grants: "deny" };
  return /^Yes\b/.test(label) ? { grants: "allow" } : {};
}

function textOf(rows: readonly string[]): string {
  return rows
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

function panelText(rows: readonly string[]): string {
  const begin = rows.findLastIndex((row) => panelTop.test(row));
  return textOf(rows.slice(begin + 1).filter((row) => !footerKeys.test(row) || !/^\s*Esc/.test(row)));
}
