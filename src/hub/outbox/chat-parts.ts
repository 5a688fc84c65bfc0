import { join } from "node:path";
import type { Address, Part } from "#domain/channel";
import { addressKey } from "#domain/channel";
import type { Language } from "#domain/command";
import type { Question } from "#domain/question";
import type { Message } from "#domain/thread";
import { cleanName, nameChars } from "#lib/text/clean-name";
import { surfaceName } from "#lib/text/surface-name";
import { formatDuration } from "#lib/time/format-duration";
import { showHidden } from "#lib/text/show-hidden";
import { say } from "#lib/words/words";
import type { HubDeps } from "#hub/deps";
import { outboxTexts } from "./texts.ts";
import { questionTexts } from "#hub/questions/texts";

type ShowDeps = Pick<HubDeps, "store" | "settings" | "channels">;

/** A message as a chat shows it: whose prompt it answers if that came from elsewhere, the words, the files. */
export async function showMessage(deps: ShowDeps, message: Message, to: Address): Promise<readonly Part[]> {
  const files = await deps.store.artifacts(message.artifacts ?? []);
  const head = await headOf(deps, message, to);
  const others = files.length === 0 ? [] : (await deps.store.boundAddresses(message.thread)).filter((one) => addressKey(one) !== addressKey(to));
  const takenBy = (bytes: number): readonly string[] => {
    const names = others
      .filter(({ channel }) => (deps.channels.get(channel)?.can.fileBytes ?? 0) >= bytes)
      .map(({ channel }) => surfaceName(deps.settings.language, `chat:${channel}`));
    return [...new Set(names)];
  };
  // Words that are the file's own description stand with the file, and only there.
  const isCaption = files.length === 1 && message.text !== "" && files[0]?.description === message.text;
  const description = (own: string): string => (isCaption && head !== undefined ? `${head}\n${own}` : own);
  return [
    ...(head === undefined || isCaption ? [] : [{ kind: "head" as const, text: head }]),
    ...(message.text === "" || isCaption ? [] : [{ kind: "text" as const, markdown: message.text }]),
    ...files.map((file) => ({
      kind: "file" as const,
      artifact: file.id,
      path: join(deps.settings.artifactsDir, file.path),
      name: file.name,
      mime: file.mime,
      bytes: file.bytes,
      description: description(file.description),
      takenBy: takenBy(file.bytes),
    })),
  ];
}

/** An answer that lands in a chat which did not ask says which session on which machine, and who asked where; one in the asking chat needs no head. */
async function headOf({ store, settings }: Pick<ShowDeps, "store" | "settings">, message: Message, to: Address): Promise<string | undefined> {
  if (message.author.kind !== "agent") return undefined;
  // Otherwise its words would stand in the chat as the hub's own.
  if (message.turn === undefined) return say(settings.language, outboxTexts.agentHead, { agent: shownName(message.author.name) });
  const turn = await store.turn(message.turn);
  if (turn === undefined || (turn.from !== undefined && addressKey(turn.from) === addressKey(to))) return undefined;
  const language = settings.language;
  const prompt = clip(turn.prompt);
  const who = turn.by.kind === "agent" ? say(language, outboxTexts.agentHead, { agent: shownName(turn.by.name) }) : shownName(turn.by.name);
  const values = { session: shownName(message.author.name), host: settings.host, prompt };
  if (turn.origin === "desk") return say(language, outboxTexts.deskHead, values);
  return turn.from === undefined
    ? say(language, outboxTexts.askedByHead, { ...values, who })
    : say(language, outboxTexts.askedHead, { ...values, who, where: surfaceName(language, `chat:${turn.from.channel}`) });
}

/** All of what is approved: nothing is clipped, and what would be invisible is shown. */
export function showQuestion(language: Language, question: Question, session: string, now: number): readonly Part[] {
  if (question.state !== "open") return showResolved(language, question, session);
  const { subject } = question;
  const lines = [
    `**${showHidden(titleOf(language, question, session))}**`,
    ...(question.guessed === true ? [say(language, questionTexts.guessed)] : []),
    fenced(question.prompt),
    ...(subject?.argv === undefined ? [] : [`${say(language, questionTexts.argvLabel)}:`, fenced(subject.argv.map((arg) => JSON.stringify(arg)).join("\n"))]),
    ...(subject?.directory === undefined ? [] : labelled(say(language, questionTexts.directoryLabel), subject.directory)),
    ...(subject?.environment === undefined ? [] : labelled(say(language, questionTexts.environmentLabel), subject.environment.join(" "))),
    ...(subject?.detail === undefined ? [] : [`${say(language, questionTexts.detailLabel)}:`, fenced(subject.detail)]),
    ...(subject?.argv === undefined ? [] : [say(language, questionTexts.exactlyThis)]),
    howToAnswer(language, question),
    say(language, questionTexts.waitsUntil, { span: formatDuration(language, question.expiresAt - now) }),
  ];
  const options = question.options.map((option, index) => ({ id: option.id, label: showHidden(option.label), data: `q:${question.code}:${index}` }));
  return [{ kind: "text", markdown: lines.join("\n\n") }, ...(options.length === 0 ? [] : [{ kind: "buttons" as const, question: question.id, options }])];
}

function titleOf(language: Language, question: Question, session: string): string {
  if (question.title !== undefined) return question.title;
  if (question.kind === "choice") return say(language, questionTexts.asksChoice, { session });
  if (question.kind === "text") return say(language, questionTexts.asksText, { session });
  return question.subject?.argv === undefined
    ? say(language, questionTexts.asksApproval, { session })
    : say(language, questionTexts.asksPermission, { session });
}

function howToAnswer(language: Language, question: Question): string {
  const { code } = question;
  if (question.kind === "text") return say(language, questionTexts.answerText, { code });
  return question.kind === "permission" ? say(language, questionTexts.answerYesNo, { code }) : say(language, questionTexts.answerNumber, { code });
}

/** A copy of a question that is over: which one it was, and what became of it. */
export function showResolved(language: Language, question: Question, session: string): readonly Part[] {
  // Fenced like the question was: what an agent asked about must not be read as marks in the hub's own words.
  return [{ kind: "text", markdown: `${fenced(clip(question.subject?.argv?.join(" ") ?? question.prompt))}\n\n${showOutcome(language, question, session)}` }];
}

/** One line for a question that is over: who, where, what, after how long. */
export function showOutcome(language: Language, question: Question, session: string): string {
  const { given } = question;
  if (question.state === "answered" && given !== undefined) {
    const values = {
      who: given.name,
      where: surfaceName(language, given.surface),
      span: formatDuration(language, given.at - question.askedAt),
      choice: choiceOf(question),
    };
    if (given.surface === "desk") return say(language, questionTexts.settled, values);
    const option = question.options.find((one) => one.id === given.option);
    if (option?.grants !== "deny") return say(language, questionTexts.answered, values);
    if (given.text === undefined) return say(language, questionTexts.denied, { ...values, session });
    return say(language, questionTexts.deniedBecause, { ...values, session, reason: showHidden(clip(given.text)) });
  }
  if (question.state === "expired") {
    const values = { span: formatDuration(language, question.expiresAt - question.askedAt), session };
    return question.kind === "permission" ? say(language, questionTexts.expired, values) : say(language, questionTexts.expiredChoice, values);
  }
  return say(language, questionTexts.withdrawn, { session, reason: question.reason ?? "" });
}

export function choiceOf(question: Question): string {
  const option = question.options.find((one) => one.id === question.given?.option);
  return showHidden(option?.label ?? clip(question.given?.text ?? ""));
}

/** On the label's own line where that cannot be read as anything else. */
function labelled(label: string, text: string): readonly string[] {
  return /[`\n]/.test(text) ? [`${label}:`, fenced(text)] : [`${label}: \`${showHidden(text)}\``];
}

/** Fenced with more backticks than the text holds, so that it cannot end its own fence. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map((run) => run[0].length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${showHidden(text)}\n${fence}`;
}

/** Somebody's name inside a sentence of ours: one line, and it cannot end the quotation marks around it. */
export function shownName(name: string): string {
  return clip(cleanName(name, 2 * nameChars).replaceAll(/[“”"]/g, "'") || "?");
}

export function clip(text: string, max = 80): string {
  const line = showHidden(text.split("\n", 1)[0] ?? "");
  const letters = Array.from(line);
  return letters.length > max || text.includes("\n") ? `${letters.slice(0, max - 1).join("")}…` : line;
}
