import type { ParleyError } from "#domain/errors";
import type { ThreadStatus } from "#domain/thread";

// What words become, for every entrance, speaker, state of the thread and kind of words. The rules are written by hand from the design.

export const entrances = ["chat", "door", "bus", "link", "schedule", "delivery", "session tool"] as const;
export type Entrance = (typeof entrances)[number];

export const speakers = ["owner", "admin", "member", "operator", "guest", "stranger", "agent", "granted agent", "join token", "session", "outside"] as const;
export type Speaker = (typeof speakers)[number];

export interface State {
  readonly status: ThreadStatus;
  readonly session?: "idle" | "busy" | "full" | "dead";
}
export const states = {
  "an open thread": { status: "discuss" },
  "a thread in review": { status: "review" },
  "a thread that is done": { status: "done" },
  "a closed thread": { status: "closed" },
  "an archived thread": { status: "archived" },
  "a session": { status: "discuss", session: "idle" },
  "a session of a closed thread": { status: "closed", session: "idle" },
  "a session of an archived thread": { status: "archived", session: "idle" },
  "a busy session": { status: "implement", session: "busy" },
  "a session whose queue is full": { status: "discuss", session: "full" },
  "a dead session": { status: "discuss", session: "dead" },
} as const satisfies Record<string, State>;

export const kinds = [
  "plain words",
  "a command",
  "yes to the one open question",
  "yes to one of two questions",
  "a code and a yes",
  "a yes to an expired question",
  "work for the session by name",
  "work for a session of another thread",
  "work for a session that is not there",
  "words that a rule gives to another session",
  "the name of another session in front",
  "urgent words",
  "urgent work for the session by name",
  "words with a file",
  "a yes with a file",
] as const;
export type Kind = (typeof kinds)[number];

/** What became of the words: what was made, or the code of the refusal. */
export type Fate = "command" | "answered" | "prompt" | "prompt of the other session" | "post" | "which" | ParleyError["code"];

/** Where each speaker can come from. People without an entry exist in chats only, tokens at doors only. */
export const enters: Readonly<Record<Speaker, readonly Entrance[]>> = {
  owner: ["chat", "door", "bus", "schedule", "delivery"],
  admin: ["chat", "door", "bus", "schedule", "delivery"],
  member: ["chat", "door", "bus", "schedule", "delivery"],
  operator: ["door", "bus", "schedule", "delivery"],
  guest: ["chat"],
  stranger: ["chat"],
  agent: ["door", "bus", "delivery"],
  "granted agent": ["door", "bus", "delivery"],
  "join token": ["door", "bus", "delivery"],
  session: ["door", "bus", "session tool"],
  outside: ["chat", "link"],
};

const isPersonal = (speaker: Speaker): boolean => ["owner", "admin", "member", "operator", "guest"].includes(speaker);

/** A rule or a name in front chooses a session for people, among those of the thread. */
export const isRouted = (kind: Kind): boolean => kind === "words that a rule gives to another session" || kind === "the name of another session in front";

/** Whether words of this kind can be said there: not every entrance names sessions, takes files or has a flag for urgent work. */
export function isTaken(entrance: Entrance, kind: Kind, { session }: State): boolean {
  if (kind.includes("by name") && session === undefined) return false;
  // A link is a session's own, and a prompt for later or from a tool names its session from the start.
  if (["link", "schedule", "session tool"].includes(entrance) && session === undefined) return false;
  if (kind === "urgent work for the session by name") return entrance === "door";
  if (kind === "words with a file" || kind === "a yes with a file") return entrance === "door" || entrance === "chat";
  return entrance === "door" || entrance === "bus" || !kind.startsWith("work for");
}

/** The rules, written by hand from the design and not from the plan. */
export function expected(speaker: Speaker, { status, session }: State, kind: Kind): Fate {
  if (speaker === "stranger") return "NotAllowed";
  if (isPersonal(speaker)) {
    if (kind === "a command") return "command";
    if (kind === "yes to one of two questions") return "which";
    const answers = { owner: "answered", admin: "answered", operator: "answered", member: "NotAnApprover", guest: "NotAllowed" } as const;
    const late = { owner: "QuestionExpired", admin: "QuestionExpired", operator: "QuestionExpired", member: "NotAnApprover" } as const;
    if (kind === "yes to the one open question") return answers[speaker as keyof typeof answers];
    // A guest does not see the thread of the other question, so the words name nothing.
    if (kind === "a code and a yes" && speaker !== "guest") return answers[speaker as keyof typeof answers];
    if (kind === "a yes to an expired question" && speaker !== "guest") return late[speaker as keyof typeof late];
  }
  if (status === "closed" || status === "archived") return "ThreadClosed";
  if (kind.startsWith("urgent") && (isPersonal(speaker) || kind.includes("by name"))) return urgent(speaker, session);
  if (kind === "work for a session of another thread" || kind === "work for a session that is not there") return "NoSuchSession";
  if (session !== undefined && isPersonal(speaker) && isRouted(kind)) return "prompt of the other session";
  const isGiven = kind === "work for the session by name";
  if (session === undefined || !(isPersonal(speaker) || isGiven)) return "post";
  if (!isPersonal(speaker) && speaker !== "granted agent") return "NotAllowed";
  return session === "full" ? "QueueFull" : "prompt";
}

/** The turn under way is somebody else's. */
function urgent(speaker: Speaker, session: State["session"]): Fate {
  if (session === undefined) return "NoSession";
  if (!isPersonal(speaker) && speaker !== "granted agent") return "NotAllowed";
  if (session === "full") return "QueueFull";
  return session === "busy" && !["owner", "admin", "operator"].includes(speaker) ? "NotAllowed" : "prompt";
}

/** Work that names its session and is nothing but work, whatever the words look like. */
function workOnly({ status, session }: State): Fate {
  if (status === "closed" || status === "archived") return "ThreadClosed";
  return session === "full" ? "QueueFull" : "prompt";
}

/** Where an entrance means to differ, and why. Anything else that differs is a fault. */
export const meant: readonly { readonly entrance: Entrance; readonly reason: string; fate(state: State, kind: Kind, speaker: Speaker): Fate | undefined }[] = [
  {
    entrance: "link",
    reason: "a session opened the link to be given what comes in, so a third party's words are work for it without any right; they do not wake a dead session",
    fate: ({ status, session }) => {
      if (session === undefined || status === "closed" || status === "archived") return undefined;
      return ({ idle: "prompt", busy: "prompt", full: "QueueFull", dead: "NoSession" } as const)[session];
    },
  },
  {
    entrance: "chat",
    reason: "a file's caption is what somebody types in a chat, so a yes there is a yes; the chat is told that the file was left out",
    fate: (state, kind, speaker) => (kind === "a yes with a file" ? expected(speaker, state, "yes to the one open question") : undefined),
  },
  { entrance: "schedule", reason: "said at another time than it was written: work, even if the words look like an answer by then", fate: workOnly },
  {
    entrance: "session tool",
    reason: "a person allowed it in these words, on whose behalf it is: work without the session's own right to prompt",
    fate: workOnly,
  },
  {
    entrance: "delivery",
    reason: "decided by the right to deliver instead of the right to prompt, and it brings a session of its own",
    fate: (state, _kind, speaker) => {
      if (speaker === "join token") return "NotAllowed";
      return ["owner", "admin", "operator"].includes(speaker) ? workOnly(state) : "NeedsApproval";
    },
  },
];
