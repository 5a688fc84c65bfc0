// Makes a clone ready to run: installs the packages and builds what is stale. It runs on whatever Node the machine has (20 or
// newer), before any package is there, so it imports nothing but Node itself. It speaks on stderr only: stdout belongs to the verb.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const at = (...parts) => join(root, ...parts);
const say = (line) => process.stderr.write(`${line}\n`);
const env = { ...process.env, PATH: at("node_modules", ".bin") + delimiter + process.env.PATH };

const oldest = 20;
if (Number(process.versions.node.split(".")[0]) < oldest) {
  give(
    `Parley needs Node ${oldest} or newer to set itself up; this is Node ${process.versions.node}. Install a newer one (for example from your system's packages) and run the command again.`,
  );
}
await install();
await build();

async function install() {
  const lock = digest([at("package-lock.json")]);
  const stamp = at("node_modules", ".parley-lock");
  if (read(stamp) === lock || isLink(at("node_modules"))) return;
  if (!isInstalled()) {
    const began = Date.now();
    say("Installing the packages that Parley needs. This happens once, and again when the list changes.");
    const waiting = setInterval(() => say(`  still installing, ${seconds(began)} so far`), 10_000);
    const code = await npmCi();
    clearInterval(waiting);
    if (code !== 0) {
      give(
        "The packages could not be installed; npm says why above. Most often the network or the package registry cannot be reached (behind a proxy, set HTTPS_PROXY), " +
          "the disk is full, or package.json was changed without package-lock.json (run npm install). Nothing was started. Run the command again when that is mended.",
      );
    }
    say(`Installed in ${seconds(began)}.`);
  }
  writeFileSync(stamp, lock);
}

// Development packages are needed to run from a clone (the pinned Node and the compiler are among them), also where NODE_ENV says production.
// Warnings are left out: on Node 20 they say of packages that they need a newer one, and they will run on the pinned one.
function npmCi() {
  const npm = process.env.npm_execpath;
  const args = ["ci", "--include=dev", "--loglevel=error"];
  return npm === undefined ? run("npm", args, 2) : run(process.env.npm_node_execpath ?? process.execPath, [npm, ...args], 2);
}

/** True when somebody ran npm themselves and every package stands at the version of the lockfile. */
function isInstalled() {
  const there = read(at("node_modules", ".package-lock.json"));
  if (there === undefined) return false;
  const { packages: have } = JSON.parse(there);
  const { packages: want } = JSON.parse(readFileSync(at("package-lock.json"), "utf8"));
  return Object.entries(want).every(([name, entry]) => name === "" || entry.optional === true || have[name]?.version === entry.version);
}

async function build() {
  const stamp = at("dist", ".stamp");
  const built = JSON.parse(read(stamp) ?? "{}");
  const lock = digest([at("package-lock.json")]);
  const parts = [
    {
      name: "program",
      inputs: [
        ...files("src", (path) => path.endsWith(".ts") && !path.endsWith(".test.ts")),
        at("package.json"),
        at("tsconfig.json"),
        at("tsconfig.build.json"),
      ],
      output: at("dist", "main.js"),
      command: ["tsc", "-p", "tsconfig.build.json"],
      after: prune,
    },
    {
      name: "page",
      inputs: [...files("web"), ...files("src/protocol"), ...files("src/markdown"), at("package.json"), at("vite.config.ts")],
      output: at("dist", "web", "index.html"),
      command: ["vite", "build", "--logLevel", "warn"],
    },
  ];
  const stale = parts
    .filter((part) => existsSync(at(part.name === "page" ? "web/index.html" : "src/main.ts")))
    .map((part) => ({ ...part, hash: `${lock} ${digest(part.inputs)}` }))
    .filter((part) => built[part.name] !== part.hash || !existsSync(part.output));
  if (stale.length === 0) return;
  mkdirSync(at("dist"), { recursive: true });
  const codes = await Promise.all(
    stale.map(async (part) => {
      const began = Date.now();
      const [command, ...args] = part.command;
      const code = await run(command, args, 2);
      if (code === 0) {
        part.after?.();
        built[part.name] = part.hash;
        say(`Built the ${part.name} in ${seconds(began)}.`);
      } else say(`The ${part.name} does not build; the lines above say where.`);
      return code;
    }),
  );
  // Renamed into place, so that a second command started meanwhile never reads half a stamp.
  writeFileSync(`${stamp}.${process.pid}`, JSON.stringify(built));
  renameSync(`${stamp}.${process.pid}`, stamp);
  if (codes.some((code) => code !== 0)) process.exit(1);
}

/** The compiler leaves what it emitted for files that are gone; a leftover must not be found by an import. */
function prune() {
  for (const path of files("dist", (name) => /\.js(\.map)?$/.test(name))) {
    const name = relative(at("dist"), path);
    if (!name.startsWith("web/") && !existsSync(at("src", name.replace(/\.js(\.map)?$/, ".ts")))) rmSync(path);
  }
}

function run(command, args, out) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env, stdio: ["ignore", out, 2] });
    child.on("error", (error) => {
      say(`${command} could not be started: ${error.message}`);
      resolve(1);
    });
    child.on("close", (code) => resolve(code ?? 1));
  });
}

function files(folder, wanted = () => true) {
  if (!existsSync(at(folder))) return [];
  const found = readdirSync(at(folder), { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile() && wanted(entry.name)).map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

function digest(paths) {
  const hash = createHash("sha256");
  for (const path of [...paths].sort()) hash.update(`${relative(root, path)}\0${read(path) ?? ""}\0`);
  return hash.digest("hex");
}

function read(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

// A linked node_modules belongs to another clone and is never replaced from here.
function isLink(path) {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}

function give(sentence) {
  say(sentence);
  process.exit(1);
}
