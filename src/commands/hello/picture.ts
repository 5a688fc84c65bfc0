const letters: Readonly<Record<string, readonly string[]>> = {
  H: ["#   #", "#   #", "#####", "#   #", "#   #"],
  E: ["#####", "#    ", "#### ", "#    ", "#####"],
  L: ["#    ", "#    ", "#    ", "#    ", "#####"],
  O: [" ### ", "#   #", "#   #", "#   #", " ### "],
};

/** The word in large letters of ASCII, five lines high. */
export function picture(word: "HELLO"): string {
  const rows = Array.from({ length: 5 }, (_, row) => Array.from(word, (letter) => letters[letter]?.[row] ?? "").join("  "));
  return rows.map((row) => row.trimEnd()).join("\n");
}
