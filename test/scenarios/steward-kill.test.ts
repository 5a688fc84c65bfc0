import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { z } from "zod";
import { desk, type Desk } from "#test/fakes/program";
import { ModelServer } from "#test/fakes/model/server";
import { call, says } from "./steward-stage.ts";

const names = ["one", "two", "three"] as const;
const patience = { interval: 20, timeout: 60_000 };

/** As the operator of the hub that runs there now. */
async function api(place: Desk, method: string, path: string, body?: object): Promise<unknown> {
  const { url, token } = z.object({ url: z.string(), token: z.string() }).parse(JSON.parse(readFileSync(join(place.home, "hub.json"), "utf8")));
  const init = { method, headers: { authorization: `Bearer ${token}` }, ...(body !== undefined && { body: JSON.stringify(body) }) };
  return (await fetch(`${url}${path}`, init)).json();
}

it("a turn that is killed after each of its steps goes on after each start, and does nothing twice", async () => {
  using place = desk();
  let heldAt = 1;
  const script = [...names.map((name) => call("WRITE", { path: `${name}.md`, content: name })), says("All three.")];
  // From the step at which it is held, the model never answers: so the hub is killed while it waits for it.
  await using model = await ModelServer.start(
    { "write three files": script },
    {
      before: (said) =>
        ("tool" in said ? names.findIndex((name) => said.args["path"] === `${name}.md`) : 3) >= heldAt ? new Promise(() => {}) : Promise.resolve(),
    },
  );
  const config = `server: { port: 0 }
model: { provider: openai-compatible, name: scripted, base_url: "${model.url}/v1" }
sessions: [{ name: main, cli_type: builtin }]
`;
  writeFileSync(join(place.dir, "parley.yaml"), config);
  let thread = "";
  for (; heldAt <= names.length; heldAt++) {
    await using hub = await place.start();
    if (thread === "") {
      thread = z.array(z.object({ thread: z.string() })).parse(await api(place, "GET", "/api/sessions"))[0]?.thread ?? "";
      await api(place, "POST", `/api/threads/${thread}/messages`, { content: "write three files" });
    }
    await vi.waitFor(() => expect(model.exchanges.at(-1)?.results.length).toBe(heldAt), patience);
    await hub.stop("SIGKILL");
  }
  await using _hub = await place.start();
  const messages = async () => z.array(z.object({ content: z.string() })).parse(await api(place, "GET", `/api/threads/${thread}/messages?limit=100`));
  await vi.waitFor(async () => expect((await messages()).some(({ content }) => content === "All three.")).toBe(true), patience);
  for (const name of names) expect(readFileSync(join(place.dir, `${name}.md`), "utf8")).toBe(name);
  const { records } = z
    .object({ records: z.array(z.object({ kind: z.string(), data: z.record(z.string(), z.unknown()) })) })
    .parse(await api(place, "GET", "/api/audit?limit=500"));
  expect(records.filter(({ kind, data }) => kind === "run" && data["command"] === "WRITE" && data["phase"] === "begins").length).toBe(names.length);
}, 240_000);
