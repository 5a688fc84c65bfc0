import { createRequire } from "node:module";
import { expect, it } from "vitest";
import type { Log } from "#lib/log";
import { systemClock } from "#lib/time/clock";
import { Secret } from "#lib/redact/secret";
import { feishuSettings } from "#channels/feishu/index";
import { telegramSettings } from "#channels/telegram/index";
import { channelsOf } from "./catalog.ts";

const { cache } = createRequire(import.meta.url);
const isLoaded = (library: string): boolean => Object.keys(cache).some((path) => path.includes(`/node_modules/${library}/`));

it("loads the library of a platform when a channel of it is configured, and not before", async () => {
  expect(isLoaded("grammy")).toBe(false);
  const quiet = (): void => undefined;
  const log: Log = { debug: quiet, info: quiet, warn: quiet, error: quiet, child: () => log };
  const settings = { ...telegramSettings.parse({}), token: new Secret("1:a") };
  const [loaded] = await channelsOf({ channels: [{ id: "telegram", platform: "telegram", settings }] }, { clock: systemClock, language: "en", log });
  await using _channel = loaded?.channel ?? null;
  expect(isLoaded("grammy")).toBe(true);
});

it("loads Feishu's library, the largest of them, with its channel alone", async () => {
  expect(isLoaded("@larksuiteoapi/node-sdk")).toBe(false);
  const quiet = (): void => undefined;
  const log: Log = { debug: quiet, info: quiet, warn: quiet, error: quiet, child: () => log };
  const settings = { ...feishuSettings.parse({ app_id: "cli_0123456789abcdef" }), app_secret: new Secret("s") };
  const [loaded] = await channelsOf({ channels: [{ id: "feishu", platform: "feishu", settings }] }, { clock: systemClock, language: "en", log });
  await using _channel = loaded?.channel ?? null;
  expect(isLoaded("@larksuiteoapi/node-sdk")).toBe(true);
});
