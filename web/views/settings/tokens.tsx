import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import type { TokenWire } from "#protocol/people";
import { useAction } from "#web/parts/action.ts";
import { Block } from "#web/parts/block.tsx";
import { CopyButton } from "#web/parts/copy-button.tsx";
import { Plain } from "#web/parts/plain-text.tsx";
import { Problem } from "#web/parts/problem.tsx";
import { useLoaded } from "#web/parts/use-loaded.ts";
import type { ManageApi } from "#web/state/manage-api.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { when } from "#web/words/format.ts";
import type { SettingsWords } from "#web/words/settings.ts";

interface TokensProps {
  readonly api: ManageApi;
  readonly own: SettingsWords;
}

/** What programs come in with. Browsers are their holders' own to end. */
export function TokensSection({ api, own }: TokensProps) {
  const { page } = useSignedIn();
  const { value, problem, reload } = useLoaded(() => api.tokens(), [api]);
  const isInForce = ({ revoked_at: revoked, expires_at: expires, login }: TokenWire): boolean =>
    revoked === null && !login && (expires === null || Date.parse(expires) > page.now.value);
  const tokens = value?.filter(isInForce) ?? [];
  return (
    <>
      <NewToken api={api} own={own} done={reload} />
      <Block title={own.tokens}>
        <Problem text={problem} />
        {tokens.map((token) => (
          <TokenRow key={token.id} token={token} api={api} own={own} done={reload} />
        ))}
        {value !== null && tokens.length === 0 && <p class="sm dim">{own.noTokens}</p>}
      </Block>
    </>
  );
}

function TokenRow({ token, api, own, done }: TokensProps & { readonly token: TokenWire; readonly done: () => void }) {
  const { page, words } = useSignedIn();
  const { problem, run } = useAction(done);
  const { holder } = token;
  const at = (iso: string): string => when(Date.parse(iso), page.now.value, words.weekdays);
  const may = holder.kind === "agent" ? holder.may : [];
  return (
    <article class="manage-row" aria-label={token.label}>
      <b class="clip isolate">
        <Plain text={token.label} />
      </b>
      <div class="deeds">
        <button type="button" class="button small" aria-label={own.revokeWhich(token.label)} onClick={() => run(() => api.revokeToken(token.id))}>
          {own.revoke}
        </button>
      </div>
      <div class="facts">
        <span>{holder.kind === "agent" ? own.forAgent : own.forPerson}</span>
        {may.includes("prompt") && <span class="chip">{own.mayPrompt}</span>}
        {may.includes("invite") && <span class="chip">{own.mayInvite}</span>}
        {holder.kind === "agent" && holder.only !== undefined && <span class="chip">{own.onlyThread}</span>}
        <span>{own.since(at(token.created_at))}</span>
        {token.expires_at !== null && <span>{own.until(at(token.expires_at))}</span>}
        <code class="dim">{token.id}</code>
      </div>
      <div class="wide">
        <Problem text={problem} />
      </div>
    </article>
  );
}

function NewToken({ api, own, done }: TokensProps & { readonly done: () => void }) {
  const { words } = useSignedIn();
  const [kind, setKind] = useState<"agent" | "person">("agent");
  const [name, setName] = useState("");
  const [may, setMay] = useState<readonly string[]>([]);
  const [made, setMade] = useState("");
  const { problem, run } = useAction(done);
  const onSubmit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const holder = kind === "agent" ? { agent: name.trim(), may } : { person: name.trim() };
    run(async () => {
      setMade("");
      setMade((await api.createToken(holder)).token);
      setName("");
    });
  };
  const grant = (one: string, label: string) => (
    <label class="check">
      <input
        type="checkbox"
        checked={may.includes(one)}
        onChange={(event) => setMay(event.currentTarget.checked ? [...may, one] : may.filter((other) => other !== one))}
      />
      {label}
    </label>
  );
  return (
    <Block title={own.newToken}>
      <form class="manage-form" aria-label={own.newToken} onSubmit={onSubmit}>
        <label>
          {own.kind}
          <select class="control" value={kind} onChange={(event) => setKind(event.currentTarget.value === "person" ? "person" : "agent")}>
            <option value="agent">{own.forAgent}</option>
            <option value="person">{own.forPerson}</option>
          </select>
        </label>
        <label class="grow">
          {own.name}
          <input class="control" value={name} maxLength={64} onInput={(event) => setName(event.currentTarget.value)} />
        </label>
        <button type="submit" class="button" disabled={name.trim() === ""}>
          {own.create}
        </button>
      </form>
      {kind === "agent" && (
        <div class="manage-form">
          {grant("prompt", own.mayPrompt)}
          {grant("invite", own.mayInvite)}
        </div>
      )}
      <p class="sm dim">{own.tokensHint}</p>
      <Problem text={problem} />
      {made !== "" && (
        <div class="stack" role="status">
          <p class="command">{made}</p>
          <div class="manage-form">
            <p class="sm grow">{own.shownOnce}</p>
            <CopyButton text={made} label={words.copyText} copied={words.copied} />
          </div>
        </div>
      )}
    </Block>
  );
}
