import { DocumentFault } from "./fault.ts";

export function damaged(why: string): DocumentFault {
  return new DocumentFault("Damaged", `The file is damaged: ${why}. Ask for it again, or open it in Office or LibreOffice and save it anew.`);
}

export function encrypted(): DocumentFault {
  return new DocumentFault("Encrypted", "The file opens only with a password. Save a copy without one and read that.");
}

export function unpacksTooFar(limit: number): DocumentFault {
  return new DocumentFault(
    "TooLarge",
    `The file unpacks to more than ${Math.round(limit / 1e6)} MB, which is more than is read here. Split it, or export the part that matters.`,
    {
      limit,
      unit: "bytes",
    },
  );
}

export function notSupported(format: string, sentence: string): DocumentFault {
  return new DocumentFault("NotSupported", sentence, { format });
}
