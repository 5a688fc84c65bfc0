import { useSignedIn } from "#web/state/signed-in-context.ts";
import { documentWords } from "#web/words/documents.ts";

/** Puts a line into the composer; whether it is sent is somebody's own to say. */
export function HandButton({ thread, line }: { readonly thread: string; readonly line: string }) {
  const { page } = useSignedIn();
  const hand = (): void => {
    const { handed, shown } = page.files;
    handed.value = { thread, words: line };
    // Where the text lies over the conversation the field would be behind it.
    if (matchMedia("(max-width: 899px)").matches) shown.value = null;
  };
  return (
    <button type="button" class="button small" onClick={hand}>
      {documentWords[page.language.value].hand}
    </button>
  );
}
