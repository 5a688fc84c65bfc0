import { useState } from "preact/hooks";
import type { RulesInFileWire } from "#protocol/routing";
import { useAction } from "#web/parts/action.ts";
import { Block } from "#web/parts/block.tsx";
import { Plain } from "#web/parts/plain-text.tsx";
import { Problem } from "#web/parts/problem.tsx";
import type { ManageApi } from "#web/state/manage-api.ts";
import { draftOf, moved, newDraft, type RuleDraft, ruleOf } from "#web/state/rule-draft.ts";
import type { RoutingWords } from "#web/words/routing.ts";
import { type RuleChoices, RuleForm } from "./rule-form.tsx";
import { TryRoute } from "./try-route.tsx";

interface EditorProps {
  readonly api: ManageApi;
  readonly own: RoutingWords;
  readonly file: RulesInFileWire;
  readonly choices: RuleChoices;
  readonly close: (isSaved: boolean) => void;
}

/** All rules of the file at once, tried out before they are saved. The hub checks them as the next start would. */
export function RulesEditor({ api, own, file, choices, close }: EditorProps) {
  const [drafts, setDrafts] = useState<readonly RuleDraft[]>(() => file.rules.map(draftOf));
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [isChecked, setChecked] = useState(false);
  const { problem, run } = useAction(() => undefined);
  const rules = drafts.map(ruleOf);
  const edit = (next: readonly RuleDraft[]): void => {
    setChecked(false);
    setDrafts(next);
  };
  const send = (save: boolean): void =>
    run(async () => {
      const outcome = await api.changeRules(file.version, rules, save);
      setChecked(outcome.ok);
      setProblems(outcome.ok ? outcome.warnings : outcome.problems);
      if (outcome.ok && save) close(true);
    });
  const add = (): void => edit([...drafts, newDraft(Math.max(0, ...drafts.map(({ id }) => id)) + 1, choices.sessions[0] ?? "")]);
  return (
    <>
      <Block title={own.editRules}>
        <div class="rules-edit">
          <p class="sm dim">{own.editHint}</p>
          {drafts.map((draft, index) => (
            <RuleForm
              key={draft.id}
              draft={draft}
              number={index + 1}
              isLast={index === drafts.length - 1}
              choices={choices}
              own={own}
              change={(next) => edit(drafts.map((one) => (one.id === next.id ? next : one)))}
              move={(by) => edit(moved(drafts, index, by))}
              remove={() => edit(drafts.filter(({ id }) => id !== draft.id))}
            />
          ))}
          <div class="manage-form">
            <button type="button" class="button small" onClick={add}>
              {own.addRule}
            </button>
          </div>
          <div class="manage-form">
            <button type="button" class="button main" onClick={() => send(true)}>
              {own.save}
            </button>
            <button type="button" class="button" onClick={() => send(false)}>
              {own.checkRules}
            </button>
            <button type="button" class="button quiet" onClick={() => close(false)}>
              {own.cancel}
            </button>
            {isChecked && (
              <span class="sm note-ok" role="status">
                {own.rulesChecked}
              </span>
            )}
          </div>
          <div role="alert">
            {problems.map((sentence) => (
              <p key={sentence} class={isChecked ? "sm two" : "sm bad"} lang="en">
                <Plain text={sentence} />
              </p>
            ))}
          </div>
          <Problem text={problem} />
        </div>
      </Block>
      <TryRoute api={api} own={own} draft={{ version: file.version, rules }} />
    </>
  );
}
