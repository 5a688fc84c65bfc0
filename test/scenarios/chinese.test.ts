import { describe, expect, it } from "vitest";
import { jumpingClock } from "#test/fakes/jumping-clock";
import { verifies } from "#test/verifies";
import { Parley } from "./parley.ts";
import { people, talk } from "./talk.ts";

const yaml = `${people}
language: zh-CN
watchdog: { timeout: 5m }
sessions:
  - { name: 后端, cli_type: scripted, script: work.script }
  - { name: backend, cli_type: scripted, script: work.script }
default_session: 后端
`;
const files = {
  "work.script": `
on "推送"
  ask permission "可以推送吗？" "允许" "拒绝" argv ["git", "push"] expires 1h
    when "allow"
      say "推好了"
    otherwise
      say "没有推"
on "卡住"
  say "好" every 0ms
  hang
otherwise
  say "收到 {prompt}"
`,
};

describe("in Chinese", () => {
  verifies(
    ["C-8.2-1", "C-8.3-1", "C-8.3-2", "C-12.2-1", "C-5.1-3"],
    "the list, the switch, a missing session and the refusal of a stranger read as in the seed",
    async () => {
      await using parley = await Parley.start({ yaml, files });
      const [bo, eve] = [talk(parley, "bo"), talk(parley, "eve")];
      eve.say("你好");
      expect((await eve.hears("未授权用户")).text).toMatch(/^未授权用户：请联系管理员添加你的账号 chat:eve。\n你的配对码是/);
      bo.say("!!sessions");
      expect((await bo.hears("可用会话")).text).toMatch(/可用会话：\s+- 后端 \(scripted\) - 空闲，当前会话\n- backend \(scripted\) - 空闲/);
      bo.say("!!use backend");
      await bo.hears("已切换到 backend。");
      bo.say("!!use 前端");
      await bo.hears("会话“前端”不存在。使用 `!!sessions` 查看可用会话，或用 `!!new 前端 <cli>` 创建。");
      bo.say("!!new 前端 scripted");
      await bo.hears("此操作需要管理员角色，而你是成员。");
      bo.say("!!sesions");
      await bo.hears("没有命令 `!!sesions`。你是想用 `!!sessions` 吗？没有发给任何会话。");
      bo.say("!!help");
      await bo.hears("命令以 `!!` 开头：");
      bo.say("你好");
      await bo.hears("收到 你好");
    },
  );

  it("a question is asked, answered with 是 or 否, and its outcome told", async () => {
    await using parley = await Parley.start({ yaml, files });
    const ana = talk(parley, "ana");
    ana.say("推送");
    const asked = await ana.hears("请求运行一条命令");
    for (const part of ["可以推送吗？", "命令，每行一个参数", "将要运行的就是这一条；有任何变化都会重新问你"]) expect(asked.text).toContain(part);
    ana.say("然后告诉我");
    await ana.hears("后端正在等待回答；你的消息排在第 1 位。提问是：git push");
    ana.say("是");
    await ana.hears("推好了");
    await ana.hears("收到 然后告诉我");
    const copy = await parley.chat.waitFor((chat) => chat.posted.find((message) => message.id === asked.id && message.buttons.length === 0));
    expect(copy.text).toMatch(/Ana 在 ?\S+ ?回答，用时 \S+：允许。其他副本已更新。/);
    ana.say("推送");
    await parley.untilState("后端", "waiting_input");
    ana.say("否");
    await ana.hears("没有推");
  });

  it("the timeout names its three causes and the status command", async () => {
    const clock = jumpingClock();
    await using parley = await Parley.start({ yaml, files, clock });
    const bo = talk(parley, "bo");
    bo.say("卡住");
    await bo.hears("好 …");
    clock.jump(6 * 60_000);
    const told = await bo.hears("响应超时");
    expect(told.text).toMatch(/1\. CLI 进程卡死\n2\. 网络问题\n3\. API 限流/);
    expect(told.text).toContain("建议：使用 `!!status` 检查状态");
    await parley.untilState("后端", "error");
    bo.say("!!stop");
    await bo.hears("Bo 停止了后端。");
  });
});
