import { useMemo } from "preact/hooks";
import { Sections } from "#web/parts/sections.tsx";
import { manageApi } from "#web/state/manage-api.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import type { ViewProps } from "#web/views/frame/view-props.ts";
import { Links } from "#web/views/side/links.tsx";
import { NotWorking } from "#web/views/side/not-working.tsx";
import { activityWords } from "#web/words/activity.ts";
import { AuditSection } from "./audit.tsx";
import { StatisticsSection } from "./statistics.tsx";

/** How the hub's links stand, its numbers, and who did what. */
export function View({ part }: ViewProps) {
  const { page, words } = useSignedIn();
  const own = activityWords[page.language.value];
  const api = useMemo(() => manageApi(page.api), [page]);
  const role = page.model.value.me?.role ?? "member";
  const ids = role === "owner" ? (["status", "statistics", "audit"] as const) : role === "admin" ? (["status", "statistics"] as const) : (["status"] as const);
  return (
    <Sections view="activity" title={words.destination.activity} back={own.back} part={part} list={ids.map((id) => ({ id, name: own.section[id] }))}>
      {(id) => {
        if (id === "statistics") return <StatisticsSection api={api} own={own} />;
        if (id === "audit") return <AuditSection api={api} own={own} />;
        return (
          <>
            <Links />
            <NotWorking />
          </>
        );
      }}
    </Sections>
  );
}
