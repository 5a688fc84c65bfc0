import { useRef } from "preact/hooks";
import { Icon } from "#web/parts/icon.tsx";
import { useSignedIn } from "#web/state/signed-in-context.ts";

/** Files from a dialogue, for those who do not drop them. */
export function Attach({ thread }: { readonly thread: string }) {
  const { page, words } = useSignedIn();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" class="button quiet small" onClick={() => input.current?.click()}>
        <Icon name="file" small />
        {words.attach}
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          page.files.add(thread, [...(currentTarget.files ?? [])]);
          // The same file may be chosen again.
          currentTarget.value = "";
        }}
      />
    </>
  );
}
