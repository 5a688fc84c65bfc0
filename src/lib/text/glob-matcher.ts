/** A piece of a pattern: one character, any but a slash, a class, any run without a slash, any run, or any number of whole folders. */
type Token =
  | { readonly kind: "char"; readonly char: string }
  | { readonly kind: "any" }
  | { readonly kind: "class"; readonly expression: RegExp }
  | { readonly kind: "star" | "stars" | "folders" };

/** More are text: a pattern must not grow without end. */
const mostAlternatives = 200;

/**
 * `**` crosses folders, `*` and `?` do not, `[ab]` and `{a,b}` as in a shell. The whole path must match. Patterns and paths may be anybody's:
 * the time that one takes grows with the product of their lengths, and not beyond.
 */
export function globMatcher(glob: string): (path: string) => boolean {
  const alternatives = (expandBraces(glob) ?? [glob]).map((one) => tokensOf(one) ?? literal(glob));
  return (path) => alternatives.some((tokens) => matches(tokens, path));
}

/**
 * Of each kind of star only the last one is tried again: what came before it was matched as early as possible, which leaves it the most
 * to choose from.
 */
function matches(tokens: readonly Token[], path: string): boolean {
  let at = 0;
  let next = 0;
  let star: { readonly next: number; at: number } | undefined;
  let stars: { readonly next: number; at: number; readonly isFolders: boolean } | undefined;
  while (next < tokens.length || at < path.length) {
    const token = tokens[next];
    if (token?.kind === "star") {
      star = { next: ++next, at };
      continue;
    }
    if (token?.kind === "stars" || token?.kind === "folders") {
      stars = { next: ++next, at, isFolders: token.kind === "folders" };
      star = undefined;
      continue;
    }
    const length = token === undefined || at >= path.length ? 0 : taken(token, path, at);
    if (length > 0) {
      at += length;
      next += 1;
      continue;
    }
    if (star !== undefined && star.at < path.length && path[star.at] !== "/") {
      star.at += charLength(path, star.at);
      [at, next] = [star.at, star.next];
      continue;
    }
    if (stars === undefined || stars.at >= path.length) return false;
    const slash = stars.isFolders ? path.indexOf("/", stars.at) : stars.at;
    if (slash < 0) return false;
    stars.at = slash + charLength(path, slash);
    star = undefined;
    [at, next] = [stars.at, stars.next];
  }
  return true;
}

/** How much of the path a token takes there; 0 when it does not match. */
function taken(token: Token, path: string, at: number): number {
  if (token.kind === "char") return path.startsWith(token.char, at) ? token.char.length : 0;
  if (path[at] === "/") return 0;
  const length = charLength(path, at);
  if (token.kind === "class") return token.expression.test(path.slice(at, at + length)) ? length : 0;
  return length;
}

function charLength(path: string, at: number): number {
  return (path.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

/** Undefined for a class that is none. */
function tokensOf(glob: string): readonly Token[] | undefined {
  const chars = Array.from(glob);
  const tokens: Token[] = [];
  for (let at = 0; at < chars.length; at++) {
    const char = chars[at] ?? "";
    if (char === "*" && chars[at + 1] === "*") {
      // `**/` is any number of folders, none included.
      const isFolders = chars[at + 2] === "/";
      tokens.push({ kind: isFolders ? "folders" : "stars" });
      at += isFolders ? 2 : 1;
    } else if (char === "*") tokens.push({ kind: "star" });
    else if (char === "?") tokens.push({ kind: "any" });
    else if (char === "[" && chars.indexOf("]", at + 2) > 0) {
      const end = chars.indexOf("]", at + 2);
      const expression = classOf(chars.slice(at + 1, end).join(""));
      if (expression === undefined) return undefined;
      tokens.push({ kind: "class", expression });
      at = end;
    } else tokens.push({ kind: "char", char });
  }
  return tokens;
}

function classOf(inner: string): RegExp | undefined {
  try {
    return new RegExp(`^[${inner.replace(/^!/, "^").replaceAll(/[\\[]/g, "\\$&")}]$`, "su");
  } catch {
    return undefined;
  }
}

function literal(glob: string): readonly Token[] {
  return Array.from(glob, (char) => ({ kind: "char" as const, char }));
}

/** `a{b,c}d` as `abd` and `acd`, also nested; a brace that is not closed ends with the pattern. Undefined: too many. */
function expandBraces(glob: string): readonly string[] | undefined {
  const open = glob.indexOf("{");
  if (open < 0) return [glob];
  let depth = 0;
  let from = open + 1;
  let at = open;
  const parts: string[] = [];
  for (; at < glob.length; at++) {
    const char = glob[at];
    if (char === "{") depth += 1;
    if (char === "}" && --depth === 0) break;
    if (char === "," && depth === 1) {
      parts.push(glob.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(glob.slice(from, at));
  const found: string[] = [];
  for (const part of parts) {
    const expanded = expandBraces(`${glob.slice(0, open)}${part}${glob.slice(at + 1)}`);
    if (expanded === undefined || found.length + expanded.length > mostAlternatives) return undefined;
    found.push(...expanded);
  }
  return found;
}
