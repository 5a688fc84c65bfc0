import type { Refused } from "#domain/errors";
import type { Answer, Subject } from "#domain/question";
import { subjectDigest } from "#lib/digest";

/** What came back for a permission that was asked. */
export interface Approval {
  readonly granted: boolean;
  /** Of the subject that the person saw. */
  readonly digest: string;
  readonly reason: string;
}

export function approvalFrom(answer: Answer): Approval {
  if (answer.how === "expired") return { granted: false, digest: answer.digest, reason: answer.reason };
  const granted = answer.option?.grants === "allow";
  const words = answer.option === undefined || answer.text === undefined ? "" : ` They said: ${answer.text}`;
  return { granted, digest: answer.digest, reason: `${answer.by} answered “${answer.option?.label ?? answer.text ?? "nothing"}”.${words}` };
}

/** To be called right before something runs, with exactly what will run. Undefined: go ahead. */
export function refuseUnapproved(approval: Approval | undefined, subject: Subject): Refused | undefined {
  if (!approval) return { code: "NotAllowed", sentence: "Nothing ran: nobody was asked about this command. Ask for permission first." };
  if (!approval.granted) return { code: "NotAllowed", sentence: `Nothing ran: the permission was not given. ${approval.reason}` };
  if (approval.digest !== subjectDigest(subject)) {
    return {
      code: "SubjectChanged",
      sentence: "Nothing ran: the command, its directory or its environment names are not those that were approved. Ask again with what is to run now.",
    };
  }
  return undefined;
}
