import { connectMcp, type McpClient } from "./mcp.ts";
import { openDoor, type DoorOptions, type OpenDoor } from "./open-door.ts";

export interface Joined extends McpClient {
  readonly id: string;
  readonly token: string;
}

/** A door with MCP clients before it. */
export interface BusRoom extends AsyncDisposable {
  readonly door: OpenDoor;
  /** The agent `bee`, a member and the owner, each with a client of their own. */
  readonly bee: Joined;
  readonly mia: Joined;
  readonly ann: Joined;
  /** One more agent, with a token of its own. */
  agent(name: string, may?: readonly ("invite" | "prompt")[]): Promise<Joined>;
  /** A thread that bee made; its id. */
  thread(topic?: string): Promise<string>;
}

export async function openBusRoom(options: DoorOptions = {}): Promise<BusRoom> {
  await using up = new AsyncDisposableStack();
  const door = up.use(await openDoor(options));
  const join = async (token: string, id: string): Promise<Joined> => ({ ...up.use(await connectMcp(door.port, token)), id, token });
  const bee = await join(door.agent.token, door.agent.id);
  const mia = await join(door.member.token, door.member.id);
  const ann = await join(door.owner.token, door.owner.id);
  const all = up.move();
  return {
    door,
    bee,
    mia,
    ann,
    agent: async (name, may = []) => {
      const made = await door.hub.access.createToken({ kind: "operator" }, { agent: name, may });
      const client = all.use(await connectMcp(door.port, made.token));
      return { ...client, id: made.agent ?? "", token: made.token };
    },
    thread: async (topic = "a topic") => String((await bee.tool("thread_create", { topic })).body["thread_id"]),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/** Posts with what a fresh wait says. */
export async function post(who: McpClient, thread: string, content: string, more: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const read = await who.tool("msg_wait", { thread_id: thread, after_seq: 0, timeout_ms: 0, return_format: "json" });
  const { body } = await who.tool("msg_post", {
    thread_id: thread,
    content,
    expected_last_seq: read.body["current_seq"],
    reply_token: read.body["reply_token"],
    ...more,
  });
  return body;
}
