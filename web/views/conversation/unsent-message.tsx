import { Face } from "#web/parts/avatar.tsx";
import { Icon } from "#web/parts/icon.tsx";
import { Markdown } from "#web/parts/markdown/view.tsx";
import { Plain } from "#web/parts/plain-text.tsx";
import { Problem } from "#web/parts/problem.tsx";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import type { Unsent } from "#web/state/thread/unsent.ts";
import { clock } from "#web/words/format.ts";
import { Head } from "./message.tsx";
import { ReplyLine } from "./reply-line.tsx";

export function UnsentMessage({ unsent }: { readonly unsent: Unsent }) {
  const { page, words } = useSignedIn();
  const isRefused = unsent.problem !== undefined;
  const word = isRefused ? words.notSent : page.connection.value.state === "live" ? words.sending : words.notSentYet;
  return (
    <article class="message me unsent">
      <Face kind="me" name={page.model.value.me?.name ?? words.you} />
      <div class="body">
        <Head name={words.you} from={<span class="from">{word}</span>} at={clock(unsent.at)} />
        {unsent.reply !== undefined && <ReplyLine quote={unsent.reply} />}
        <Markdown text={unsent.content} />
        {unsent.files?.map(({ path, name }) => (
          <p key={path} class="sm">
            <Icon name="file" small /> <Plain text={name} />
          </p>
        ))}
        <Problem text={unsent.problem ?? ""} />
        {isRefused && (
          <div class="chips">
            <button type="button" class="button small" onClick={() => page.outbox.retry(unsent.key)}>
              {words.tryAgain}
            </button>
            <button type="button" class="button quiet small" onClick={() => page.outbox.drop(unsent.key)}>
              {words.remove}
            </button>
          </div>
        )}
      </div>
    </article>
  );
}
