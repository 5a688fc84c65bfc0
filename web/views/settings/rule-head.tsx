import type { RouteRuleWire } from "#protocol/routing";
import { Plain } from "#web/parts/plain-text.tsx";
import type { RoutingWords } from "#web/words/routing.ts";

/** A rule's number, its name if it has one, and what it does. */
export function RuleHead({ rule, own }: { readonly rule: RouteRuleWire; readonly own: RoutingWords }) {
  const { number, name, session, invite } = rule;
  return (
    <b class="clip isolate">
      {own.rule(number)}{" "}
      {name !== `${number}` && (
        <>
          “<Plain text={name} />”{" "}
        </>
      )}
      <Plain text={session === null ? own.invites(invite ?? "") : own.toSession(session)} />
    </b>
  );
}
