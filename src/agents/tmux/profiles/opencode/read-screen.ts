import type { WorkStatus } from "#domain/work";
import { menuText } from "#agents/tmux/menu-options";
import type { ScreenState } from "#agents/tmux/profile";

/** What OpenCode's screen shows: a composer in a box with a footer below, or a dialog in its place. */
export function readOpenCodeScreen(lines: readonly string[]): ScreenState {
  const rows = lines.map((line) => line.replaceAll(" ", " ").trimEnd());
  const shown = rows.slice(0, rows.findLastIndex((row) => row.trim() !== "") + 1);
  const dialog = dialogIn(shown);
  // Which of its options is chosen shows in colours alone, so no key is given: the plugin answers what OpenCode asks.
  if (dialog !== undefined) return { kind: "menu", menu: { prompt: dialog, options: [] } };
  const bottom = shown.findLastIndex((row) => /^\s*╹▀{10,}/.test(row));
  const column = shown[bottom]?.indexOf("╹") ?? -1;
  if (bottom < 2 || column < 0) return { kind: "unknown" };
  const width = /╹(▀+)/.exec(shown[bottom] ?? "")?.[1]?.length ?? 0;
  const top = shown.slice(0, bottom).findLastIndex((row) => row[column] !== "┃") + 1;
  const box = shown.slice(top, bottom).map((row) => row.slice(column + 1, column + 1 + width).trimEnd());
  const agent = box.at(-1)?.trim() ?? "";
  const composer = composerText(box.slice(0, -1));
  // In shell mode whatever is sent runs in a shell.
  if (/^Shell\b/.test(agent)) return { kind: "panel", text: composer, closeKeys: ["Escape"] };
  if (!agent.includes(" · ")) return { kind: "unknown" };
  const status = statusIn(shown[bottom + 1] ?? "");
  return status === undefined ? { kind: "ready", composer } : { kind: "busy", composer, status };
}

/** A list of commands or files may be open above what is typed; an empty row parts them. */
function composerText(rows: readonly string[]): string {
  const filled = rows.findLastIndex((row) => row.trim() !== "");
  const from = rows.slice(0, Math.max(filled, 0)).findLastIndex((row, i) => row.trim() === "" && rows.slice(0, i).some((above) => /^ \/\w/.test(above)));
  const text = menuText(rows.slice(from + 1, filled + 1));
  return text.startsWith("Ask anything…") ? "" : text;
}

function statusIn(footer: string): WorkStatus | undefined {
  const retry = /[⬝■]\s+(.*?)\s*\[retrying\b([^\]]*)\]/.exec(footer);
  if (retry !== null) return { doing: /\b429\b|rate.?limit/i.test(retry[1] ?? "") ? "rate_limited" : "retrying", what: `${retry[1]} (retrying${retry[2]})` };
  return /\besc (again to )?interrupt\b/.test(footer) ? { doing: "working" } : undefined;
}

/** The text of a permission or a question; undefined when none is shown. */
function dialogIn(rows: readonly string[]): string | undefined {
  const last = rows.slice(-3);
  const isPermission = last.some((row) => /^\s*┃\s+Allow once\s+Allow always\s+Reject\b/.test(row));
  const isQuestion = last.some((row) => /^\s*┃\s+.*\benter (submit|confirm|toggle)\b.*\besc dismiss/.test(row));
  if (!isPermission && !isQuestion) return undefined;
  const top = rows.findLastIndex((row) => !/^\s*┃/.test(row)) + 1;
  return menuText(rows.slice(top).map((row) => row.replace(/^\s*┃/, "")));
}
