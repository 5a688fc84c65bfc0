// What the tests need from the system besides npm packages. Installs it from Debian where that is possible without asking.
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";

// A name is looked for on the path; a file is given with its whole path.
const needs = [
  { what: "Chromium, for the tests in a real browser", anyOf: ["chromium", "chromium-browser", "google-chrome"], debian: "chromium" },
  { what: "ngircd, an IRC server", anyOf: ["ngircd", "/usr/sbin/ngircd"], debian: "ngircd" },
  { what: "InspIRCd, another one", anyOf: ["inspircd", "/usr/sbin/inspircd"], debian: "inspircd" },
  { what: "Anope, services of an IRC network", anyOf: ["anope", "/usr/sbin/anope"], debian: "anope" },
  { what: "Docker, in which deliveries run", anyOf: ["dockerd", "/usr/sbin/dockerd"], debian: "docker.io" },
  { what: "podman, in which they run too", anyOf: ["podman"], debian: "podman" },
  { what: "runc, which podman starts containers with", anyOf: ["runc", "/usr/sbin/runc"], debian: "runc" },
  { what: "bubblewrap, in which deliveries run by choice", anyOf: ["bwrap"], debian: "bubblewrap" },
  { what: "iptables, which Docker's network needs", anyOf: ["iptables", "/usr/sbin/iptables"], debian: "iptables" },
  { what: "busybox, of which the tests make an image", anyOf: ["/bin/busybox", "/usr/bin/busybox"], debian: "busybox-static" },
  { what: "git, from which deliveries start", anyOf: ["git"], debian: "git" },
  { what: "tmux, in which coding CLIs run", anyOf: ["tmux"], debian: "tmux" },
  { what: "openssl, which makes certificates for tests", anyOf: ["openssl"], debian: "openssl" },
  { what: "pandoc, which reads and writes documents beside ours", anyOf: ["pandoc"], debian: "pandoc" },
  { what: "pdftotext, which reads PDFs beside ours", anyOf: ["pdftotext"], debian: "poppler-utils" },
  {
    what: "LibreOffice Writer, which makes text documents",
    anyOf: ["lowriter", "/usr/lib/libreoffice/program/libswlo.so"],
    debian: "libreoffice-writer-nogui",
  },
  { what: "LibreOffice Calc, which makes workbooks", anyOf: ["localc", "/usr/lib/libreoffice/program/libsclo.so"], debian: "libreoffice-calc-nogui" },
  {
    what: "LibreOffice Impress, which makes presentations",
    anyOf: ["loimpress", "/usr/lib/libreoffice/program/libsdlo.so"],
    debian: "libreoffice-impress-nogui",
  },
  { what: "a Chinese font, for documents in Chinese", anyOf: ["/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc"], debian: "fonts-noto-cjk" },
];

const missing = needs.filter((need) => !need.anyOf.some((name) => (name.startsWith("/") ? existsSync(name) : isOnPath(name))));
if (missing.length > 0) {
  const packages = missing.map((need) => need.debian);
  const wanted = `apt-get install -y --no-install-recommends ${packages.join(" ")}`;
  for (const { what } of missing) process.stderr.write(`Missing: ${what}.\n`);
  const become = isOnPath("apt-get") ? asRoot() : undefined;
  if (become === undefined) give(`The tests cannot run without it. Install it (on Debian and Ubuntu: sudo ${wanted}) and run npm test again.`);
  process.stderr.write(`Installing ${packages.join(", ")} with apt-get.\n`);
  const steps = [["update", "-qq"], wanted.split(" ").slice(1)];
  for (const step of steps) {
    const [command, ...args] = [...become, "apt-get", ...step];
    const done = spawnSync(command, args, { stdio: ["ignore", 2, 2], env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
    if (done.status !== 0)
      give(`apt-get could not do it; its own words are above. Install ${packages.join(", ")} by hand (sudo ${wanted}) and run npm test again.`);
  }
}

/** The words to put before a command that needs root; undefined where root would have to be asked for. */
function asRoot() {
  if (process.getuid?.() === 0) return [];
  return isOnPath("sudo") && spawnSync("sudo", ["-n", "true"]).status === 0 ? ["sudo", "-n"] : undefined;
}

function isOnPath(name) {
  return (process.env.PATH ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function give(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
