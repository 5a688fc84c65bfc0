import type { Link } from "#web/state/stream/model.ts";
import type { Words } from "#web/words/en.ts";

/** What people call a link: its platform, and its own name where two links share one. */
export function linkName(link: Link, links: ReadonlyMap<string, Link>, words: Words): string {
  const isAlone = [...links.values()].filter((other) => other.platform === link.platform).length === 1;
  return isAlone ? words.platform(link.platform) : `${words.platform(link.platform)} ${link.id}`;
}

/** Where words came in: `page`, `shell`, `chat:ID` … */
export function surfaceName(surface: string, links: ReadonlyMap<string, Link>, words: Words): string {
  return chatOf(surface, links, words) ?? words.surface[surface] ?? surface;
}

/** The same inside a sentence. */
export function whereAnswered(surface: string, isMine: boolean, links: ReadonlyMap<string, Link>, words: Words): string {
  if (surface === "page" && isMine) return words.onThisPage;
  const chat = chatOf(surface, links, words);
  return chat === undefined ? (words.onSurface[surface] ?? surface) : words.inChat(chat);
}

function chatOf(surface: string, links: ReadonlyMap<string, Link>, words: Words): string | undefined {
  if (!surface.startsWith("chat:")) return undefined;
  const id = surface.slice("chat:".length);
  const link = links.get(id);
  return link === undefined ? words.platform(id) : linkName(link, links, words);
}
