import { expect, it } from "vitest";
import { systemClock } from "#lib/time/clock";
import { shownState } from "#domain/status";
import { createLinks } from "./channel-links.ts";

it("carries messages while something that was configured needs a person, and shows it apart", async () => {
  const links = createLinks(systemClock, () => undefined);
  const { signal } = new AbortController();
  links.set("irc", "irc", "connecting");
  const up = links.whenUp("irc", signal);
  expect(links.isUp("irc")).toBe(false);
  links.set("irc", "irc", "impaired", "banned from #team");
  await up;
  expect(links.isUp("irc")).toBe(true);
  expect(links.all().map(shownState)).toEqual(["impaired"]);
  links.set("irc", "irc", "connected", "the nick is in use");
  expect(links.all().map(shownState)).toEqual(["degraded"]);
  links.set("irc", "irc", "error", "logged out");
  expect(links.isUp("irc")).toBe(false);
});
