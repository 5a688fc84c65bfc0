import { say } from "#lib/words/words";
import type { TextLanguage } from "#lib/words/sentence";
import { commonTexts } from "#lib/words/common";

/** Where something was said or answered, for people: `page`, `notification`, `api`, `mcp`, `shell`, `desk`, `hub`, or `chat:CHANNEL`. */
export function surfaceName(language: TextLanguage, surface: string): string {
  switch (surface) {
    case "page":
      return say(language, commonTexts.placePage);
    case "notification":
      return say(language, commonTexts.placeNotification);
    case "api":
      return say(language, commonTexts.placeApi);
    case "mcp":
      return say(language, commonTexts.placeMcp);
    case "shell":
      return say(language, commonTexts.placeShell);
    case "desk":
      return say(language, commonTexts.placeDesk);
    case "hub":
      return say(language, commonTexts.placeHub);
    default:
      return platformName(language, surface.replace(/^chat:/, ""));
  }
}

/** A platform's own name, with the bot's where there are several; a channel that is called something else keeps its id. */
export function platformName(language: TextLanguage, id: string): string {
  const [, platform = id, bot] = /^(telegram|discord|feishu|onebot|irc)-(.+)$/.exec(id) ?? [];
  if (bot !== undefined) return `${platformName(language, platform)} (${bot})`;
  switch (id) {
    case "telegram":
      return say(language, commonTexts.platformTelegram);
    case "discord":
      return say(language, commonTexts.platformDiscord);
    case "feishu":
      return say(language, commonTexts.platformFeishu);
    case "onebot":
      return say(language, commonTexts.platformOnebot);
    case "irc":
      return say(language, commonTexts.platformIrc);
    default:
      return id;
  }
}
