import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, realpathSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const root = dirname(dirname(dirname(import.meta.dirname)));

/** What an image has besides busybox: bash as bash, and git, taken from this machine with the libraries they need. */
const programs = ["/bin/bash", "/usr/bin/git", "/usr/lib/git-core/git"];

/** A small root file system as a tar file: busybox, bash and git of this machine. Made once and kept in .cache. */
export function rootfsTar(): string {
  const cache = join(root, ".cache", "engine");
  const tar = join(cache, "rootfs-2.tar");
  if (existsSync(tar)) return tar;
  mkdirSync(cache, { recursive: true });
  const partial = join(cache, `rootfs.${process.pid}`);
  rmSync(partial, { recursive: true, force: true });
  for (const folder of ["bin", "etc", "tmp", "var/tmp", "run", "proc", "sys", "dev", "root"]) mkdirSync(join(partial, folder), { recursive: true });
  copyFileSync("/bin/busybox", join(partial, "bin", "busybox"));
  const applets = execFileSync("/bin/busybox", ["--list"], { encoding: "utf8" }).trim().split("\n");
  for (const applet of applets) if (applet !== "busybox") symlinkSync("busybox", join(partial, "bin", applet));
  rmSync(join(partial, "bin", "bash"), { force: true });
  const files = new Set(programs);
  for (const program of programs) {
    const linked = execFileSync("ldd", [program], { encoding: "utf8" });
    for (const [, path] of linked.matchAll(/(\/\S+) \(0x/g)) if (path !== undefined) files.add(path);
  }
  for (const file of files) {
    const to = join(partial, file);
    mkdirSync(dirname(to), { recursive: true });
    copyFileSync(realpathSync(file), to);
  }
  const packed = `${partial}.tar`;
  execFileSync("tar", ["-C", dirname(partial), "--transform", `s,^${basename(partial)},.,S`, "-cf", packed, basename(partial)]);
  rmSync(partial, { recursive: true });
  renameSync(packed, tar);
  return tar;
}
