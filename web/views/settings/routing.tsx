import "#web/style/rules.css";
import { useState } from "preact/hooks";
import type { RouteRuleWire, RoutingWire, RulesInFileWire } from "#protocol/routing";
import { useAction } from "#web/parts/action.ts";
import { Block } from "#web/parts/block.tsx";
import { Plain } from "#web/parts/plain-text.tsx";
import { Problem } from "#web/parts/problem.tsx";
import { useLoaded } from "#web/parts/use-loaded.ts";
import type { ManageApi } from "#web/state/manage-api.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { routingWords, type RoutingWords } from "#web/words/routing.ts";
import { RuleHead } from "./rule-head.tsx";
import { RulesEditor } from "./rules-editor.tsx";
import { TryRoute } from "./try-route.tsx";

/** The rules that choose a message's session, what they would do with one, and for owners their editor. */
export function RoutingSection({ api, mayEdit }: { readonly api: ManageApi; readonly mayEdit: boolean }) {
  const { page } = useSignedIn();
  const own = routingWords[page.language.value];
  const { value, problem } = useLoaded(() => api.routing(), [api]);
  const [file, setFile] = useState<RulesInFileWire | null>(null);
  const [isSaved, setSaved] = useState(false);
  const [isUnreadable, setUnreadable] = useState(false);
  const opening = useAction(() => undefined);
  if (value === null) return <Problem text={problem} />;
  if (file !== null) {
    const choices = {
      sessions: page.sessions.value.map(({ name }) => name),
      agents: page.model.value.invitable.map(({ agent_name: name }) => name),
      kinds: value.kinds.map(({ name }) => name),
    };
    const close = (saved: boolean): void => {
      setFile(null);
      setSaved(saved);
    };
    return <RulesEditor api={api} own={own} file={file} choices={choices} close={close} />;
  }
  const edit = (): void =>
    opening.run(async () => {
      const found = await api.rulesInFile();
      setUnreadable(found === null);
      setFile(found);
    });
  return (
    <>
      <Block title={own.rules}>
        {isSaved && (
          <p class="sm note-ok" role="status">
            {own.rulesSaved}
          </p>
        )}
        {value.rules.map((rule) => (
          <RuleRow key={rule.number} rule={rule} own={own} />
        ))}
        <p class="sm dim">{value.rules.length === 0 ? own.noRules : own.rulesHint}</p>
        <p class="sm dim">{budgetOf(value, own)}</p>
        {mayEdit && (
          <div class="manage-form rules-deeds">
            <button type="button" class="button" onClick={edit}>
              {own.editRules}…
            </button>
          </div>
        )}
        <Problem text={isUnreadable ? own.unreadable : opening.problem} />
      </Block>
      <TryRoute api={api} own={own} />
    </>
  );
}

function budgetOf({ invitations }: RoutingWire, own: RoutingWords): string {
  return own.invitations(invitations.enabled, invitations.per_hour, invitations.per_day, invitations.per_thread);
}

function RuleRow({ rule, own }: { readonly rule: RouteRuleWire; readonly own: RoutingWords }) {
  const wanted = [
    ...conditionOf(own.condition.address, rule.addresses, own),
    ...conditionOf(own.condition.keyword, rule.keywords, own),
    ...conditionOf(own.condition.kind, rule.kinds?.map((kind) => own.kindName[kind] ?? kind) ?? null, own),
    ...conditionOf(own.condition.mention, rule.mention ? [`@${rule.invite ?? ""}`] : null, own),
  ];
  return (
    <article class="manage-row" aria-label={own.rule(rule.number)}>
      <RuleHead rule={rule} own={own} />
      <div class="facts">
        {wanted.length === 0 && <span>{own.always}</span>}
        {wanted.map((one) => (
          <span key={one} class="isolate">
            <Plain text={one} />
          </span>
        ))}
      </div>
    </article>
  );
}

function conditionOf(what: string, items: readonly string[] | null, own: RoutingWords): readonly string[] {
  return items === null ? [] : [own.met(what, items.join(", "))];
}
