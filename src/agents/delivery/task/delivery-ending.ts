import { showHidden } from "#lib/text/show-hidden";
import type { Ending } from "#domain/turn";
import type { TextLanguage } from "#lib/words/sentence";
import { say } from "#lib/words/words";
import { deliveryTexts } from "#agents/delivery/texts";
import type { DeliveryResult } from "./task-context.ts";

const mostNamed = 5;

/** What the turn says about its archive; only one that was sent is a success. */
export function endingOf(language: TextLanguage, { name, bytes, files, sha256, upload, reason, left, kept = "" }: DeliveryResult): Ending {
  const size = sizeOf(language, bytes);
  const more = leftOut(language, left);
  if (upload === "sent") return { how: "completed", text: `${say(language, deliveryTexts.delivered, { name, size, files, sha256 })}${more}` };
  const text = upload === "unknown" || upload === "waiting" ? deliveryTexts.unknownIfSent : deliveryTexts.notSent;
  const why = reason || (upload === "waiting" ? say(language, deliveryTexts.notTakenYet) : "-");
  return { how: "failed", reason: `${say(language, text, { name, size, files, reason: why, kept })}${more}` };
}

/** The agent's last call is over by then, so nobody else would hear of it. */
function leftOut(language: TextLanguage, left: readonly string[]): string {
  if (left.length === 0) return "";
  const names = left.slice(0, mostNamed).map((path) => showHidden(path.replaceAll("\n", " ").slice(0, 100)));
  return `\n${say(language, deliveryTexts.leftOut, { names: [...names, ...(left.length > mostNamed ? ["…"] : [])].join(", ") })}`;
}

function sizeOf(language: TextLanguage, bytes: number): string {
  if (bytes >= 1024 * 1024) return say(language, deliveryTexts.bytesMB, { n: (bytes / 1024 / 1024).toFixed(1) });
  return say(language, deliveryTexts.bytesKB, { n: Math.max(1, Math.round(bytes / 1024)) });
}
