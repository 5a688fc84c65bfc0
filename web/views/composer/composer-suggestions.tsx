import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";
import { loadCommands } from "#web/state/terminal/exec.ts";
import { suggestCommands, suggestNames } from "#web/state/thread/composer-suggestions.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { Suggestions } from "#web/views/terminal/suggesting.tsx";

interface ComposerSuggestionsProps {
  readonly text: string;
  readonly thread: string;
  readonly field: RefObject<HTMLElement | null>;
  readonly onTake: (text: string) => void;
}

/** Commands behind the prefix, and whom an `@` may mean: sessions and agents of the thread, and who has spoken in it. */
export function ComposerSuggestions({ text, thread, field, onTake }: ComposerSuggestionsProps) {
  const { page } = useSignedIn();
  const { prefix } = page.model.value;
  const isCommand = text.startsWith(prefix);
  const names = useNames(thread);
  useEffect(() => {
    if (isCommand) loadCommands(page, "chat");
  }, [isCommand]);
  const found = isCommand ? suggestCommands(text, prefix, page.terminal.chatCommands.value ?? []) : suggestNames(text, names);
  return <Suggestions line={text} field={field} onTake={onTake} found={found} />;
}

function useNames(thread: string): readonly { readonly name: string; readonly says: string }[] {
  const { page, words } = useSignedIn();
  const { sessions, agents, logs, me } = page.model.value;
  const names = new Map<string, string>();
  for (const session of sessions.values()) if (session.thread === thread) names.set(session.name, words.sessions);
  for (const agent of agents) if (agent.is_online && agent.agent_name !== null) names.set(agent.agent_name, words.agents);
  for (const entry of logs.get(thread)?.entries ?? [])
    if (entry.kind === "message" && entry.message.author_kind === "person" && entry.message.author_id !== me?.id)
      names.set(entry.message.author_name, words.people);
  return [...names].map(([name, says]) => ({ name, says }));
}
