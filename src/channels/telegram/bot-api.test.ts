import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { Secret } from "#lib/redact/secret";
import { systemClock } from "#lib/time/clock";
import { createBotApi, unreadable } from "./bot-api.ts";

it.each(["<html>Bad Gateway</html>", "null"])("says that no Bot API answers where %j comes back", async (body) => {
  await using page = createServer((_request, response) => void response.end(body)).listen(0, "127.0.0.1");
  await once(page, "listening");
  const { port } = page.address() as AddressInfo;
  using api = createBotApi({ token: new Secret("1:a"), api_root: `http://127.0.0.1:${port}` }, systemClock);
  const outcome = await api.call((raw, by) => raw.getMe(by), { signal: new AbortController().signal, timeoutMs: 10_000 });
  expect(outcome).toEqual({ how: "unknown", reason: unreadable });
});
