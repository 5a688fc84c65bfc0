import { describe, expect, it } from "vitest";
import { Parley } from "./parley.ts";
import { people, talk } from "./talk.ts";

const yaml = `${people}
sessions:
  - { name: work, cli_type: scripted, script: work.script }
default_session: work
`;
const files = {
  "work.script": `
on "show"
  make "screen.svg" mime "image/svg+xml" "What the terminal shows" now
    | <svg xmlns="http://www.w3.org/2000/svg"/>
  make "later.md" mime "text/markdown" "With the answer"
    | # Later
  ask permission "Go on?" detail "see the picture"
  say "Went on."
`,
};

describe("a file that is shown at once", () => {
  it("is in the thread before the question, once, and does not come again with the answer", async () => {
    await using parley = await Parley.start({ yaml, files });
    const bo = talk(parley, "bo");
    const thread = await parley.threadOf("work");
    const shown = async (): Promise<readonly (readonly string[])[]> =>
      (await parley.entries(thread)).flatMap((entry) => {
        const names = entry.kind === "message" ? entry.message.artifacts.map(({ name }) => name) : [];
        return names.length === 0 ? [] : [names];
      });
    bo.say("show");
    await parley.openQuestion();
    expect(await shown()).toEqual([["screen.svg"]]);
    await bo.press("Allow once");
    await parley.untilState("work", "idle");
    expect(await shown()).toEqual([["screen.svg"], ["later.md"]]);
  });
});
