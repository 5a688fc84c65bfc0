import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

const root = dirname(import.meta.dirname);

/** Each is how one surface calls the same thing on its wire. */
const same = new Set(["MessageWire"]);

/** Adapters cannot import each other, so that each may call its own parts what the others call theirs. */
const adapterOf = (file: string): string | undefined => /^src\/(?:channels|agents|commands)\/(?!kit\/)[^/]+/.exec(file)?.[0];

/** Names of exported types that mean two things: declared twice where somebody could import both. */
function doubleNames(files: readonly { readonly file: string; readonly text: string }[]): readonly string[] {
  const places = new Map<string, Set<string>>();
  for (const { file, text } of files) {
    for (const [, name = ""] of text.matchAll(/^export (?:abstract )?(?:interface|type|class) (\w+)\b(?! \})/gm)) {
      const known = places.get(name) ?? new Set();
      places.set(name, known.add(file));
    }
  }
  return [...places].flatMap(([name, found]) => {
    const owners = new Set(Array.from(found, (file) => adapterOf(file) ?? "shared"));
    const isDouble = found.size > 1 && (owners.has("shared") || owners.size < found.size);
    return isDouble && !same.has(name) ? [`${name}: ${[...found].join(", ")}`] : [];
  });
}

describe("the names of types", () => {
  it("mean one thing each", () => {
    const files = globSync("src/**/*.ts", { cwd: root })
      .filter((file) => !file.endsWith(".test.ts"))
      .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));
    expect(files.length).toBeGreaterThan(500);
    expect(doubleNames(files)).toEqual([]);
  });

  it("would be found where they mean two", () => {
    const planted = (file: string) => ({ file, text: "export interface Upload {}\n" });
    expect(doubleNames([planted("src/hub/files/uploads.ts"), planted("src/http/door/upload.ts")])).toHaveLength(1);
    expect(doubleNames([planted("src/hub/files/uploads.ts"), planted("src/channels/discord/upload.ts")])).toHaveLength(1);
    expect(doubleNames([planted("src/channels/irc/upload.ts"), planted("src/channels/discord/upload.ts")])).toEqual([]);
  });
});
