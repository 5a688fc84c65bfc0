import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { stdin, stderr } from "node:process";
import { HubError } from "./client.ts";

/** Questions to whoever runs the program: typed at a terminal, where secrets are not shown, or a line each from a pipe. */
export interface LineAsker extends Disposable {
  /** Without surrounding space. Throws when the input ends. */
  ask(question: string, options?: { readonly hidden?: boolean }): Promise<string>;
}

export function createAsker(): LineAsker {
  let isHidden = false;
  const shown = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      if (!isHidden) stderr.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input: stdin, output: shown, terminal: stdin.isTTY });
  const incoming = lines[Symbol.asyncIterator]();
  lines.on("SIGINT", () => lines.close());
  return {
    ask: async (question, { hidden = false } = {}) => {
      stderr.write(question);
      isHidden = hidden;
      const next = await incoming.next();
      if (isHidden || !stdin.isTTY) stderr.write("\n");
      isHidden = false;
      if (next.done === true) throw new HubError("Stopped", "The input ended before everything was asked. Nothing was written.");
      return next.value.trim();
    },
    [Symbol.dispose]: () => lines.close(),
  };
}
