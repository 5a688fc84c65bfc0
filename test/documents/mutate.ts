import { dice } from "#test/fakes/documents/mutations";

const extremes = ["0", "-1", "1", "65535", "65536", "2147483647", "2147483648", "4294967295", "99999999999999999999", "1e309", "NaN"];

/** The document with a few things wrong in it: other bytes, parts cut out, moved or doubled, numbers beyond all bounds. */
export function mutate(document: Uint8Array, seed: number): Uint8Array {
  const upTo = dice(seed);
  let bytes = Buffer.from(document);
  for (let rounds = 1 + upTo(4); rounds > 0; rounds--) {
    const at = upTo(Math.max(1, bytes.length));
    const length = 1 + upTo(Math.min(512, Math.max(1, bytes.length - at)));
    const [before, part, after] = [bytes.subarray(0, at), bytes.subarray(at, at + length), bytes.subarray(at + length)];
    switch (upTo(7)) {
      case 0:
        for (let i = 1 + upTo(16); i > 0 && bytes.length > 0; i--) bytes[upTo(bytes.length)] = upTo(256);
        break;
      case 1:
        bytes = Buffer.concat([before, after]);
        break;
      case 2:
        bytes = Buffer.concat([before, ...Array<Buffer>(2 + upTo(20)).fill(part), after]);
        break;
      case 3:
        bytes = Buffer.from(before);
        break;
      case 4: {
        const to = upTo(Math.max(1, after.length));
        bytes = Buffer.concat([before, after.subarray(0, to), part, after.subarray(to)]);
        break;
      }
      case 5: {
        const text = bytes.toString("latin1");
        const number = [...text.matchAll(/\d+/g)].at(upTo(Math.max(1, (text.match(/\d+/g) ?? []).length)));
        if (number !== undefined)
          bytes = Buffer.from(text.slice(0, number.index) + (extremes[upTo(extremes.length)] ?? "") + text.slice(number.index + number[0].length), "latin1");
        break;
      }
      default:
        bytes = Buffer.concat([before, Buffer.from(Uint8Array.from({ length }, () => upTo(256))), after]);
    }
  }
  return bytes;
}
