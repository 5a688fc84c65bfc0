import { sentences } from "./sentence.ts";

/** What a command is told about a path in the workspace. */
export const fileWords = sentences({
  uploadTooLarge: {
    en: "A file that is handed over may have {max}, and this one has more. Nothing of it was kept. Split it, or have the operator raise limits.upload_mb.",
    "zh-CN": "上传的文件不能超过 {max}，这个文件更大，没有保存。请拆分后再试，或请操作员调高 limits.upload_mb。",
  },
  uploadTooMuch: {
    en: "Files that one person, or one thread, was sent and that no message or command names may have {max} together; with this one it would be more. Nothing of it was kept. Name the others in a message or read them with a command, wait until unused ones are removed after {days} days, or have the operator raise limits.upload_unused_mb.",
    "zh-CN":
      "同一个人上传或同一话题中尚未被任何消息或命令提到的文件合计不能超过 {max}；加上这个文件就超过了，没有保存。请在消息中提到其他文件或用命令读取它们，或等待未使用的文件在 {days} 天后被清除，或请操作员调高 limits.upload_unused_mb。",
  },
  uploadNotAllowed: {
    en: "{who} may not speak in this thread, and so may not hand a file to it.",
    "zh-CN": "{who} 不能在这个话题发言，因此不能上传文件。",
  },
  fileOutside: {
    en: "`{path}` is not below the workspace, or a link on the way leads out of it. Give a path inside the workspace, relative to it.",
    "zh-CN": "`{path}` 不在工作区内，或途中的链接指向工作区之外。请给出工作区内的相对路径。",
  },
  fileSecrets: {
    en: "`{path}` goes through a folder named `secrets`. Commands neither read nor write there; choose another place.",
    "zh-CN": "`{path}` 经过名为 `secrets` 的文件夹。命令不会读写那里；请换一个位置。",
  },
  fileOwn: {
    en: "`{path}` belongs to Parley itself: its home, configuration, program, skills or records, or a `.git`. Commands leave that alone. Name another file; a `workspace` of its own in the configuration keeps the two apart.",
    "zh-CN":
      "`{path}` 属于 Parley 自身（主目录、配置、程序、技能或记录）或某个 `.git`，命令不会碰它。请换一个文件；在配置中为 `workspace` 指定单独的文件夹即可将两者分开。",
  },
  fileBadName: {
    en: "This path is empty, too long, or holds a control character. Give the path of one file.",
    "zh-CN": "这个路径为空、过长，或含有控制字符。请给出一个文件的路径。",
  },
  fileMissing: {
    en: "There is no `{path}` in the workspace. Look with the file tools at what is there.",
    "zh-CN": "工作区里没有 `{path}`。请用文件工具查看有哪些文件。",
  },
  fileFolderMissing: {
    en: "The folder for `{path}` is not there. Make it with the file tools first; commands make no folders.",
    "zh-CN": "`{path}` 所在的文件夹不存在。请先用文件工具创建；命令不会创建文件夹。",
  },
  fileNotRegular: {
    en: "`{path}` is not a regular file, and nothing else is read or written. Name a file.",
    "zh-CN": "`{path}` 不是普通文件，而其他类型不会被读写。请指定一个文件。",
  },
  fileIsLink: {
    en: "`{path}` is a link, and commands do not write through links. Name the file itself, or another one.",
    "zh-CN": "`{path}` 是链接，命令不会通过链接写入。请直接指定文件，或换一个名字。",
  },
  fileDenied: {
    en: "The hub may not do this with `{path}`: the permissions of the file or its folder do not allow it. Change them, or name another file.",
    "zh-CN": "枢纽无权处理 `{path}`：文件或其文件夹的权限不允许。请修改权限，或指定其他文件。",
  },
  fileBusy: {
    en: "`{path}` changed while it was being opened. Run the command again.",
    "zh-CN": "`{path}` 在打开时发生了变化。请重新运行命令。",
  },
  fileLoop: {
    en: "The links on the way to `{path}` go in a circle or are too many. Name the file without them.",
    "zh-CN": "通往 `{path}` 的链接循环或过多。请不经链接直接指定文件。",
  },
  filePlatform: {
    en: "Files of the workspace need Linux with `/proc`, and this machine has none. Run the hub on Linux.",
    "zh-CN": "访问工作区文件需要带有 `/proc` 的 Linux，而这台机器没有。请在 Linux 上运行枢纽。",
  },
  fileExists: {
    en: "`{path}` is already there and would be replaced. Add `--confirm` to replace it, or name another file.",
    "zh-CN": "`{path}` 已存在，将被替换。要替换请加 `--confirm`，或换一个文件名。",
  },
  fileIsSource: {
    en: "`{path}` is the file that this command reads; writing there would destroy it. Name another file with `--out`.",
    "zh-CN": "`{path}` 正是此命令要读取的文件，写入会毁掉它。请用 `--out` 指定另一个文件。",
  },
  fileTooLarge: {
    en: "`{path}` has {size}; this command reads at most {max}. Give it a smaller file.",
    "zh-CN": "`{path}` 大小为 {size}；此命令最多读取 {max}。请使用更小的文件。",
  },
  outputTooLarge: {
    en: "The run would write more than {max} to files, which is its limit. Ask for less at a time.",
    "zh-CN": "这次运行写入文件的内容将超过上限 {max}。请分多次进行。",
  },
  fileDiskFull: {
    en: "The disk with the workspace is full, so `{path}` was not written. Free some space, then run the command again.",
    "zh-CN": "工作区所在磁盘已满，因此没有写入 `{path}`。请腾出空间后重新运行命令。",
  },
  fileRunOver: {
    en: "The run is over, so `{path}` was not touched.",
    "zh-CN": "这次运行已经结束，因此没有处理 `{path}`。",
  },
  artifactGone: {
    en: "`{path}`, which the run wrote, is no longer there. Run the command again to make it anew.",
    "zh-CN": "这次运行写入的 `{path}` 已不存在。请重新运行命令以再次生成。",
  },
  artifactChanged: {
    en: "`{path}` is not what the run wrote: it was changed afterwards. Look at it in the workspace, or run the command again.",
    "zh-CN": "`{path}` 已不是这次运行写入的内容：之后被修改过。请在工作区查看，或重新运行命令。",
  },
  secretsTooLarge: {
    en: "`{path}` is larger than {max}. It holds a few names and values: check that it is the right file.",
    "zh-CN": "`{path}` 大于 {max}。它只应包含少量名称和值：请检查文件是否正确。",
  },
  secretsNotText: { en: "`{path}` is not valid UTF-8 text. Save it as UTF-8.", "zh-CN": "`{path}` 不是有效的 UTF-8 文本。请以 UTF-8 保存。" },
  secretsBadLine: {
    en: "Line {line} of `{path}` cannot be read: {problem}. Write NAME=value; the line itself is not shown here because it may hold a secret.",
    "zh-CN": "`{path}` 第 {line} 行无法读取：{problem}。请写成 NAME=value；该行可能含有密钥，因此这里不显示。",
  },
  secretsNoEquals: { en: "it has no `=`", "zh-CN": "没有 `=`" },
  secretsBadName: { en: "the name before `=` may have letters, digits and `_` only", "zh-CN": "`=` 前的名称只能含字母、数字和 `_`" },
  secretsOpenQuote: { en: "a quote is not closed on the same line", "zh-CN": "引号没有在同一行闭合" },
  secretsAfterQuote: { en: "something stands behind the closing quote", "zh-CN": "闭合引号后还有内容" },
  secretsControl: { en: "it holds an invisible control character", "zh-CN": "含有看不见的控制字符" },
});
