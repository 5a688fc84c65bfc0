import { Icon } from "#web/parts/icon.tsx";
import { Fetched } from "#web/parts/lazy-part.tsx";
import { areDone, firstSteps } from "#web/state/first-steps.ts";
import { mayInvite } from "#web/state/permissions.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";

/** What this place is for, and the one next step. */
export function NoThreads() {
  const { page, words } = useSignedIn();
  const session = page.sessions.value.find((one) => one.state !== "dead");
  if (page.model.value.threads.size > 0) {
    return (
      <div class="empty">
        <Icon name="talk" />
        <p class="two">{words.pickThread}</p>
      </div>
    );
  }
  return (
    <div class="empty">
      <Icon name="talk" />
      <h2>{words.noThreads}</h2>
      <p class="two">{session === undefined ? words.noAgentsWhy : words.noThreadsWhy(session.name)}</p>
      {session !== undefined && (
        <button type="button" class="button main" onClick={() => page.say(session.thread, "hello", { session: session.id })}>
          {words.sayHello(session.name)}
        </button>
      )}
      <NextSteps />
    </div>
  );
}

export function NothingSaid({ thread }: { readonly thread: string }) {
  const { page, words } = useSignedIn();
  const model = page.model.value;
  const here = page.sessions.value.filter((one) => one.thread === thread && one.state !== "dead");
  const session = here.find((one) => one.id === model.threads.get(thread)?.default_session) ?? here[0];
  return (
    <div class="empty">
      <Icon name="talk" />
      <h2>{words.nothingSaid}</h2>
      <p class="two">{session === undefined ? words.nothingSaidAlone(model.prefix) : words.nothingSaidWhy(session.name)}</p>
      {session !== undefined && (
        <button type="button" class="button main" onClick={() => page.say(thread, "hello", { session: session.id })}>
          {words.sayHello(session.name)}
        </button>
      )}
      <NextSteps />
    </div>
  );
}

/** For those who look after the hub, until everything is there. */
function NextSteps() {
  const { page } = useSignedIn();
  const model = page.model.value;
  if (!mayInvite(model.me) || areDone(firstSteps(model))) return null;
  return <Fetched load={() => import("#web/views/start/first-steps.tsx")}>{(part) => <part.FirstSteps />}</Fetched>;
}

export function MissingThread() {
  const { words } = useSignedIn();
  return (
    <div class="empty">
      <Icon name="talk" />
      <h2>{words.missing}</h2>
      <p class="two">{words.missingWhy}</p>
    </div>
  );
}
