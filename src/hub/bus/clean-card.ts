import type { AgentCard, RegisteredAgent } from "#domain/agent-card";
import { cleanName, nameChars } from "#lib/clean-name";

/** Room for two names, brackets and a number. */
const composedChars = 2 * nameChars + 16;
const emojiChars = 16;

/** An agent's names stand in questions and in the hub's own lines. Cleaned and not refused: agents of the bus cannot choose what their editor sends. */
export function cleanCard<Card extends Partial<AgentCard>>(card: Card): Card {
  const { displayName, ...rest } = card;
  const shown = cleanName(displayName ?? "");
  return {
    ...(shown === "" ? (rest as Card) : { ...card, displayName: shown }),
    ...(card.ide === undefined ? {} : { ide: cleanName(card.ide) || "Unknown" }),
    ...(card.model === undefined ? {} : { model: cleanName(card.model) || "unknown" }),
    ...(card.emoji === undefined ? {} : { emoji: cleanName(card.emoji, emojiChars) }),
  };
}

/** The same for what was kept before names were cleaned. */
export function withCleanNames(agent: RegisteredAgent): RegisteredAgent {
  const { displayName } = agent;
  return {
    ...agent,
    name: cleanName(agent.name, composedChars) || "Unknown",
    ...(displayName === undefined ? {} : { displayName: cleanName(displayName, composedChars) || "Unknown" }),
  };
}
