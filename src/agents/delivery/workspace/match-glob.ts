/** `**` crosses folders, `*` and `?` do not, `[ab]` and `{a,b}` as in a shell. The whole path must match. */
export function globExpression(glob: string): RegExp {
  let source = "";
  let depth = 0;
  for (let at = 0; at < glob.length; at++) {
    const char = glob.charAt(at);
    if (char === "*" && glob[at + 1] === "*") {
      // `**/` is any number of folders, none included.
      const isFolder = glob[at + 2] === "/";
      source += isFolder ? "(?:[^/]*/)*" : ".*";
      at += isFolder ? 2 : 1;
    } else if (char === "*") source += "[^/]*";
    else if (char === "?") source += "[^/]";
    else if (char === "[") {
      const end = glob.indexOf("]", at + 2);
      const inner =
        end < 0
          ? ""
          : glob
              .slice(at + 1, end)
              .replace(/^!/, "^")
              .replaceAll(/[\\[]/g, "\\$&");
      source += end < 0 ? "\\[" : `(?!/)[${inner}]`;
      if (end >= 0) at = end;
    } else if (char === "{") {
      depth += 1;
      source += "(?:";
    } else if (char === "}" && depth > 0) {
      depth -= 1;
      source += ")";
    } else if (char === "," && depth > 0) source += "|";
    else source += char.replaceAll(/[\\^$.|?*+()[\]{}]/g, "\\$&");
  }
  try {
    return new RegExp(`^${source}${")".repeat(depth)}$`, "su");
  } catch {
    return new RegExp(`^${glob.replaceAll(/[\\^$.|?*+()[\]{}/]/g, "\\$&")}$`, "su");
  }
}

/**
 * What stays out of an archive. A pattern without a leading slash matches at any depth, one with it from the top; `X/**` excludes
 * X itself too, and whatever is excluded takes what is below it along.
 */
export function excludes(patterns: readonly string[]): (path: string) => boolean {
  const expressions = patterns.flatMap((pattern) => {
    const trimmed = pattern.trim().replace(/^\.\//, "");
    const anchored = trimmed.startsWith("/");
    const bare = trimmed.replace(/^\/+/, "").replace(/\/+$/, "");
    if (bare === "") return [];
    const whole = bare.replace(/(\/\*\*)+$/, "");
    return [...new Set([bare, whole])].filter((one) => one !== "").map((one) => globExpression(anchored || one.startsWith("**/") ? one : `**/${one}`));
  });
  return (path) => expressions.some((expression) => expression.test(path));
}
