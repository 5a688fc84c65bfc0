import { damaged } from "./office-faults.ts";

export type Attributes = Readonly<Record<string, string>>;

// Writers choose their own prefixes, and "strict" files have other namespaces for the same things. Here every name gets the prefix that the
// specifications use; those of SpreadsheetML and of the package itself get none. A name from any
// other namespace is none of them, however the file calls it: it keeps its prefix, or gets "?:" where that would look like one of these.

const spellings: readonly (readonly [namespace: RegExp, prefix: string])[] = [
  [/\/wordprocessingml(\/2006)?\/main$/u, "w:"],
  [/\/spreadsheetml(\/2006)?\/main$/u, ""],
  [/\/presentationml(\/2006)?\/main$/u, "p:"],
  [/\/drawingml(\/2006)?\/main$/u, "a:"],
  [/\/drawingml(\/2006)?\/chart$/u, "c:"],
  [/\/drawingml(\/2006)?\/diagram$/u, "dgm:"],
  [/\/officeDocument(\/2006)?\/relationships$/u, "r:"],
  [/\/officeDocument(\/2006)?\/math$/u, "m:"],
  [/\/officeDocument(\/2006)?\/extended-?[pP]roperties$/u, ""],
  [/\/package\/2006\/(relationships|content-types)$/u, ""],
  [/\/markup-compatibility\/2006$/u, "mc:"],
  [/^urn:schemas-microsoft-com:vml$/u, "v:"],
  [/^http:\/\/schemas\.microsoft\.com\/office\/drawing\/2008\/diagram$/u, "dsp:"],
];

const ourPrefixes: ReadonlySet<string> = new Set(spellings.map(([, prefix]) => prefix));

export interface Names {
  /** Told before each piece of the file, so that most elements need not be looked at for declarations. */
  expect(text: string): void;
  open(name: string, attributes: Attributes, depth: number): string;
  close(name: string, depth: number): string;
  attributes(attributes: Attributes): Attributes;
}

interface Scope {
  readonly depth: number;
  readonly before: ReadonlyMap<string, string>;
}

export function namesOf(): Names {
  // From the file's prefix to ours, colons included; the default namespace is "".
  let prefixes: ReadonlyMap<string, string> = new Map();
  let known = new Map<string, string>();
  // No name, or no attribute, has to be spelled anew: so it is with nearly every file.
  let areNamesUsual = true;
  let areAttributesUsual = true;
  let mayDeclare = true;
  let didPieceDeclare = true;
  let didTagEnd = false;
  let tail = "";
  const scopes: Scope[] = [];

  function enter(next: ReadonlyMap<string, string>): void {
    prefixes = next;
    known = new Map();
    const isUsual = ([theirs, ours]: readonly [string, string]): boolean => theirs === ours || (ours === "?:" && theirs !== "" && !ourPrefixes.has(theirs));
    areNamesUsual = [...next].every(isUsual);
    areAttributesUsual = areNamesUsual || [...next].every((pair) => pair[0] === "" || isUsual(pair));
  }

  function spell(name: string): string {
    if (areNamesUsual) return name;
    let spelled = known.get(name);
    if (spelled === undefined) {
      const colon = name.indexOf(":") + 1;
      const prefix = name.slice(0, colon);
      spelled = (prefixes.get(prefix) ?? prefix) + name.slice(colon);
      // Names are the file's own: a million different ones must not be remembered.
      if (known.size < 2_000) known.set(name, spelled);
    }
    return spelled;
  }

  return {
    expect(text) {
      // The word may lie across two pieces, and the end of its tag any number of pieces behind it.
      const declares = text.includes("xmlns") || (tail + text.slice(0, 4)).includes("xmlns");
      if (declares) mayDeclare = true;
      else if (!didPieceDeclare && didTagEnd) mayDeclare = false;
      didPieceDeclare = declares;
      didTagEnd = false;
      tail = (tail + text).slice(-4);
    },
    open(name, attributes, depth) {
      didTagEnd = true;
      if (!mayDeclare) return spell(name);
      let declared: Map<string, string> | undefined;
      for (const key in attributes) {
        if (!key.startsWith("xmlns")) continue;
        const prefix = key === "xmlns" ? "" : key.startsWith("xmlns:") ? `${key.slice(6)}:` : undefined;
        if (prefix === undefined) continue;
        declared ??= new Map(prefixes);
        declared.set(prefix, prefixFor(attributes[key] ?? ""));
      }
      if (declared !== undefined) {
        if (declared.size > 256) throw damaged("it declares hundreds of namespaces");
        scopes.push({ depth, before: prefixes });
        enter(declared);
      }
      return spell(name);
    },
    close(name, depth) {
      const spelled = spell(name);
      if (scopes.at(-1)?.depth === depth) {
        const scope = scopes.pop();
        if (scope !== undefined) enter(scope.before);
      }
      return spelled;
    },
    attributes(attributes) {
      if (areAttributesUsual) return attributes;
      const spelled: Record<string, string> = {};
      // The default namespace is not that of attributes.
      for (const [name, value] of Object.entries(attributes)) spelled[name.includes(":") ? spell(name) : name] = value;
      return spelled;
    },
  };
}

function prefixFor(namespace: string): string {
  return spellings.find(([pattern]) => pattern.test(namespace))?.[1] ?? "?:";
}
