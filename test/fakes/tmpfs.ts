import { execFileSync } from "node:child_process";
import { mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A small disk of its own, gone when disposed. */
export interface SmallDisk extends Disposable {
  readonly dir: string;
  remount(options: string): void;
}

/** Permissions do not stop root, and a full disk cannot be had otherwise: these tests need a real mount. */
export function smallDisk(options: string): SmallDisk {
  if (process.getuid?.() !== 0) throw new Error("This test mounts a small tmpfs and so needs root. Run it as root, as CI does.");
  const dir = mkdtempSync(join(tmpdir(), "parley-disk-"));
  const mount = (how: string): void => {
    execFileSync("/bin/mount", ["-t", "tmpfs", "-o", how, "tmpfs", dir]);
  };
  mount(options);
  return {
    dir,
    remount: (how) => {
      mount(`remount,${how}`);
    },
    [Symbol.dispose]: () => {
      execFileSync("/bin/umount", [dir]);
      rmdirSync(dir);
    },
  };
}
