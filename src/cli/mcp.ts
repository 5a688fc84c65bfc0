import { givenHub } from "#config/environment";
import { systemClock } from "#lib/time/clock";
import { findHub } from "./client.ts";
import { bridge } from "./mcp-bridge.ts";
import type { Verb } from "./verb.ts";

export const mcp: Verb = {
  usage: "mcp",
  summary: "MCP server on stdio, for clients that want a command; the agent's token comes in PARLEY_TOKEN",
  options: {},
  words: 0,
  // It speaks for whoever holds the token, and can do nothing else.
  insideSessions: true,
  run: async (call) => {
    const { token, url } = givenHub();
    if (token === undefined) {
      call.err(
        "There is no token in PARLEY_TOKEN, so the hub would not know who speaks. Make one with parley token create --agent NAME, and set PARLEY_TOKEN where your MCP client starts this command.",
      );
      return 1;
    }
    const hubUrl = async (): Promise<string> => url ?? (await findHub(call.home)).url;
    await hubUrl();
    await bridge({ input: process.stdin, write: (line) => void process.stdout.write(`${line}\n`), hubUrl, token, clock: systemClock });
    return 0;
  },
};
