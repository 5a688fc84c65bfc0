import type { XmlHandler } from "./xml.ts";

export interface Relationship {
  readonly id: string;
  /** The last word of its type: `slide`, `hyperlink`, `styles`. */
  readonly type: string;
  /** A part's name, or where an external one leads, as the file says. */
  readonly target: string;
  readonly isExternal: boolean;
}

export interface Relationships {
  get(id: string | undefined): Relationship | undefined;
  ofType(type: string): readonly Relationship[];
}

const longestTarget = 4_096;

/** The relationships of a part; of the package itself where the part is "". A part without any has none. */
export async function readRelationships(part: string, read: (part: string, handler: XmlHandler) => Promise<boolean>): Promise<Relationships> {
  const slash = part.lastIndexOf("/") + 1;
  const folder = part.slice(0, slash);
  const byId = new Map<string, Relationship>();
  await read(`${folder}_rels/${part.slice(slash)}.rels`, {
    open(name, attributes) {
      if (name !== "Relationship") return;
      const { Id: id, Type: type, Target: target, TargetMode: mode } = attributes;
      if (id === undefined || type === undefined || target === undefined || target.length > longestTarget) return;
      const isExternal = mode === "External";
      byId.set(id, { id, type: type.slice(type.lastIndexOf("/") + 1), target: isExternal ? target : resolve(folder, target), isExternal });
    },
    close: () => undefined,
    text: () => undefined,
  });
  return {
    get: (id) => (id === undefined ? undefined : byId.get(id)),
    ofType: (type) => [...byId.values()].filter((relationship) => relationship.type === type),
  };
}

// Steps above the root are dropped, as a URL would do, so a name never leads out of the package.
function resolve(folder: string, target: string): string {
  const path = target.replaceAll("\\", "/");
  const steps: string[] = [];
  for (const step of (path.startsWith("/") ? path : folder + path).split("/")) {
    if (step === "..") steps.pop();
    else if (step !== "" && step !== ".") steps.push(step);
  }
  const joined = steps.join("/");
  try {
    return decodeURIComponent(joined);
  } catch {
    return joined;
  }
}
