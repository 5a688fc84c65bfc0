import type { QuestionWire } from "#protocol/wire";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { diffLines } from "./code/diff.ts";
import { DiffView } from "./code/diff-view.tsx";
import { Plain } from "./plain-text.tsx";
import { shellQuoted } from "./shell-quote.ts";

type SubjectWire = NonNullable<QuestionWire["subject"]>;

/** What is asked about, all of it: every argument in its own box, so that a space inside one cannot hide. */
export function Subject({ subject }: { readonly subject: SubjectWire }) {
  const { words } = useSignedIn();
  const { argv, directory, environment, detail } = subject;
  return (
    <>
      {argv !== undefined && argv.length > 0 && (
        <div class="argv">
          {argv.map((argument, at) => (
            <span key={at}>{argument === "" ? <span class="dim">{words.emptyArgument}</span> : <Plain text={argument} exact />}</span>
          ))}
        </div>
      )}
      {(directory !== undefined || (environment !== undefined && environment.length > 0)) && (
        <dl class="facts">
          {directory !== undefined && (
            <div>
              <dt>{words.directory}</dt>
              <dd>
                <code>
                  <Plain text={directory} exact />
                </code>
              </dd>
            </div>
          )}
          {environment !== undefined && environment.length > 0 && (
            <div>
              <dt>{words.environment}</dt>
              <dd>
                <code>
                  <Plain text={environment.join(" ")} exact />
                </code>
              </dd>
            </div>
          )}
        </dl>
      )}
      {detail !== undefined && detail !== "" && <Detail text={detail} />}
    </>
  );
}

/** A unified diff with its numbers, or the text as it is. */
export function Detail({ text }: { readonly text: string }) {
  const lines = diffLines(text);
  if (lines === undefined) {
    return (
      <div class="code">
        <pre>
          <Plain text={text} exact />
        </pre>
      </div>
    );
  }
  return <DiffView lines={lines} />;
}

/** One line of it, for places that only name what it was about. */
export function subjectLine(question: QuestionWire): string {
  const argv = question.subject?.argv;
  if (argv === undefined || argv.length === 0) return question.prompt;
  return argv.map(shellQuoted).join(" ");
}
