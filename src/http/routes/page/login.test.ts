import { describe, expect, it } from "vitest";
import { commonTexts } from "#lib/words/common";
import { say } from "#lib/words/words";
import { openDoor } from "#test/fakes/door/open-door";

describe("logging in", () => {
  it("with a good link is let in though everybody behind the same address has tried wrong ones", async () => {
    await using door = await openDoor();
    const link = await door.call("POST", "/api/login-links", { token: door.owner.token, body: { name: "Mia" } });
    const secret = String(link.json["url"]).split("#login=")[1];
    const login = (tried: string | undefined) => door.call("POST", "/api/login", { body: { secret: tried } });
    for (let n = 0; n < 10; n++) expect((await login(`guess ${n}`)).status).toBe(403);
    expect(await login("guess 10")).toMatchObject({ status: 429, json: { error: "TooManyTries" }, headers: { "retry-after": "60" } });
    expect(await login(secret)).toMatchObject({ status: 200, json: { person: { name: "Mia" } } });
    // Used up: the same link is a wrong one from now on.
    expect((await login(secret)).status).toBe(429);
  });

  it("with a good link is let in during a flood of guesses", async () => {
    await using door = await openDoor();
    const { secret } = await door.hub.access.loginLink({ kind: "operator" }, "Mia");
    const login = (tried: string) => door.call("POST", "/api/login", { body: { secret: tried } });
    const guesses = await Promise.all(Array.from({ length: 520 }, (_, n) => login(`guess ${n}`)));
    expect(guesses.filter(({ status }) => status !== 429)).toHaveLength(10);
    expect(guesses.at(-1)?.json).toMatchObject({ error: "TooManyTries", retry_after: 60 });
    expect((await login(secret)).status).toBe(200);
  });

  it("takes no more than a link and a name", async () => {
    await using door = await openDoor();
    const refused = await door.call("POST", "/api/login", { body: { secret: "x", more: "y".repeat(10_000) } });
    expect(refused).toMatchObject({ status: 413, json: { error: "TooLarge", detail: say("en", commonTexts.overLimit, { max: "4 KB" }) } });
  });
});
