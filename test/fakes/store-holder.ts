import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";

const script = `
  import { DatabaseSync } from "node:sqlite";
  const database = new DatabaseSync(process.argv[1]);
  database.exec(process.argv[2]);
  console.log("held");
  setInterval(() => {}, 1000);
`;

/** Another program that has a store open and has run `sql` on it, until it is let go. */
export async function holdStore(path: string, sql: string): Promise<{ release(): Promise<void> }> {
  const child: ChildProcess = spawn(process.execPath, ["--input-type=module", "-e", script, path, sql], { stdio: ["ignore", "pipe", "ignore"] });
  if (child.stdout !== null) await once(child.stdout, "data");
  return {
    release: async () => {
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    },
  };
}
