import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import type { ConfigKeyWire } from "#protocol/configuration";
import { useAction } from "#web/parts/action.ts";
import { Plain } from "#web/parts/plain-text.tsx";
import { Problem } from "#web/parts/problem.tsx";
import type { ConfigValue, ManageApi } from "#web/state/manage-api.ts";
import type { SettingsWords } from "#web/words/settings.ts";

interface EditorProps {
  readonly one: ConfigKeyWire;
  readonly version: string;
  readonly api: ManageApi;
  readonly own: SettingsWords;
  readonly done: () => void;
}

/** One key in a field of its own. The hub checks it as the next start would, before anything is written. */
export function KeyEditor({ one, version, api, own, done }: EditorProps) {
  const [text, setText] = useState(textOf(one));
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [isValid, setValid] = useState(false);
  const { problem, run } = useAction(() => undefined);
  const send = (value: ConfigValue, save: boolean): void =>
    run(async () => {
      const outcome = await api.changeConfig(version, one.key, value, save);
      setValid(outcome.ok);
      setProblems(outcome.ok ? [] : outcome.problems);
      if (outcome.ok && save) done();
    });
  const onSubmit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    send(valueOf(one, text), true);
  };
  const change = (next: string): void => {
    setValid(false);
    setText(next);
  };
  return (
    <form class="key-editor" aria-label={own.editKey(one.key)} onSubmit={onSubmit}>
      <Control one={one} text={text} change={change} label={own.value(one.key)} own={own} />
      <div class="manage-form">
        <button type="submit" class="button main small">
          {own.save}
        </button>
        <button type="button" class="button small" onClick={() => send(valueOf(one, text), false)}>
          {own.check}
        </button>
        {one.from === "file" && (
          <button type="button" class="button quiet small" onClick={() => send(null, true)}>
            {own.useDefault}
          </button>
        )}
        {isValid && (
          <span class="sm note-ok" role="status">
            {own.checked}
          </span>
        )}
      </div>
      {one.type === "secret" && <p class="sm dim">{own.secretHint}</p>}
      {one.type === "list" && <p class="sm dim">{own.onePerLine}</p>}
      <div role="alert">
        {problems.map((sentence) => (
          <p key={sentence} class="sm bad" lang="en">
            <Plain text={sentence} />
          </p>
        ))}
      </div>
      <Problem text={problem} />
    </form>
  );
}

interface ControlProps {
  readonly one: ConfigKeyWire;
  readonly text: string;
  readonly change: (text: string) => void;
  readonly label: string;
  readonly own: SettingsWords;
}

function Control({ one, text, change, label, own }: ControlProps) {
  const choices = one.type === "flag" ? ["true", "false"] : one.choices;
  if (one.type === "flag" || one.type === "choice")
    return (
      <select class="control" aria-label={label} value={text} onChange={(event) => change(event.currentTarget.value)}>
        {text === "" && <option value="">{own.fromWhere.unset}</option>}
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {one.type === "flag" ? (choice === "true" ? own.on : own.off) : choice}
          </option>
        ))}
      </select>
    );
  if (one.type === "list") return <textarea class="control" rows={4} aria-label={label} value={text} onInput={(event) => change(event.currentTarget.value)} />;
  const isNumber = one.type === "number";
  return (
    <input
      class="control"
      aria-label={label}
      inputMode={isNumber ? "numeric" : "text"}
      placeholder={one.type === "secret" ? "${NAME}" : ""}
      value={text}
      onInput={(event) => change(event.currentTarget.value)}
    />
  );
}

function textOf({ value }: ConfigKeyWire): string {
  if (Array.isArray(value)) return value.map(String).join("\n");
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

function valueOf({ type }: ConfigKeyWire, text: string): ConfigValue {
  if (type === "flag") return text === "true";
  if (type === "list") return text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));
  const number = Number(text);
  return type === "number" && text.trim() !== "" && Number.isFinite(number) ? number : text;
}
