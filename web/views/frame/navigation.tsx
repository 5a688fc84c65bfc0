import { Icon, type IconName } from "#web/parts/icon.tsx";
import { type ViewName, listHref, threadHref, viewHref } from "#web/state/address.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { waitingQuestions } from "#web/state/questions/waiting-questions.ts";

/** The five destinations: beside the name of the page, or along the bottom where one column fits. */
export function Navigation() {
  const { page, words } = useSignedIn();
  const shown = page.view.value?.view ?? "threads";
  const { thread } = page;
  const waiting = waitingQuestions(page.model.value).length;
  const item = (view: ViewName, icon: IconName) => <Item name={words.destination[view]} icon={icon} href={viewHref(view)} isShown={shown === view} />;
  return (
    <nav class="nav" aria-label={words.navigation}>
      {/* Back to the thread that was open, unless the list is all that fits. */}
      <Item
        name={words.threads}
        icon="talk"
        href={shown === "threads" || thread.value === null || page.isOneColumn() ? listHref : threadHref(thread.value)}
        isShown={shown === "threads"}
      />
      <Item name={words.destination.questions} icon="ask" href={viewHref("questions")} isShown={shown === "questions"} count={waiting} />
      {item("agents", "agent")}
      {item("activity", "activity")}
      {item("settings", "settings")}
    </nav>
  );
}

interface ItemProps {
  readonly name: string;
  readonly icon: IconName;
  readonly href: string;
  readonly isShown: boolean;
  readonly count?: number;
}

function Item({ name, icon, href, isShown, count = 0 }: ItemProps) {
  const { words } = useSignedIn();
  return (
    <a href={href} aria-current={isShown ? "page" : undefined}>
      <Icon name={icon} />
      <span>{name}</span>
      {count > 0 && (
        <span class="count yours" role="img" aria-label={words.waitingCount(count)}>
          {count > 99 ? "99+" : count}
        </span>
      )}
    </a>
  );
}
