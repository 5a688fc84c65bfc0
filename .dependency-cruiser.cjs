// The import table of ARCHITECTURE.md, enforced. `parser: "swc"` is not a matter of taste: the default parser needs a compiler
// interface that TypeScript 7 does not have, finds no module and calls that clean. test/architecture.test.ts proves that each rule bites.

// The visitor that walks swc's tree stops at `using`, which it does not know. It holds declarations like any other.
const { Visitor } = require("@swc/core/Visitor.js");
const visitStatement = Visitor.prototype.visitStatement;
Visitor.prototype.visitStatement = function (statement) {
  if (statement.type !== "UsingDeclaration") return visitStatement.call(this, statement);
  this.visitVariableDeclarators(statement.decls);
  return statement;
};

// Of the rooms below src, what each may import besides itself. Nothing said means nothing of ours.
const table = {
  domain: [],
  lib: [],
  protocol: [],
  markdown: [],
  wire: ["lib"],
  hub: ["domain", "lib"],
  policy: ["domain", "lib"],
  config: ["domain", "lib"],
  store: ["domain", "lib"],
  channels: ["domain", "lib", "wire", "markdown"],
  agents: ["domain", "lib", "wire"],
  commands: ["domain", "lib", "wire", "documents"],
  documents: ["lib"],
  sandbox: ["domain", "lib", "wire"],
  http: ["domain", "lib", "hub", "protocol"],
  app: ["domain", "lib", "protocol", "wire", "hub", "policy", "config", "store", "channels", "agents", "commands", "documents", "sandbox", "http"],
  cli: ["app", "config", "lib"],
};

// A vendor's package stays where it was let in.
const vendors = [
  ["pino", "^src/lib/log"],
  ["yaml", "^src/config/"],
  ["hono", "^src/http/"],
  ["@modelcontextprotocol/[^/]+", "^src/(http|wire)/mcp/"],
  ["marked", "^src/markdown/blocks"],
  ["@fastify/busboy", "^src/http/door/multipart"],
  ["eventsource-parser", "^(src/cli/event-stream|web/state/stream/sse)"],
  ["preact|@preact/signals", "^web/"],
  ["@xterm/xterm", "^web/views/sessions/"],
  ["@xterm/headless", "^src/wire/tmux/"],
  ["grammy|@grammyjs/[^/]+", "^src/channels/telegram/"],
  ["@discordjs/[^/]+|discord-api-types", "^src/channels/discord/"],
  ["@larksuiteoapi/[^/]+", "^src/channels/feishu/"],
  ["ws", "^src/channels/(onebot|discord)/"],
  ["irc-framework", "^src/wire/irc"],
  ["@hyzyla/pdfium|yauzl|saxes|tesseract\\.js-core|@tesseract\\.js-data/[^/]+", "^src/documents/"],
  ["@ai-sdk/[^/]+", "^src/agents/kit/model/"],
  ["@agentclientprotocol/[^/]+", "^src/agents/acp/"],
  ["web-push", "^src/wire/push/"],
  ["pg|pg-[^/]+", "^src/store/postgres/"],
];

// Tests stand beside what they test and may bring fakes and other rooms along; the program may not.
const program = { pathNot: "\\.test\\.tsx?$" };

const rooms = Object.entries(table).map(([room, may]) => ({
  name: `room-${room}`,
  comment: `${room} imports ${may.length === 0 ? "nothing of ours" : may.join(", ")}`,
  severity: "error",
  from: { path: `^src/${room}/`, ...program },
  to: { path: "^(src|web|test|bench|scripts)/", pathNot: `^src/(${[room, ...may].join("|")})/` },
}));

const strangers = ["channels", "agents", "commands"].map((room) => ({
  name: `strangers-${room}`,
  comment: `siblings in ${room} share their kit and nothing else`,
  severity: "error",
  from: { path: `^src/${room}/([^/]+)/`, ...program },
  to: { path: `^src/${room}/[^/]+/`, pathNot: `^src/${room}/(kit|$1)/` },
}));

const sdk = vendors.map(([packages, home]) => ({
  name: `vendor-${packages.split("|")[0].replace("@", "").split("/")[0]}`,
  comment: `${packages} stays in ${home}`,
  severity: "error",
  from: { path: "^(src|web)/", pathNot: `${home}|\\.test\\.tsx?$` },
  to: { path: `node_modules/(${packages})/` },
}));

module.exports = {
  forbidden: [
    ...rooms,
    ...strangers,
    ...sdk,
    {
      name: "kit-is-below",
      comment: "a kit knows none of those who use it",
      severity: "error",
      from: { path: "^src/(channels|agents|commands)/kit/", ...program },
      to: { path: "^src/$1/", pathNot: "^src/$1/kit/" },
    },
    {
      name: "main-only-starts-cli",
      comment: "main.ts hands argv to cli",
      severity: "error",
      from: { path: "^src/main\\.ts$" },
      to: { path: "^(src|web|test|bench|scripts)/", pathNot: "^src/cli/" },
    },
    {
      name: "no-loose-files",
      comment: "every file but main.ts lives in a room of the table",
      severity: "error",
      from: {},
      to: { path: "^src/", pathNot: `^src/(main\\.ts$|(${Object.keys(table).join("|")})/)` },
    },
    {
      name: "page-speaks-protocol",
      comment: "the page knows the wire and the Markdown reader and nothing else of the program",
      severity: "error",
      from: { path: "^web/", ...program },
      to: { path: "^(src|test|bench|scripts)/", pathNot: "^src/(protocol|markdown)/" },
    },
    {
      name: "page-runs-in-a-browser",
      comment: "no Node module in the page or in what it shares with the server",
      severity: "error",
      from: { path: "^(web|src/protocol|src/markdown)/", ...program },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "spawn",
      comment: "only wire/child.ts spawns",
      severity: "error",
      from: { path: "^(src|web)/", pathNot: "^src/wire/child\\.ts$|\\.test\\.tsx?$" },
      to: { path: "^(node:)?(child_process|cluster)$" },
    },
    {
      name: "sql",
      comment: "only store speaks SQL",
      severity: "error",
      from: { path: "^(src|web)/", pathNot: "^src/store/|\\.test\\.tsx?$" },
      to: { path: "^(node:)?sqlite$" },
    },
    {
      name: "domain-is-pure",
      comment: "nouns and pure transitions need neither Node nor a package",
      severity: "error",
      from: { path: "^src/domain/", ...program },
      to: { pathNot: "^src/domain/" },
    },
    {
      name: "no-cycles",
      comment: "no file needs itself, not even for a type",
      severity: "error",
      from: { path: "^(src|web)/", pathNot: "^src/domain/" },
      to: { circular: true },
    },
    {
      name: "no-cycles-in-domain",
      comment: "the nouns name each other as types; values go one way",
      severity: "error",
      from: { path: "^src/domain/" },
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "program-packages",
      comment: "the program needs no development package",
      severity: "error",
      from: { path: "^src/", ...program },
      to: { dependencyTypes: ["npm-dev"] },
    },
    {
      name: "resolvable",
      comment: "every import leads somewhere",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    parser: "swc",
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)(dist|coverage)/" },
    enhancedResolveOptions: {
      conditionNames: ["parley-source", "import", "node", "default"],
      exportsFields: ["exports"],
      extensions: [".ts", ".tsx", ".js", ".mjs", ".cjs", ".json", ".css"],
    },
  },
};
