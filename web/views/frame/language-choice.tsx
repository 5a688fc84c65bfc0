import type { PageLanguage } from "#web/state/page-language.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import type { Language } from "#web/words.ts";

const languageNames: Readonly<Record<Language, string>> = { en: "English", "zh-CN": "中文" };

export function LanguageChoice({ language }: { readonly language: PageLanguage }) {
  const { words } = useSignedIn();
  return (
    <div class="filters" role="group" aria-label={words.language}>
      {(Object.keys(languageNames) as readonly Language[]).map((one) => (
        <button key={one} type="button" lang={one} aria-pressed={language.current.value === one} onClick={() => language.choose(one)}>
          {languageNames[one]}
        </button>
      ))}
    </div>
  );
}
