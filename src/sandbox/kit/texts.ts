import { sentences } from "#lib/words/sentence";

export const sandboxTexts = sentences({
  engineMissing: {
    en: "No container engine was found, so a delivery cannot run. Install and start Docker or podman, or set DOCKER_HOST to its socket.",
    "zh-CN": "找不到容器引擎，无法执行代码交付。请安装并启动 Docker 或 podman，或用 DOCKER_HOST 指明其套接字。",
  },
  badEngineAddress: {
    en: "DOCKER_HOST is {address}, which is not supported. Use unix:///path/to.sock or tcp://host:port.",
    "zh-CN": "不支持 DOCKER_HOST 的值 {address}。请使用 unix:///PATH 或 tcp://HOST:PORT。",
  },
  engineSilent: {
    en: "The container engine at {address} does not answer: {reason}. Start it, or correct DOCKER_HOST.",
    "zh-CN": "容器引擎 {address} 没有响应：{reason}。请启动它，或更正 DOCKER_HOST。",
  },
  engineReady: { en: "The container engine at {address} answers (API {version}).", "zh-CN": "容器引擎 {address} 可用（API {version}）。" },
  imageMissing: {
    en: "The image {image} is not on this machine and could not be pulled: {reason}. Pull it by hand, or set code_delivery.docker_image to another one.",
    "zh-CN": "本机没有镜像 {image}，拉取失败：{reason}。请手动拉取，或把 code_delivery.docker_image 改为其他镜像。",
  },
  containerRefused: {
    en: "The container engine refused to create the task's container: {reason}",
    "zh-CN": "容器引擎拒绝创建任务容器：{reason}",
  },
  packagesFailed: {
    en: "The packages {packages} could not be installed in {image}: {reason}. Use an image that has them and set code_delivery.packages: [], or check the network.",
    "zh-CN": "无法在 {image} 中安装软件包 {packages}：{reason}。请换用已包含它们的镜像并设置 code_delivery.packages: []，或检查网络。",
  },
  pulling: { en: "Pulling the image {image} ({progress})", "zh-CN": "正在拉取镜像 {image}（{progress}）" },
  preparing: { en: "Installing {packages} in the image", "zh-CN": "正在镜像中安装 {packages}" },
  bwrapMissing: {
    en: "code_delivery.sandbox is bwrap, but {program} is not on this machine. Install bubblewrap and util-linux, or set sandbox: docker.",
    "zh-CN": "code_delivery.sandbox 设为 bwrap，但本机没有 {program}。请安装 bubblewrap 和 util-linux，或改为 sandbox: docker。",
  },
  bwrapFails: {
    en: "bwrap cannot run commands on this machine: {reason}. Allow user namespaces for this user, or set code_delivery.sandbox: docker.",
    "zh-CN": "bwrap 无法在本机运行命令：{reason}。请允许该用户使用用户命名空间，或设置 code_delivery.sandbox: docker。",
  },
  bwrapReady: { en: "bwrap works on this machine.", "zh-CN": "bwrap 在本机可用。" },
  bwrapPackages: {
    en: "With sandbox: bwrap, tasks use the programs of this machine, which lacks: {packages}. Install them (apt-get install {packages}), or set code_delivery.packages.",
    "zh-CN": "使用 sandbox: bwrap 时任务直接使用本机程序，但缺少：{packages}。请安装（apt-get install {packages}），或修改 code_delivery.packages。",
  },
});
