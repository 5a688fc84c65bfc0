import { sentences } from "#lib/words/sentence";

/** About the skills in the workspace. */
export const skillTexts = sentences({
  summarySkillList: { en: "lists the skills of the workspace", "zh-CN": "列出工作区里的技能" },
  argSkill: { en: "the skill's folder name", "zh-CN": "技能的文件夹名" },
  summarySkillShow: { en: "shows what a skill says", "zh-CN": "显示一个技能的内容" },
  skillNone: {
    en: "There are no skills in `.agents/skills`. A skill is a folder there with a file `SKILL.md`.",
    "zh-CN": "`.agents/skills` 里没有技能。技能是其中含有 `SKILL.md` 文件的文件夹。",
  },
  skillMore: { en: "Only the first {count} are listed.", "zh-CN": "只列出前 {count} 个。" },
  skillBroken: { en: "cannot be used: {problem}", "zh-CN": "无法使用：{problem}" },
  skillUnknown: { en: "There is no skill `{name}`. `skill list` shows the available ones.", "zh-CN": "没有技能 `{name}`。`skill list` 列出现有的技能。" },
  skillUnknownNear: {
    en: "There is no skill `{name}`. Did you mean `{nearest}`? `skill list` shows all.",
    "zh-CN": "没有技能 `{name}`。你是想用 `{nearest}` 吗？`skill list` 列出全部。",
  },
  skillUnusable: { en: "The skill `{name}` cannot be used: {problem} Fix `{path}`.", "zh-CN": "技能 `{name}` 无法使用：{problem} 请修正 `{path}`。" },
  skillNoFile: { en: "It has no file `SKILL.md`.", "zh-CN": "没有 `SKILL.md` 文件。" },
  skillTooLarge: { en: "Its `SKILL.md` is larger than {max} KB.", "zh-CN": "它的 `SKILL.md` 大于 {max} KB。" },
  skillNotText: { en: "Its `SKILL.md` is not valid UTF-8 text.", "zh-CN": "它的 `SKILL.md` 不是有效的 UTF-8 文本。" },
  skillNoFront: {
    en: "Its `SKILL.md` does not start with YAML front matter between two `---` lines.",
    "zh-CN": "它的 `SKILL.md` 开头没有用两行 `---` 包围的 YAML。",
  },
  skillBadYaml: { en: "Its YAML front matter is invalid: {problem}", "zh-CN": "开头的 YAML 有误：{problem}" },
  skillBadName: {
    en: "Its `name` must be 1 to 64 lower-case letters, digits and single hyphens, with no hyphen at either end.",
    "zh-CN": "它的 `name` 必须是 1 到 64 个小写字母、数字和单个连字符，首尾不能是连字符。",
  },
  skillOtherName: {
    en: "Its `name` is `{name}`, which differs from its folder's name. Both must be the same.",
    "zh-CN": "它的 `name` 是 `{name}`，与文件夹名不同。两者必须相同。",
  },
  skillBadDescription: {
    en: "Its `description` must be text of 1 to {max} characters.",
    "zh-CN": "它的 `description` 必须是 1 到 {max} 个字符的文字。",
  },
});
