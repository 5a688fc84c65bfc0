/** A rule of the configuration. Every condition that it has must hold, each by one of its items; one without any always holds. */
export interface RouteRule {
  readonly name: string;
  /** `CHANNEL`, `CHANNEL:ROOM` or `CHANNEL:ROOM/TOPIC`. */
  readonly addresses?: readonly string[];
  readonly keywords?: readonly string[];
  readonly kinds?: readonly string[];
  /** Holds where the words mention `@` and the name of the agent that it invites. */
  readonly mention?: true;
  readonly to: { readonly session: string } | { readonly invite: string };
}

/** A rule as it is written in the file. */
export interface WrittenRule {
  readonly name?: string;
  readonly addresses?: readonly string[];
  readonly keywords?: readonly string[];
  readonly kinds?: readonly string[];
  readonly mention?: boolean;
  readonly session?: string;
  readonly invite?: string;
}

/** One that somebody wrote anew or changed: `was` is its number in the file, null for a new one. */
export interface EditedRule extends WrittenRule {
  readonly was: number | null;
}

/** How a kind of work is recognized: by words, or by how the names of files end. */
export interface WorkKind {
  readonly words: readonly string[];
  readonly files: readonly string[];
}

/** Which session gets words that name none, and which agents words invite. */
export interface Routing {
  /** In order: the first that holds and whose session can be had decides. */
  readonly rules: readonly RouteRule[];
  readonly kinds: Readonly<Record<string, WorkKind>>;
  readonly invitations: InvitationBudget;
}

/** Invitations that a rule makes; off unless the operator turns them on. */
export interface InvitationBudget {
  readonly enabled: boolean;
  /** Of the hub's invitations, whoever made them: past these a rule makes no more. */
  readonly perHour: number;
  readonly perDay: number;
  /** The same of one thread in a day. */
  readonly perThread: number;
}

export const noRouting: Routing = { rules: [], kinds: {}, invitations: { enabled: false, perHour: 0, perDay: 0, perThread: 0 } };

/** The kinds that every hub knows. A file may add more, or write one of these anew. */
export const usualKinds: Readonly<Record<string, WorkKind>> = {
  review: {
    words: ["review*", "pull request*", "merge request*", "pr", "mr", "look over", "评审", "审查", "审阅", "代码检查", "合并请求"],
    files: ["diff", "patch"],
  },
  code: {
    words: [
      "implement*",
      "refactor*",
      "fix",
      "fixes",
      "fixing",
      "bug*",
      "debug*",
      "compile*",
      "build",
      "unit test*",
      "stack trace*",
      "write a function",
      "实现",
      "重构",
      "修复",
      "修一下",
      "报错",
      "代码",
      "编译",
      "调试",
      "单元测试",
      "写个函数",
    ],
    files: ["c", "cc", "cpp", "cs", "go", "h", "java", "js", "jsx", "kt", "php", "py", "rb", "rs", "sh", "sql", "swift", "ts", "tsx", "vue"],
  },
  document: {
    words: ["document*", "pdf", "translat*", "summar*", "spreadsheet*", "slides", "文档", "翻译", "总结", "摘要", "表格", "幻灯片"],
    files: ["csv", "doc", "docx", "epub", "odp", "ods", "odt", "pdf", "ppt", "pptx", "rtf", "xls", "xlsx"],
  },
  question: {
    words: ["?", "what", "why", "how", "when", "where", "who", "which", "explain*", "什么", "为什么", "怎么", "如何", "请问", "解释", "吗"],
    files: [],
  },
};
