import type { WorkStatus } from "#domain/work";
import { grantOf, menuText, pointedKeys, shownOptions } from "#agents/tmux/menu-options";
import type { Menu, MenuOption, ScreenState } from "#agents/tmux/profile";

const composerTop = /^▄{10,}$/;
const composerEnd = /^▀{10,}$/;
const placeholder = /^(Type your message or @path\/to\/file|Type your shell command)$/;
const questionKeys = /^Enter to select · ↑\/↓ to navigate · Esc to cancel$/;
/** The spinner stands in one of these rows above the composer. */
const spinnerRows = 6;

/** What Gemini CLI's screen shows: a composer between two bars with a footer below, or a framed dialog at its end. */
export function readGeminiScreen(lines: readonly string[]): ScreenState {
  const rows = lines.map((line) => line.replaceAll(" ", " ").trimEnd());
  const shown = rows.slice(0, rows.findLastIndex((row) => row !== "") + 1);
  if (/^\s*╰─+╯$/.test(shown.at(-1) ?? "")) return { kind: "menu", menu: menuIn(shown) };
  const end = shown.findLastIndex((row) => composerEnd.test(row));
  const top = shown.slice(0, Math.max(end, 0)).findLastIndex((row) => composerTop.test(row));
  // Prompts of earlier turns stand between such bars too, and nothing like a footer follows them.
  if (top < 0 || end === shown.length - 1 || !isFooter(shown.slice(end + 1))) return { kind: "unknown" };
  const typed = shown.slice(top + 1, end);
  const composer = typed
    .map((row) => row.slice(3))
    .join("\n")
    .trim();
  // In shell mode whatever is sent runs in a shell, and the mode stays: nothing is typed until somebody has left it.
  if (/^ ! ?/.test(typed[0] ?? "")) return { kind: "panel", text: composer, closeKeys: ["Escape"] };
  if (!/^ [>*]( |$)/.test(typed[0] ?? "")) return { kind: "unknown" };
  const text = placeholder.test(composer) ? "" : composer;
  const status = statusIn(shown.slice(Math.max(0, top - spinnerRows), top));
  return status === undefined ? { kind: "ready", composer: text } : { kind: "busy", composer: text, status };
}

/** Names of the folder and the model, a list of commands, or a hint about a key. */
function isFooter(rows: readonly string[]): boolean {
  return rows.some((row) => /\/model$|^ \(\d+\/\d+\)$|^ ?Press (Ctrl\+[CD]|Esc) again/.test(row));
}

function statusIn(rows: readonly string[]): WorkStatus | undefined {
  const row = rows.findLast((one) => /^\s*[\u2800-\u28ff] .*\besc to cancel\b/.test(one));
  if (row === undefined) return undefined;
  const what =
    /^\s*\S (.*?)\s*\(esc to cancel/
      .exec(row)?.[1]
      ?.replace(/\.{3}$/, "")
      .trim() ?? "";
  if (/Trying to reach|Attempt \d+/i.test(what)) return { doing: "retrying", what };
  return { doing: "working", ...(what !== "" && what !== "Thinking" && { what }) };
}

function menuIn(rows: readonly string[]): Menu {
  const top = rows.findLastIndex((row) => /^\s?╭─+╮$/.test(row));
  const body = rows.slice(top + 1, -1).map((row) =>
    row
      .replace(/^\s?│ ?/, "")
      .replace(/ ?│$/, "")
      .trimEnd(),
  );
  const first = body.findLastIndex((row) => /^\s*(● )?1\. /.test(row));
  const text = body
    .slice(0, first < 0 ? body.length : first)
    .filter((row) => !/^\s*[╭╰]─+[╮╯]$/.test(row))
    .map((row) =>
      row
        .replace(/^\s*│ ?/, "")
        .replace(/ ?│$/, "")
        .trimEnd(),
    );
  return { prompt: menuText(text), options: first < 0 ? [] : optionsIn(body.slice(first)) };
}

/** Keys are known for these: a permission, the trust in a folder, and a question with one answer. */
function optionsIn(rows: readonly string[]): readonly MenuOption[] {
  const footer = rows.findLast((row) => row.trim() !== "")?.trim() ?? "";
  const shown = shownOptions(rows, "●");
  const last = shown.at(-1)?.label ?? "";
  if (questionKeys.test(footer))
    return shown.map(({ label }, i) => ({ label, keys: pointedKeys(shown, i) })).filter(({ label }) => !label.startsWith("Enter a custom value"));
  if (shown.length < 2 || !/^(No, suggest changes \(esc\)|Don't trust)$/.test(last)) return [];
  // A digit chooses too, but may be typed into the composer as well when the menu was drawn this moment.
  return shown
    .map(({ label }, i) => ({
      label,
      keys: label.endsWith("(esc)") ? ["Escape"] : pointedKeys(shown, i),
      ...grantOf(label, /^(Allow|Trust)\b/, /^(No|Don't)\b/),
    }))
    .filter(({ label }) => !/external editor/.test(label));
}
