import type { SessionWire } from "#protocol/wire";
import { Icon } from "#web/parts/icon.tsx";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { StopTurn } from "#web/views/side/stop-turn.tsx";
import type { Words } from "#web/words/en.ts";
import { Attach } from "./attach.tsx";

interface BarProps {
  readonly thread: string;
  readonly sessions: readonly SessionWire[];
  /** That gets the message. */
  readonly session: SessionWire | undefined;
  readonly isEditing: boolean;
  /** Why it cannot be sent; empty when it can. */
  readonly hint: string;
  readonly isTooLong: boolean;
  readonly choose: (session: string) => void;
}

/** Below the field: files, to whom, what happens next, Stop and Send. */
export function ComposerBar({ thread, sessions, session, isEditing, hint, isTooLong, choose }: BarProps) {
  const { page, words } = useSignedIn();
  const usual = isEditing ? words.escapeCancels : hintOf(session, page.connection.value.state === "lost", words);
  return (
    <div class="bar">
      <Attach thread={thread} />
      {session !== undefined && sessions.length > 1 && !isEditing && (
        <label class="whom">
          {words.to}
          <select aria-label={words.whichSession} value={session.id} onChange={(event) => choose(event.currentTarget.value)}>
            {sessions.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </select>
        </label>
      )}
      <span class={isTooLong ? "hint bad" : "hint"} role="status">
        {hint === "" ? usual : hint}
      </span>
      {session !== undefined && !isEditing && (
        <span class="stop-here">
          <StopTurn session={session} />
        </span>
      )}
      <button type="submit" class="button small main">
        {!isEditing && <Icon name="send" small />}
        {isEditing ? words.save : words.send}
      </button>
    </div>
  );
}

function hintOf(session: SessionWire | undefined, isLost: boolean, words: Words): string {
  if (isLost) return words.offlineKept;
  if (session?.state === "processing") return words.inLine(session.name, words.isBusy, session.queue + 1);
  if (session?.state === "waiting_input") return words.inLine(session.name, words.isWaiting, session.queue + 1);
  return session?.state === "dead" ? words.hasEnded(session.name) : "";
}
