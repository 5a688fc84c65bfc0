import { everyone } from "#domain/people";
import { noRouting } from "#domain/routing";
import type { Session } from "#domain/session";
import type { Thread } from "#domain/thread";
import type { HubDeps } from "#hub/deps";
import { startsWithName } from "./starts-with-name.ts";
import { createMatchRules, type RoutedWords, type RuleMatch } from "./match-rules.ts";

/** Why a rule that holds does not decide. */
export type PassedOver = "no-session" | "other-thread" | "later";

/** Which session words go to that name none in their request, and how that came about. */
export interface Route {
  readonly session?: Session;
  /** `chosen`: a rule holds, and somebody chose the thread's session with the use command. Left out: no name and no rule decides. */
  readonly by?: "name" | "rule" | "chosen";
  /** The number of the rule that decides. */
  readonly rule?: number;
  readonly matches: readonly (RuleMatch & { readonly passedOver?: PassedOver })[];
}

export interface ChooseSession {
  /** True where nothing has to be looked at: no rules, and no name in front. */
  isIdle(text: string): boolean;
  /** Without a thread: any session of the configuration, for a chat that has none yet. */
  choose(words: RoutedWords, thread?: Thread): Promise<Route>;
}

/**
 * A name in front (`@reviewer …`) comes first, then what somebody chose with the use command, then the rules in their order. Rules name
 * sessions of the configuration, which no agent can make, and never carry words from one thread into another.
 */
export function createChooseSession({ store, settings }: Pick<HubDeps, "store" | "settings">): ChooseSession {
  const { routing = noRouting } = settings;
  const match = createMatchRules(routing);

  const named = async (text: string, thread: Thread | undefined): Promise<Session | undefined> => {
    for (const name of startsWithName(text)) {
      const session = await store.sessionByName(everyone, name);
      if (session !== undefined && (thread === undefined ? session.source === "config" : session.thread === thread.id)) return session;
    }
    return undefined;
  };

  const passedOver = (session: Session | undefined, thread: Thread | undefined): PassedOver | undefined => {
    if (session?.source !== "config") return "no-session";
    return thread === undefined || session.thread === thread.id ? undefined : "other-thread";
  };

  const byRules = async (words: RoutedWords, thread: Thread | undefined): Promise<Route> => {
    let decided: { readonly session: Session; readonly rule: number } | undefined;
    const matches: (RuleMatch & { readonly passedOver?: PassedOver })[] = [];
    for (const [index, one] of match(words).entries()) {
      if (!one.holds || !("session" in one.rule.to)) matches.push(one);
      else if (decided !== undefined) matches.push({ ...one, passedOver: "later" });
      else {
        const session = await store.sessionByName(everyone, one.rule.to.session);
        const why = passedOver(session, thread);
        if (why === undefined && session !== undefined) decided = { session, rule: index + 1 };
        matches.push(why === undefined ? one : { ...one, passedOver: why });
      }
    }
    return decided === undefined ? { matches } : { ...decided, by: "rule", matches };
  };

  /** A choice is one as long as its session is the thread's: one that went away was followed by another that nobody chose. */
  const isChosen = async ({ id, defaultSession }: Thread): Promise<boolean> =>
    defaultSession !== undefined && (await store.details(everyone, id))?.chosenSession === defaultSession;

  return {
    isIdle: (text) => routing.rules.length === 0 && !text.trimStart().startsWith("@"),
    choose: async (words, thread) => {
      const route = await byRules(words, thread);
      const session = await named(words.text, thread);
      if (session !== undefined) return { session, by: "name", matches: route.matches };
      if (route.session === undefined || thread === undefined || !(await isChosen(thread))) return route;
      return { by: "chosen", matches: route.matches };
    },
  };
}
