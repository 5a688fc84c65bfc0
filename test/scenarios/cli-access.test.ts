import { say } from "#lib/words/words";
import { accessTexts } from "#hub/access/texts";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { desk, run, type Program } from "#test/fakes/program";
import { defined } from "#lib/defined";

interface Reply {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

async function ask(hub: Program, method: string, path: string, options: { token?: string; body?: object } = {}): Promise<Reply> {
  const response = await fetch(`${hub.url}${path}`, {
    method,
    headers: options.token === undefined ? {} : { authorization: `Bearer ${options.token}` },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  });
  return { status: response.status, body: (await response.json()) as Reply["body"] };
}

const secretOf = (link: string): string => /#(?:claim|login)=([\w-]{43})\n?$/.exec(link)?.[1] ?? "";
const login = (hub: Program, link: string, name?: string): Promise<Reply> =>
  ask(hub, "POST", "/api/login", { body: { secret: secretOf(link), ...defined({ name }) } });

/** Every file below, whatever it is. */
function filesBelow(dir: string): readonly string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

describe("coming in from the command line", () => {
  it("the first owner comes by the claim link, once; from then on login prints links for people", async () => {
    using place = desk();
    await using hub = await place.start();
    expect((await place.parley("people", "list")).err).toContain("parley login");
    // As from a clone: the verb that is named must work there.
    const fromClone = await run(["people", "list", "--home", place.home], { cwd: place.dir, env: { npm_lifecycle_event: "parley" } });
    expect(fromClone.err).toContain("npm run -s parley -- login");
    expect((await place.parley("token", "list")).err).toContain("parley token create");
    const claim = await place.parley("login");
    expect([claim.code, claim.out, claim.err]).toEqual([0, expect.stringMatching(new RegExp(`^${hub.url}/#claim=[\\w-]{43}\\n$`)), ""]);
    const other = (await place.parley("login", "--json")).out;
    expect(Object.keys(JSON.parse(other) as object)).toEqual(["url"]);
    const someone = await place.parley("login", "--person", "Bo");
    expect([someone.code, someone.out]).toEqual([1, ""]);
    expect(someone.err).toContain("There is no owner yet, so Bo cannot log in.");
    // Opening it uses up nothing.
    await fetch(claim.out.trim());
    expect((await login(hub, claim.out, "Zoe")).body).toMatchObject({ person: { name: "Zoe", role: "owner" } });
    expect(await login(hub, claim.out, "Eve")).toMatchObject({ status: 410, body: { error: "LinkUsed" } });
    expect(await login(hub, (JSON.parse(other) as { url: string }).url, "Eve")).toMatchObject({ status: 403, body: { error: "NotAllowed" } });
    const link = await place.parley("login");
    expect(link.out).toMatch(new RegExp(`^${hub.url}/#login=[\\w-]{43}\\n$`));
    expect((await login(hub, link.out)).body).toMatchObject({ person: { name: "Zoe" } });
    expect(await login(hub, link.out)).toMatchObject({ status: 410, body: { error: "LinkUsed" } });
    expect(await place.parley("login", "--person", "Bo")).toMatchObject({
      code: 1,
      err: `${say("en", accessTexts.personUnknown, { name: "Bo" })}\n`,
    });
  });

  it("the first owner may also be added on the home, and then nobody can claim it", async () => {
    using place = desk();
    await using hub = await place.start();
    const claim = (await place.parley("login")).out;
    expect((await place.parley("people", "add", "Ann", "--role", "owner")).code).toBe(0);
    expect(await login(hub, claim, "Eve")).toMatchObject({ status: 403, body: { error: "NotAllowed" } });
    expect((await place.parley("login", "--person", "Ann")).out).toContain("/#login=");
    await place.parley("people", "add", "Ben", "--role", "owner");
    expect(await place.parley("login")).toMatchObject({ code: 1, err: `${say("en", accessTexts.whichOwner, { names: "Ann, Ben" })}\n` });
  });

  it("a token is shown once as {id, token}, works, and ends when it is revoked or its time is over", async () => {
    using place = desk();
    await using hub = await place.start();
    await place.parley("people", "add", "Ann", "--role", "owner");
    const create = async (...args: string[]): Promise<{ id: string; token: string }> =>
      JSON.parse((await place.parley("token", "create", "--json", ...args)).out) as { id: string; token: string };
    const [ann, bee, brief] = [
      await create("--person", "Ann"),
      await create("--agent", "bee", "--may", "invite,prompt", "--expires", "30d"),
      await create("--person", "Ann", "--expires", "1ms"),
    ];
    expect(Object.keys(ann)).toEqual(["id", "token"]);
    expect([ann.id, ann.token]).toEqual([expect.stringMatching(/^tok_/), expect.stringMatching(/^[\w-]{43}$/)]);
    expect((await ask(hub, "GET", "/api/me", { token: ann.token })).body).toMatchObject({ name: "Ann", role: "owner" });
    expect((await ask(hub, "GET", "/api/me", { token: bee.token })).body).toMatchObject({ kind: "agent", name: "bee" });
    expect(await ask(hub, "GET", "/api/me", { token: brief.token })).toMatchObject({ status: 401, body: { error: "BadToken" } });
    const plain = await place.parley("token", "create", "--agent", "wasp");
    expect([plain.out, plain.err]).toEqual([
      expect.stringMatching(/^[\w-]{43}\n$/),
      expect.stringMatching(/^This is tok_\w+\. It is shown this once; parley token revoke tok_\w+ ends it\.\n$/),
    ]);
    const list = await place.parley("token", "list");
    expect(list.out).toContain(`${ann.id}  person  Ann`);
    expect([ann, bee, brief].filter(({ token }) => list.out.includes(token))).toEqual([]);
    expect((await place.parley("token", "revoke", ann.id)).out).toBe(`${ann.id} no longer works.\n`);
    expect(await ask(hub, "GET", "/api/me", { token: ann.token })).toMatchObject({ status: 401, body: { error: "BadToken" } });
    expect(await place.parley("token", "revoke", ann.id)).toMatchObject({ code: 1, out: "" });
    expect(JSON.parse((await place.parley("token", "list", "--json")).out)).toMatchObject([
      { id: ann.id, revoked_at: expect.any(String) as unknown },
      {},
      {},
      {},
    ]);
  });

  it("no secret stays anywhere but in hub.json: not in the store, the log, the arguments or the environment", async () => {
    using place = desk();
    await using hub = await place.start();
    await place.parley("people", "add", "Ann", "--role", "owner");
    const link = secretOf((await place.parley("login")).out);
    const page = (await ask(hub, "POST", "/api/login", { body: { secret: link } })).body["token"] as string;
    const { token } = JSON.parse((await place.parley("token", "create", "--person", "Ann", "--json")).out) as { token: string };
    const wrong = "not-a-token-but-perhaps-somebodys-password";
    const operator = (JSON.parse(readFileSync(join(place.home, "hub.json"), "utf8")) as { token: string }).token;
    for (const each of [token, page, wrong]) await ask(hub, "GET", `/api/threads?token=${each}`, { token: each });
    await ask(hub, "POST", "/api/login", { body: { secret: link } });
    await ask(hub, "POST", "/api/login", { body: { secret: wrong } });
    const secrets = [link, page, token, wrong, operator];
    expect(secrets.map((secret) => secret.length >= 42)).toEqual([true, true, true, true, true]);
    const found = (): readonly string[] =>
      [...filesBelow(place.home), `/proc/${hub.pid}/cmdline`, `/proc/${hub.pid}/environ`].filter((file) => {
        const bytes = readFileSync(file);
        return secrets.some((secret) => bytes.includes(secret));
      });
    expect(found()).toEqual([join(place.home, "hub.json")]);
    await hub.stop();
    expect(filesBelow(place.home).filter((file) => secrets.some((secret) => readFileSync(file).includes(secret)))).toEqual([]);
    expect(secrets.filter((secret) => (hub.out + hub.err).includes(secret))).toEqual([]);
    // What was refused, to whom and why stands in the line itself, not only in its fields.
    const refusal = /refused: GET \/api\/threads .*, asked by http:127\.0\.0\.1 \(BadToken\)/;
    expect(readFileSync(join(place.home, "logs", "parley.log"), "utf8")).toMatch(refusal);
    expect(hub.err).toMatch(refusal);
  });
});
