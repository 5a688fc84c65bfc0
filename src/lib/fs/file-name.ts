import { sha256 } from "#lib/digest";

const most = 150;

/** A name for a file or folder from any text: the same one for the same text, another for another, and never more than a name. */
export function fileName(text: string): string {
  const plain = Array.from(Buffer.from(text, "utf8"), (byte, i) => {
    const char = String.fromCodePoint(byte);
    return /[\w-]/.test(char) || (char === "." && i > 0) ? char : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }).join("");
  return plain.length > 0 && plain.length <= most ? plain : `${plain.slice(0, most)}~${sha256(text).slice(0, 16)}`;
}
