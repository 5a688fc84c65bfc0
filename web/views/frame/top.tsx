import { Face } from "#web/parts/avatar.tsx";
import { Brand } from "#web/parts/icon.tsx";
import { Plain } from "#web/parts/plain-text.tsx";
import type { App } from "#web/state/app.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { LanguageChoice } from "./language-choice.tsx";
import { Lights } from "./lights.tsx";
import { Navigation } from "./navigation.tsx";

export function Top({ app }: { readonly app: App }) {
  const { page, words } = useSignedIn();
  const me = page.model.value.me;
  return (
    <header class="top">
      <Brand />
      <Navigation />
      <div class="tools">
        <Lights />
        {me !== null && (
          <>
            <button type="button" class="me-button" popoverTarget="me" aria-label={`${me.name}, ${words.role[me.role] ?? me.role}`}>
              <Face kind="me" name={me.name} />
            </button>
            <div id="me" class="me-menu" popover="auto">
              <b class="isolate">
                <Plain text={me.name} />
              </b>
              <span class="dim sm">{words.role[me.role]}</span>
              <LanguageChoice language={app.language} />
              <button type="button" class="button small" onClick={app.signOut}>
                {words.signOut}
              </button>
            </div>
          </>
        )}
      </div>
    </header>
  );
}
