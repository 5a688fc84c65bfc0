/** Prints which of the packages are missing; a program of that name counts as the package. */
export const missingArgv = (packages: readonly string[]): readonly [string, ...string[]] => [
  "/bin/sh",
  "-c",
  'for p in "$@"; do dpkg-query -W -f "\\${Status}" "$p" 2>/dev/null | grep -q "ok installed" || command -v "$p" >/dev/null 2>&1 || echo "$p"; done',
  "sh",
  ...packages,
];
