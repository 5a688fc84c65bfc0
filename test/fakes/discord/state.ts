export interface DcUser {
  readonly id: string;
  readonly username: string;
  readonly global_name: string | null;
  readonly bot?: boolean;
}

export interface DcChannel {
  readonly id: string;
  /** 0: text, 1: direct, 11: thread. */
  readonly type: number;
  readonly name?: string;
  readonly guild_id?: string;
  readonly parent_id?: string;
  /** Whose direct chat it is. */
  readonly person?: string;
  last_message_id: string | null;
}

export interface DcGuild {
  readonly id: string;
  readonly name: string;
}

export interface DcButton {
  readonly label: string;
  readonly custom_id: string;
}

export interface DcFile {
  readonly id: string;
  readonly name: string;
  readonly mime: string;
  readonly content: Buffer;
  /** What the message says that it has. */
  readonly claims: number;
}

/** What Discord remembers of a message. */
export interface DcMessage {
  readonly id: string;
  readonly channel: DcChannel;
  readonly author: DcUser;
  content: string;
  buttons: readonly DcButton[];
  readonly files: readonly DcFile[];
  readonly replyTo?: string;
  readonly nonce?: string;
  editedAt?: string;
  isRemoved: boolean;
  /** Texts it had before. */
  readonly was: string[];
  /** More fields as Discord sends them. */
  readonly more: Readonly<Record<string, unknown>>;
}

export interface DcInteraction {
  readonly id: string;
  readonly token: string;
  readonly at: number;
  /** The kind of its answer, once it is answered. */
  answered?: number;
  /** What only its sender sees. */
  shown?: string;
}

export interface DcCommand {
  readonly name: string;
  readonly options: readonly { readonly name: string; readonly type: number; readonly required?: boolean | undefined }[];
}

/** Everything that Discord remembers. */
export interface World {
  readonly me: DcUser;
  readonly application: string;
  /** The base of the addresses of files. */
  readonly cdn: () => string;
  readonly users: Map<string, DcUser>;
  readonly guilds: Map<string, DcGuild>;
  readonly channels: Map<string, DcChannel>;
  readonly messages: Map<string, DcMessage>;
  readonly interactions: Map<string, DcInteraction>;
  readonly toasts: { readonly interaction: string; readonly text: string }[];
  readonly hints: { readonly doing: string; readonly on?: string }[];
  commands: readonly DcCommand[];
  /** Whose direct messages are closed. */
  readonly shut: Set<string>;
  /** The intents that the developer portal grants. */
  readsMessages: boolean;
  startsLeft: number;
  readonly nextId: () => string;
  readonly dispatch: (type: string, data: unknown) => void;
}

/** An answer of the API that says no. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: number;

  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const contentLimit = 2_000;
export const fileLimit = 10 * 1024 * 1024;
export const interactionMs = 3_000;

const epoch = 1_420_070_400_000n;

/** Numbers of 64 bits that begin with the time and only grow. */
export function snowflakes(): () => string {
  let last = 0n;
  return () => {
    const now = (BigInt(Date.now()) - epoch) << 22n;
    last = now > last ? now : last + 1n;
    return String(last);
  };
}

/** A message as Discord sends it; events add where it is and who its author is there. */
export function wireOf(world: World, message: DcMessage, isNested = false): Record<string, unknown> {
  const { id, channel, author, content, files, replyTo, buttons, nonce, editedAt, more } = message;
  const replied = replyTo === undefined ? undefined : world.messages.get(replyTo);
  return {
    id,
    channel_id: channel.id,
    author: { ...author, discriminator: "0", avatar: null },
    content,
    timestamp: new Date(Number((BigInt(id) >> 22n) + epoch)).toISOString(),
    edited_timestamp: editedAt ?? null,
    tts: false,
    mention_everyone: false,
    mentions: [...content.matchAll(/<@!?(\d+)>/g)].flatMap(([, user = ""]) => world.users.get(user) ?? []),
    mention_roles: [...content.matchAll(/<@&(\d+)>/g)].map(([, role = ""]) => role),
    attachments: files.map((file) => ({
      id: file.id,
      filename: file.name,
      size: file.claims,
      content_type: file.mime,
      url: `${world.cdn()}/attachments/${channel.id}/${file.id}/${encodeURIComponent(file.name)}?ex=1&is=2&hm=signed`,
    })),
    embeds: [],
    pinned: false,
    type: replyTo === undefined ? 0 : 19,
    components: buttons.length === 0 ? [] : [{ type: 1, components: buttons.map((button) => ({ type: 2, style: 2, ...button })) }],
    ...(nonce === undefined ? {} : { nonce }),
    ...(replyTo === undefined || isNested
      ? {}
      : {
          message_reference: { type: 0, message_id: replyTo, channel_id: channel.id },
          referenced_message: replied === undefined || replied.isRemoved ? null : wireOf(world, replied, true),
        }),
    ...more,
  };
}

export function eventOf(world: World, message: DcMessage): Record<string, unknown> {
  const { channel } = message;
  return { ...wireOf(world, message), ...(channel.guild_id === undefined ? {} : { guild_id: channel.guild_id, member: { nick: null, roles: [] } }) };
}
