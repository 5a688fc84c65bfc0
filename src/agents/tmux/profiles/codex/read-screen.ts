import type { WorkStatus } from "#domain/work";
import { grantOf, menuText, pointedKeys, shownOptions } from "#agents/tmux/menu-options";
import type { Menu, MenuOption, ScreenState } from "#agents/tmux/profile";
import { defined } from "#lib/defined";

const placeholder = "Ask Codex to do anything";
const hint = / · |^\s*(\? for shortcuts|esc again|tab to queue|ctrl ?\+ ?c )/;
/** The last line of each menu whose keys were tried. */
const knownFooters = [
  /^Press enter to confirm or esc to cancel$/,
  /^enter confirm · esc skip$/,
  /^enter continue · esc quit$/,
  /^tab to add notes \| enter to submit answer \| esc to interrupt$/,
];

/** What Codex's screen shows. While an answer is being written it looks as if it were ready. */
export function readCodexScreen(lines: readonly string[]): ScreenState {
  const rows = lines.map((line) => line.replaceAll(" ", " ").trimEnd());
  const shown = rows.slice(0, rows.findLastIndex((row) => row !== "") + 1);
  const menu = menuIn(shown);
  if (menu !== undefined) return { kind: "menu", menu };
  const begin = shown.findLastIndex((row) => /^[›!](\s|$)/.test(row));
  if (begin < 0) return { kind: "unknown" };
  const gap = shown.findLastIndex((row) => row === "");
  // The line with model and directory is drawn a moment later than the rest.
  const hasFooter = gap > begin && shown.slice(gap + 1).some((row) => hint.test(row));
  const typed = shown.slice(begin, hasFooter ? gap : shown.length);
  const composer = composerText(typed);
  const status = statusIn(shown.slice(0, begin));
  const isTypedWhileBusy = /^\s*tab to queue message/.test(shown.at(-1) ?? "");
  if (status === undefined && !isTypedWhileBusy) return { kind: "ready", composer, ...(composer === "" && isStarting(shown, gap) && { isStarting: true }) };
  return { kind: "busy", composer, ...defined({ status }) };
}

/** It draws its composer first; model and directory follow when it knows that no dialog is to be shown. */
function isStarting(rows: readonly string[], gap: number): boolean {
  return rows.some((row) => row.includes(">_ OpenAI Codex")) && !rows.slice(gap).some((row) => row.includes(" · "));
}

function composerText(rows: readonly string[]): string {
  const text = rows
    // An arrow at the edge says that more is above.
    .map((row, i) => row.replace(/\s+↑$/, "").slice(i === 0 && row.startsWith("!") ? 0 : 2))
    .join("\n")
    .trim();
  return text === placeholder ? "" : text;
}

function statusIn(rows: readonly string[]): WorkStatus | undefined {
  const line = rows
    .filter((row) => row !== "")
    .slice(-4)
    .findLast((row) => /^[•◦] .*esc to interrupt/.test(row));
  if (line === undefined) return undefined;
  const what = line
    .replace(/^[•◦] /, "")
    .replace(/ ?\([^)]*esc to interrupt\)/, "")
    .trim();
  if (/^(Reconnecting|Retrying)/.test(what)) return { doing: /\b429\b|rate.?limit/i.test(what) ? "rate_limited" : "retrying", what };
  return /compact/i.test(what) ? { doing: "compacting" } : { doing: "working", ...(what !== "Working" && { what }) };
}

/** A menu takes the composer's place, and the last line names its keys. */
function menuIn(rows: readonly string[]): Menu | undefined {
  const footer = rows.at(-1)?.trim() ?? "";
  if (!/\benter\b/i.test(footer)) return undefined;
  const first = rows.findLastIndex((row) => /^\s*[›>]? ?\s*1\. \S/.test(row));
  const pointed = rows.findLastIndex((row) => /^\s*[›>] (\d+\. )?\S/.test(row));
  if (pointed < 0) return undefined;
  const top = rows.slice(0, first < 0 ? pointed : first).findLastIndex((row) => /^[•›■✗✔◦]/.test(row));
  const body = rows.slice(top + 1, -1);
  const isKnown = knownFooters.some((known) => known.test(footer));
  return { prompt: menuText(body), options: isKnown && first >= 0 ? optionsIn(rows.slice(first, -1)) : [] };
}

function optionsIn(rows: readonly string[]): readonly MenuOption[] {
  const shown = shownOptions(rows, "›");
  return shown.length < 2
    ? []
    : shown.map(({ label }, i) => ({
        label,
        keys: pointedKeys(shown, i),
        ...grantOf(label, /^(Yes\b|Trust (and|all)\b)/, /^(No,|Quit$|Continue without trusting)/),
      }));
}
