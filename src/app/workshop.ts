import { createHash } from "node:crypto";
import { deliverySettingsOf } from "#agents/delivery/index";
import type { DeliverySettings } from "#agents/delivery/delivery-settings";
import type { Model } from "#agents/kit/model/model";
import type { Config } from "#config/config";
import type { Language } from "#domain/command";
import type { SandboxEngine } from "#domain/sandbox";
import type { Clock } from "#lib/time/clock";
import type { Finding } from "./checks.ts";

const checkWithinMs = 10_000;

/** Tells this installation's containers and folders from those of another hub on the same machine. */
export function installationOf(home: string): string {
  return createHash("sha256").update(home).digest("hex").slice(0, 16);
}

/** The configured model; loaded when it is first used, because the providers' packages are large. */
export function modelOf(config: Pick<Config, "model">, options: { readonly clock: Clock; readonly attempts: number }): () => Promise<Model | undefined> {
  let made: Promise<Model> | undefined;
  return async () => {
    const { model } = config;
    if (model === undefined) return undefined;
    return (made ??= import("#agents/kit/model/ai-sdk").then(({ createModel }) => createModel(model, { random: Math.random, ...options })));
  };
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
  if (settings.sandbox === "bwrap") return (await import("#sandbox/bwrap-unavailable")).bwrapUnavailable(language);
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
  const engine = await sandboxEngine({ settings, language: config.language ?? "en", installation: installationOf(config.home), ...parts });
  const { ok, says } = await engine.check(AbortSignal.timeout(checkWithinMs));
  const mend = ok ? "" : "Only code deliveries need it; set code_delivery.enabled: false to hide this line.";
  return [
    { what: "container engine", state: ok ? "ok" : "warning", says, mend },
    ...(config.model === undefined
      ? [
          {
            what: "model",
            state: "warning" as const,
            says: "no model is configured",
            mend: "Code deliveries need one: set model.provider, model.name and model.api_key.",
          },
        ]
      : []),
  ];
}
