import { createHash } from "node:crypto";
import { deliverySettingsOf } from "#agents/delivery/index";
import type { DeliverySettings } from "#agents/delivery/delivery-settings";
import type { WorkerSettings } from "#agents/delivery/worker/run-cli";
import type { Model } from "#agents/kit/model/model";
import { languageOf, type Config } from "#config/config";
import type { Language } from "#domain/command";
import type { SandboxEngine } from "#domain/sandbox";
import type { Clock } from "#lib/time/clock";
import type { Finding } from "./checks.ts";
import type { ModelBudget } from "./model-budget.ts";
import { say } from "#lib/words/words";
import { checkTexts } from "./texts.ts";

const checkWithinMs = 10_000;
const systemPath = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin";

/** Tells this installation's containers and folders from those of another hub on the same machine. */
export function installationOf(home: string): string {
  return createHash("sha256").update(home).digest("hex").slice(0, 16);
}

/** The configured model; loaded when it is first used, because the providers' packages are large. */
export function modelOf(
  config: Pick<Config, "model">,
  { budget, ...options }: { readonly clock: Clock; readonly attempts: number; readonly budget?: ModelBudget | undefined },
): () => Promise<Model | undefined> {
  let made: Promise<Model> | undefined;
  return async () => {
    const { model } = config;
    if (model === undefined) return undefined;
    return (made ??= import("#agents/kit/model/ai-sdk").then(({ createModel }) => {
      const bare = createModel(model, { random: Math.random, ...options });
      return budget === undefined ? bare : budget.bound(bare);
    }));
  };
}

/** The CLI that does deliveries, with the arguments and the environment that the operator has set for it; undefined for Parley's own agent. */
export function workerOf(
  worker: DeliverySettings["worker"],
  settingsOf: (cli: string) => { readonly args: readonly string[]; readonly env: Readonly<Record<string, { reveal(): string }>> },
): WorkerSettings | undefined {
  if (worker === "steward") return undefined;
  const { args, env } = settingsOf(worker);
  return { cli: worker, args, env: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value.reveal()])) };
}

/** Of what a CLI is given: its keys, not its addresses and switches. */
export function secretValues(env: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(env).flatMap(([name, value]) => (/key|token|secret|password/i.test(name) ? [value] : []));
}

export interface EngineParts {
  readonly settings: DeliverySettings;
  readonly clock: Clock;
  readonly language: Language;
  readonly installation: string;
  readonly userHome: string;
  readonly engineEnvironment: { readonly dockerHost?: string | undefined; readonly runtimeDir?: string | undefined };
}

export async function sandboxEngine({ settings, clock, language, installation, userHome, engineEnvironment }: EngineParts): Promise<SandboxEngine> {
  if (settings.sandbox === "bwrap") {
    const { createBwrapEngine } = await import("#sandbox/bwrap/bwrap-engine");
    return createBwrapEngine({ clock, language, path: systemPath, user: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 } });
  }
  const { createDockerEngine } = await import("#sandbox/docker/docker-engine");
  const names = { prefix: settings.prefix, suffix: settings.suffix, installation };
  return createDockerEngine({ clock, language, names, environment: { ...engineEnvironment, userHome } });
}

/** For `parley doctor`: whether deliveries can run, and on what model. */
export async function checkWorkshop(
  config: Pick<Config, "home" | "language" | "codeDelivery" | "model">,
  parts: Pick<EngineParts, "clock" | "userHome" | "engineEnvironment">,
): Promise<readonly Finding[]> {
  const settings = deliverySettingsOf(config.codeDelivery);
  if (!settings.enabled) return [];
  const engine = await sandboxEngine({ settings, language: languageOf(config), installation: installationOf(config.home), ...parts });
  const { ok, says } = await engine.check(AbortSignal.timeout(checkWithinMs));
  const language = languageOf(config);
  const mend = ok ? "" : say(language, checkTexts.onlyDeliveries);
  return [
    { what: "container engine", state: ok ? "ok" : "warning", says, mend },
    ...(config.model === undefined && settings.worker === "steward"
      ? [
          {
            what: "model",
            state: "warning" as const,
            says: say(language, checkTexts.noModel),
            mend: say(language, checkTexts.deliveriesNeedModel),
          },
        ]
      : []),
  ];
}
