import type { MenuOption } from "./profile.ts";

/** An option of a menu as its row shows it. */
export interface ShownOption {
  readonly number: number;
  readonly label: string;
  readonly isPointed: boolean;
}

/**
 * The numbered options of a menu, in order; a label that was wrapped is joined. None when the numbers do not count up from 1 or
 * not exactly one is pointed at: then it is somebody's text, or a layout that is not known.
 */
export function shownOptions(rows: readonly string[], pointer: string): readonly ShownOption[] {
  const found: { number: number; label: string; isPointed: boolean; column: number }[] = [];
  for (const row of rows) {
    const match = new RegExp(`^(\\s*)(${pointer} )?(\\s*)(\\d{1,2})\\. (\\s*\\S.*)$`, "u").exec(row);
    const last = found.at(-1);
    if (match !== null) {
      const column = row.length - (match[5]?.trimStart().length ?? 0);
      found.push({ number: Number(match[4]), label: match[5]?.trim() ?? "", isPointed: match[2] !== undefined, column });
    } else if (last !== undefined && row.trim() !== "" && row.length - row.trimStart().length >= last.column) last.label += ` ${row.trim()}`;
    else if (last !== undefined) break;
  }
  const isCounted = found.every(({ number }, i) => number === i + 1);
  const isPointedOnce = found.filter(({ isPointed }) => isPointed).length === 1;
  return isCounted && isPointedOnce ? found.map(({ number, label, isPointed }) => ({ number, label, isPointed })) : [];
}

/** Options that are chosen by moving the pointer to them and pressing Enter. */
export function pointedKeys(options: readonly ShownOption[], index: number): readonly string[] {
  const steps = index - options.findIndex(({ isPointed }) => isPointed);
  return [...Array.from({ length: Math.abs(steps) }, () => (steps > 0 ? "Down" : "Up")), "Enter"];
}

/** What an option means for a permission, by how its label begins. */
export function grantOf(label: string, allow: RegExp, deny: RegExp): Pick<MenuOption, "grants"> {
  if (deny.test(label)) return { grants: "deny" };
  return allow.test(label) ? { grants: "allow" } : {};
}

/** The text of a menu without empty rows in a row, and without the space that all rows begin with. */
export function menuText(rows: readonly string[]): string {
  const indents = rows.filter((row) => row.trim() !== "").map((row) => row.length - row.trimStart().length);
  const indent = indents.length === 0 ? 0 : Math.min(...indents);
  return rows
    .map((row) => row.slice(indent))
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}
