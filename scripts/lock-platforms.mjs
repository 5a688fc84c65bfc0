// Completes package-lock.json. A registry mirror that carries only some platforms makes npm leave the other platforms' optional
// packages out of the lockfile, and `npm ci` then refuses it everywhere. Their version is the one that is asked for, their platform
// is in their name; a later `npm install` on that platform adds the checksum.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const file = join(dirname(import.meta.dirname), "package-lock.json");
const lock = JSON.parse(readFileSync(file, "utf8"));
const added = [];
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isThere(path, name)) continue;
    lock.packages[`node_modules/${name}`] = { version, ...platform(name), ...(entry.dev ? { dev: true } : {}), optional: true };
    added.push(name);
  }
}
if (added.length > 0) {
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, "en")));
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
}
console.log(`${added.length} optional packages added to package-lock.json`);

/** As Node looks for it: beside the one who asks, then further up. */
function isThere(path, name) {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf("node_modules/"))).replace(/\/$/, "")) {
    if (lock.packages[`${at === "" ? "" : `${at}/`}node_modules/${name}`] !== undefined) return true;
    if (at === "") return false;
  }
}

function platform(name) {
  const parts = name.match(/(aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)-(arm64|arm|ia32|ppc64|riscv64|s390x|x64)(?:-(\w+))?$/);
  if (parts === null)
    throw new Error(`${name} is missing in package-lock.json, and its name does not tell its platform. Add it with npm install where the registry has it.`);
  const [, os, cpu, kind] = parts;
  const libc = { gnu: "glibc", musl: "musl" }[kind];
  return { cpu: [cpu], ...(libc === undefined ? {} : { libc: [libc] }), os: [os] };
}
