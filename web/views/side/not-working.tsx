import { Block } from "#web/parts/block.tsx";
import { Glyph } from "#web/parts/icon.tsx";
import { Plain } from "#web/parts/plain-text.tsx";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { previewOf } from "#web/state/thread/preview.ts";

/** What is configured and unavailable, and what to do about it. */
export function NotWorking() {
  const { page, words } = useSignedIn();
  const { redLines: all, invitable } = page.model.value;
  // The hub reports these when the page connects; an agent that was approved since then works.
  const redLines = all.filter(({ what }) => !invitable.some((one) => what === `agents.${one.agent_name}`));
  if (redLines.length === 0) return null;
  return (
    <Block title={words.notWorking}>
      {redLines.map(({ what, why, mend }) => (
        <div key={what} class="red-line">
          <Glyph name="error" />
          <div>
            <b>
              <Plain text={what} />
            </b>
            <p class="two">
              <Plain text={why} />
            </p>
            <p class="two">
              <Plain text={previewOf(mend)} />
            </p>
          </div>
        </div>
      ))}
    </Block>
  );
}
