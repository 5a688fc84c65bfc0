import type { AgentCard, RegisteredAgent } from "#domain/agent-card";
import { defined } from "#lib/defined";
import { cleanName, nameChars } from "#lib/text/clean-name";
import { statesRole, withoutRoleClaims } from "#lib/text/role-claim";
import { keepHead } from "#lib/text/truncate";
import { asEmoji } from "./agent-emoji.ts";

/** Room for two names, brackets and a number. */
const composedChars = 2 * nameChars + 16;
const emojiChars = 16;

/** An agent's names stand in questions and in the hub's own lines, its emoji where there is room for one. Cleaned and not refused: agents of the bus cannot choose what their editor sends. */
export function cleanCard<Card extends Partial<AgentCard>>(card: Card): Card {
  const { displayName, emoji, ...rest } = card;
  return {
    ...(rest as Card),
    ...defined({ displayName: cleanName(displayName ?? "") || undefined, emoji: asEmoji(cleanName(emoji ?? "", emojiChars)) }),
    ...(card.ide === undefined ? {} : { ide: cleanName(card.ide) || "Unknown" }),
    ...(card.model === undefined ? {} : { model: cleanName(card.model) || "unknown" }),
  };
}

/** What is free in form, together and as JSON: every list of agents carries it for each of them. */
export const cardBytes = 4_096;

type FreePart = Pick<AgentCard, "description" | "capabilities" | "skills" | "resumeCommand">;

export function bytesOf({ description, capabilities, skills, resumeCommand }: FreePart): number {
  return Buffer.byteLength(JSON.stringify({ description, capabilities, skills, resumeCommand }));
}

const keptChars = 500;

/** A card stored before it was limited loses what may be large, so that no list carries it. */
export function withinBounds<Card extends FreePart>(card: Card): Card {
  if (bytesOf(card) <= cardBytes) return card;
  const { resumeCommand: _dropped, ...rest } = card;
  return { ...(rest as Card), description: keepHead(card.description, keptChars).text, capabilities: [], skills: [] };
}

const honest = (name: string): string => withoutRoleClaims(cleanName(name, composedChars)) || "Unknown";

/** The same for what was stored before names were cleaned and roles in them refused. */
export function withCleanNames(agent: RegisteredAgent): RegisteredAgent {
  const { displayName, ...rest } = agent;
  const shown = displayName === undefined ? undefined : honest(displayName);
  return {
    ...rest,
    name: honest(agent.name),
    // Without it, the composed name is shown.
    ...defined({ displayName: shown !== undefined && statesRole(shown) ? undefined : shown }),
  };
}
