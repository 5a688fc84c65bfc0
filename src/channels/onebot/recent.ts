/** The newest values by name, and no more than so many. */
export interface Recent<T> {
  get(name: string): T | undefined;
  set(name: string, value: T): void;
}

export function createRecent<T>(most: number): Recent<T> {
  const kept = new Map<string, T>();
  return {
    get: (name) => kept.get(name),
    set: (name, value) => {
      kept.delete(name);
      kept.set(name, value);
      const [oldest] = kept.keys();
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    },
  };
}
