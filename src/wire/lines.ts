import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";

/** Lines as they arrive, without line endings; an unterminated last line is dropped. Reading stops when the consumer stops. */
export async function* readLines(from: Readable, longest: number): AsyncGenerator<string, void, undefined> {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  for await (const chunk of from) {
    const parts = (rest + decoder.write(chunk as Buffer)).split("\n");
    rest = parts.pop() ?? "";
    for (const line of parts) {
      if (line.length > longest) throw tooLong(longest);
      yield line;
    }
    if (rest.length > longest) throw tooLong(longest);
  }
}

function tooLong(longest: number): Error {
  return new Error(`A line is longer than ${longest} characters.`);
}
