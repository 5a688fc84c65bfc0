import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, realpathSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const root = dirname(dirname(dirname(import.meta.dirname)));

/** What an image has besides busybox: bash as bash, and git, taken from this machine with the libraries they need. */
const programs = ["/bin/bash", "/usr/bin/git", "/usr/lib/git-core/git"];

/** More than that, under a name of its own. */
export interface RootfsVariant {
  readonly name: string;
  readonly extend: (dir: string) => void;
}

/** A small root file system as a tar file: busybox, bash and git of this machine, and what a variant adds. Made once and kept in .cache. */
export function rootfsTar(variant?: RootfsVariant): string {
  const cache = join(root, ".cache", "engine");
  const tar = join(cache, variant === undefined ? "rootfs-3.tar" : `rootfs-3-${variant.name}.tar`);
  if (existsSync(tar)) return tar;
  mkdirSync(cache, { recursive: true });
  const partial = join(cache, `rootfs.${process.pid}`);
  rmSync(partial, { recursive: true, force: true });
  for (const folder of ["bin", "etc", "tmp", "var/tmp", "run", "proc", "sys", "dev", "root"]) mkdirSync(join(partial, folder), { recursive: true });
  // As in every image; engines keep that mode when they mount something there.
  for (const folder of ["tmp", "var/tmp"]) chmodSync(join(partial, folder), 0o1777);
  copyFileSync("/bin/busybox", join(partial, "bin", "busybox"));
  const applets = execFileSync("/bin/busybox", ["--list"], { encoding: "utf8" }).trim().split("\n");
  for (const applet of applets) if (applet !== "busybox") symlinkSync("busybox", join(partial, "bin", applet));
  for (const program of programs) addProgram(partial, program);
  variant?.extend(partial);
  const packed = `${partial}.tar`;
  execFileSync("tar", ["-C", dirname(partial), "--transform", `s,^${basename(partial)},.,S`, "-cf", packed, basename(partial)]);
  rmSync(partial, { recursive: true });
  renameSync(packed, tar);
  return tar;
}

/** A program of this machine with its libraries, at the same place or another one. */
export function addProgram(dir: string, program: string, at = program): void {
  const copy = (from: string, to: string): void => {
    mkdirSync(dirname(join(dir, to)), { recursive: true });
    // What is there may be a link to busybox, which must not be written through.
    rmSync(join(dir, to), { force: true });
    copyFileSync(realpathSync(from), join(dir, to));
  };
  copy(program, at);
  for (const [, library] of librariesOf(program).matchAll(/(\/\S+) \(0x/g))
    if (library !== undefined && !existsSync(join(dir, library))) copy(library, library);
}

/** Nothing for a program that needs none. */
function librariesOf(program: string): string {
  try {
    return execFileSync("ldd", [program], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  } catch {
    return "";
  }
}
