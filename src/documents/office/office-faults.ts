import { DocumentFault } from "#documents/fault";

export function damaged(why: string): DocumentFault {
  return new DocumentFault("Damaged", `The file is damaged: ${why}. Get it again, or open it in Office or LibreOffice and save it again.`);
}

export function encrypted(): DocumentFault {
  return new DocumentFault("Encrypted", "The file is protected by a password. Save a copy without one and read that.");
}

export function unpacksTooFar(limit: number): DocumentFault {
  return new DocumentFault(
    "TooLarge",
    `The file unpacks to more than ${Math.round(limit / 1e6)} MB, which is above the limit. Split it, or export the part you need.`,
    {
      limit,
      unit: "bytes",
    },
  );
}

export function notSupported(format: string, sentence: string): DocumentFault {
  return new DocumentFault("NotSupported", sentence, { format });
}
