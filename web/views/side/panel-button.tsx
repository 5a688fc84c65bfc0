import { Icon } from "#web/parts/icon.tsx";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { panelButtonId } from "./panel-focus.ts";

/** Where the panel does not fit beside the conversation; the style sheet hides it elsewhere. */
export function PanelButton() {
  const { page, words } = useSignedIn();
  const isOpen = page.isPanelOpen.value;
  return (
    <button
      type="button"
      id={panelButtonId}
      class="button quiet panel-button"
      aria-expanded={isOpen}
      aria-label={words.panel}
      onClick={isOpen ? page.history.closePanel : page.history.openPanel}
    >
      <Icon name="panel" small />
      {words.sessions}
    </button>
  );
}
