import { useState } from "preact/hooks";
import type { PersonalWire } from "#protocol/personal";
import { useAction } from "#web/parts/action.ts";
import { Block } from "#web/parts/block.tsx";
import { Problem } from "#web/parts/problem.tsx";
import { useLoaded } from "#web/parts/use-loaded.ts";
import type { ManageApi } from "#web/state/manage-api.ts";
import { notifyState, turnNotifyOff, turnNotifyOn } from "#web/state/push/notify-here.ts";
import { type PushState, pushState, turnPushOff, turnPushOn } from "#web/state/push/push-here.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import type { SettingsWords } from "#web/words/settings.ts";
import { Setting } from "./setting.tsx";

interface NotificationProps {
  readonly api: ManageApi;
  readonly own: SettingsWords;
}

const kinds = ["question", "mention", "finished", "failed"] as const;

/** What this person is notified of, when not, and whether in this browser. */
export function Notifications({ api, own }: NotificationProps) {
  const { value, problem, reload } = useLoaded(() => api.settings(), [api]);
  const changing = useAction(reload);
  const { page } = useSignedIn();
  const change = (next: PersonalWire): void => changing.run(async () => page.muted.take(await api.setSettings(next)));
  return (
    <Block title={own.notifications}>
      <HereSettings api={api} own={own} />
      {value !== null && (
        <>
          <Kinds value={value} own={own} change={change} />
          <AnswerThere value={value} own={own} change={change} />
          <QuietHours value={value} own={own} change={change} />
          <Muted value={value} own={own} change={change} />
        </>
      )}
      <Problem text={problem || changing.problem} />
    </Block>
  );
}

function HereSettings({ api, own }: NotificationProps) {
  const { storage } = useSignedIn().page;
  const [push, setPush] = useState<PushState | null>(null);
  const [notify, setNotify] = useState(() => notifyState(storage));
  const { value: found } = useLoaded(pushState, []);
  const state = push ?? found;
  if (state === null) return null;
  const turnPush = async (): Promise<void> => {
    setPush(await (state === "on" ? turnPushOff(api) : turnPushOn(api)));
    setNotify(notifyState(storage));
  };
  const turnNotify = async (): Promise<void> => setNotify(notify === "on" ? turnNotifyOff(storage) : await turnNotifyOn(storage));
  return (
    <>
      <HereSwitch name={own.pushHere} state={state} own={own} turn={turnPush} />
      {/* A browser that is notified while the page is closed is notified in the background, too. */}
      {state !== "on" && <HereSwitch name={own.notifyHere} state={notify} own={own} turn={turnNotify} />}
    </>
  );
}

interface HereSwitchProps {
  readonly name: string;
  readonly state: PushState;
  readonly own: SettingsWords;
  readonly turn: () => Promise<void>;
}

function HereSwitch({ name, state, own, turn }: HereSwitchProps) {
  const { problem, run } = useAction(() => undefined);
  return (
    <Setting name={name}>
      {state === "on" || state === "off" ? (
        <button type="button" class="button small" aria-label={`${state === "on" ? own.turnOff : own.turnOn}: ${name}`} onClick={() => run(turn)}>
          {state === "on" ? own.turnOff : own.turnOn}
        </button>
      ) : (
        <span class="sm two">{own.pushState[state]}</span>
      )}
      <Problem text={problem} />
    </Setting>
  );
}

interface ChangeProps {
  readonly value: PersonalWire;
  readonly own: SettingsWords;
  readonly change: (next: PersonalWire) => void;
}

function Kinds({ value, own, change }: ChangeProps) {
  return (
    <fieldset class="notice-kinds">
      <legend class="sm two">{own.notifyOf}</legend>
      {kinds.map((kind) => (
        <label key={kind} class="check">
          <input
            type="checkbox"
            checked={value.notices?.[kind] !== false}
            onChange={(event) => change({ ...value, notices: { ...value.notices, [kind]: event.currentTarget.checked } })}
          />
          {own.noticeKind[kind]}
        </label>
      ))}
    </fieldset>
  );
}

/** Whoever holds the phone can press a button of a notification, also while it is locked. */
function AnswerThere({ value, own, change }: ChangeProps) {
  return (
    <div class="notice-answers">
      <label class="check">
        <input
          type="checkbox"
          checked={value.answer_in_notices !== false}
          onChange={(event) => change({ ...value, answer_in_notices: event.currentTarget.checked })}
        />
        {own.answerThere}
      </label>
      <p class="sm dim">{own.answerThereHint}</p>
    </div>
  );
}

function QuietHours({ value, own, change }: ChangeProps) {
  const { quiet, ...others } = value;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const night = { from: 22 * 60, to: 7 * 60, time_zone: zone };
  const set = (some: Partial<typeof night>): void => change({ ...value, quiet: { ...(quiet ?? night), ...some, time_zone: zone } });
  return (
    <Setting name={own.quiet}>
      <div class="manage-form">
        <label class="check">
          <input type="checkbox" checked={quiet !== undefined} onChange={(event) => (event.currentTarget.checked ? set({}) : change(others))} />
          {own.quietOn}
        </label>
        {quiet !== undefined && (
          <>
            <input
              class="control small"
              type="time"
              aria-label={own.quietFrom}
              value={clockOf(quiet.from)}
              onChange={(event) => set({ from: minutesOf(event.currentTarget.value) })}
            />
            <input
              class="control small"
              type="time"
              aria-label={own.quietTo}
              value={clockOf(quiet.to)}
              onChange={(event) => set({ to: minutesOf(event.currentTarget.value) })}
            />
          </>
        )}
      </div>
    </Setting>
  );
}

/** The open thread can be muted here; every muted one can be heard again. */
function Muted({ value, own, change }: ChangeProps) {
  const { page } = useSignedIn();
  const { threads } = page.model.value;
  const muted = value.muted ?? [];
  const open = page.thread.value;
  const topicOf = (id: string): string => threads.get(id)?.topic ?? id;
  const canMute = open !== null && open.startsWith("thr_") && !muted.some((id) => id === open);
  return (
    <Setting name={own.muted}>
      <div class="manage-form">
        {muted.map((id) => (
          <button key={id} type="button" class="button quiet small" onClick={() => change({ ...value, muted: muted.filter((one) => one !== id) })}>
            {own.unmute(topicOf(id))}
          </button>
        ))}
        {canMute && (
          <button type="button" class="button quiet small" onClick={() => change({ ...value, muted: [...muted, open as `thr_${string}`] })}>
            {own.mute(topicOf(open))}
          </button>
        )}
        {muted.length === 0 && !canMute && <span class="sm dim">{own.noMuted}</span>}
      </div>
    </Setting>
  );
}

function clockOf(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
}

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return hours * 60 + minutes;
}
