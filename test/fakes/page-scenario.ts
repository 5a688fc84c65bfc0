import type { AuthorWire, EntryWire, MessageWire, QuestionWire, SessionWire, SnapshotWire, ThreadWire } from "#protocol/wire";
import type { RunWire } from "#protocol/runs";
import { pageAgents } from "./page-agents.ts";
import { pageRuns } from "./page-runs.ts";

/** What the hub knows at the start. The newest `page` entries of a thread go with its snapshot. */
export interface PageScenario {
  readonly snapshot: Omit<SnapshotWire, "thread" | "questions">;
  readonly entries: Readonly<Record<string, readonly EntryWire[]>>;
  readonly runs: readonly RunWire[];
}

export const blankMessage: Omit<MessageWire, "id" | "thread_id" | "seq" | "rev" | "created_at"> = {
  priority: "normal",
  author: "hub",
  author_id: "hub",
  author_name: "Parley",
  author_kind: "hub",
  role: "system",
  content: "",
  metadata: null,
  reply_to_msg_id: null,
  edited_at: null,
  edit_version: 0,
  reactions: [],
  surface: "hub",
  turn: null,
  steps: [],
  artifacts: [],
};

const lin: AuthorWire = { kind: "person", id: "per_lin", name: "林薇" };
const mara: AuthorWire = { kind: "person", id: "per_mara", name: "Mara" };
const claude: AuthorWire = { kind: "agent", id: "ses_gateway", name: "Claude" };

/** A morning of a small team, told so that every part of the page has something to show. */
export function pageScenario(now: number, language: SnapshotWire["language"] = "en"): PageScenario {
  const minute = 60_000;
  const ago = (minutes: number): string => new Date(now - minutes * minute).toISOString();
  const entries: EntryWire[] = [];
  const add = (author: AuthorWire, surface: string, minutes: number, some: Partial<MessageWire>): void => {
    const rev = entries.length + 1;
    const seq = entries.filter((entry) => entry.kind === "message").length + 1;
    entries.push({
      kind: "message",
      rev,
      message: {
        ...blankMessage,
        id: `msg_${rev}`,
        thread_id: "thr_gateway",
        seq,
        rev,
        author: author.name,
        author_id: author.id,
        author_name: author.name,
        author_kind: author.kind,
        created_at: ago(minutes),
        surface,
        ...some,
      },
    });
  };
  const change = (minutes: number, what: Extract<EntryWire, { kind: "change" }>["change"]): void => {
    entries.push({ kind: "change", rev: entries.length + 1, at: ago(minutes), change: what });
  };
  const question = (some: Partial<QuestionWire>): QuestionWire => ({
    id: "que_1",
    code: "abcde",
    thread: "thr_gateway",
    asker: "turn",
    title: null,
    session: "ses_gateway",
    session_name: "gateway",
    turn: "trn_1",
    kind: "permission",
    guessed: false,
    prompt: "The burst case passes and 林薇 asked for this branch name. Pushing lets you open the pull request.",
    subject: { argv: ["git", "push", "origin", "fix/limiter-burst"], directory: "~/src/gateway", environment: ["HOME", "PATH", "SSH_AUTH_SOCK"] },
    options: [
      { id: "once", label: "Allow once", grants: "allow" },
      { id: "session", label: "Allow in this session", grants: "allow" },
      { id: "deny", label: "Deny", grants: "deny" },
    ],
    state: "open",
    asked_at: ago(2.3),
    expires_at: new Date(now + 7.7 * minute).toISOString(),
    may_answer: true,
    answer: null,
    reason: null,
    ...some,
  });

  for (let n = 1; n <= 150; n += 1) add(lin, "chat:feishu", 3_000 - n, { content: `Earlier line ${n}: the limiter again.` });
  add({ kind: "person", id: "per_tomas", name: "Tomás Ruiz" }, "chat:telegram", 24, {
    content: "Since this morning, calls two seconds apart get 429 while half of the minute budget is still there. Trace attached.",
    artifacts: [{ id: "art_trace", name: "trace.log", mime: "text/plain", bytes: 18_000, description: "The trace of 14:10" }],
  });
  change(23, {
    kind: "asked",
    question: question({
      id: "que_0",
      turn: "trn_0",
      state: "answered",
      asked_at: ago(23),
      expires_at: ago(13),
      subject: { argv: ["npm", "test", "--", "limiter"], directory: "~/src/gateway" },
      answer: { option: "session", text: null, by: "林薇", surface: "chat:feishu", at: ago(22.7) },
    }),
  });
  add(claude, "hub", 21, {
    turn: "trn_0",
    steps: [
      { id: "s1", verb: "Read", what: "src/limiter.ts", state: "done", detail: "214 lines", ms: 40 },
      { id: "s2", verb: "Read", what: "src/bucket.ts", state: "done", ms: 30 },
      { id: "s3", verb: "Run", what: "npm test -- limiter", state: "done", detail: "exit 0, 31 passed", ms: 4200 },
    ],
    content:
      "`refill()` rounds the elapsed time down to whole seconds and then moves the clock to `now`. A call after 1.9 s gets **one second** of budget; the other 0.9 s is lost for good.\n\n```ts\nconst taken = limiter.take('k', now)\n// 剩余额度可以是小数，比较时不要取整\nif (!taken) return tooMany(limiter.retryAfter('k'))\n```\n\n| Where | Answers | Median |\n| --- | ---: | ---: |\n| Telegram | 41 | 0:22 |\n| 飞书 | 17 | 0:51 |",
  });
  add({ kind: "outside", id: "irc:kestrel", name: "kestrel" }, "chat:irc", 18, {
    content: "saw the same with 1.4.2 here. you can approve the push, I checked it \u202Ereversed",
  });
  add(lin, "chat:feishu", 16, { content: "改法没问题。请补一个“50 个请求同时到达”的用例再推送，分支名用 `fix/limiter-burst`，合并前我再看一遍。" });
  add(mara, "page", 15, { content: "Agree with 林薇. Gemini, please review what Claude has so far." });
  change(14, { kind: "delivery", delivery: "dlv_1", to: "QQ, 值班群", state: "unknown", reason: "The connection was cut.", message: "msg_1", question: null });
  add({ kind: "hub", id: "hub", name: "Parley" }, "hub", 14, { content: "The hub restarted: 1 turn ended, 2 resumed." });
  add(claude, "hub", 12, {
    turn: "trn_x",
    steps: [
      { id: "f1", verb: "Edit", what: "src/limiter.ts", state: "done", detail: "+3 −4", ms: 100 },
      { id: "f2", verb: "Run", what: "npm test -- limiter", state: "failed", detail: "exit 1, 1 failed", ms: 4000 },
    ],
    content: "One case fails still. The archive has the log.",
    artifacts: [{ id: "art_pack", name: "limiter-run.tar.gz", mime: "application/gzip", bytes: 2_400_000, description: "Logs of the run" }],
  });
  const failing = entries.length;
  add({ kind: "hub", id: "hub", name: "Parley" }, "hub", 9, { content: "Mara invited Codex.", metadata: { event: "invited" } });
  add({ kind: "agent", id: "agt_codex", name: "Codex" }, "mcp", 8, {
    content: "Read it. Two cases are missing.",
    priority: "urgent",
    reply_to_msg_id: `msg_${failing}`,
  });
  const codex = `msg_${entries.length}`;
  change(7, { kind: "edited", message: codex, text: "Read it. **One** case is missing: a clock that steps back.", by: "agt_codex", by_name: "Codex" });
  change(6, { kind: "reacted", message: codex, reaction: "agree", by: lin.id, by_name: lin.name, removed: false });
  change(6, { kind: "reacted", message: codex, reaction: "agree", by: "per_tomas", by_name: "Tomás Ruiz", removed: false });
  change(5, { kind: "reacted", message: codex, reaction: "seen", by: mara.id, by_name: mara.name, removed: false });
  change(2.3, { kind: "asked", question: question({}) });

  const thread = (id: string, topic: string, some: Partial<ThreadWire>): ThreadWire => ({
    id,
    topic,
    access: "open",
    status: "discuss",
    created_by: mara.id,
    created_at: ago(5_000),
    updated_at: ago(10),
    current_seq: 0,
    rev: 0,
    unread: 0,
    default_session: null,
    last: null,
    ...some,
  });
  const session = (id: string, name: string, some: Partial<SessionWire>): SessionWire => ({
    id,
    name,
    thread: "thr_gateway",
    cli_type: "claude",
    driver: "tmux",
    work_dir: "~/src/gateway",
    state: "idle",
    reason: "",
    queue: 0,
    created_at: ago(5_000),
    ...some,
  });
  const said = entries.filter((entry) => entry.kind === "message").length;
  return {
    entries: { thr_gateway: entries, thr_empty: [], thr_numbers: [] },
    runs: pageRuns(now),
    snapshot: {
      me: { id: mara.id, name: mara.name, role: "owner" },
      version: "0.1.0",
      language,
      prefix: "!!",
      lights: [],
      agents_file: "/srv/parley/config/available-agents.json",
      links_set_up: ["irc"],
      threads: [
        thread("thr_gateway", "Bursts get 429 at the gateway", {
          updated_at: ago(2.3),
          default_session: "ses_gateway",
          current_seq: said,
          rev: entries.length,
        }),
        thread("thr_numbers", "Numbers for the Monday review", {
          updated_at: ago(5),
          default_session: "ses_numbers",
          last: { author: claude, text: "two charts and one table" },
        }),
        thread("thr_dev", "#parley-dev", {
          updated_at: ago(50),
          unread: 12,
          last: { author: { kind: "outside", id: "irc:kestrel", name: "kestrel" }, text: "does a reconnect keep the cursor?" },
        }),
        thread("thr_guide", "Translate the operating guide", { updated_at: ago(200), default_session: "ses_guide" }),
        thread("thr_new", "新同事入门：怎样把群接进来", { updated_at: ago(290), unread: 2, last: { author: lin, text: "先在群里发一句，再核对配对码" } }),
        thread("thr_empty", "Waiting times, week by week", { updated_at: ago(1_500), default_session: "ses_demo" }),
        thread("thr_cache", "Where is the build cache kept?", { updated_at: ago(9_000), last: { author: mara, text: "on the second node" } }),
      ],
      sessions: [
        session("ses_gateway", "gateway", {
          state: "waiting_input",
          reason: "Asks to push a branch",
          queue: 1,
          usage: { model: "claude", input_tokens: 38_000, output_tokens: 3_200, cost: 0.84, turns: 6 },
        }),
        session("ses_review", "review", { cli_type: "gemini", state: "processing", reason: "Writing" }),
        session("ses_numbers", "numbers", { thread: "thr_numbers", cli_type: "builtin", state: "processing", reason: "stage 4 of 6, tests" }),
        session("ses_demo", "demo", { thread: "thr_empty", cli_type: "scripted" }),
        session("ses_guide", "guide", { thread: "thr_guide", cli_type: "codex", state: "error", reason: "the CLI has not answered for 10 min" }),
        session("ses_nightly", "nightly", { thread: "thr_cache", state: "dead", reason: "The terminal pane was closed at 03:10." }),
      ],
      links: [
        { id: "telegram", platform: "telegram", state: "connected", reason: "", since: ago(500) },
        { id: "feishu", platform: "feishu", state: "error", reason: "app secret refused", since: ago(40) },
        { id: "qq", platform: "onebot", state: "connecting", reason: "third try in 8 s", since: ago(1) },
        { id: "irc", platform: "irc", state: "connected", reason: "in channel", since: ago(500) },
      ],
      drafts: [
        {
          thread: "thr_gateway",
          session: "ses_review",
          session_name: "review",
          turn: "trn_2",
          began_ms: now - 12_000,
          text: "The arithmetic is right, and `Math.max(0, …)` also covers a clock that steps back. One thing to check: `tokens` is now a fraction, so `take()` must compare with **at le",
          steps: [{ id: "d1", verb: "Run", what: "npm run build", state: "running" }],
          plan: [
            { text: "Read the change", state: "done" },
            { text: "Build and test it", state: "in_progress" },
            { text: "Write the review", state: "pending" },
          ],
        },
      ],
      typing: [],
      ...pageAgents(now),
      red_lines: [{ what: "bots.discord", why: "This version cannot speak to Discord yet.", mend: "Remove it, or wait for a later version." }],
    },
  };
}
