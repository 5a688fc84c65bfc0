import { z } from "zod";
import { cardCalls, rewrite } from "./card-calls.ts";
import { placeOf, post, sending, textIn, upload } from "./sending.ts";
import { Refusal } from "./state.ts";
import { chatOf, known, own, userOf, type Call, type World } from "./world.ts";

export const calls: readonly Call[] = [
  {
    name: "bot",
    method: "GET",
    path: /^\/open-apis\/bot\/v3\/info$/,
    run: ({ world: { bot } }) => ({ more: { bot: { activate_status: bot.status, app_name: bot.name, open_id: bot.openId } } }),
  },
  {
    name: "send",
    method: "POST",
    path: /^\/open-apis\/im\/v1\/messages$/,
    run: (request) => {
      const { receive_id: to } = z.object({ receive_id: z.string() }).parse(request.body);
      return { data: { message_id: post(request, placeOf(request.world, request.query.get("receive_id_type") ?? "", to)).id } };
    },
  },
  {
    name: "send",
    method: "POST",
    path: /^\/open-apis\/im\/v1\/messages\/([^/]+)\/reply$/,
    run: (request) => {
      const parent = known(request.world, request.params[0]);
      const inThread = sending.parse(request.body).reply_in_thread === true;
      const thread = parent.thread ?? (inThread ? request.world.nextId("omt") : undefined);
      const place = { chat: parent.chat, parent: parent.id, root: parent.root ?? parent.id, ...(thread === undefined ? {} : { thread }) };
      return { data: { message_id: post(request, place).id } };
    },
  },
  {
    name: "get",
    method: "GET",
    path: /^\/open-apis\/im\/v1\/messages\/([^/]+)$/,
    run: ({ world, params }) => ({ data: { items: fetched(world, params[0]) } }),
  },
  {
    name: "edit",
    method: "PATCH",
    path: /^\/open-apis\/im\/v1\/messages\/([^/]+)$/,
    run: ({ world, params, body }) => {
      const message = own(world, params[0]);
      const { content } = z.object({ content: z.string() }).parse(body);
      if (message.card === undefined) throw new Refusal(230001, "Your request contains an invalid request parameter, ext=not a card");
      if (message.card.isStreaming) throw new Refusal(230099, "Failed to create card content, ext=ErrCode: 200810; card is in streaming mode");
      rewrite(message, content);
      return { data: {} };
    },
  },
  {
    name: "edit",
    method: "PUT",
    path: /^\/open-apis\/im\/v1\/messages\/([^/]+)$/,
    run: ({ world, params, body }) => {
      const message = own(world, params[0]);
      const { content } = z.object({ msg_type: z.literal("text"), content: z.string() }).parse(body);
      if (message.type !== "text") throw new Refusal(230054, "This operation is not supported for this message type.");
      if (message.was.length >= 20) throw new Refusal(230072, "The message has reached the number of times it can be edited.");
      message.was.push(message.text);
      Object.assign(message, { content, text: textIn("text", content) });
      return { data: {} };
    },
  },
  {
    name: "remove",
    method: "DELETE",
    path: /^\/open-apis\/im\/v1\/messages\/([^/]+)$/,
    run: ({ world, params }) => {
      own(world, params[0]).isRemoved = true;
      return { data: {} };
    },
  },
  {
    name: "react",
    method: "POST",
    path: /^\/open-apis\/im\/v1\/messages\/([^/]+)\/reactions$/,
    run: ({ world, params, body }) => {
      const { reaction_type: type } = z.object({ reaction_type: z.object({ emoji_type: z.string() }) }).parse(body);
      const reaction = { id: world.nextId("react"), emoji: type.emoji_type, by: world.appId };
      known(world, params[0]).reactions.push(reaction);
      return { data: { reaction_id: reaction.id } };
    },
  },
  {
    name: "unreact",
    method: "DELETE",
    path: /^\/open-apis\/im\/v1\/messages\/([^/]+)\/reactions\/([^/]+)$/,
    run: ({ world, params }) => {
      const message = known(world, params[0]);
      message.reactions = message.reactions.filter(({ id }) => id !== params[1]);
      return { data: {} };
    },
  },
  {
    name: "resource",
    method: "GET",
    path: /^\/open-apis\/im\/v1\/messages\/([^/]+)\/resources\/([^/]+)$/,
    run: ({ world, params }) => {
      const { file } = known(world, params[0]);
      if (world.withheldFiles > 0 || file === undefined) {
        world.withheldFiles = Math.max(0, world.withheldFiles - 1);
        throw new Refusal(234003, "File not in msg.");
      }
      return { content: file.content };
    },
  },
  {
    name: "chat",
    method: "GET",
    path: /^\/open-apis\/im\/v1\/chats\/([^/]+)$/,
    run: ({ world, params }) => {
      const { name, mode } = chatOf(world, params[0]);
      return { data: { name, chat_mode: mode } };
    },
  },
  {
    name: "user",
    method: "GET",
    path: /^\/open-apis\/contact\/v3\/users\/([^/]+)$/,
    run: ({ world, params }) => {
      if (!world.canReadNames) throw new Refusal(99991672, "Access denied. One of the following scopes is required: [contact:user.base:readonly]");
      return { data: { user: { name: userOf(world, params[0]).name } } };
    },
  },
  { name: "upload", method: "POST", path: /^\/open-apis\/im\/v1\/(images|files)$/, run: (request) => ({ data: upload(request) }) },
  ...cardCalls,
];

function fetched(world: World, id: string | undefined): readonly unknown[] {
  const message = known(world, id);
  return [message, ...(message.forwards ?? []).map((one) => known(world, one))].map((one) => ({
    message_id: one.id,
    root_id: one.root,
    parent_id: one.parent,
    thread_id: one.thread,
    msg_type: one.type,
    create_time: String(one.at),
    deleted: false,
    chat_id: one.chat.id,
    sender: one.from.kind === "app" ? { id: one.from.id, id_type: "app_id", sender_type: "app" } : { id: one.from.id, id_type: "open_id", sender_type: "user" },
    // A card is handed out as text.
    body: { content: one.type === "interactive" ? JSON.stringify({ title: null, elements: [[{ tag: "text", text: one.text }]] }) : one.content },
  }));
}
