import { useMemo } from "preact/hooks";
import { Sections } from "#web/parts/sections.tsx";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { manageApi } from "#web/state/manage-api.ts";
import { settingsWords } from "#web/words/settings.ts";
import type { ViewProps } from "#web/views/frame/view-props.ts";
import { FirstSteps } from "#web/views/start/first-steps.tsx";
import { ConfigurationSection } from "./configuration.tsx";
import { PeopleSection } from "./people.tsx";
import { RoutingSection } from "./routing.tsx";
import { TokensSection } from "./tokens.tsx";
import { YouSection } from "./you.tsx";

/** What a person sets for themselves, and what owners and admins look after. */
export function View({ app, part }: ViewProps) {
  const { page, words } = useSignedIn();
  const own = settingsWords[page.language.value];
  const api = useMemo(() => manageApi(page.api), [page]);
  const role = page.model.value.me?.role ?? "member";
  // What is worth offering. The hub decides each time.
  const ids =
    role === "owner"
      ? (["you", "people", "tokens", "routing", "config", "start"] as const)
      : role === "admin"
        ? (["you", "routing", "config", "start"] as const)
        : (["you"] as const);
  return (
    <Sections view="settings" title={words.destination.settings} back={own.back} part={part} list={ids.map((id) => ({ id, name: own.section[id] }))}>
      {(id) => {
        if (id === "people") return <PeopleSection api={api} own={own} />;
        if (id === "tokens") return <TokensSection api={api} own={own} />;
        if (id === "routing") return <RoutingSection api={api} mayEdit={role === "owner"} />;
        if (id === "start") return <FirstSteps />;
        if (id === "config") return <ConfigurationSection api={api} own={own} mayEdit={role === "owner"} />;
        return <YouSection app={app} api={api} own={own} />;
      }}
    </Sections>
  );
}
