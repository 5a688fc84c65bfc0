import type { Address } from "#domain/channel";
import { ParleyError } from "#domain/errors";
import type { Actor } from "#domain/people";
import type { EditedRule, RouteRule, Routing } from "#domain/routing";
import type { TriedRoute } from "#hub/routing/try-route";
import { readJson } from "#http/door/body";
import { badRequest } from "#http/door/bad-input";
import { fieldTexts } from "#http/door/field-texts";
import { ok } from "#http/door/reply";
import type { Routes } from "#http/routes/route";
import { defined } from "#lib/defined";
import type { ConfigOutcomeWire } from "#protocol/configuration";
import { routeBody, rulesBody, type EditedRuleWire, type RouteRuleWire, type RoutingWire, type RulesInFileWire, type TriedRouteWire } from "#protocol/routing";
import { isThreadId } from "./threads.ts";

export function routingRoutes({ app, door, deps: { hub } }: Routes): void {
  app.get(
    "/api/routing",
    door.known(async (_ask, actor) => ok(encodeRouting(await hub.routing.rules(actor)))),
  );

  app.post(
    "/api/routing/try",
    door.known(async (ask, actor) => {
      const { text, address, thread, person, files, draft } = await readJson(ask.env.incoming, routeBody);
      if (thread !== undefined && !isThreadId(thread)) throw badRequest(fieldTexts.fieldThreadId, { field: "thread" });
      const place = address === undefined ? undefined : readAddress(address);
      const routing = draft === undefined ? undefined : await drafted(actor, draft);
      return ok(encodeTried(await hub.routing.attempt(actor, { text, ...defined({ address: place, thread, person, files }) }, routing)));
    }),
  );

  app.get(
    "/api/routing/rules",
    door.known(async (_ask, actor) => {
      const found = await hub.configuration.rules(actor);
      return ok(found === undefined ? null : ({ version: found.version, needs_restart: found.needsRestart, rules: found.rules } satisfies RulesInFileWire));
    }),
  );

  app.put(
    "/api/routing/rules",
    door.known(async (ask, actor) => {
      const { version, save, rules } = await readJson(ask.env.incoming, rulesBody);
      const outcome = await hub.configuration.changeRules(actor, rules.map(readRule), { version, save });
      return ok((outcome.ok ? { ok: true, warnings: outcome.warnings, version: outcome.version } : outcome) satisfies ConfigOutcomeWire);
    }),
  );

  async function drafted(actor: Actor, { version, rules }: { readonly version: string; readonly rules: readonly EditedRuleWire[] }): Promise<Routing> {
    const outcome = await hub.configuration.changeRules(actor, rules.map(readRule), { version, save: false });
    if (outcome.ok) return outcome.routing;
    throw new ParleyError("BadRequest", outcome.problems.join(" "));
  }
}

function readRule({ was, ...rule }: EditedRuleWire): EditedRule {
  return { was, ...defined(rule) };
}

/** As rules write it. Rooms may have colons in them; slashes only have the names of IRC's, which begin with a sign. */
function readAddress(written: string): Address {
  const colon = written.indexOf(":");
  const [channel, rest] = [written.slice(0, colon), written.slice(colon + 1)];
  const slash = /^[#&+!]/.test(rest) ? -1 : rest.lastIndexOf("/");
  return slash <= 0 ? { channel, room: rest } : { channel, room: rest.slice(0, slash), topic: rest.slice(slash + 1) };
}

function encodeRouting({ rules, kinds, invitations }: Routing): RoutingWire {
  return {
    rules: rules.map(encodeRule),
    kinds: Object.entries(kinds).map(([name, { words, files }]) => ({ name, words, files })),
    invitations: {
      enabled: invitations.enabled,
      per_hour: invitations.perHour,
      per_day: invitations.perDay,
      per_thread: invitations.perThread,
    },
  };
}

function encodeRule({ name, addresses, keywords, kinds, mention, to }: RouteRule, index: number): RouteRuleWire {
  return {
    number: index + 1,
    name,
    addresses: addresses ?? null,
    keywords: keywords ?? null,
    kinds: kinds ?? null,
    mention: mention === true,
    session: "session" in to ? to.session : null,
    invite: "invite" in to ? to.invite : null,
  };
}

function encodeTried({ decision, code, session, by, rule, thread, rules, invitations }: TriedRoute): TriedRouteWire {
  return {
    decision,
    code: code ?? null,
    session: session ?? null,
    by: by ?? null,
    rule: rule ?? null,
    thread: thread ?? null,
    rules: rules.map((one, index) => ({
      ...encodeRule(one.rule, index),
      holds: one.holds,
      conditions: one.conditions.map(({ what, met }) => ({ what, met: met ?? null })),
      passed_over: one.passedOver ?? null,
      invites: invitations.get(index + 1) ?? null,
    })),
  };
}
