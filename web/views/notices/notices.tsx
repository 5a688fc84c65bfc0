import { Fetched } from "#web/parts/lazy-part.tsx";
import { useSignedIn } from "#web/state/signed-in-context.ts";

/** There before the first notice is, so that whoever listens is told of it. */
export function Notices() {
  const { page } = useSignedIn();
  return (
    <div class="notices" role="status">
      {page.notices.shown.value.length > 0 && <Fetched load={() => import("./notice-list.tsx")}>{(part) => <part.NoticeList />}</Fetched>}
    </div>
  );
}
