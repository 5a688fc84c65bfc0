import "#web/style/configuration.css";
import { useState } from "preact/hooks";
import type { ConfigKeyWire, ConfigWire } from "#protocol/configuration";
import { Glyph } from "#web/parts/icon.tsx";
import { Plain } from "#web/parts/plain-text.tsx";
import { Problem } from "#web/parts/problem.tsx";
import { useLoaded } from "#web/parts/use-loaded.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import type { ManageApi } from "#web/state/manage-api.ts";
import type { SettingsWords } from "#web/words/settings.ts";
import { KeyEditor } from "./key-editor.tsx";

interface ConfigurationProps {
  readonly api: ManageApi;
  readonly own: SettingsWords;
  readonly mayEdit: boolean;
}

/** Every key in force with its value and where that comes from. */
export function ConfigurationSection({ api, own, mayEdit }: ConfigurationProps) {
  const { value, problem, reload } = useLoaded(() => api.config(), [api]);
  const { language } = useSignedIn().page;
  // In the reader's language as soon as it is here.
  const { value: inChinese } = useLoaded(
    async () => (language.value === "zh-CN" ? (await import("#web/words/config-keys.ts")).configKeyWords : () => undefined),
    [language.value],
  );
  const doesOf = (one: ConfigKeyWire): string | undefined => inChinese?.(one.key);
  const [find, setFind] = useState("");
  const [isOnlySet, setOnlySet] = useState(true);
  if (value === null) return <Problem text={problem} />;
  const wanted = find.trim().toLowerCase();
  const isShown = (one: ConfigKeyWire): boolean => {
    const { key, does, from } = one;
    return (
      (wanted !== "" || !isOnlySet || from === "file" || from === "environment") &&
      (key.includes(wanted) || `${does} ${doesOf(one) ?? ""}`.toLowerCase().includes(wanted))
    );
  };
  const shown = value.keys.filter(isShown);
  return (
    <>
      <p class="sm two">
        {value.file === null ? (
          own.noFile
        ) : (
          <>
            {own.file}{" "}
            <code>
              <Plain text={value.file} />
            </code>
          </>
        )}
      </p>
      {value.needs_restart && <Warning text={own.restart} />}
      {value.warnings.map((warning) => (
        <Warning key={warning} text={warning} />
      ))}
      <div class="manage-form">
        <label class="grow">
          {own.find}
          <input class="control" type="search" value={find} onInput={(event) => setFind(event.currentTarget.value)} />
        </label>
        <label class="check">
          <input type="checkbox" checked={isOnlySet} onChange={(event) => setOnlySet(event.currentTarget.checked)} />
          {own.onlySet}
        </label>
      </div>
      <div class="config-keys">
        {shown.map((key) => (
          <KeyRow key={key.key} one={key} does={doesOf(key)} config={value} api={api} own={own} mayEdit={mayEdit} done={reload} />
        ))}
        {shown.length === 0 && <p class="sm dim">{own.noKeys}</p>}
      </div>
    </>
  );
}

function Warning({ text }: { readonly text: string }) {
  return (
    <p class="config-warning sm">
      <Glyph name="error" tone="warn" />
      <span>
        <Plain text={text} />
      </span>
    </p>
  );
}

interface KeyRowProps extends ConfigurationProps {
  readonly one: ConfigKeyWire;
  /** In the reader's language, if that is not the hub's. */
  readonly does: string | undefined;
  readonly config: ConfigWire;
  readonly done: () => void;
}

function KeyRow({ one, does, config, api, own, mayEdit, done }: KeyRowProps) {
  const [isOpen, setOpen] = useState(false);
  const [isSaved, setSaved] = useState(false);
  return (
    <article class="config-key" aria-label={one.key}>
      <code class="key">
        <Plain text={one.key} />
      </code>
      <code class={one.from === "default" || one.from === "unset" ? "value dim" : "value"}>
        <Plain text={shownValue(one, own)} />
      </code>
      <span class="from sm dim">
        <Plain text={originOf(one, own)} />
      </span>
      {mayEdit && one.type !== "fixed" ? (
        <button type="button" class="button quiet small" aria-expanded={isOpen} aria-label={own.editKey(one.key)} onClick={() => setOpen(!isOpen)}>
          {own.edit}
        </button>
      ) : (
        <span />
      )}
      <p class="does sm two" lang={does === undefined ? "en" : undefined}>
        <Plain text={does ?? one.does} />
      </p>
      {isSaved && <p class="does sm note-ok">{own.saved}</p>}
      {isOpen && (
        <KeyEditor
          one={one}
          version={config.version}
          api={api}
          own={own}
          done={() => {
            setOpen(false);
            setSaved(true);
            done();
          }}
        />
      )}
    </article>
  );
}

function shownValue({ value, set, type, from }: ConfigKeyWire, own: SettingsWords): string {
  if (!set) return "";
  if (value === null || type === "secret") return from === "environment" ? "" : own.hidden;
  if (typeof value === "boolean") return value ? own.on : own.off;
  if (Array.isArray(value)) return value.map(String).join(", ");
  return typeof value === "string" || typeof value === "number" ? String(value) : JSON.stringify(value);
}

function originOf({ from, line, variables }: ConfigKeyWire, { fromWhere }: SettingsWords): string {
  if (from === "file") return fromWhere.file(line);
  return from === "environment" ? fromWhere.environment(variables.join(", ")) : fromWhere[from];
}
