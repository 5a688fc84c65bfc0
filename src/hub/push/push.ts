import { ParleyError } from "#domain/errors";
import type { QuestionId } from "#domain/ids";
import { nameOf, whoIs, type Actor } from "#domain/people";
import type { PushSubscription } from "#domain/person-settings";
import type { Question } from "#domain/question";
import type { Surface } from "#domain/thread";
import { say } from "#lib/words/words";
import type { Gate } from "#hub/access/gate";
import type { HubDeps } from "#hub/deps";
import type { AnswerGrant, AnswerSecrets } from "./answer-secrets.ts";
import { pushTexts } from "./texts.ts";

const mostBrowsers = 20;

/** The browsers that want to be notified while no page is open in them. */
export interface Push {
  /** Undefined where this hub sends none. */
  key(): string | undefined;
  /** Throws NotAllowed for whoever is not signed in with a browser, BadRequest for an address that nothing would be sent to. */
  subscribe(by: Actor, subscription: Pick<PushSubscription, "endpoint" | "keys">): Promise<void>;
  /** False for one that is not the caller's. */
  unsubscribe(by: Actor, endpoint: string): Promise<boolean>;
  /**
   * Answers from a notification, as the person whose browser was sent the secret, with the same checks as any other answer. Throws
   * LinkUnknown for a secret that is no good, or no more: its browser may have been signed out since.
   */
  answer(secret: string, choice: string): Promise<Question>;
}

export interface PushParts {
  readonly gate: Pick<Gate, "refused">;
  readonly secrets: Pick<AnswerSecrets, "take">;
  readonly answer: (by: Actor, surface: Surface, question: QuestionId, choice: string) => Promise<Question>;
  readonly browsersChanged: () => void;
}

export function createPush(
  { push, store, clock, settings: { language } }: Pick<HubDeps, "push" | "store" | "clock" | "settings">,
  { gate, secrets, answer, browsersChanged }: PushParts,
): Push {
  const notGood = (): ParleyError => new ParleyError("LinkUnknown", say(language, pushTexts.answerOver));

  /** Who they are now: a role may have changed since the notification was sent. */
  const holderOf = async ({ browser }: AnswerGrant): Promise<Actor | undefined> => {
    const isSignedIn = (await store.pushes(browser.person, clock.now())).some(
      ({ endpoint, token }) => endpoint === browser.endpoint && token === browser.token,
    );
    const person = isSignedIn ? (await store.people()).find(({ id }) => id === browser.person) : undefined;
    return person && { kind: "person", id: person.id, name: person.name, role: person.role, tokenId: browser.token, login: true };
  };

  return {
    answer: async (secret, choice) => {
      const grant = secrets.take(secret);
      const by = grant === undefined ? undefined : await holderOf(grant);
      if (grant === undefined || by === undefined) throw notGood();
      if (!grant.choices.includes(choice)) {
        await gate.refused({ who: whoIs(by), name: nameOf(by), code: "NotAChoice", about: `answer ${grant.question} from a notification` });
        throw notGood();
      }
      return answer(by, "notification", grant.question, choice);
    },
    key: () => push?.publicKey,
    subscribe: async (by, { endpoint, keys }) => {
      if (push === undefined) throw new ParleyError("NotSupported", say(language, pushTexts.noPush));
      if (by.kind !== "person" || by.login !== true || by.tokenId === undefined) throw new ParleyError("NotAllowed", say(language, pushTexts.onlyBrowsers));
      if (push.refuses(endpoint) !== undefined) throw new ParleyError("BadRequest", say(language, pushTexts.badEndpoint));
      await store.addPush({ endpoint, person: by.id, token: by.tokenId, keys, at: clock.now() }, mostBrowsers);
      browsersChanged();
    },
    unsubscribe: async (by, endpoint) => by.kind === "person" && store.dropPush(endpoint, by.id),
  };
}
