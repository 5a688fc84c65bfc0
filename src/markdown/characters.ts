export function isBlank(char: string): boolean {
  return char === "" || /\s/.test(char);
}

export function isWord(char: string): boolean {
  return /[\p{L}\p{N}]/u.test(char);
}
