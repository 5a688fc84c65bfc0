import { expect, it } from "vitest";
import type { AgentDriver } from "#domain/agent";
import { defined } from "#lib/defined";
import { openDoor } from "#test/fakes/door/open-door";
import { verifies } from "#test/verifies";

/** A CLI that nobody has heard of: all that it takes to have it. */
const shouting: AgentDriver = {
  kind: "builtin",
  watches: false,
  open: async (_spec, sink) => ({
    begin: async (turn, { text }) => {
      setImmediate(() => {
        sink.happened({ kind: "ended", turn, ending: { how: "completed", text: text.toUpperCase() } }).catch(() => undefined);
      });
      return { how: "taken" };
    },
    interrupt: async () => {},
    answer: async () => {},
    end: async () => {},
    [Symbol.asyncDispose]: async () => {},
  }),
};

verifies("C-1.2-3", "a CLI that the program does not know works by implementing one interface: listed, prompted, answering in its thread", async () => {
  await using door = await openDoor({ driver: shouting });
  const [session] = JSON.parse((await door.call("GET", "/api/sessions", { token: door.owner.token })).text) as { thread: string }[];
  expect(session).toMatchObject({ name: "work", cli_type: "unheard-of", state: "idle" });
  const thread = session?.thread ?? "";
  const stream = await door.events(`/api/events?thread=${thread}`, { token: door.owner.token });
  await stream.next("snapshot");
  expect((await door.call("POST", `/api/threads/${thread}/messages`, { token: door.owner.token, body: { content: "louder" } })).status).toBe(201);
  await expect.poll(async () => JSON.stringify((await stream.next("entry")).data), { timeout: 10_000 }).toContain("LOUDER");
  stream.close();
});

it("a session that is not there, or not to be seen, is NoSuchSession on every route", async () => {
  await using door = await openDoor({ driver: shouting });
  const [session] = JSON.parse((await door.call("GET", "/api/sessions", { token: door.owner.token })).text) as { id: string }[];
  const routes = (id: string): readonly (readonly [string, string, object?])[] => [
    ["GET", `/api/sessions/${id}`],
    ["DELETE", `/api/sessions/${id}`],
    ["GET", `/api/sessions/${id}/screen`],
    ["GET", `/api/sessions/${id}/conversations`],
    ["POST", `/api/sessions/${id}/keys`, { keys: ["Enter"] }],
    ["POST", `/api/sessions/${id}/stop`, {}],
  ];
  const missing = { status: 404, json: { error: "NoSuchSession" } };
  for (const id of ["ses_none", "nonsense"])
    for (const [method, path, body] of routes(id))
      expect(await door.call(method, path, { token: door.owner.token, ...defined({ body }) })).toMatchObject(missing);
  const { json } = await door.call("POST", "/api/threads", { token: door.owner.token, body: { topic: "elsewhere" } });
  const invited = await door.hub.access.issueAgentToken({ kind: "operator" }, { id: "agt_guest", name: "guest" }, json["id"] as `thr_${string}`);
  for (const [method, path, body] of routes(session?.id ?? ""))
    expect(await door.call(method, path, { token: invited, ...defined({ body }) })).toMatchObject(missing);
});
