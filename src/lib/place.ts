import { say } from "./words.ts";
import type { Tongue } from "./words/sentence.ts";

/** Where something was said or answered, for people: `page`, `api`, `mcp`, `shell`, `hub`, or `chat:CHANNEL`. */
export function placeName(language: Tongue, surface: string): string {
  switch (surface) {
    case "page":
      return say(language, "placePage");
    case "api":
      return say(language, "placeApi");
    case "mcp":
      return say(language, "placeMcp");
    case "shell":
      return say(language, "placeShell");
    case "hub":
      return say(language, "placeHub");
    default:
      return platformName(language, surface.replace(/^chat:/, ""));
  }
}

/** A platform's own name; a channel that is called something else keeps its id. */
export function platformName(language: Tongue, id: string): string {
  switch (id) {
    case "telegram":
      return say(language, "platformTelegram");
    case "discord":
      return say(language, "platformDiscord");
    case "feishu":
      return say(language, "platformFeishu");
    case "onebot":
      return say(language, "platformOnebot");
    case "irc":
      return say(language, "platformIrc");
    default:
      return id;
  }
}
