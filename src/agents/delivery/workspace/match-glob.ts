import { globMatcher } from "#lib/text/glob-matcher";

/**
 * What stays out of an archive. A pattern without a leading slash matches at any depth, one with it from the top; `X/**` excludes
 * X itself too, and whatever is excluded takes what is below it along.
 */
export function excludes(patterns: readonly string[]): (path: string) => boolean {
  const matchers = patterns.flatMap((pattern) => {
    const trimmed = pattern.trim().replace(/^\.\//, "");
    const anchored = trimmed.startsWith("/");
    const bare = trimmed.replace(/^\/+/, "").replace(/\/+$/, "");
    if (bare === "") return [];
    const whole = bare.replace(/(\/\*\*)+$/, "");
    return [...new Set([bare, whole])].filter((one) => one !== "").map((one) => globMatcher(anchored || one.startsWith("**/") ? one : `**/${one}`));
  });
  return (path) => matchers.some((matches) => matches(path));
}
