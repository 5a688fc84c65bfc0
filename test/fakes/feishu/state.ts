export interface FsUser {
  readonly openId: string;
  readonly name: string;
  readonly isApp?: boolean;
}

export interface FsChat {
  readonly id: string;
  readonly mode: "p2p" | "group" | "topic";
  readonly name: string;
  /** Of a chat of two, who it is with. */
  readonly with?: string;
}

/** What Feishu remembers of a message. */
export interface FsMessage {
  readonly id: string;
  readonly chat: FsChat;
  readonly from: { readonly kind: "user" | "app"; readonly id: string };
  readonly at: number;
  readonly type: string;
  content: string;
  /** What people read. */
  text: string;
  buttons: readonly { readonly label: string; readonly answer: string }[];
  readonly parent?: string;
  readonly root?: string;
  readonly thread?: string;
  readonly file?: { readonly name: string; readonly content: Buffer; readonly as: string };
  /** Messages that it bundles. */
  readonly forwards?: readonly string[];
  card?: FsCard;
  isRemoved: boolean;
  /** Texts it had before. */
  readonly was: string[];
  reactions: { readonly id: string; readonly emoji: string; readonly by: string }[];
}

export interface FsCard {
  readonly id: string;
  sequence: number;
  isStreaming: boolean;
  /** Texts that were typed out, in order. */
  readonly typed: string[];
}

/** An answer of the open platform that says no. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: number;
  readonly resetSeconds: number | undefined;

  constructor(code: number, message: string, { status = 400, resetSeconds }: { readonly status?: number; readonly resetSeconds?: number } = {}) {
    super(message);
    this.code = code;
    this.status = status;
    this.resetSeconds = resetSeconds;
  }
}

export const cardBytes = 30 * 1024;
export const textBytes = 150 * 1024;
export const fileBytes = 30 * 1024 * 1024;
export const imageBytes = 10 * 1024 * 1024;
