import type { NewRecord } from "./audit.ts";
import type { ChannelId } from "./channel.ts";
import type { PersonId } from "./ids.ts";
import type { Account, Made, Person, Who } from "./people.ts";

/** A code that somebody without an entry was shown in a chat. Approving it gives the account it was shown to, and no other, to a person. */
export interface Pairing {
  /** Eight characters; capitals and digits that cannot be mistaken for each other. */
  readonly code: string;
  readonly channel: ChannelId;
  readonly account: Account;
  /** As the platform shows it. A claim, never a proof. */
  readonly name: string;
  readonly at: number;
  readonly expiresAt: number;
}

/** A code with which a person adds another account of their own. Only its hash is stored: whoever has it becomes that person. */
export interface LinkCode extends Made {
  readonly hash: string;
  readonly person: PersonId;
  readonly expiresAt: number;
}

/** To whom an account goes: somebody who is there, or somebody new. */
export type PairingHolder = { readonly person: PersonId } | { readonly add: Person };

/** The store's verbs about pairing. */
export interface PairingVerbs {
  /**
   * The pairing of that account on that channel: the one that is pending, else this one. Undefined, and nothing is written, while `most`
   * others are pending on the channel.
   */
  pair(pairing: Pairing, most: number): Promise<Pairing | undefined>;
  /** Pending ones, oldest first. */
  pairings(at: number): Promise<readonly Pairing[]>;
  /**
   * Gives the account to the holder and uses the code up: one step. For a code that nobody was shown, one wrong try counts against each that
   * is pending, and those with `mostWrong` of them end.
   */
  approvePairing(use: {
    readonly code: string;
    readonly at: number;
    readonly holder: PairingHolder;
    readonly mostWrong: number;
    readonly audit: NewRecord;
    readonly made: Made;
  }): Promise<Pairing | undefined>;
  /** In place of the person's earlier one. */
  addLinkCode(code: LinkCode, audit: NewRecord): Promise<void>;
  /**
   * Gives the account to the person who made the code and uses it up: one step. That person as they were before; undefined for an unknown or
   * expired code. Where the account is theirs already, nothing is written.
   */
  useLinkCode(use: {
    readonly hash: string;
    readonly at: number;
    readonly account: Account;
    readonly audit: (person: Person) => NewRecord;
  }): Promise<Person | undefined>;
  /**
   * Ends the account and all that was made with it, each with its record; the chat with it alone shows no thread any more. The person
   * it belonged to; one that the file lists stays (`isInFile`). Undefined: it belongs to nobody.
   */
  unlinkAccount(account: Account, at: number, by: Who): Promise<{ readonly person: Person; readonly isInFile: boolean } | undefined>;
}
