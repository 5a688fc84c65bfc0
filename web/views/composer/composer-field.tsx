import type { RefObject, TargetedKeyboardEvent } from "preact";
import { useRef } from "preact/hooks";
import { useSignedIn } from "#web/state/signed-in-context.ts";

interface FieldProps {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly text: string;
  readonly write: (text: string) => void;
  /** The id of what says which line is answered or edited. */
  readonly describedBy: string | undefined;
  readonly placeholder: string;
  /** No key that belongs to an input method. */
  readonly onKey: (event: TargetedKeyboardEvent<HTMLTextAreaElement>) => void;
}

/** The field, as high as its text. */
export function ComposerField({ field, text, write, describedBy, placeholder, onKey }: FieldProps) {
  const { words } = useSignedIn();
  const inWord = useRef(false);
  return (
    <div class="sized" data-text={text}>
      <textarea
        ref={field}
        rows={1}
        value={text}
        aria-label={words.message}
        aria-describedby={describedBy}
        placeholder={placeholder}
        onInput={(event) => write(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (!event.isComposing && !inWord.current) onKey(event);
        }}
        onCompositionStart={() => {
          inWord.current = true;
        }}
        onCompositionEnd={() => {
          // Some browsers end the word first and send the Enter that ended it afterwards, as if it were any other.
          setTimeout(() => {
            inWord.current = false;
          });
        }}
      />
    </div>
  );
}
