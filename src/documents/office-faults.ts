import { Unreadable } from "./unreadable.ts";

export function damaged(why: string): Unreadable {
  return new Unreadable("Damaged", `The file is damaged: ${why}. Ask for it again, or open it in Office or LibreOffice and save it anew.`);
}

export function encrypted(): Unreadable {
  return new Unreadable("Encrypted", "The file opens only with a password. Save a copy without one and read that.");
}

export function unpacksTooFar(limit: number): Unreadable {
  return new Unreadable(
    "TooLarge",
    `The file unpacks to more than ${Math.round(limit / 1e6)} MB, which is more than is read here. Split it, or export the part that matters.`,
    {
      limit,
      unit: "bytes",
    },
  );
}

export function notSupported(format: string, sentence: string): Unreadable {
  return new Unreadable("NotSupported", sentence, { platform: process.platform, format });
}
