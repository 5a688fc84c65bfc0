import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogle } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { defined } from "#lib/defined";
import { backoff } from "#lib/time/backoff";
import { pause, type Clock } from "#lib/time/clock";
import { attemptFailure } from "./attempt-failure.ts";
import { AnswerTooLong, CollectedAnswer } from "./collect-answer.ts";
import { ModelFailed } from "./model-failed.ts";
import type { Model, ModelListener, ModelRequest, ModelStep } from "./model.ts";
import { promptOf } from "./provider-prompt.ts";

// The only folder that knows the AI SDK. Its providers are called directly, one request a step, and nothing is read from the
// environment. Retries are ours, because only here is it known which errors pass and who is told.

export interface ModelSettings {
  readonly provider: string;
  readonly name: string;
  readonly baseUrl?: string | undefined;
  readonly apiKey?: { reveal(): string } | undefined;
}

export interface ModelOptions {
  readonly clock: Clock;
  readonly random: () => number;
  /** In all, the first one included. */
  readonly attempts: number;
  /** An attempt that hears nothing for so long has failed. */
  readonly silentMs?: number;
  readonly backoff?: { readonly firstMs: number; readonly maxMs: number };
}

const usualAddress = {
  anthropic: "https://api.anthropic.com/v1",
  openai: "https://api.openai.com/v1",
  google: "https://generativelanguage.googleapis.com/v1beta",
};

export function createModel(settings: ModelSettings, options: ModelOptions): Model {
  const { clock, attempts, silentMs = 300_000 } = options;
  const key = settings.apiKey?.reveal() ?? "";
  const model = providerModel(settings, key);

  const attempt = async (request: ModelRequest, on: ModelListener, signal: AbortSignal): Promise<ModelStep> => {
    const silence = new AbortController();
    const heard = (): (() => void) => clock.after(silentMs, () => silence.abort(new Error(`the model sent nothing for ${silentMs / 1_000} s`)));
    let cancel = heard();
    const ended = AbortSignal.any([signal, silence.signal]);
    const prompt = promptOf(request);
    try {
      const { stream } = await model.doStream({
        prompt,
        abortSignal: ended,
        ...(request.tools.length > 0 && {
          tools: request.tools.map(({ name, description, schema }) => ({ type: "function" as const, name, description, inputSchema: { ...schema } })),
        }),
        ...defined({ maxOutputTokens: request.maxOutputTokens }),
      });
      const collected = new CollectedAnswer(on);
      for await (const part of stream) {
        cancel();
        cancel = heard();
        if (ended.aborted) break;
        collected.add(part);
      }
      ended.throwIfAborted();
      return collected.step(() => JSON.stringify(prompt).length);
    } catch (cause) {
      // The SDK reports an abort in several shapes; ours is the one that says why.
      throw silence.signal.aborted ? silence.signal.reason : cause;
    } finally {
      cancel();
    }
  };

  return {
    name: settings.name,
    step: async (request, on, signal) => {
      const waits = backoff({ clock, random: options.random, firstMs: 500, maxMs: 8_000, ...options.backoff });
      for (let tries = 1; ; tries++) {
        signal.throwIfAborted();
        try {
          return await attempt(request, on, signal);
        } catch (cause) {
          signal.throwIfAborted();
          const failure = attemptFailure(cause, [key]);
          const { reason, status } = failure;
          const mayPass = failure.mayPass && !(cause instanceof AnswerTooLong);
          if (!mayPass || tries >= attempts) throw new ModelFailed(reason, { attempts: tries, status, mayPass, cause });
          const waitMs = Math.max(failure.retryAfterMs, waits.next());
          on.retrying?.({ attempt: tries + 1, attempts, waitMs, reason });
          await pause(clock, waitMs, signal);
        }
      }
    },
  };
}

function providerModel({ provider, name, baseUrl }: ModelSettings, apiKey: string): LanguageModelV4 {
  switch (provider) {
    case "anthropic":
      return createAnthropic({ apiKey, baseURL: baseUrl ?? usualAddress.anthropic })(name);
    case "openai":
      return createOpenAI({ apiKey, baseURL: baseUrl ?? usualAddress.openai })(name);
    case "google":
      return createGoogle({ apiKey, baseURL: baseUrl ?? usualAddress.google })(name);
    case "openai-compatible": {
      if (baseUrl === undefined) throw new ModelFailed("model.base_url is missing", { attempts: 0, status: undefined, mayPass: false });
      const headers = apiKey === "" ? {} : { Authorization: `Bearer ${apiKey}` };
      return createOpenAICompatible({ name: "compatible", baseURL: baseUrl, headers, includeUsage: true })(name);
    }
    default:
      throw new ModelFailed(`model.provider ${provider} is not known`, { attempts: 0, status: undefined, mayPass: false });
  }
}
