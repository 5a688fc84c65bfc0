import type { Asked, Reply } from "#test/fakes/model/protocol";
import type { DeskCli } from "./desk-clis.ts";

export const longAnswer = ["# A long answer", "", ...Array.from({ length: 400 }, (_none, i) => `Line ${i}: 你好，世界。 **bold** \`code\``)].join("\n");
export const streamedLines = ["The first line is here already.", "The second line follows it.", "The last one comes later."];

/** What the model says in the cases: a prompt's first words choose. */
export class CaseScript {
  readonly #cli: Pick<DeskCli, "run" | "write">;
  readonly #held = new Map<string, PromiseWithResolvers<void>>();

  constructor(cli: Pick<DeskCli, "run" | "write">) {
    this.#cli = cli;
  }

  answer({ prompt, results, images }: Asked): Reply {
    const looked = /^look at .*$/m.exec(prompt)?.[0];
    if (looked !== undefined) return { text: `${images} picture(s) came with: ${looked}` };
    if (results.length > 0) return { text: `Done with ${prompt}: ${results.join(" | ")}` };
    // What the model never answered may come once more before the next prompt.
    const last = prompt.split("\n").at(-1) ?? "";
    if (last.startsWith("error ")) return { status: Number(last.split(" ")[1]) };
    if (prompt.startsWith("delete")) return { text: "I will delete it now.", call: this.#cli.run("rm -rf ./victim") };
    if (prompt.startsWith("write")) return { text: "I will write it.", call: this.#cli.write(prompt.split(" ")[1] ?? "", "one\ntwo\n") };
    if (last.startsWith("hold")) return { text: streamedLines.join("\n"), hold: this.#hold(last).promise, holdAt: 60 };
    if (prompt === "be long") return { text: longAnswer };
    return { text: `${prompt.length} characters: ${prompt.slice(-200)}` };
  }

  release(prompt: string): void {
    this.#hold(prompt).resolve();
  }

  releaseAll(): void {
    for (const { resolve } of this.#held.values()) resolve();
  }

  #hold(prompt: string): PromiseWithResolvers<void> {
    const held = this.#held.get(prompt) ?? Promise.withResolvers<void>();
    this.#held.set(prompt, held);
    return held;
  }
}
