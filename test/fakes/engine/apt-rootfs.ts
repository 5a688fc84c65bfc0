import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { addProgram, type RootfsVariant } from "./rootfs.ts";

const programs = [
  ...["apt-get", "dpkg", "dpkg-deb", "dpkg-query", "dpkg-split"].map((name) => `/usr/bin/${name}`),
  ...["file", "copy", "store"].map((name) => `/usr/lib/apt/methods/${name}`),
  "/bin/tar",
  "/usr/sbin/ldconfig",
  "/usr/sbin/start-stop-daemon",
];
const folders = [
  ...["apt/apt.conf.d", "apt/preferences.d", "dpkg"].map((name) => `etc/${name}`),
  ...["lib/dpkg/info", "lib/dpkg/updates", "lib/dpkg/triggers", "lib/apt/lists/partial", "cache/apt/archives/partial", "log/apt"].map((name) => `var/${name}`),
  "usr/share/dpkg",
];
const control = "Package: parley-hello\nVersion: 1.0\nArchitecture: all\nMaintainer: Test <test@localhost>\nDescription: says hello\n";

/** An image with this machine's own apt and dpkg, and a repository inside it that has one package, `parley-hello`. */
export const aptRootfs: RootfsVariant = {
  name: "apt",
  extend: (dir) => {
    for (const program of programs) addProgram(dir, program);
    for (const folder of folders) mkdirSync(join(dir, folder), { recursive: true });
    for (const table of globSync("/usr/share/dpkg/*table")) copyFileSync(table, join(dir, "usr/share/dpkg", basename(table)));
    writeFileSync(join(dir, "var/lib/dpkg/status"), "");
    writeFileSync(join(dir, "etc/apt/sources.list"), "deb [trusted=yes] file:/repo ./\n");
    addPackage(dir);
  },
};

function addPackage(dir: string): void {
  const tree = join(dir, "package");
  for (const folder of ["package/DEBIAN", "package/usr/bin", "repo"]) mkdirSync(join(dir, folder), { recursive: true });
  writeFileSync(join(tree, "DEBIAN/control"), control);
  writeFileSync(join(tree, "usr/bin/parley-hello"), '#!/bin/sh\necho "Hello from a package"\n', { mode: 0o755 });
  const deb = join(dir, "repo/parley-hello_1.0_all.deb");
  execFileSync("dpkg-deb", ["--root-owner-group", "-b", tree, deb], { stdio: "ignore" });
  const sha256 = createHash("sha256").update(readFileSync(deb)).digest("hex");
  writeFileSync(join(dir, "repo/Packages"), `${control}Filename: ./${basename(deb)}\nSize: ${statSync(deb).size}\nSHA256: ${sha256}\n\n`);
  rmSync(tree, { recursive: true });
}
