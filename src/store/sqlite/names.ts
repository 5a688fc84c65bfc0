/** Two names that people would take for one have the same key. */
export function nameKey(name: string): string {
  return name
    .normalize("NFKC")
    .replaceAll(/[\u200c\u200d]/g, "")
    .trim()
    .toLowerCase();
}

/** Names that stand for Parley itself: nobody else may speak under them. */
export function isReserved(name: string): boolean {
  return ["hub", "operator"].includes(nameKey(name));
}
