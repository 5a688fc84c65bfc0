/** A file that the hub has, for a message. */
export interface SentFile {
  /** Below the workspace. */
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Empty for what another version or another program left behind. */
export function readSentFiles(text: string | null): readonly SentFile[] {
  try {
    const value: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(value) ? value.filter(isSentFile) : [];
  } catch {
    return [];
  }
}

export function isSentFile(value: unknown): value is SentFile {
  if (typeof value !== "object" || value === null) return false;
  const { path, name, bytes, sha256 } = value as Partial<Record<keyof SentFile, unknown>>;
  return typeof path === "string" && typeof name === "string" && typeof bytes === "number" && typeof sha256 === "string";
}
