import { accessWords } from "./words/access.ts";
import { busWords } from "./words/bus.ts";
import { busRouteWords } from "./words/bus-routes.ts";
import { commandWords } from "./words/commands.ts";
import { documentWords } from "./words/documents.ts";
import { doorWords } from "./words/doors.ts";
import { fileWords } from "./words/files.ts";
import { httpWords } from "./words/http.ts";
import { invitationWords } from "./words/invitations.ts";
import { ircFaultWords } from "./words/irc-faults.ts";
import { ircWords } from "./words/irc.ts";
import { questionWords } from "./words/questions.ts";
import { fill, type Holes, type Tongue } from "./words/sentence.ts";
import { sessionWords } from "./words/sessions.ts";
import { terminalWords } from "./words/terminal.ts";
import { skillWords } from "./words/skills.ts";
import { turnWords } from "./words/turns.ts";

/** Every sentence the hub says to a person, in English and Chinese. */
export const catalogue = {
  ...accessWords,
  ...busWords,
  ...busRouteWords,
  ...commandWords,
  ...documentWords,
  ...doorWords,
  ...fileWords,
  ...httpWords,
  ...invitationWords,
  ...ircFaultWords,
  ...ircWords,
  ...questionWords,
  ...sessionWords,
  ...terminalWords,
  ...skillWords,
  ...turnWords,
};

export type Word = keyof typeof catalogue;

type Values<K extends Word> = Readonly<Record<Holes<(typeof catalogue)[K]["en"]>, string | number>>;
/** The values that `say` wants after the word: none, or all of them. */
export type Given<K extends Word> = [Holes<(typeof catalogue)[K]["en"]>] extends [never] ? [] : [values: Values<K>];

/** The sentence in that language. Takes exactly the values that the sentence shows. */
export function say<K extends Word>(language: Tongue, word: K, ...given: Given<K>): string {
  return fill(language, catalogue[word][language], given[0] ?? {});
}
