import { useLayoutEffect, useState } from "preact/hooks";
import { Icon } from "#web/parts/icon.tsx";
import { useSignedIn } from "#web/state/signed-in-context.ts";

/**
 * Takes files that are dropped onto the conversation, or pasted. Listens to the whole page: a file that is let go beside it
 * would otherwise take the page's place.
 */
export function DropTarget({ thread }: { readonly thread: string }) {
  const { page, words } = useSignedIn();
  const [isOver, setOver] = useState(false);
  useLayoutEffect(() => {
    const onDrag = (event: DragEvent): void => {
      const transfer = event.dataTransfer;
      if (transfer?.types.includes("Files") !== true) return;
      event.preventDefault();
      const isHere = event.target instanceof Element && event.target.closest(".middle") !== null;
      transfer.dropEffect = isHere ? "copy" : "none";
      setOver(isHere && event.type === "dragover");
      if (isHere && event.type === "drop") page.files.add(thread, filesIn(transfer));
    };
    const onLeave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const onPaste = (event: ClipboardEvent): void => {
      const files = filesIn(event.clipboardData);
      if (files.length === 0) return;
      event.preventDefault();
      page.files.add(thread, files);
    };
    const off = new AbortController();
    addEventListener("dragover", onDrag, off);
    addEventListener("drop", onDrag, off);
    addEventListener("dragleave", onLeave, off);
    addEventListener("paste", onPaste, off);
    return () => off.abort();
  }, [page]);
  if (!isOver) return null;
  return (
    <div class="drop">
      <Icon name="file" />
      {words.dropHere}
    </div>
  );
}

/** Folders are no files. */
function filesIn(transfer: DataTransfer | null): readonly File[] {
  return [...(transfer?.items ?? [])].flatMap((item) => (item.webkitGetAsEntry()?.isDirectory === true ? [] : (item.getAsFile() ?? [])));
}
