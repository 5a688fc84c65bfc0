import type { QuestionWire } from "#protocol/wire";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { diffLines } from "./diff.ts";
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

function Detail({ text }: { readonly text: string }) {
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
  return (
    <div class="diff">
      {lines.map((line, at) =>
        line.kind === "file" || line.kind === "hunk" ? (
          <div key={at} class={line.kind}>
            <Plain text={line.text} exact />
          </div>
        ) : (
          <div key={at} class={line.kind}>
            <i>{line.old}</i>
            <i>{line.new}</i>
            <i>{line.kind === "add" ? "+" : line.kind === "del" ? "−" : ""}</i>
            <code>
              <Plain text={line.text} exact />
            </code>
          </div>
        ),
      )}
    </div>
  );
}

/** One line of it, for places that only name what it was about. */
export function subjectLine(question: QuestionWire): string {
  const argv = question.subject?.argv;
  if (argv === undefined || argv.length === 0) return question.prompt;
  return argv.map(shellQuoted).join(" ");
}
