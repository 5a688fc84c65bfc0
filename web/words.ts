import { useEffect, useState } from "preact/hooks";
import { type Words, en } from "./words/en.ts";

export type Language = "en" | "zh-CN";

/** Null until they are here: the other language is fetched by whoever reads it. Where it does not come, English stands in. */
export function useWords(language: Language): Words | null {
  const [words, set] = useState<Words | null>(language === "en" ? en : null);
  useEffect(() => {
    if (language === "en") return set(en);
    let isLate = false;
    import("./words/zh.ts").then(
      ({ zh }) => (isLate ? undefined : set(zh)),
      () => set(en),
    );
    return () => {
      isLate = true;
    };
  }, [language]);
  return words;
}
