import type { Ending } from "#domain/turn";
import type { TextLanguage } from "#lib/words/sentence";
import { say } from "#lib/words/words";
import { deliveryTexts } from "#agents/delivery/texts";
import type { DeliveryResult } from "./task-context.ts";

/** What the turn says about its archive; only one that was sent is a success. */
export function endingOf(language: TextLanguage, { name, bytes, files, sha256, upload, reason, kept = "" }: DeliveryResult): Ending {
  const size = sizeOf(language, bytes);
  if (upload === "sent") return { how: "completed", text: say(language, deliveryTexts.delivered, { name, size, files, sha256 }) };
  const text = upload === "unknown" || upload === "waiting" ? deliveryTexts.unknownIfSent : deliveryTexts.notSent;
  return { how: "failed", reason: say(language, text, { name, size, files, reason: reason || "-", kept }) };
}

function sizeOf(language: TextLanguage, bytes: number): string {
  if (bytes >= 1024 * 1024) return say(language, deliveryTexts.bytesMB, { n: (bytes / 1024 / 1024).toFixed(1) });
  return say(language, deliveryTexts.bytesKB, { n: Math.max(1, Math.round(bytes / 1024)) });
}
