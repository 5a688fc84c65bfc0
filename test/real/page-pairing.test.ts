import { describe, expect, it } from "vitest";
import { z } from "zod";
import { Parley } from "#test/scenarios/parley";
import { talk } from "#test/scenarios/talk";
import { openBrowser } from "./browser.ts";

const yaml = `
people:
  - { name: Ana, role: owner }
  - { name: Bo, role: member }
sessions:
  - { name: demo, cli_type: scripted }
default_session: demo
`;

describe("pairing in the page", () => {
  it("shows an owner who asks to be let in, and lets them in; members see nothing of it", async () => {
    await using parley = await Parley.start({ yaml });
    const eve = talk(parley, "eve");
    eve.say("hello");
    await eve.hears("pairing code");
    await using browser = await openBrowser();
    const signedIn = async (name: string) => {
      const page = await (await browser.newContext()).newPage();
      await page.goto(z.object({ url: z.string() }).parse((await parley.api("POST", "/api/login-links", { name })).body).url);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByRole("article", { name: "demo" }).waitFor();
      return page;
    };
    const page = await signedIn("Ana");
    const form = page.getByRole("form", { name: "chat:eve" });
    await form.getByLabel("Person").fill("Eve");
    await form.getByRole("button", { name: "Approve chat:eve" }).click();
    await form.waitFor({ state: "detached" });
    eve.say("hello again");
    await parley.until(async () => (await parley.messages(await parley.threadOf("demo"))).find((line) => line.author_name === "Eve"));

    const mal = talk(parley, "mal");
    mal.say("hello");
    await mal.hears("pairing code");
    const asked: string[] = [];
    const members = await signedIn("Bo");
    members.on("request", (request) => asked.push(request.url()));
    await members.reload();
    await members.getByRole("article", { name: "demo" }).waitFor();
    expect(asked.filter((url) => url.includes("/api/pairings"))).toEqual([]);
    expect(await members.getByText("chat:mal").count()).toBe(0);
  });
});
