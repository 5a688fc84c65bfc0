import { Glyph } from "#web/parts/icon.tsx";
import { Problem } from "#web/parts/problem.tsx";
import { isOpen, runsIn } from "#web/state/agents/invitation-runs.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { mayInvite } from "#web/state/permissions.ts";
import { sentenceOf } from "#web/state/sentence.ts";

/** Stays in its place while the agent is on its way, or here, so that the focus does; then it says so, and does nothing. */
export function InviteButton({ agent, name, thread }: { readonly agent: string; readonly name: string; readonly thread: string }) {
  const { page, words } = useSignedIn();
  const model = page.model.value;
  const run = runsIn(model, thread).find((one) => one.agent_name === agent);
  if (!mayInvite(model.me)) return null;
  const state = isOpen(run) ? run.state : page.invites.tryOf(agent, thread)?.kind === "asking" ? "starting" : null;
  const onClick = (): void => {
    if (state === null) page.invites.invite(agent, thread);
  };
  return (
    <button
      type="button"
      class={state === null ? "button small" : "button quiet small"}
      aria-label={state === null ? words.inviteWhom(name) : undefined}
      aria-disabled={state !== null}
      onClick={onClick}
    >
      {state !== null && state !== "joined" && <Glyph name="processing" />}
      {state === null ? words.invite : words.runState[state]}
    </button>
  );
}

export function InviteProblem({ agent, thread }: { readonly agent: string; readonly thread: string }) {
  const { page, words } = useSignedIn();
  const tried = page.invites.tryOf(agent, thread);
  return <Problem text={tried?.kind === "refused" ? sentenceOf(tried.error, words) : ""} />;
}
