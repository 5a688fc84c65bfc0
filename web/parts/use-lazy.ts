import { useEffect, useState } from "preact/hooks";

type Later<Part> = { readonly part: Part } | "coming" | "lost";

/** What is fetched by whoever wants it first. What did not come is asked for again with the next wish. */
export function useLater<Part>(isWanted: boolean, load: () => Promise<Part>): Later<Part> {
  const [later, set] = useState<Later<Part>>("coming");
  useEffect(() => {
    if (!isWanted || typeof later === "object") return;
    let isOver = false;
    load().then(
      (part) => isOver || set({ part }),
      () => isOver || set("lost"),
    );
    return () => {
      isOver = true;
    };
  }, [isWanted]);
  return later;
}
