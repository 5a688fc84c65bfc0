import type { ParleyError } from "#domain/errors";
import type { ThreadStatus } from "#domain/thread";

// What words become, for every entrance, speaker, state of the thread and kind of words. The rules are written by hand from the design.

export const entrances = ["chat", "door", "bus", "link"] as const;
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
] as const;
export type Kind = (typeof kinds)[number];

/** What became of the words: what was made, or the code of the refusal. */
export type Fate = "command" | "answered" | "prompt" | "post" | "which" | ParleyError["code"];

/** Where each speaker can come from. People without an entry exist in chats only, tokens at doors only. */
export const enters: Readonly<Record<Speaker, readonly Entrance[]>> = {
  owner: ["chat", "door", "bus"],
  admin: ["chat", "door", "bus"],
  member: ["chat", "door", "bus"],
  operator: ["door", "bus"],
  guest: ["chat"],
  stranger: ["chat"],
  agent: ["door", "bus"],
  "granted agent": ["door", "bus"],
  "join token": ["door", "bus"],
  session: ["door", "bus"],
  outside: ["chat", "link"],
};

const isPersonal = (speaker: Speaker): boolean => ["owner", "admin", "member", "operator", "guest"].includes(speaker);

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
  if (kind === "work for a session of another thread" || kind === "work for a session that is not there") return "NoSuchSession";
  const isGiven = kind === "work for the session by name";
  if (session === undefined || !(isPersonal(speaker) || isGiven)) return "post";
  if (!isPersonal(speaker) && speaker !== "granted agent") return "NotAllowed";
  return session === "full" ? "QueueFull" : "prompt";
}

/** Where an entrance means to differ, and why. Anything else that differs is a fault. */
export const meant: readonly { readonly entrance: Entrance; readonly reason: string; fate(state: State, kind: Kind): Fate | undefined }[] = [
  {
    entrance: "link",
    reason: "a session opened the link to be given what comes in, so a third party's words are work for it without any right; they do not wake a dead session",
    fate: ({ status, session }) => {
      if (session === undefined || status === "closed" || status === "archived") return undefined;
      return ({ idle: "prompt", busy: "prompt", full: "QueueFull", dead: "NoSession" } as const)[session];
    },
  },
];
