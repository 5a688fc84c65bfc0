import { useLater } from "#web/parts/use-lazy.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";

interface OffersProps {
  readonly text: string;
  readonly thread: string;
  readonly isEditing: boolean;
  readonly field: { readonly current: HTMLTextAreaElement | null };
  readonly write: (text: string) => void;
}

/** What could be meant by what is typed: a command line's words, a command, somebody's name. Fetched when it is first needed. */
export function ComposerOffers({ text, thread, isEditing, field, write }: OffersProps) {
  const { prefix } = useSignedIn().page.model.value;
  const exec = `${prefix}exec `;
  const isExec = text.startsWith(exec);
  const isNaming = !isExec && !isEditing && (text.startsWith(prefix) || /(?:^|\s)@[^\s@]*$/.test(text));
  const line = useLater(isExec, () => import("#web/views/terminal/suggesting.tsx"));
  const names = useLater(isNaming, () => import("./composer-suggestions.tsx"));
  return (
    <>
      {isExec && typeof line === "object" && <line.part.Suggesting line={text.slice(exec.length)} field={field} onTake={(rest) => write(exec + rest)} />}
      {isNaming && typeof names === "object" && <names.part.ComposerSuggestions text={text} thread={thread} field={field} onTake={write} />}
    </>
  );
}
