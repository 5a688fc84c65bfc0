import { sentences } from "./sentence.ts";

/** What only the HTTP door says. */
export const httpWords = sentences({
  nothingHere: { en: "There is nothing at this address.", "zh-CN": "这个地址没有内容。" },
  pageMissing: { en: "The page is not built. `npm run build` builds it.", "zh-CN": "页面尚未构建。`npm run build` 可以构建。" },
  downloadOver: {
    en: "This download link is wrong, or its minute is over. Ask for the file again on the page.",
    "zh-CN": "这个下载链接不正确，或一分钟的有效期已过。请在页面上重新下载。",
  },
  operatorStays: {
    en: "The operator's token ends when the hub stops; there is nothing to log out of.",
    "zh-CN": "操作员令牌在枢纽停止时失效，无需退出登录。",
  },
});
