import type { QuestionId } from "#domain/ids";
import { actorOf, type Person } from "#domain/people";
import type { PushSubscription } from "#domain/person-settings";
import { say } from "#lib/words/words";
import type { HubDeps } from "#hub/deps";
import type { AnswerSecrets } from "./answer-secrets.ts";
import type { NoticeChoice } from "./notice-choices.ts";
import { wantsNotice, type Notice, type OpenPages } from "./notice.ts";
import { shortLine } from "./short-line.ts";
import { pushTexts } from "./texts.ts";

const topicChars = 240;
const titles = { question: pushTexts.asks, mention: pushTexts.mention, finished: pushTexts.finished, failed: pushTexts.failed } as const;

interface TellParts {
  readonly pages: OpenPages;
  readonly secrets: Pick<AnswerSecrets, "issue">;
  /** Undefined where no browser is notified. */
  readonly send: ((to: PushSubscription, payload: string) => void) | undefined;
}

/** Tells one person, in their pages and browsers, what they want to hear of and may see. */
export type TellPerson = (person: Person, event: Omit<Notice, "topic">) => Promise<void>;

export function createTellPerson(
  { store, policy, clock, settings: own }: Pick<HubDeps, "store" | "policy" | "clock" | "settings">,
  { pages, secrets, send }: TellParts,
): TellPerson {
  return async (person, event) => {
    const settings = await store.personSettings(person.id);
    if (!wantsNotice(settings, event, clock.now())) return;
    const browsers = send === undefined ? [] : (await store.pushes(person.id, clock.now())).filter(({ at }) => at < event.at);
    if (browsers.length === 0 && !pages.areOpen(person.id)) return;
    const thread = await store.thread(policy.reader(actorOf(person)), event.thread);
    if (thread === undefined) return;
    const { choices: offered = [], ...told } = event;
    const language = settings.language ?? own.language;
    const choices = settings.answerInNotices === false ? [] : offered.map((choice) => ({ ...choice, label: labelIn(language, choice.label) }));
    const notice: Notice = { ...told, text: shortLine(event.text), topic: thread.topic.slice(0, topicChars), choices };
    pages.notice(person.id, notice);
    for (const browser of browsers) {
      const secret = event.question === undefined || choices.length === 0 ? undefined : secretFor(browser, event.question, choices);
      send?.(browser, pushPayload(notice, language, secret));
    }
  };

  function secretFor(browser: PushSubscription, question: QuestionId, choices: readonly NoticeChoice[]): string {
    return secrets.issue({ question, browser, choices: choices.map(({ id }) => id) });
  }
}

/** The names that our own drivers give to yes and no; those of an agent's menu stay as it wrote them. */
function labelIn(language: HubDeps["settings"]["language"], label: string): string {
  const own = [pushTexts.allowOnce, pushTexts.deny].find(({ en }) => en === label);
  return own === undefined ? label : say(language, own);
}

function pushPayload({ kind, thread, question, who, text, topic, tag, choices }: Notice, language: HubDeps["settings"]["language"], secret?: string): string {
  const title = say(language, titles[kind], { who });
  return JSON.stringify({ kind, title, body: text, topic, thread, question, tag, choices, secret });
}
