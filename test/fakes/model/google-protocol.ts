import { z } from "zod";
import { ownWords, pieces, type Protocol, type Reply } from "./protocol.ts";

const part = z.looseObject({
  text: z.string().optional(),
  inlineData: z.unknown().optional(),
  functionResponse: z.looseObject({ response: z.unknown() }).optional(),
});
const request = z.looseObject({
  contents: z.array(z.looseObject({ role: z.string().optional(), parts: z.array(part).default([]) })),
  tools: z.array(z.unknown()).default([]),
  generationConfig: z.looseObject({ responseMimeType: z.string().optional(), responseJsonSchema: z.unknown().optional() }).optional(),
});
const schema = z.looseObject({
  properties: z.record(z.string(), z.looseObject({ type: z.unknown().optional(), enum: z.array(z.unknown()).optional() })).default({}),
});

const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 };

/** `contents` with parts: Gemini CLI. */
export const googleProtocol: Protocol = {
  path: /\/models\/[^/]+:(generateContent|streamGenerateContent|countTokens)$/,
  counted: { totalTokens: 10 },
  read: (path, body) => {
    if (path.endsWith(":countTokens")) return undefined;
    const { contents, tools, generationConfig } = request.parse(body);
    const users = contents.filter((one) => one.role !== "model").map(({ parts }) => parts);
    const words = (parts: z.output<typeof part>[]): string => ownWords(parts.map((one) => one.text ?? "").join("\n"));
    const at = users.findLastIndex((parts) => words(parts) !== "" && parts.every((one) => one.functionResponse === undefined));
    const latest = users.slice(Math.max(at, 0)).flat();
    const results = latest.flatMap((one) => (one.functionResponse === undefined ? [] : [JSON.stringify(one.functionResponse.response)]));
    const images = latest.filter((one) => one.inlineData !== undefined).length;
    const isChecked = generationConfig?.responseMimeType === "application/json";
    return {
      asked: { prompt: words(users[at] ?? []), results, images },
      hasTools: tools.length > 0 && !isChecked,
      isStreamed: path.endsWith(":streamGenerateContent"),
      model: /\/models\/([^/:]+):/.exec(path)?.[1] ?? "",
      ...(isChecked && { sideAnswer: JSON.stringify(filled(generationConfig.responseJsonSchema)) }),
    };
  },
  async *stream(reply, model) {
    const frame = (parts: readonly object[], reason?: string): string => `data: ${JSON.stringify(candidate(parts, model, reason))}\r\n\r\n`;
    for await (const text of pieces(reply)) yield frame([{ text }]);
    yield frame(reply.call === undefined ? [{ text: "" }] : [callPart(reply.call)], "STOP");
  },
  whole: (reply, model) =>
    candidate([...(reply.text === undefined ? [] : [{ text: reply.text }]), ...(reply.call === undefined ? [] : [callPart(reply.call)])], model, "STOP"),
  failure: (status) => ({ error: { code: status, message: `scripted ${status}`, status: status === 429 ? "RESOURCE_EXHAUSTED" : "INTERNAL" } }),
};

function callPart({ tool, input }: NonNullable<Reply["call"]>): object {
  return { functionCall: { name: tool, args: input } };
}

function candidate(parts: readonly object[], model: string, reason?: string): object {
  const finish = reason === undefined ? {} : { finishReason: reason };
  return { candidates: [{ index: 0, content: { role: "model", parts }, ...finish }], usageMetadata, modelVersion: model };
}

/** The first value that each property may have. */
function filled(wanted: unknown): object {
  const { properties } = schema.catch({ properties: {} }).parse(wanted);
  return Object.fromEntries(
    Object.entries(properties).map(([name, { type, enum: values }]) => {
      const kind = String(type).toLowerCase();
      return [name, values?.[0] ?? (kind === "boolean" ? false : /number|integer/.test(kind) ? 1 : kind === "array" ? [] : "scripted")];
    }),
  );
}
