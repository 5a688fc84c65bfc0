import { sentences } from "#lib/words/sentence";

/** Why a path in the workspace was rejected, and what became of files that were sent. */
export const fileTexts = sentences({
  incomingFailed: { en: "The file {name} was not received: {reason}", "zh-CN": "没有收到文件 {name}：{reason}" },
  incomingTooLarge: {
    en: "it is larger than the limit of {max}. Split it, or ask the operator to raise limits.upload_mb.",
    "zh-CN": "超过了 {max} 的上限。请拆分后再试，或请运维人员调高 limits.upload_mb。",
  },
  incomingNotGiven: { en: "the chat platform did not provide it. Send it again.", "zh-CN": "聊天平台没有提供该文件。请重新发送。" },
  incomingOverPlatform: {
    en: "the chat platform hands over files of up to {max} only. Upload it on the page instead.",
    "zh-CN": "聊天平台只提供不超过 {max} 的文件。请改在页面上传。",
  },
  incomingOffline: { en: "the connection to the chat was down for too long. Send it again.", "zh-CN": "与聊天平台的连接中断太久。请重新发送。" },
  incomingNoFiles: { en: "files cannot be fetched from this chat.", "zh-CN": "无法从这个聊天平台获取文件。" },
  incomingDiskFull: { en: "the hub's disk is full.", "zh-CN": "枢纽的磁盘已满。" },
  uploadTooLarge: {
    en: "Uploaded files may have at most {max}, and this one is larger. It was not stored. Split it, or ask the operator to raise limits.upload_mb.",
    "zh-CN": "上传的文件不能超过 {max}，这个文件更大，没有保存。请拆分后再试，或请运维人员调高 limits.upload_mb。",
  },
  notAPicture: { en: "This is not a picture. PNG, JPEG, GIF and WebP are accepted.", "zh-CN": "这不是图片。支持 PNG、JPEG、GIF 和 WebP。" },
  picturesTooMuch: {
    en: "You have uploaded pictures of {max} within {days} days, which is the limit. This one was not stored.",
    "zh-CN": "你在 {days} 天内上传的图片已达 {max} 的上限。这张图片没有保存。",
  },
  picturesFull: {
    en: "The limit of uploaded pictures has been reached. The operator can remove old ones from artifacts/uploads in the hub's home.",
    "zh-CN": "枢纽保存的上传图片已达上限。运维人员可以删除主目录 artifacts/uploads 中的旧图片。",
  },
  uploadTooMuch: {
    en: "Uploads of one person or in one thread that no message or command uses yet may have {max} in total, and this file would exceed it. It was not stored. Mention the others in a message or read them with a command, wait until unused ones are removed ({days} d), or ask the operator to raise limits.upload_unused_mb.",
    "zh-CN":
      "同一个人上传或同一话题中尚未被任何消息或命令提到的文件合计不能超过 {max}；加上这个文件就超过了，没有保存。请在消息中提到其他文件或用命令读取它们，或等待未使用的文件在 {days} 天后被清除，或请运维人员调高 limits.upload_unused_mb。",
  },
  uploadNotAllowed: {
    en: "{who} may not post in this thread and therefore may not upload files to it.",
    "zh-CN": "{who} 不能在这个话题发言，因此不能上传文件。",
  },
  fileAdded: { en: "{who} added “{name}” ({size}).", "zh-CN": "{who} 添加了“{name}”（{size}）。" },
  fileOutside: {
    en: "`{path}` is outside the workspace, or a link in it points outside. Give a path inside the workspace, relative to it.",
    "zh-CN": "`{path}` 不在工作区内，或其中的链接指向工作区之外。请给出工作区内的相对路径。",
  },
  fileSecrets: {
    en: "`{path}` is in a folder named `secrets`, which commands may not read or write. Choose another place.",
    "zh-CN": "`{path}` 位于名为 `secrets` 的文件夹中，命令不能读写。请换一个位置。",
  },
  fileOwn: {
    en: "`{path}` belongs to Parley itself: its home, configuration, program, skills or records, or a `.git`. Commands may not use it. Name another file; a separate `workspace` in the configuration keeps the two apart.",
    "zh-CN":
      "`{path}` 属于 Parley 自身（主目录、配置、程序、技能或记录）或某个 `.git`，命令不能使用。请换一个文件；在配置中为 `workspace` 指定单独的文件夹即可将两者分开。",
  },
  fileBadName: {
    en: "The path is empty, too long, or contains a control character. Give the path of one file.",
    "zh-CN": "这个路径为空、过长，或含有控制字符。请给出一个文件的路径。",
  },
  fileMissing: {
    en: "`{path}` does not exist in the workspace. List the existing files with the file tools.",
    "zh-CN": "工作区里没有 `{path}`。请用文件工具查看有哪些文件。",
  },
  fileMissingQuoted: {
    en: "`{path}` does not exist in the workspace. Single quotes are part of a name here: put a path with spaces into double quotes.",
    "zh-CN": "工作区里没有 `{path}`。单引号在这里是文件名的一部分：含空格的路径请用双引号括起来。",
  },
  fileFolderMissing: {
    en: "The folder of `{path}` does not exist. Create it with the file tools first; commands do not create folders.",
    "zh-CN": "`{path}` 所在的文件夹不存在。请先用文件工具创建；命令不会创建文件夹。",
  },
  fileNotRegular: {
    en: "`{path}` is not a regular file, and commands read and write nothing else. Name a file.",
    "zh-CN": "`{path}` 不是普通文件，命令只能读写普通文件。请指定一个文件。",
  },
  fileIsLink: {
    en: "`{path}` is a link, and commands do not write through links. Name the file itself, or another one.",
    "zh-CN": "`{path}` 是链接，命令不会通过链接写入。请直接指定文件，或换一个名字。",
  },
  fileDenied: {
    en: "Permission denied for `{path}`: check the permissions of the file and its folder, or name another file.",
    "zh-CN": "枢纽没有访问 `{path}` 的权限。请检查文件及其文件夹的权限，或指定其他文件。",
  },
  fileBusy: {
    en: "`{path}` changed while it was being opened. Run the command again.",
    "zh-CN": "`{path}` 在打开时发生了变化。请重新运行命令。",
  },
  fileLoop: {
    en: "There are too many links in `{path}`, or they form a loop. Name the file without them.",
    "zh-CN": "`{path}` 中的链接过多或形成循环。请直接指定文件，不要经过链接。",
  },
  filePlatform: {
    en: "Access to workspace files requires Linux with `/proc`, which this machine does not have. Run the hub on Linux.",
    "zh-CN": "访问工作区文件需要带有 `/proc` 的 Linux，而这台机器没有。请在 Linux 上运行枢纽。",
  },
  fileExists: {
    en: "`{path}` already exists and would be replaced. Add `--confirm` to replace it, or name another file.",
    "zh-CN": "`{path}` 已存在，将被替换。要替换请加 `--confirm`，或换一个文件名。",
  },
  fileIsSource: {
    en: "`{path}` is the file that this command reads; writing there would destroy it. Name another file with `--out`.",
    "zh-CN": "`{path}` 正是此命令要读取的文件，写入会破坏它。请用 `--out` 指定另一个文件。",
  },
  fileTooLarge: {
    en: "`{path}` has {size}; this command reads at most {max}. Give it a smaller file.",
    "zh-CN": "`{path}` 大小为 {size}；此命令最多读取 {max}。请使用更小的文件。",
  },
  outputTooLarge: {
    en: "The run would exceed its limit of {max} written to files. Request less at a time.",
    "zh-CN": "这次运行写入文件的内容将超过上限 {max}。请分多次进行。",
  },
  fileDiskFull: {
    en: "The disk with the workspace is full, so `{path}` was not written. Free some space, then run the command again.",
    "zh-CN": "工作区所在磁盘已满，因此没有写入 `{path}`。请腾出空间后重新运行命令。",
  },
  fileRunOver: {
    en: "The run has ended, so `{path}` was not touched.",
    "zh-CN": "这次运行已经结束，因此没有处理 `{path}`。",
  },
  artifactGone: {
    en: "`{path}`, which the run wrote, no longer exists. Run the command again to recreate it.",
    "zh-CN": "这次运行写入的 `{path}` 已不存在。请重新运行命令以再次生成。",
  },
  artifactChanged: {
    en: "`{path}` was changed after the run wrote it. Look at it in the workspace, or run the command again.",
    "zh-CN": "`{path}` 在这次运行写入之后被修改过。请在工作区查看，或重新运行命令。",
  },
});
