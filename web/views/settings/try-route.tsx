import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import type { TriedRouteWire, TriedRuleWire } from "#protocol/routing";
import { useAction } from "#web/parts/action.ts";
import { Block } from "#web/parts/block.tsx";
import { Plain } from "#web/parts/plain-text.tsx";
import { Problem } from "#web/parts/problem.tsx";
import type { ManageApi, RulesDraft } from "#web/state/manage-api.ts";
import type { RoutingWords } from "#web/words/routing.ts";
import { RuleHead } from "./rule-head.tsx";

interface TryRouteProps {
  readonly api: ManageApi;
  readonly own: RoutingWords;
  /** Rules that are being edited, in place of those in force. */
  readonly draft?: RulesDraft;
}

/** A dry run: which session a message would go to, rule by rule. */
export function TryRoute({ api, own, draft }: TryRouteProps) {
  const [ask, setAsk] = useState({ text: "", person: "", address: "", thread: "", files: "" });
  const [tried, setTried] = useState<TriedRouteWire | null>(null);
  const { problem, run } = useAction(() => {});
  const onSubmit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    run(async () => {
      setTried(null);
      setTried(await api.tryRoute(ask, draft));
    });
  };
  const field = (name: keyof typeof ask, label: string) => (
    <label class="grow">
      {label}
      <input class="control" value={ask[name]} maxLength={300} onInput={(event) => setAsk({ ...ask, [name]: event.currentTarget.value })} />
    </label>
  );
  return (
    <Block title={own.tryIt}>
      <form class="stack" aria-label={own.tryIt} onSubmit={onSubmit}>
        <label class="stack">
          {own.text}
          <textarea class="control" rows={2} value={ask.text} onInput={(event) => setAsk({ ...ask, text: event.currentTarget.value })} />
        </label>
        <div class="manage-form">
          {field("person", own.person)}
          {field("address", own.address)}
        </div>
        <div class="manage-form">
          {field("thread", own.thread)}
          {field("files", own.files)}
          <button type="submit" class="button" disabled={ask.text.trim() === "" && ask.files.trim() === ""}>
            {own.check}
          </button>
        </div>
      </form>
      <p class="sm dim">{draft === undefined ? own.tryHint : own.tryDraftHint}</p>
      <Problem text={problem} />
      {tried !== null && <Tried tried={tried} own={own} />}
    </Block>
  );
}

function Tried({ tried, own }: { readonly tried: TriedRouteWire; readonly own: RoutingWords }) {
  return (
    <div role="status">
      <p>
        <b>
          <Plain text={outcomeOf(tried, own)} />
        </b>{" "}
        <Plain text={reasonOf(tried, own)} />
      </p>
      {tried.thread !== null && (
        <p class="sm two">
          <Plain text={own.inThread(tried.thread.topic)} />
        </p>
      )}
      {tried.rules.map((rule) => (
        <TriedRule key={rule.number} rule={rule} decides={rule.number === tried.rule} own={own} />
      ))}
    </div>
  );
}

function TriedRule({ rule, decides, own }: { readonly rule: TriedRuleWire; readonly decides: boolean; readonly own: RoutingWords }) {
  return (
    <article class="manage-row" aria-label={own.rule(rule.number)}>
      <RuleHead rule={rule} own={own} />
      <div class="deeds">
        <span class={decides ? "chip" : "sm two"}>{decides ? own.decides : standingOf(rule, own)}</span>
      </div>
      <div class="facts">
        {rule.conditions.length === 0 && <span>{own.always}</span>}
        {rule.conditions.map(({ what, met }) => (
          <span key={what} class="isolate">
            <Plain text={met === null ? own.notMet(own.condition[what]) : own.met(own.condition[what], met)} />
          </span>
        ))}
      </div>
    </article>
  );
}

function standingOf({ holds, passed_over: passedOver, invites }: TriedRuleWire, own: RoutingWords): string {
  if (!holds) return own.holdsNot;
  if (passedOver !== null) return own.passedOver[passedOver];
  return invites === null ? own.holds : own.verdict[invites];
}

function outcomeOf({ decision, session, code }: TriedRouteWire, own: RoutingWords): string {
  if (session !== null) return own.goesTo(session);
  if (decision === "command") return own.command;
  if (decision === "refusal") return own.refused(code ?? "");
  return decision === "answer" || decision === "which" ? own.answer : own.posted;
}

function reasonOf({ by, rule }: TriedRouteWire, own: RoutingWords): string {
  if (by === null) return "";
  return by === "rule" ? own.by.rule(rule ?? 0) : own.by[by];
}
