import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { adapters } from "#app/catalog";
import { loadConfig, type LoadedConfig, type Rejected } from "#config/load";

type Env = Readonly<Record<string, string>>;

/** A directory with a home and a parley.yaml in it, for tests of the configuration. */
export class ConfigRoom implements Disposable {
  readonly dir = mkdtempSync(join(tmpdir(), "parley-config-"));
  readonly home = join(this.dir, "home");
  readonly userHome = join(this.dir, "mia");

  constructor() {
    mkdirSync(this.home);
  }

  load(
    text: string | Uint8Array | undefined,
    { env = {}, allowEveryone = false, file }: { readonly env?: Env; readonly allowEveryone?: boolean; readonly file?: string } = {},
  ): LoadedConfig | Rejected {
    if (text !== undefined) writeFileSync(join(this.dir, "parley.yaml"), text);
    return loadConfig({ home: this.home, file, allowEveryone, environment: { env, userHome: this.userHome, cwd: this.dir }, adapters });
  }

  /** What is in force; throws the problems. */
  good(text: string, options: { readonly env?: Env; readonly allowEveryone?: boolean } = {}): LoadedConfig {
    const result = this.load(text, options);
    if (!result.ok) throw new Error(result.problems.join("\n"));
    return result;
  }

  /** The problems; throws when there are none. */
  bad(text: string | Uint8Array, options: { readonly env?: Env } = {}): readonly string[] {
    const result = this.load(text, options);
    if (result.ok) throw new Error("The file was taken.");
    return result.problems;
  }

  [Symbol.dispose](): void {
    rmSync(this.dir, { recursive: true, force: true });
  }
}
