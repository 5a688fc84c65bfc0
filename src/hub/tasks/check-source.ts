import { ParleyError } from "#domain/errors";
import type { TaskAsk, TaskRequest } from "#domain/task";
import type { Language } from "#domain/command";
import { defined } from "#lib/defined";
import { say } from "#lib/words/words";
import { taskTexts } from "./texts.ts";

const maxUrl = 2_000;
/** Neither user nor host begins like a flag, which ssh would take for one. */
const address = /^(?:https|ssh|git):\/\/(?!-|[^/]*@-)[^\s'"\\]+$|^(?!-)[\w.-]+@(?!-)[\w.-]+:[\w./~+-]+$/i;
/** As git takes names, and never a flag. */
const refName = /^(?![-/.])[\w./@+-]{1,200}$/;

/** Where the work begins. Throws InvalidArgs before anything is started. */
export function checkSource({ sourceType, gitUrl, gitRef }: TaskAsk, language: Language): TaskRequest["source"] {
  const type = sourceType ?? (gitUrl === undefined ? "empty" : "git");
  if (type === "empty") {
    if (gitUrl !== undefined && gitUrl !== "") throw new ParleyError("InvalidArgs", say(language, taskTexts.urlWithoutGit));
    return { type };
  }
  if (gitUrl === undefined || gitUrl === "") throw new ParleyError("InvalidArgs", say(language, taskTexts.needsGitUrl));
  if (gitUrl.length > maxUrl || !address.test(gitUrl) || gitUrl.startsWith("-"))
    throw new ParleyError("InvalidArgs", say(language, taskTexts.badGitUrl, { url: gitUrl.slice(0, 100) }));
  const ref = gitRef === "" ? undefined : gitRef;
  if (ref !== undefined && (!refName.test(ref) || ref.includes("..")))
    throw new ParleyError("InvalidArgs", say(language, taskTexts.badGitRef, { ref: ref.slice(0, 100) }));
  return { type, url: gitUrl, ...defined({ ref }) };
}
