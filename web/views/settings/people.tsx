import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import type { PersonWire, RoleWire } from "#protocol/people";
import { useAction } from "#web/parts/action.ts";
import { Face } from "#web/parts/avatar.tsx";
import { Block } from "#web/parts/block.tsx";
import { CopyButton } from "#web/parts/copy-button.tsx";
import { Icon } from "#web/parts/icon.tsx";
import { Plain } from "#web/parts/plain-text.tsx";
import { Problem } from "#web/parts/problem.tsx";
import { useLoaded } from "#web/parts/use-loaded.ts";
import type { ManageApi } from "#web/state/manage-api.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { Pairings } from "#web/views/side/pairings.tsx";
import type { SettingsWords } from "#web/words/settings.ts";

const roles: readonly RoleWire[] = ["owner", "admin", "member"];

interface SectionProps {
  readonly api: ManageApi;
  readonly own: SettingsWords;
}

/** Who asks to be let in, who is in, with which role and accounts. */
export function PeopleSection({ api, own }: SectionProps) {
  const { page } = useSignedIn();
  const { value, problem, reload } = useLoaded(() => api.people(), [api]);
  return (
    <>
      <Pairings changed={reload} />
      <Block title={own.people}>
        <Problem text={problem} />
        {value?.map((person) => (
          <PersonRow key={person.id} person={person} isMe={person.id === page.me.value} api={api} own={own} done={reload} />
        ))}
      </Block>
      <AddPerson api={api} own={own} done={reload} />
    </>
  );
}

interface PersonProps extends SectionProps {
  readonly person: PersonWire;
  readonly isMe: boolean;
  readonly done: () => void;
}

function PersonRow({ person, isMe, api, own, done }: PersonProps) {
  const { words } = useSignedIn();
  const { name, role, accounts, source } = person;
  const { problem, run } = useAction(done);
  const [open, setOpen] = useState<"account" | "link" | "remove" | null>(null);
  const isFixed = source === "config";
  return (
    <article class="manage-row" aria-label={name}>
      <b class="person-name clip isolate">
        <Face kind={isMe ? "me" : "person"} name={name} small />
        <Plain text={name} />
      </b>
      <div class="deeds">
        <button type="button" class="button quiet small" aria-label={own.loginLinkFor(name)} onClick={() => setOpen(open === "link" ? null : "link")}>
          {own.loginLink}
        </button>
        {!isFixed && !isMe && (
          <button type="button" class="button quiet small" aria-label={own.removeWhom(name)} onClick={() => setOpen(open === "remove" ? null : "remove")}>
            {own.remove}
          </button>
        )}
        {isFixed ? (
          <span class="sm two">{words.role[role]}</span>
        ) : (
          <RoleChoice label={own.roleOf(name)} role={role} choose={(chosen) => run(async () => void (await api.setRole(name, chosen)))} />
        )}
      </div>
      <div class="facts">
        {accounts.map((account) => (
          <span key={account} class="chip isolate">
            <Plain text={account} />
            {!isFixed && (
              <button type="button" aria-label={own.unlink(account)} onClick={() => run(() => api.unlinkAccount(name, account))}>
                <Icon name="close" small />
              </button>
            )}
          </span>
        ))}
        {accounts.length === 0 && <span>{own.noAccounts}</span>}
        {isFixed ? (
          <span class="dim">{own.fromFile}</span>
        ) : (
          <button type="button" class="button quiet small" aria-label={own.addAccountTo(name)} onClick={() => setOpen(open === "account" ? null : "account")}>
            {own.addAccount}
          </button>
        )}
      </div>
      <div class="wide">
        {open === "account" && <LinkAccount own={own} link={(account) => run(async () => void (await api.linkAccount(name, account)))} />}
        {open === "link" && <LoginLink name={name} api={api} own={own} />}
        {open === "remove" && (
          <div class="manage-form">
            <p class="sm grow">{own.removeSure(name)}</p>
            <button type="button" class="button small" onClick={() => setOpen(null)}>
              {own.cancel}
            </button>
            <button type="button" class="button small bad" onClick={() => run(() => api.removePerson(name))}>
              {own.removeYes}
            </button>
          </div>
        )}
        <Problem text={problem} />
      </div>
    </article>
  );
}

function RoleChoice({ label, role, choose }: { readonly label: string; readonly role: RoleWire; readonly choose: (role: RoleWire) => void }) {
  const { words } = useSignedIn();
  return (
    <select
      class="control small"
      aria-label={label}
      value={role}
      onChange={(event) => {
        const chosen = roles.find((one) => one === event.currentTarget.value);
        // Until the hub agrees, what is in force is shown.
        event.currentTarget.value = role;
        if (chosen !== undefined) choose(chosen);
      }}
    >
      {roles.map((one) => (
        <option key={one} value={one}>
          {words.role[one]}
        </option>
      ))}
    </select>
  );
}

function LinkAccount({ own, link }: { readonly own: SettingsWords; readonly link: (account: string) => void }) {
  const [account, setAccount] = useState("");
  const onSubmit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (account.trim() !== "") link(account.trim());
  };
  return (
    <form class="manage-form" onSubmit={onSubmit}>
      <label class="grow">
        {own.account}
        <input class="control" value={account} maxLength={200} placeholder="telegram:123456" onInput={(event) => setAccount(event.currentTarget.value)} />
      </label>
      <button type="submit" class="button" disabled={account.trim() === ""}>
        {own.link}
      </button>
    </form>
  );
}

/** Made when it is asked for: each is a way in. */
function LoginLink({ name, api, own }: SectionProps & { readonly name: string }) {
  const { words } = useSignedIn();
  const { value, problem } = useLoaded(() => api.loginLink(name), [api, name]);
  if (value === null) return <Problem text={problem} />;
  return (
    <div class="stack">
      <p class="command">{value}</p>
      <div class="manage-form">
        <p class="sm dim grow">{own.linkHint}</p>
        <CopyButton text={value} label={words.copyText} copied={words.copied} />
      </div>
    </div>
  );
}

function AddPerson({ api, own, done }: SectionProps & { readonly done: () => void }) {
  const { words } = useSignedIn();
  const [name, setName] = useState("");
  const [role, setRole] = useState<RoleWire>("member");
  const { problem, run } = useAction(() => {
    setName("");
    done();
  });
  const onSubmit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (name.trim() !== "") run(async () => void (await api.addPerson(name.trim(), role)));
  };
  return (
    <Block title={own.addPerson}>
      <form class="manage-form" aria-label={own.addPerson} onSubmit={onSubmit}>
        <label class="grow">
          {own.name}
          <input class="control" value={name} maxLength={64} onInput={(event) => setName(event.currentTarget.value)} />
        </label>
        <label>
          {own.role}
          <select class="control" value={role} onChange={(event) => setRole(roles.find((one) => one === event.currentTarget.value) ?? "member")}>
            {roles.toReversed().map((one) => (
              <option key={one} value={one}>
                {words.role[one]}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" class="button" disabled={name.trim() === ""}>
          {own.add}
        </button>
      </form>
      <Problem text={problem} />
    </Block>
  );
}
