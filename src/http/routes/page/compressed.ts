import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const worthBytes = 1_000;
/** Beyond it the largest file takes ten times as long, for one more percent. */
const quality = 9;

const ways = {
  br: (content: Buffer) => promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
  gzip: (content: Buffer) => promisify(gzip)(content),
} as const;

type Way = keyof typeof ways;

interface Compressed {
  readonly way: Way;
  readonly content: Buffer;
}

/** The page's files as most browsers want them. Those whose names carry a hash are compressed once and kept: together they are a few 100 kB. */
export class CompressedFiles {
  readonly #kept = new Map<string, Promise<Buffer>>();

  /** Undefined where the browser does not take it, or it is not worth it. */
  async of(file: string, content: Buffer, { accepts, isKept }: { readonly accepts: string; readonly isKept: boolean }): Promise<Compressed | undefined> {
    const way = content.length < worthBytes || !/\.(?:html|js|css|json|webmanifest|svg|txt)$/.test(file) ? undefined : wayOf(accepts);
    if (way === undefined) return undefined;
    const key = `${way} ${file}`;
    const made = this.#kept.get(key) ?? (isKept && way === "br" ? fromBuild(file, content) : ways[way](content));
    if (isKept) this.#kept.set(key, made);
    return { way, content: await made };
  }
}

/** The build has compressed it further than there is time for here. */
async function fromBuild(file: string, content: Buffer): Promise<Buffer> {
  try {
    return await readFile(`${file}.br`);
  } catch {
    return ways.br(content);
  }
}

function wayOf(accepts: string): Way | undefined {
  const taken = accepts.split(",").flatMap((one) => {
    const [name = "", ...settings] = one.split(";").map((part) => part.trim().toLowerCase());
    return settings.some((setting) => /^q=0(?:\.0*)?$/.test(setting)) ? [] : [name];
  });
  return (["br", "gzip"] as const).find((way) => taken.includes(way));
}
