import { describe, expect } from "vitest";
import type { CommandContext } from "#domain/command";
import { say } from "#lib/words/words";
import { verifies } from "#test/verifies";
import { commandTexts } from "#commands/kit/texts";
import { helloCommand } from "./index.ts";

const speech = { language: "en", prefix: "" } as const;

describe("hello", () => {
  verifies("REQ-0011-020", "prints HELLO as an ASCII picture and signs as lemonhall", async () => {
    const command = helloCommand();
    const { exitCode, text, result } = await command.run(command.parse([], speech), {} as CommandContext);
    const [picture, signature] = text.split("\n\n");
    expect(picture?.split("\n")).toEqual([
      "#   #  #####  #      #       ###",
      "#   #  #      #      #      #   #",
      "#####  ####   #      #      #   #",
      "#   #  #      #      #      #   #",
      "#   #  #####  #####  #####   ###",
    ]);
    expect([exitCode, signature, result]).toEqual([0, "lemonhall", { ok: true, command: "hello", says: "HELLO", signature: "lemonhall" }]);
  });

  verifies("REQ-0011-020", "takes no words and needs nothing", () => {
    expect(() => helloCommand().parse(["world"], speech)).toThrow(say("en", commandTexts.argExtra, { arg: "world" }));
    expect(helloCommand().needs).toEqual([]);
  });
});
