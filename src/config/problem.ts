export type KeyPath = readonly (string | number)[];

/** An error in the file that must be fixed before the hub can start. */
export interface ConfigProblem {
  readonly path: KeyPath;
  /** A sentence without the path. */
  readonly sentence: string;
}

/** As people write it: `security.allowed_users.telegram[0]`. */
export function formatPath(path: KeyPath): string {
  return path.map((key, i) => (typeof key === "number" ? `[${key}]` : `${i === 0 ? "" : "."}${key}`)).join("");
}

/** The other way round. What is no such key comes back as something that formats differently. */
export function parsePath(key: string): KeyPath {
  return [...key.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, name]) => (index === undefined ? (name ?? "") : Number(index)));
}

export function valueAt(tree: unknown, path: KeyPath): unknown {
  let value = tree;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}
