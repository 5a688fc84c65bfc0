export type KeyPath = readonly (string | number)[];

/** An error in the file that must be fixed before the hub can start. */
export interface Problem {
  readonly path: KeyPath;
  /** A sentence without the path. */
  readonly sentence: string;
}

/** As people write it: `security.allowed_users.telegram[0]`. */
export function formatPath(path: KeyPath): string {
  return path.map((key, i) => (typeof key === "number" ? `[${key}]` : `${i === 0 ? "" : "."}${key}`)).join("");
}

export function valueAt(tree: unknown, path: KeyPath): unknown {
  let value = tree;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}
