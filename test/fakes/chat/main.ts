import { renameSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { z } from "zod";
import { ChatServer } from "./server.ts";
import { defined } from "#lib/defined";

// The chat as a process of its own:
//   node -C parley-source test/fakes/chat/main.ts --port-file P --log L [--port N] [--token T] [--no-dedupe] [--redeliver-ms N]
// One JSON command a line on stdin, one JSON answer a line on stdout; ends when stdin ends, so that nobody leaves it behind.

const fault = z.object({
  on: z.enum(["post", "edit", "remove", "upload", "download", "typing", "ack", "ping"]),
  kind: z.enum(["limit", "limit-all", "format", "refuse", "busy", "cut-before", "cut-after", "hang-before", "hang-after", "garbage"]),
  times: z.number().default(1),
  retryAfterMs: z.number().default(1000),
});

const command = z.discriminatedUnion("do", [
  z.object({ do: z.literal("direct"), user: z.string() }),
  z.object({ do: z.literal("group"), room: z.string(), members: z.array(z.string()) }),
  z.object({ do: z.literal("say"), user: z.string(), room: z.string(), text: z.string() }),
  z.object({ do: z.literal("press"), user: z.string(), message: z.string(), data: z.string() }),
  z.object({ do: z.literal("editBy"), user: z.string(), message: z.string(), text: z.string() }),
  z.object({ do: z.literal("react"), user: z.string(), message: z.string(), reaction: z.string() }),
  z.object({ do: z.literal("fault"), fault }),
  z.object({ do: z.literal("cut") }),
  z.object({ do: z.literal("state") }),
]);

const { values } = parseArgs({
  options: {
    "port-file": { type: "string" },
    log: { type: "string" },
    port: { type: "string", default: "0" },
    token: { type: "string", default: "chat-token" },
    "no-dedupe": { type: "boolean", default: false },
    "redeliver-ms": { type: "string", default: "1000" },
  },
});

await using server = await ChatServer.start({
  token: values.token,
  port: Number(values.port),
  dedupe: !values["no-dedupe"],
  redeliverMs: Number(values["redeliver-ms"]),
  ...defined({ logFile: values.log }),
});

if (values["port-file"] !== undefined) {
  // Renamed into place: whoever watches for the file never reads half a number.
  writeFileSync(`${values["port-file"]}.new`, String(server.port));
  renameSync(`${values["port-file"]}.new`, values["port-file"]);
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(obey(line))}\n`);
}

function obey(line: string): unknown {
  try {
    const c = command.parse(JSON.parse(line));
    switch (c.do) {
      case "direct":
        return { room: server.direct(c.user) };
      case "group":
        return { room: server.group(c.room, c.members) };
      case "say":
        return { message: server.say(c.user, c.room, c.text) };
      case "press":
        return { event: server.press(c.user, c.message, c.data) };
      case "editBy":
        return { event: server.editBy(c.user, c.message, c.text) };
      case "react":
        return { event: server.react(c.user, c.message, c.reaction) };
      case "fault":
        server.fault(c.fault);
        return {};
      case "cut":
        server.cut();
        return {};
      case "state":
        return { port: server.port, unacked: server.unacked.length, connections: server.connections, welcomed: server.welcomed };
    }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
