import "#web/style/notices.css";
import type { NoticeWire } from "#protocol/personal";
import { Icon } from "#web/parts/icon.tsx";
import { spelled } from "#web/parts/hidden-characters.ts";
import { Plain } from "#web/parts/plain-text.tsx";
import { threadHref, viewHref } from "#web/state/address.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { noticeWords } from "#web/words/notices.ts";

export function NoticeList() {
  const { notices } = useSignedIn().page;
  const hold = (isHeld: boolean) => () => notices.hold(isHeld);
  return (
    <div class="notice-list" onPointerEnter={hold(true)} onPointerLeave={hold(false)} onFocusIn={hold(true)} onFocusOut={hold(false)}>
      {notices.shown.value.map((notice) => (
        <NoticeCard key={notice.tag} notice={notice} />
      ))}
    </div>
  );
}

function NoticeCard({ notice }: { readonly notice: NoticeWire }) {
  const { page } = useSignedIn();
  const words = noticeWords[page.language.value];
  const title = words.title[notice.kind](notice.who);
  const dismiss = (): void => page.notices.dismiss(notice.tag);
  const href = notice.question === null ? threadHref(notice.thread) : viewHref("questions", notice.question);
  return (
    // Questions are announced by themselves, in full.
    <div class={`notice ${notice.kind}`} aria-live={notice.kind === "question" ? "off" : undefined}>
      <a href={href} onClick={dismiss}>
        <b class="clip isolate">
          <Plain text={title} />
        </b>
        <span class="clip isolate sm two">
          <Plain text={notice.topic} />
        </span>
        {notice.text !== "" && (
          <span class="clip isolate sm">
            <Plain text={notice.text} />
          </span>
        )}
      </a>
      <button type="button" class="button quiet icon" aria-label={words.dismiss(spelled(title))} onClick={dismiss}>
        <Icon name="close" />
      </button>
    </div>
  );
}
