/** How an implementation of OneBot v11 behaves where they differ, from their sources. */
export interface Personality {
  readonly app_name: string;
  readonly app_version: string;
  /** Messages as a list of segments, or as text with CQ codes. */
  readonly format: "array" | "string";
  /** A wrong token is turned down at the handshake, or by a frame after it. */
  readonly wrongToken: "handshake" | "frame";
  readonly unsupported: number;
  readonly failed: number;
  /** A failure comes with words, with a stack trace, or with its code alone. */
  readonly failures: "words" | "stack" | "none";
  readonly lacks: readonly string[];
  /** What `upload_*_file` takes as a file. */
  readonly uploads: readonly ("path" | "url" | "base64")[];
  readonly fileSegments: boolean;
  readonly reactions: "group_msg_emoji_like" | "reaction" | "none";
  /** A file in a private chat comes as a message or as a notice. */
  readonly privateFiles: "message" | "notice";
  /** A reply to a message that is gone is sent without its quote, or refused. */
  readonly goneReplies: "sent" | "refused";
}

export const napCat: Personality = {
  app_name: "NapCat.Onebot",
  app_version: "4.9.0",
  format: "array",
  wrongToken: "frame",
  unsupported: 1404,
  failed: 1200,
  failures: "words",
  lacks: ["set_group_reaction"],
  uploads: ["path", "url", "base64"],
  fileSegments: true,
  reactions: "group_msg_emoji_like",
  privateFiles: "message",
  goneReplies: "sent",
};

/** LuckyLilliaBot by its newer name; it still calls itself LLOneBot here. */
export const llOneBot: Personality = {
  ...napCat,
  app_name: "LLOneBot",
  app_version: "7.0.0",
  failures: "stack",
  lacks: ["set_group_reaction", "upload_file_stream"],
};

export const lagrange: Personality = {
  app_name: "Lagrange.OneBot",
  app_version: "0.0.3",
  format: "array",
  wrongToken: "handshake",
  unsupported: 404,
  failed: 200,
  failures: "none",
  lacks: ["set_msg_emoji_like", "set_input_status", "upload_file_stream", "get_file", "get_image", "get_record"],
  uploads: ["path"],
  fileSegments: false,
  reactions: "reaction",
  privateFiles: "notice",
  goneReplies: "refused",
};

export const goCqhttp: Personality = {
  app_name: "go-cqhttp",
  app_version: "v1.2.0",
  format: "string",
  wrongToken: "handshake",
  unsupported: 1404,
  failed: 100,
  failures: "words",
  lacks: [
    "set_msg_emoji_like",
    "set_group_reaction",
    "set_input_status",
    "upload_file_stream",
    "get_file",
    "get_record",
    "get_friend_msg_history",
    "get_private_file_url",
  ],
  uploads: ["path"],
  fileSegments: false,
  reactions: "none",
  privateFiles: "notice",
  goneReplies: "sent",
};
