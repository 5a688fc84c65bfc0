/** What outlives the tab. Where the browser keeps nothing (private windows, full), everything still works until the tab closes. */
export interface BrowserStorage {
  get(name: string): string | null;
  set(name: string, value: string | null): void;
  /** Names that begin so, without order. */
  names(prefix: string): readonly string[];
}

export function browserStorage(storage: Storage): BrowserStorage {
  const memory = new Map<string, string | null>();
  return {
    get(name) {
      const held = memory.get(name);
      if (held !== undefined) return held;
      try {
        return storage.getItem(name);
      } catch {
        return null;
      }
    },
    set(name, value) {
      try {
        if (value === null) storage.removeItem(name);
        else storage.setItem(name, value);
        memory.delete(name);
      } catch {
        memory.set(name, value);
      }
    },
    names(prefix) {
      const here = [...memory].filter(([name, value]) => value !== null && name.startsWith(prefix)).map(([name]) => name);
      try {
        const stored = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? "").filter(
          (name) => name.startsWith(prefix) && memory.get(name) !== null,
        );
        return [...new Set([...here, ...stored])];
      } catch {
        return here;
      }
    },
  };
}

/** What one person keeps in this browser: whoever signs in here next neither reads it nor sends it in their own name. */
export function storageOf(storage: BrowserStorage, person: string): BrowserStorage {
  const own = `${person}:`;
  return {
    get: (name) => storage.get(own + name),
    set: (name, value) => storage.set(own + name, value),
    names: (prefix) => storage.names(own + prefix).map((name) => name.slice(own.length)),
  };
}
