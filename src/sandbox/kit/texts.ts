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
  bwrapUnavailable: {
    en: "code_delivery.sandbox is bwrap, which this version does not have. Set sandbox: docker, which works with Docker and podman.",
    "zh-CN": "code_delivery.sandbox 设为 bwrap，当前版本尚不支持。请改为 sandbox: docker（Docker 和 podman 均可）。",
  },
});
