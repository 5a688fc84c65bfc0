import { expect, it } from "vitest";
import { say } from "#lib/words/words";
import { deliveryTexts } from "#agents/delivery/texts";
import { endingOf } from "./delivery-ending.ts";

it.each(["en", "zh-CN"] as const)(
  "says why it is not known whether an archive arrived that the chat had not taken when the task was stopped: %s",
  (language) => {
    const result = { name: "a.zip", bytes: 2_048, files: 2, sha256: "00", upload: "waiting" as const, reason: "", summary: "", left: [], kept: "/kept/a.zip" };
    const size = say(language, deliveryTexts.bytesKB, { n: 2 });
    const values = { name: "a.zip", size, files: 2, reason: say(language, deliveryTexts.notTakenYet), kept: "/kept/a.zip" };
    expect(endingOf(language, result)).toEqual({ how: "failed", reason: say(language, deliveryTexts.unknownIfSent, values) });
  },
);
