import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The sizes at which every screen is captured, with `tmux capture-pane -p`. */
export const screenSizes = ["200x50", "80x24"] as const;

/** The captured screens of a profile's folder. */
export function capturedScreens(folder: string) {
  return {
    lines: (size: string, name: string): readonly string[] =>
      readFileSync(join(folder, "screens", size, `${name}.txt`), "utf8")
        .split("\n")
        .slice(0, -1),
    names: (size: string): readonly string[] =>
      readdirSync(join(folder, "screens", size))
        .map((name) => name.replace(".txt", ""))
        .toSorted(),
  };
}
