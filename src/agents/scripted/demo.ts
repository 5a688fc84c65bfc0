/** What the agent plays when its session names no script. Text, not a file, because a release holds only what the compiler emits. */
export const demo = String.raw`
# Parley's demo agent: docs/agents/scripted.md says how to write one like it.

on /^\s*(help|\?)/i
  say
    | I am a scripted agent. Try one of these:
    |
    | - **hello**: an answer that grows while you watch
    | - **ask me**: a permission with two buttons
    | - **which**: a choice
    | - **tell you**: a question you answer in your own words
    | - **make a file**: an artifact to download
    | - **slow**: a long answer, to try stopping it
    | - **hang**: no answer until you stop it
    | - **fail**: a turn that fails, with its reason
    | - **help**: this list

on /帮助/
  say
    | 我是演示用的智能体，按脚本回答。可以试试这些：
    |
    | - **你好**：边写边看的回答
    | - **问我**：带按钮的许可请求
    | - **选择**：多选一
    | - **告诉你**：由你自己写回答的提问
    | - **做个文件**：可以下载的文件
    | - **慢**、**卡住**、**失败**：试试停止和出错

on "ask me"
  step read "git status" done "one commit ahead" after 200ms
  ask permission "May I push the branch?" argv ["git", "push", "origin", "main"] in "/srv/demo" env PATH HOME expires 10m
    when "allow"
      run-approved argv ["git", "push", "origin", "main"] in "/srv/demo" env PATH HOME
      say
        | You allowed it. This would have run, exactly as it was shown to you:
        |
        | ~~~sh
        | cd /srv/demo && git push origin main
        | ~~~
        |
        | I'm only a demo, so nothing actually ran.
    when "deny"
      say "You said no, so nothing ran."
    when expired
      say "Nobody answered, so nothing ran. {answer}"

on /问我/
  step read "git status" done "领先一个提交" after 200ms
  ask permission "可以推送这个分支吗？" "允许一次" "拒绝" argv ["git", "push", "origin", "main"] in "/srv/demo" env PATH HOME expires 10m
    when "allow"
      run-approved argv ["git", "push", "origin", "main"] in "/srv/demo" env PATH HOME
      say "已允许。本来会在 /srv/demo 里执行 git push origin main；这是演示，并没有真的执行。"
    when "deny"
      say "你拒绝了，什么都没有执行。"
    when expired
      say "没有人回答，什么都没有执行。{answer}"

on "make a file" "make me a file"
  step write "notes.md" done after 300ms
  make "notes.md" mime "text/markdown" "Notes that the demo agent wrote"
    | # Notes
    |
    | You said: {prompt}
    |
    | | What | How |
    | | --- | --- |
    | | a file | made by the agent, copied by Parley |
    | | a download | by a link for one file and one minute |
  say "Here is **notes.md**. Parley keeps its own copy, so you can download it after a restart too."

on /做个文件|做一个文件|生成文件/
  step write "笔记.md" done after 300ms
  make "笔记.md" mime "text/markdown" "演示智能体写的笔记"
    | # 笔记
    |
    | 你说：{prompt}
    |
    | - 文件由智能体生成，Parley 另存一份
    | - 重启之后也能下载
  say "这是 **笔记.md**，可以下载。"

on /\b(choose|which)\b/i
  ask choice "Which part should I look at first?" "The store" "The page" "The tests"
    when "The tests"
      say "A good place to begin. I would start with **the tests**."
    when expired
      say "Nobody chose, so I'll leave it. {answer}"
    otherwise
      say "You chose **{answer}**. I would start there."

on /选择|选哪/
  ask choice "先看哪一部分？" "存储" "页面" "测试"
    when expired
      say "没有人选择，我先不动。{answer}"
    otherwise
      say "你选了 **{answer}**，我就从这里开始。"

on "tell you"
  ask text "What should I remember?"
    when expired
      say "Nobody answered. {answer}"
    otherwise
      say "I'll remember this until the end of the turn: {answer}"

on /\bslow\b/i
  step read "a long book" done "120 pages" after 500ms
  say every 120ms by 2 words
    | This answer takes its time, so that you can watch it grow, open the thread in a second window, or stop it.
    |
    | 1. A prompt becomes a turn, and the turn is on disk before I see it.
    | 2. What I say while I work is a draft. It is not part of the history and is lost if the hub is killed.
    | 3. What I have written at the end is a message. It takes the next number in its thread and never changes.
    | 4. If you stop me now, the turn ends once, as stopped, and the part you have read is kept.
    |
    | Another prompt that you send meanwhile waits in line, and you can see how many are ahead of it.
    |
    | That is all. Thank you for waiting.

on /慢/
  step read "一本厚书" done "120 页" after 500ms
  say every 120ms by 2 words
    | 这个回答会慢慢写，你可以看着它变长，在另一个窗口打开此话题，或者把它停下来。
    |
    | 1. 收到提示后会先开始一个回合，写入磁盘之后我才会看到。
    | 2. 我边做边写的是草稿，不进入历史；枢纽被强制结束时草稿会丢失。
    | 3. 写完之后才是消息，取话题里的下一个编号，不再改变。
    | 4. 现在停止的话，回合会以“已停止”结束一次，你读到的部分会保留。
    |
    | 这期间再发的提示会排队，你会看到前面还有几条。
    |
    | 就是这些，谢谢你的耐心。

on /\bhang\b/i
  say "I will not go on from here. Stop the turn when you have seen enough."
  hang

on /卡住/
  say "我会停在这里不再继续。看够了就停止这个回合。"
  hang

on /\bfail\b/i
  step run "npm test" failed "1 of 12 failed" after 400ms
  fail "The demo was asked to fail, so it did. Nothing is broken; send another prompt."

on /失败/
  step run "npm test" failed "12 项中 1 项失败" after 400ms
  fail "你让演示失败，它就失败了。什么都没有坏，再发一条提示即可。"

on /告诉你/
  ask text "要我记住什么？"
    when expired
      say "没有人回答。{answer}"
    otherwise
      say "这个回合结束之前我会记住：{answer}"

on /\b(hello|hi|hey)\b/i
  step read "README.md" done "48 lines" after 250ms
  step run "npm test" done "12 passed" after 600ms
  say
    | ## Hello
    |
    | I am Parley's **demo agent**. I follow a script, so I need no account and no key. This answer shows what an agent can send:
    |
    | - *emphasis*, **bold** and ${"`code`"}
    | - lists like this one
    | - [links](https://example.com)
    |
    | | You say | You get |
    | | --- | --- |
    | | ask me | a question with buttons |
    | | make a file | a file to download |
    | | help | everything I know |
    |
    | ${"```"}ts
    | export function greet(name: string): string {
    |   return ${"`Hello, ${name}`"};
    | }
    | ${"```"}
    |
    | > Say **help** to see the rest.

on /你好|\u60a8好/
  step read "README.md" done "48 行" after 250ms
  step run "npm test" done "12 项通过" after 600ms
  say
    | ## 你好
    |
    | 我是 Parley 的**演示智能体**，按脚本回答，不需要账号和密钥。
    |
    | - 说**问我**，我会请求许可
    | - 说**做个文件**，我会生成一个可以下载的文件
    |
    | | 你说 | 你得到 |
    | | --- | --- |
    | | 问我 | 带按钮的问题 |
    | | 帮助 | 我会的全部 |
    |
    | ${"```"}ts
    | console.log("你好，Parley");
    | ${"```"}

on /[\u3400-\u9fff]/
  say
    | 你说：{prompt}
    |
    | 我是演示智能体，只会几句话：**你好**、**问我**、**选择**、**告诉你**、**做个文件**、**慢**、**卡住**、**失败**、**帮助**。

otherwise
  say
    | You said: {prompt}
    |
    | I'm a demo and know only a few words: **hello**, **ask me**, **which**, **tell you**, **make a file**, **slow**, **hang**, **fail**, **help**.
`;
