import type { Artifact } from "./artifact.ts";
import type { Address, Receipt, RemoteFile } from "./channel.ts";
import type { ArtifactId, MessageId, QuestionId, ThreadId, TurnId } from "./ids.ts";
import type { JsonValue } from "./json.ts";
import type { NewMessage } from "./thread.ts";

/** What a receipt stands for: a message, or a copy of a question. */
export interface PostedIn {
  readonly message?: MessageId;
  readonly question?: QuestionId;
}

/** Which lines of a group are prompts: those that address us, or all of them. */
export type Listening = "mentions" | "all";

/** A file that somebody sent in a chat, accepted and not fetched yet. Its id is the artifact's, which the message names already. */
export interface IncomingFile {
  readonly id: ArtifactId;
  readonly thread: ThreadId;
  readonly message: MessageId;
  /** The turn that waits for it. */
  readonly turn?: TurnId;
  readonly from: Address;
  readonly file: RemoteFile;
  readonly at: number;
}

/** The store's verbs about chats. */
export interface ChatVerbs {
  /** What was posted there under that receipt, in any piece of it. */
  postedAs(address: Address, receipt: Receipt): Promise<PostedIn | undefined>;

  // drafts: only the receipt of the chat message that shows one. `settle` forgets it once the answer is out.
  keepDraft(turn: TurnId, address: Address, receipt: Receipt): Promise<void>;
  /** There is none after all. */
  dropDraft(turn: TurnId, address: Address): Promise<void>;
  draftReceipt(turn: TurnId, address: Address): Promise<Receipt | undefined>;

  /** Oldest first. A turn is not begun while one of them is its own. */
  incomingFiles(): Promise<readonly IncomingFile[]>;
  /** It is stored as this artifact; a change of the thread. False when nothing waits for it any more. */
  fileArrived(id: ArtifactId, artifact: Artifact): Promise<boolean>;
  /** It will not come. The line says why, in the thread and its chats, and its text goes to the agent with the prompt. */
  fileFailed(id: ArtifactId, line: NewMessage): Promise<boolean>;

  /** `mentions` where nothing was set. */
  listening(address: Address): Promise<Listening>;
  setListening(address: Address, to: Listening): Promise<void>;

  /** One durable value per owner, `channel:ID` or a session; the latest wins. */
  memory(owner: string): Promise<JsonValue | undefined>;
  remember(owner: string, value: JsonValue): Promise<void>;
}
