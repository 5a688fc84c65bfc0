import { sentences } from "#lib/words/sentence";

export const unlinkTexts = sentences({
  summary: { en: "ends one of your accounts here", "zh-CN": "解除一个账号与你的关联" },
  argAccount: { en: "the account as `who` shows it, such as telegram:123", "zh-CN": "`who` 中显示的账号，例如 telegram:123" },
  badAccount: {
    en: "{account} is not an account. Write it as platform:id, for example telegram:123.",
    "zh-CN": "{account} 不是账号。请写成 `platform:id`，例如 telegram:123。",
  },
  done: { en: "{account} no longer acts as {name}.", "zh-CN": "{account} 不再代表 {name}。" },
});
