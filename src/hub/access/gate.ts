import type { ErrorCode } from "#domain/errors";
import { ParleyError } from "#domain/errors";
import type { Actor } from "#domain/people";
import { nameOf, whoIs } from "#domain/people";
import type { About, Right } from "#domain/policy";
import type { HubDeps } from "#hub/deps";
import { forwardTime } from "#lib/time/forward-time";

const windowMs = 60_000;
/** A flood of made-up accounts costs this many rows a minute; past it they share one. */
const maxWindows = 1_000;

export interface RefusedAttempt {
  readonly who: string;
  readonly name: string;
  readonly code: ErrorCode;
  readonly about: string;
}

export interface Gate extends AsyncDisposable {
  /** Undefined when the actor may; else the code, and it is on record. */
  refuses(actor: Actor, right: Right, about: About & { readonly what: string }): Promise<ErrorCode | undefined>;
  /** The same, as a thrown refusal. */
  admit(actor: Actor, right: Right, about: About & { readonly what: string; readonly sentence: (code: ErrorCode) => string }): Promise<void>;
  /** True for the first of its minute: the moment to say something to the one who was refused. */
  refused(denial: RefusedAttempt): Promise<boolean>;
  /** How often it was refused in the minute that is under way; the store has only its first. */
  count(refusal: { readonly who: string; readonly code: string }): number;
}

/** Who is this, what may they do. Refusals are counted per account and code, a record a minute. */
export function createGate({ policy, store, clock, log }: Pick<HubDeps, "policy" | "store" | "clock" | "log">): Gate {
  const windows = new Map<string, { ends: number; count: number }>();
  // Windows end by it also when the machine's time is set back.
  const forward = forwardTime(clock);
  let cancel: (() => void) | undefined;

  const seal = async (until: number): Promise<void> => {
    const ended = [...windows].filter(([, w]) => w.ends <= until);
    await store.sealRefusals(until, new Map(ended.map(([key, w]) => [key, w.count])));
    for (const [key] of ended) windows.delete(key);
  };

  const sealLater = (): void => {
    if (cancel !== undefined) return;
    cancel = clock.after(windowMs, () => {
      cancel = undefined;
      seal(forward()).catch((cause: unknown) => log.error({ cause }, "refusals could not be sealed into the audit"));
      if (windows.size > 0) sealLater();
    });
  };

  const refused = async (denial: RefusedAttempt): Promise<boolean> => {
    const now = forward();
    let who = denial.who;
    const known = windows.get(`${who} ${denial.code}`);
    if (known === undefined && windows.size >= maxWindows) who = "others";
    const key = `${who} ${denial.code}`;
    const open = windows.get(key);
    if (open !== undefined && open.ends > now) {
      open.count += 1;
      return false;
    }
    if (open !== undefined) await seal(now);
    windows.set(key, { ends: now + windowMs, count: 1 });
    sealLater();
    log.warn({ who, code: denial.code, about: denial.about }, `refused: ${denial.about}, asked by ${who} (${denial.code})`);
    await store.refused({ ...denial, who, at: now }, now + windowMs);
    return true;
  };

  const refuses: Gate["refuses"] = async (actor, right, about) => {
    const decision = policy.decide(actor, right, about);
    if (decision.verdict === "allow") return undefined;
    const code = decision.verdict === "ask" ? "NeedsApproval" : decision.code;
    await refused({ who: whoIs(actor), name: nameOf(actor), code, about: about.what });
    return code;
  };

  return {
    refuses,
    refused,
    count: ({ who, code }) => windows.get(`${who} ${code}`)?.count ?? 1,
    admit: async (actor, right, about) => {
      const code = await refuses(actor, right, about);
      if (code !== undefined) throw new ParleyError(code, about.sentence(code));
    },
    [Symbol.asyncDispose]: async () => {
      cancel?.();
      await seal(Number.MAX_SAFE_INTEGER);
    },
  };
}
