import type { TextLanguage } from "#lib/words/sentence";
import { say } from "#lib/words/words";
import { configTexts } from "./texts.ts";
import { z } from "zod";
import { usualKinds, type RouteRule, type Routing, type WrittenRule } from "#domain/routing";
import type { RedLine } from "#domain/status";
import { defined } from "#lib/defined";
import { flag, integer, text } from "#lib/settings";
import { nearest } from "#lib/text/nearest";
import type { ConfigProblem } from "./problem.ts";

/** Every message is held against all of it. */
const most = { rules: 50, items: 20, keywordChars: 64, kinds: 20, words: 100 } as const;

export type RoutingSettings = z.output<ReturnType<typeof routingSchema>>;

/** Which session gets a message that names none (docs/routing.md). */
export function routingSchema() {
  return z.strictObject({
    rules: z
      .array(rule())
      .max(most.rules)
      .default([])
      .meta({ description: "Which session gets a message that names none. In order: the first rule that holds and whose session can be had decides." }),
    kinds: z
      .record(z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, "must be at most 32 lower-case letters, digits and dashes"), kind())
      .refine((kinds) => Object.keys(kinds).length <= most.kinds, `must be at most ${most.kinds} kinds`)
      .default({})
      .meta({ description: `Kinds of work beside ${Object.keys(usualKinds).join(", ")}, or one of these written anew.` }),
    invitations: z
      .strictObject({
        enabled: flag("Whether rules may invite agents, if auto_invite is set for them in config/available-agents.json.").default(false),
        per_hour: integer("How many agents may have been invited in the last hour, by anybody, before rules stop inviting.", 0, 1_000).default(4),
        per_day: integer("The same in the last 24 hours.", 0, 1_000).default(20),
        per_thread: integer("The same in one thread in the last 24 hours.", 0, 1_000).default(3),
      })
      .prefault({}),
  });
}

function rule() {
  const list = (does: string, item: z.ZodString) => z.array(item).min(1).max(most.items).optional().meta({ description: does });
  return z
    .strictObject({
      name: text("What the rule is called in the dry run and in records; default: its number.", 64).optional(),
      addresses: list(
        "Holds in these chats: CHANNEL, CHANNEL:ROOM or CHANNEL:ROOM/TOPIC.",
        z.string().regex(/^[^\s:]+(:\S.*)?$/, "must be CHANNEL, CHANNEL:ROOM or CHANNEL:ROOM/TOPIC, for example telegram:-100123"),
      ),
      keywords: list(
        "Holds if the message has one of these as whole words; * at the end stands for any ending.",
        z.string().trim().min(1).max(most.keywordChars),
      ),
      kinds: list("Holds if the message is one of these kinds of work.", z.string().trim().min(1).max(32)),
      mention: flag("Holds if the message mentions @ and the name of the agent to invite.").optional(),
      session: text("The session that gets the message.", 64).optional(),
      invite: text("The agent of config/available-agents.json to invite into the thread.", 64).optional(),
    })
    .refine((one) => (one.session === undefined) !== (one.invite === undefined), "needs either session or invite")
    .refine((one) => one.invite === undefined || one.keywords !== undefined || one.mention === true, {
      path: ["invite"],
      message: "needs keywords or mention: true, or every message would invite the agent",
    })
    .refine((one) => one.mention !== true || one.invite !== undefined, { path: ["mention"], message: "is for rules with invite" });
}

function kind() {
  return z.strictObject({
    words: z.array(z.string().trim().min(1).max(most.keywordChars)).max(most.words).default([]).meta({ description: "Words, as in keywords." }),
    files: z
      .array(z.string().regex(/^\.?[A-Za-z0-9]{1,8}$/, "must be how a file name ends, for example pdf"))
      .max(most.words)
      .default([])
      .meta({ description: "How the names of files end." }),
  });
}

export function routingOf({ rules, kinds, invitations }: RoutingSettings): Routing {
  return {
    rules: rules.map(ruleOf),
    kinds: { ...usualKinds, ...kinds },
    invitations: {
      enabled: invitations.enabled,
      perHour: invitations.per_hour,
      perDay: invitations.per_day,
      perThread: invitations.per_thread,
    },
  };
}

function ruleOf({ name, addresses, keywords, kinds, mention, session, invite }: RoutingSettings["rules"][number], index: number): RouteRule {
  return {
    name: name ?? `${index + 1}`,
    ...(addresses && { addresses }),
    ...(keywords && { keywords }),
    ...(kinds && { kinds }),
    ...(mention === true && { mention }),
    to: session === undefined ? { invite: invite ?? "" } : { session },
  };
}

/** As the file would write it: a rule without a name has its number for one. */
export function writtenRule({ name, addresses, keywords, kinds, mention, to }: RouteRule, index: number): WrittenRule {
  return { ...defined({ name: name === `${index + 1}` ? undefined : name, addresses, keywords, kinds, mention }), ...to };
}

/** A kind that nobody described would never hold, which nobody means. */
export function checkRouting({ rules, kinds }: RoutingSettings): readonly ConfigProblem[] {
  const known = [...new Set([...Object.keys(usualKinds), ...Object.keys(kinds)])];
  return rules.flatMap((one, index) =>
    (one.kinds ?? []).flatMap((wanted, item): ConfigProblem[] => {
      if (known.includes(wanted)) return [];
      const near = nearest(wanted, known);
      const hint = near === undefined ? `Kinds: ${known.join(", ")}.` : `Did you mean ${near}?`;
      return [{ path: ["routing", "rules", index, "kinds", item], sentence: `There is no kind ${wanted}. ${hint}` }];
    }),
  );
}

/** Rules that can never decide. */
export function routingLines(routing: Routing, sessions: readonly string[], language: TextLanguage): readonly RedLine[] {
  return routing.rules.flatMap(({ to }, index): RedLine[] => {
    const what = `routing.rules[${index}]`;
    if ("session" in to && !sessions.includes(to.session))
      return [
        {
          what,
          why: say(language, configTexts.ruleNoSession, { session: to.session }),
          mend: say(language, configTexts.ruleCorrectSession),
        },
      ];
    if ("invite" in to && !routing.invitations.enabled)
      return [{ what, why: say(language, configTexts.ruleInvitesOff), mend: say(language, configTexts.ruleEnableInvites) }];
    return [];
  });
}
