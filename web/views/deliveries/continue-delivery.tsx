import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import type { SessionWire } from "#protocol/wire";
import { useAction } from "#web/parts/action.ts";
import { Block } from "#web/parts/block.tsx";
import { Problem } from "#web/parts/problem.tsx";
import type { DeliveryApi } from "#web/state/delivery-api.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { deliveryWords } from "#web/words/deliveries.ts";

/** Another turn of a delivery that is over, from its last archive. */
export function ContinueDelivery({ session, api }: { readonly session: SessionWire; readonly api: DeliveryApi }) {
  const { page } = useSignedIn();
  const own = deliveryWords[page.language.value];
  const [prompt, setPrompt] = useState("");
  const { problem, run } = useAction(() => setPrompt(""));
  const onSubmit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (prompt.trim() !== "") run(async () => void (await api.continue(session.id, prompt.trim())));
  };
  return (
    <Block title={own.goOn}>
      <form class="continue-delivery" onSubmit={onSubmit}>
        <textarea rows={2} value={prompt} placeholder={own.goOnHint} aria-label={own.goOn} onInput={(event) => setPrompt(event.currentTarget.value)} />
        <button type="submit" class="button small">
          {own.continue}
        </button>
        <Problem text={problem} />
      </form>
    </Block>
  );
}
