/** Names that look the same to people have the same key. */
export function nameKey(name: string): string {
  return name
    .normalize("NFKC")
    .replaceAll(/[\u200c\u200d]/g, "")
    .trim()
    .toLowerCase();
}

/** Names reserved for Parley itself. */
export function isReserved(name: string): boolean {
  return ["hub", "operator"].includes(nameKey(name));
}
