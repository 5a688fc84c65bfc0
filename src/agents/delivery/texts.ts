import { sentences } from "#lib/words/sentence";

export const deliveryTexts = sentences({
  stagePreparing: { en: "preparing the container", "zh-CN": "正在准备容器" },
  stageSource: { en: "getting the source", "zh-CN": "正在获取源码" },
  stageWorking: { en: "working", "zh-CN": "正在工作" },
  stagePacking: { en: "packing and sending", "zh-CN": "正在打包并发送" },
  noModel: {
    en: "no model is configured. Set model.provider, model.name and model.api_key in parley.yaml",
    "zh-CN": "没有配置模型。请在 parley.yaml 中设置 model.provider、model.name 和 model.api_key",
  },
  disabled: { en: "deliveries are turned off (code_delivery.enabled: false)", "zh-CN": "代码交付已关闭（code_delivery.enabled: false）" },
  delivered: {
    en: "{name} was sent: {size}, {files} files.\nsha256 {sha256}",
    "zh-CN": "已发送 {name}：{size}，{files} 个文件。\nsha256 {sha256}",
  },
  leftOut: {
    en: "Not in it, because they are links or cannot be packed: {names}",
    "zh-CN": "以下内容是链接或无法打包，未包含在内：{names}",
  },
  notSent: {
    en: "{name} is ready ({size}, {files} files), but it could not be sent: {reason}. It is kept at {kept}",
    "zh-CN": "{name} 已完成（{size}，{files} 个文件），但发送失败：{reason}。文件保存在 {kept}",
  },
  notTakenYet: {
    en: "the chat had not taken it when the task ended",
    "zh-CN": "任务结束时聊天平台尚未接收",
  },
  unknownIfSent: {
    en: "{name} is ready ({size}, {files} files), but it is not known whether it arrived: {reason}. A copy is kept at {kept}",
    "zh-CN": "{name} 已完成（{size}，{files} 个文件），但无法确定是否送达：{reason}。副本保存在 {kept}",
  },
  modelFailed: {
    en: "task {task} could not go on: the model failed {attempts} times in a row while {stage}. {summary}. Check model in parley.yaml and the provider's status, then ask for the delivery again",
    "zh-CN": "任务 {task} 无法继续：在“{stage}”阶段，模型请求连续失败 {attempts} 次。{summary}。请检查 parley.yaml 中的 model 和服务商状态，然后重新发起交付",
  },
  modelRefused: {
    en: "task {task} could not go on: the model refused the request while {stage}. {summary}. Check the key, the name and the address under model in parley.yaml",
    "zh-CN": "任务 {task} 无法继续：在“{stage}”阶段，模型拒绝了请求。{summary}。请检查 parley.yaml 中 model 的密钥、名称和地址",
  },
  cliMissing: {
    en: "the image {image} has no {cli}. Use an image that has it (code_delivery.docker_image), or set code_delivery.worker: steward",
    "zh-CN": "镜像 {image} 中没有 {cli}。请换用包含它的镜像（code_delivery.docker_image），或设置 code_delivery.worker: steward",
  },
  cliMissingHere: {
    en: "this machine has no {cli} that a sandbox can see (below /usr). Install it there, or set code_delivery.worker: steward",
    "zh-CN": "本机没有沙箱可见的 {cli}（位于 /usr 下）。请安装它，或设置 code_delivery.worker: steward",
  },
  cliDiskFull: {
    en: "task {task} was ended: its disk of {mb} MB was full, and {cli} was killed. Ask for something smaller, or raise code_delivery.disk_mb",
    "zh-CN": "任务 {task} 已终止：{mb} MB 的磁盘已满，{cli} 被强制结束。请缩小任务，或提高 code_delivery.disk_mb",
  },
  cloneFailed: {
    en: "the repository {url} could not be cloned: {reason}. Check the address and git_ref",
    "zh-CN": "无法克隆仓库 {url}：{reason}。请检查地址和 git_ref",
  },
  noNetworkForGit: {
    en: "the repository {url} cannot be cloned, because deliveries have no network here (code_delivery.network: false). Start from empty, or have an admin open the network",
    "zh-CN": "无法克隆仓库 {url}：此处的代码交付没有网络（code_delivery.network: false）。请从空目录开始，或请管理员开放网络",
  },
  sandboxGone: {
    en: "task {task} was cut off while {stage}: {reason}. Start the container engine again, then ask for the delivery again",
    "zh-CN": "任务 {task} 在“{stage}”阶段中断：{reason}。请重新启动容器引擎，然后重新发起交付",
  },
  tookTooLong: { en: "task {task} took longer than {span} and was ended while {stage}", "zh-CN": "任务 {task} 超过 {span}，已在“{stage}”阶段终止" },
  usedAllSteps: {
    en: "task {task} used all of its {steps} model requests without delivering. Ask for something smaller, or raise code_delivery.max_steps",
    "zh-CN": "任务 {task} 用完了 {steps} 次模型请求仍未交付。请缩小任务，或提高 code_delivery.max_steps",
  },
  neverEnded: { en: "the agent stopped without delivering anything. It said: {text}", "zh-CN": "智能体没有交付任何内容就停止了。它说：{text}" },
  hubRestarted: {
    en: "Parley was restarted during task {task}; its container and files were removed. Ask for the delivery again",
    "zh-CN": "任务 {task} 进行中 Parley 重启了，容器和文件已清理。请重新发起交付",
  },
  unexpected: { en: "task {task} failed while {stage}: {reason}", "zh-CN": "任务 {task} 在“{stage}”阶段失败：{reason}" },
  sessionEnded: { en: "the session was ended", "zh-CN": "会话已结束" },
  stopped: { en: "the delivery was stopped on request", "zh-CN": "交付已按要求停止" },
  busy: { en: "a delivery is under way", "zh-CN": "正在交付中" },
  bytesMB: { en: "{n} MB", "zh-CN": "{n} MB" },
  bytesKB: { en: "{n} KB", "zh-CN": "{n} KB" },
});
