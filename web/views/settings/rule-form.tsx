import type { RuleDraft } from "#web/state/rule-draft.ts";
import type { RoutingWords } from "#web/words/routing.ts";

/** What a rule can name. */
export interface RuleChoices {
  readonly sessions: readonly string[];
  readonly agents: readonly string[];
  readonly kinds: readonly string[];
}

interface RuleFormProps {
  readonly draft: RuleDraft;
  readonly number: number;
  readonly isLast: boolean;
  readonly choices: RuleChoices;
  readonly own: RoutingWords;
  readonly change: (next: RuleDraft) => void;
  readonly move: (by: -1 | 1) => void;
  readonly remove: () => void;
}

/** One rule, in fields. */
export function RuleForm({ draft, number, isLast, choices, own, change, move, remove }: RuleFormProps) {
  const field = (key: "name" | "addresses" | "keywords", label: string, placeholder = "") => (
    <label class="grow">
      {label}
      <input
        class="control"
        value={draft[key]}
        placeholder={placeholder}
        maxLength={1_000}
        onInput={(event) => change({ ...draft, [key]: event.currentTarget.value })}
      />
    </label>
  );
  return (
    <fieldset class="rule-form">
      <legend class="sr">{own.rule(number)}</legend>
      <div class="rule-form-head">
        <b>{own.rule(number)}</b>
        <div class="deeds">
          <button type="button" class="button quiet small" aria-label={own.up(number)} disabled={number === 1} onClick={() => move(-1)}>
            <span aria-hidden="true">↑</span>
          </button>
          <button type="button" class="button quiet small" aria-label={own.down(number)} disabled={isLast} onClick={() => move(1)}>
            <span aria-hidden="true">↓</span>
          </button>
          <button type="button" class="button quiet small" aria-label={own.removeRule(number)} onClick={remove}>
            {own.remove}
          </button>
        </div>
      </div>
      <Target draft={draft} number={number} choices={choices} own={own} change={change} />
      <div class="manage-form">
        {field("keywords", own.keywords, "outage, rollback*")}
        {field("addresses", own.addresses, "telegram:-1001234")}
        {field("name", own.ruleName)}
      </div>
      <Kinds draft={draft} choices={choices} own={own} change={change} />
    </fieldset>
  );
}

function Target({ draft, number, choices, own, change }: Pick<RuleFormProps, "draft" | "number" | "choices" | "own" | "change">) {
  const known = draft.to === "session" ? choices.sessions : choices.agents;
  // What the file names is offered even if there is nothing of that name.
  const names = [...new Set([...known, ...(draft.target === "" ? [] : [draft.target])])];
  const turn = (to: RuleDraft["to"]): void => change({ ...draft, to, target: (to === "session" ? choices.sessions : choices.agents)[0] ?? "" });
  return (
    <div class="manage-form">
      <label>
        {own.does}
        <select class="control" value={draft.to} onChange={(event) => turn(event.currentTarget.value === "invite" ? "invite" : "session")}>
          <option value="session">{own.doesSession}</option>
          <option value="invite">{own.doesInvite}</option>
        </select>
      </label>
      <label class="grow">
        {draft.to === "session" ? own.session : own.agent}
        <select class="control" value={draft.target} onChange={(event) => change({ ...draft, target: event.currentTarget.value })}>
          {names.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {draft.to === "invite" && (
        <label class="check">
          <input
            type="checkbox"
            aria-label={`${own.rule(number)}: ${own.onMention}`}
            checked={draft.mention}
            onChange={(event) => change({ ...draft, mention: event.currentTarget.checked })}
          />
          {own.onMention}
        </label>
      )}
    </div>
  );
}

function Kinds({ draft, choices, own, change }: Pick<RuleFormProps, "draft" | "choices" | "own" | "change">) {
  const turn = (kind: string, isOn: boolean): void => change({ ...draft, kinds: isOn ? [...draft.kinds, kind] : draft.kinds.filter((one) => one !== kind) });
  return (
    <fieldset class="notice-kinds">
      <legend class="sm two">{own.kinds}</legend>
      {choices.kinds.map((kind) => (
        <label key={kind} class="check">
          <input type="checkbox" checked={draft.kinds.includes(kind)} onChange={(event) => turn(kind, event.currentTarget.checked)} />
          {own.kindName[kind] ?? kind}
        </label>
      ))}
    </fieldset>
  );
}
