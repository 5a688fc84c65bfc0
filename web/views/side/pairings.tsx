import "#web/style/pairings.css";
import type { TargetedSubmitEvent } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { PairingWire } from "#protocol/pairing";
import { useAction } from "#web/parts/action.ts";
import { Block } from "#web/parts/block.tsx";
import { Plain } from "#web/parts/plain-text.tsx";
import { Problem } from "#web/parts/problem.tsx";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { pairingWords, type PairingWords } from "#web/words/pairings.ts";

const lookEveryMs = 20_000;

/** Strangers who were shown a pairing code in a chat, and whom an owner can let in. */
export function Pairings({ changed }: { readonly changed?: () => void }) {
  const { page } = useSignedIn();
  const words = pairingWords[document.documentElement.lang === "zh-CN" ? "zh-CN" : "en"];
  const [pending, setPending] = useState<readonly PairingWire[]>([]);
  const look = (): void => {
    // Losing one look costs a list that is some seconds old.
    if (document.visibilityState === "visible") page.api.pairings().then(setPending, () => undefined);
  };
  useEffect(() => {
    look();
    const timer = setInterval(look, lookEveryMs);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [page]);
  if (pending.length === 0) return null;
  return (
    <Block title={words.title}>
      {pending.map((one) => (
        <Pending
          key={one.code}
          pairing={one}
          words={words}
          done={() => {
            look();
            changed?.();
          }}
        />
      ))}
      <p class="sm dim">{words.hint}</p>
    </Block>
  );
}

function Pending({ pairing, words, done }: { readonly pairing: PairingWire; readonly words: PairingWords; readonly done: () => void }) {
  const { page } = useSignedIn();
  const { code, account, name } = pairing;
  const [person, setPerson] = useState("");
  const { problem, run } = useAction(done);
  const onSubmit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (person.trim() !== "") run(() => page.api.approvePairing(code, person.trim()));
  };
  return (
    <form class="pairing" aria-label={account} onSubmit={onSubmit}>
      <p class="clip isolate">
        <b>
          <Plain text={name} />
        </b>{" "}
        <code>
          <Plain text={account} />
        </code>{" "}
        <code>{code}</code>
      </p>
      <div class="row">
        <input
          class="control"
          value={person}
          maxLength={64}
          placeholder={words.who}
          aria-label={words.who}
          onInput={(event) => setPerson(event.currentTarget.value)}
        />
        <button type="submit" class="button" aria-label={words.approveWhom(account)} disabled={person.trim() === ""}>
          {words.approve}
        </button>
      </div>
      <Problem text={problem} />
    </form>
  );
}
