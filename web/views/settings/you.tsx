import type { OwnTokenWire } from "#protocol/personal";
import { useAction } from "#web/parts/action.ts";
import { Block } from "#web/parts/block.tsx";
import { Plain } from "#web/parts/plain-text.tsx";
import { Problem } from "#web/parts/problem.tsx";
import { useLoaded } from "#web/parts/use-loaded.ts";
import type { App } from "#web/state/app.ts";
import type { ManageApi } from "#web/state/manage-api.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { themes } from "#web/state/theme.ts";
import { LanguageChoice } from "#web/views/frame/language-choice.tsx";
import { when } from "#web/words/format.ts";
import type { SettingsWords } from "#web/words/settings.ts";
import { Notifications } from "./notifications.tsx";
import { Setting } from "./setting.tsx";

interface YouProps {
  readonly app: App;
  readonly api: ManageApi;
  readonly own: SettingsWords;
}

/** What this browser and this person look like, and where they are signed in. */
export function YouSection({ app, api, own }: YouProps) {
  const { page, words } = useSignedIn();
  const { theme, language, keys } = app;
  return (
    <>
      <Block title={words.appearance}>
        <Setting name={words.language}>
          <LanguageChoice language={language} />
        </Setting>
        <Setting name={words.theme}>
          <div class="filters" role="group" aria-label={words.theme}>
            {themes.map((one) => (
              <button key={one} type="button" aria-pressed={theme.current.value === one} onClick={() => theme.choose(one)}>
                {words.themeName[one]}
              </button>
            ))}
          </div>
        </Setting>
        <Setting name={own.keys}>
          <label class="check">
            <input type="checkbox" checked={keys.areOn.value} onChange={(event) => keys.turn(event.currentTarget.checked)} />
            {own.keysOn}
          </label>
        </Setting>
      </Block>
      <Notifications api={api} own={own} />
      <SignIns api={api} own={own} />
      <p class="sm dim">{words.runsVersion(page.model.value.version)}</p>
    </>
  );
}

function SignIns({ api, own }: { readonly api: ManageApi; readonly own: SettingsWords }) {
  const { value, problem, reload } = useLoaded(() => api.ownTokens(), [api]);
  return (
    <Block title={own.signIns}>
      <Problem text={problem} />
      {value?.map((token) => (
        <SignIn key={token.id} token={token} api={api} own={own} done={reload} />
      ))}
      <p class="sm dim">{own.signInsHint}</p>
    </Block>
  );
}

function SignIn({ token, api, own, done }: { readonly token: OwnTokenWire; readonly api: ManageApi; readonly own: SettingsWords; readonly done: () => void }) {
  const { page, words } = useSignedIn();
  const { problem, run } = useAction(done);
  const kind = token.login ? own.browser : own.token;
  const name = token.login && token.label !== "page" ? token.label : kind;
  const at = (iso: string): string => when(Date.parse(iso), page.now.value, words.weekdays);
  return (
    <div class="manage-row">
      <b class="clip isolate">
        <Plain text={name} />
      </b>
      <div class="deeds">
        {token.current ? (
          <span class="sm two">{own.thisBrowser}</span>
        ) : (
          <button
            type="button"
            class="button small"
            aria-label={(token.login ? own.endWhich : own.revokeWhich)(`${name} ${own.since(at(token.created_at))}`)}
            onClick={() => run(() => api.revokeOwnToken(token.id))}
          >
            {token.login ? own.end : own.revoke}
          </button>
        )}
      </div>
      <div class="facts">
        <span>{own.since(at(token.created_at))}</span>
        {token.expires_at !== null && <span>{own.until(at(token.expires_at))}</span>}
      </div>
      <div class="wide">
        <Problem text={problem} />
      </div>
    </div>
  );
}
