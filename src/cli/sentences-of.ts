import type { Finding } from "#app/checks";

/** What is wrong and how to fix it, as two sentences. */
export function sentencesOf({ says, mend }: Pick<Finding, "says" | "mend">): string {
  if (mend === "") return says;
  if (/[\p{Script=Han}）]$/u.test(says)) return `${says}。${mend}`;
  return `${says}${/[.!?。]$/u.test(says) ? "" : "."}${says.endsWith("。") ? "" : " "}${mend}`;
}
