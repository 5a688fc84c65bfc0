import { packed, type Parts } from "./office-files.ts";

// Broken files from whole ones. The same seed breaks the same things, so that a find can be found again.

/** A number from 0 up to, and without, `below`. */
export type Dice = (below: number) => number;

export function dice(seed: number): Dice {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % Math.max(1, below);
  };
}

/** Bytes flipped, cut out, doubled or cut off, for files of any kind. */
export function mutateBytes(bytes: Buffer, roll: Dice): Buffer {
  const changed = Buffer.from(bytes);
  switch (roll(4)) {
    case 0: {
      for (let flips = 1 + roll(8); flips > 0; flips -= 1) changed[roll(changed.length)] = roll(256);
      return changed;
    }
    case 1: {
      const at = roll(changed.length);
      return Buffer.concat([changed.subarray(0, at), changed.subarray(at + 1 + roll(64))]);
    }
    case 2: {
      const at = roll(changed.length);
      return Buffer.concat([changed.subarray(0, at), changed.subarray(at, at + 1 + roll(256)), changed.subarray(at)]);
    }
    default:
      return changed.subarray(0, roll(changed.length));
  }
}

const values = [
  "",
  "-1",
  "0",
  "1",
  "999999999999",
  "1e999",
  "NaN",
  "../../x",
  "rId1",
  "A1048577",
  "XFD1",
  "\u{202e}",
  "&#0;",
  "&none;",
  "true",
  "s",
  "x".repeat(5_000),
];

/** The same on the level of parts and their XML, packed again, so that the breakage reaches the readers behind the archive. */
export function mutateParts(parts: Parts, roll: Dice): Buffer {
  const changed: Record<string, string | Buffer> = { ...parts };
  const names = Object.keys(changed);
  const name = pick(names, roll);
  const text = String(changed[name]);
  switch (roll(9)) {
    case 0:
      Reflect.deleteProperty(changed, name);
      break;
    case 1:
      changed[name] = String(changed[pick(names, roll)]);
      break;
    case 2:
      changed[name] = mutateBytes(Buffer.from(text), roll);
      break;
    case 3:
      changed[name] = Buffer.from(text, "utf16le");
      break;
    default:
      changed[name] = mutateXml(text, roll);
  }
  return packed(changed);
}

function mutateXml(xml: string, roll: Dice): string {
  const tags = [...xml.matchAll(/<[^>]*>/gu)];
  const attributes = [...xml.matchAll(/="[^"]*"/gu)];
  const one = tags[roll(tags.length)];
  const other = tags[roll(tags.length)];
  if (one === undefined || other === undefined) return xml;
  const [from, to] = [one, other].map(({ index }) => index).toSorted((a, b) => a - b) as [number, number];
  switch (roll(7)) {
    case 0:
      return xml.slice(0, one.index) + xml.slice(one.index + one[0].length);
    case 1:
      return xml.slice(0, one.index) + other[0] + xml.slice(one.index + one[0].length);
    case 2:
      return xml.slice(0, to) + xml.slice(from, to).repeat(1 + roll(50)) + xml.slice(to);
    case 3:
      return xml.slice(0, from) + xml.slice(to);
    case 4: {
      const attribute = attributes[roll(attributes.length)];
      if (attribute === undefined) return xml;
      return `${xml.slice(0, attribute.index)}="${pick(values, roll)}"${xml.slice(attribute.index + attribute[0].length)}`;
    }
    case 5:
      return xml.replaceAll(/>[^<>]+</gu, `>${pick(values, roll)}<`);
    default:
      return xml.slice(0, one.index) + pick(["<!DOCTYPE a>", "<!--", "<![CDATA[", "&", "\u{0}", "<a>", "</a>", "\u{fffd}"], roll) + xml.slice(one.index);
  }
}

function pick<T>(from: readonly T[], roll: Dice): T {
  const found = from[roll(from.length)];
  if (found === undefined) throw new Error("Nothing to pick from.");
  return found;
}
