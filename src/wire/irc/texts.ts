import { sentences } from "#lib/words/sentence";

/** What went wrong with an IRC link, why, and what to do. `{words}` is the server's own text. */
export const ircFaultTexts = sentences({
  ircFaultNoReason: { en: "no reason", "zh-CN": "未说明原因" },

  // Reaching the server.
  ircFaultDns: {
    en: "The host name {host} could not be resolved ({code}). Check the server name and this machine's network.",
    "zh-CN": "找不到主机名 {host}（{code}）。请检查服务器名称和本机网络。",
  },
  ircFaultRefused: {
    en: "{host} port {port} refused the connection. Check the port, and whether the server is running.",
    "zh-CN": "{host} 端口 {port} 拒绝连接。请检查端口，以及服务器是否在运行。",
  },
  ircFaultUnreachable: {
    en: "{host} is unreachable ({code}). Check this machine's network and firewall.",
    "zh-CN": "本机无法到达 {host}（{code}）。请检查本机网络和防火墙。",
  },
  ircFaultTimeout: {
    en: "The connection to {host} port {port} timed out. Check the server name and port, and whether a firewall blocks it.",
    "zh-CN": "{host} 端口 {port} 没有及时回应。请检查服务器名称和端口，以及中间是否有防火墙。",
  },
  ircFaultNoConnection: {
    en: "Failed to connect to {host} port {port} ({code}). Check server, port and network.",
    "zh-CN": "无法连接 {host} 端口 {port}（{code}）。请检查服务器、端口和网络。",
  },
  ircFaultBroke: {
    en: "The connection to {host} port {port} was lost ({code}). Connect again.",
    "zh-CN": "与 {host} 端口 {port} 的连接中断（{code}）。请重新连接。",
  },
  ircFaultEnded: { en: "{host} port {port} closed the connection. Connect again.", "zh-CN": "{host} 端口 {port} 关闭了连接。请重新连接。" },
  ircFaultCertExpired: {
    en: "No secure connection to {host} port {port}: its certificate has expired. Contact its administrator, or use another server.",
    "zh-CN": "无法与 {host} 端口 {port} 建立安全连接：其证书已过期。请告知其管理员，或改用其他服务器。",
  },
  ircFaultCertEarly: {
    en: "No secure connection to {host} port {port}: its certificate is not valid yet. Check this machine's clock.",
    "zh-CN": "无法与 {host} 端口 {port} 建立安全连接：其证书尚未生效。请检查本机时钟。",
  },
  ircFaultCertName: {
    en: "No secure connection to {host} port {port}: its certificate is for another name. Use the name in the certificate.",
    "zh-CN": "无法与 {host} 端口 {port} 建立安全连接：其证书属于其他名称。请使用证书中的名称。",
  },
  ircFaultCertOwn: {
    en: "No secure connection to {host} port {port}: its certificate is self-signed. Use a server whose certificate this machine trusts.",
    "zh-CN": "无法与 {host} 端口 {port} 建立安全连接：其证书为自签名，无人担保。请使用证书受本机信任的服务器。",
  },
  ircFaultCertUnknown: {
    en: "No secure connection to {host} port {port}: its certificate is not trusted ({code}). Use a server with a trusted certificate, or trust its certificate authority.",
    "zh-CN": "无法与 {host} 端口 {port} 建立安全连接：本机信任的机构都没有为其证书担保（{code}）。请使用证书受信任的服务器，或信任其签发机构。",
  },
  ircFaultNotTls: {
    en: "No secure connection to {host} port {port}: it did not respond with TLS ({code}). The port is probably for plain connections: use the TLS port (often 6697), or turn TLS off.",
    "zh-CN": "无法与 {host} 端口 {port} 建立安全连接：它没有按 TLS 回应（{code}）。该端口很可能用于明文连接：请使用 TLS 端口（通常是 6697），或关闭 TLS。",
  },
  ircFaultPlainPort: {
    en: "No secure connection to {host} port {port}: it did not respond with TLS. The port is probably for plain connections: use the TLS port (often 6697), or turn TLS off.",
    "zh-CN": "无法与 {host} 端口 {port} 建立安全连接：它没有按 TLS 回应。该端口很可能用于明文连接：请使用 TLS 端口（通常是 6697），或关闭 TLS。",
  },
  ircFaultSilent: { en: "{host} has stopped responding. Check the network and connect again.", "zh-CN": "{host} 已无响应。请检查网络并重新连接。" },
  ircFaultNoWelcome: {
    en: "{host} port {port} accepted the connection but did not respond like an IRC server. Check the port, and whether it requires TLS.",
    "zh-CN": "{host} 端口 {port} 接受了连接，但没有像 IRC 服务器那样回应。请检查端口，以及是否需要 TLS。",
  },
  ircFaultClosed: { en: "The server closed the connection: {words}. Connect again.", "zh-CN": "服务器关闭了连接：{words}。请重新连接。" },
  ircFaultFlood: {
    en: "The server closed the connection because of flooding: {words}. Send less at once.",
    "zh-CN": "服务器因消息过多关闭了连接：{words}。请减少一次发送的数量。",
  },
  ircFaultNotYet: { en: "The connection is not established yet. Wait until it is.", "zh-CN": "连接尚未建立。请等待连接完成。" },
  ircFaultOver: { en: "The connection is closed. Connect again.", "zh-CN": "连接已关闭。请重新连接。" },

  // Identity.
  ircFaultPassword: {
    en: "The server rejected the password, or requires one: {words}. Check the server password.",
    "zh-CN": "服务器密码错误，或服务器要求提供密码：{words}。请检查服务器密码。",
  },
  ircFaultNickInUse: {
    en: "The nick {nick} is already in use on this server: {words}. Choose another one, or end the other connection.",
    "zh-CN": "此服务器上已有人使用昵称 {nick}：{words}。请换一个，或结束另一个连接。",
  },
  ircFaultNick: {
    en: "The server rejected the nick {nick}: {words}. Choose another one; many servers allow nine characters.",
    "zh-CN": "服务器不接受昵称 {nick}：{words}。请换一个；许多服务器只允许九个字符。",
  },
  ircFaultOtherNick: {
    en: "The server shortened or changed the nick {nick} to {given}. Choose one that it accepts unchanged; many servers allow nine characters.",
    "zh-CN": "服务器把昵称 {nick} 改成了 {given}。请换一个不会被改动的昵称；许多服务器只允许九个字符。",
  },
  ircFaultNickChanged: {
    en: "The server or its services changed the nick from {nick} to {given}. Identify with the nick's password, or choose another nick.",
    "zh-CN": "服务器或其服务把昵称从 {nick} 改成了 {given}。请用昵称的密码登录，或换一个昵称。",
  },
  ircFaultNickTaken: {
    en: "The nick {nick} is in use, so the nick here is {given} until it is free. End the other connection, or choose another nick.",
    "zh-CN": "昵称 {nick} 正被使用，目前暂用 {given}，直到它空出来。请结束另一个连接，或换一个昵称。",
  },
  ircFaultSasl: {
    en: "The SASL login failed: {words}. Check the account name and the NickServ password.",
    "zh-CN": "SASL 登录失败：{words}。请检查账号名和 NickServ 密码。",
  },
  ircFaultSaslLate: {
    en: "The SASL login timed out. Try again later, or log in through NickServ instead.",
    "zh-CN": "SASL 登录超时。请稍后再试，或改用 NickServ 登录。",
  },
  ircFaultSaslMissing: {
    en: "SASL login is not possible: the server does not offer SASL with a password. Try again later, or log in through NickServ instead.",
    "zh-CN": "无法通过 SASL 登录：服务器不支持密码方式的 SASL。请稍后再试，或改用 NickServ 登录。",
  },
  ircFaultNickServ: {
    en: "NickServ rejected the login: {words}. Check the nick and the NickServ password.",
    "zh-CN": "NickServ 拒绝了登录：{words}。请检查昵称和 NickServ 密码。",
  },
  ircFaultNoNickServ: {
    en: "There is no NickServ on this server, so the nick cannot log in. Remove the NickServ password from the settings.",
    "zh-CN": "此服务器没有 NickServ，昵称无法登录。请从设置中去掉 NickServ 密码。",
  },
  ircFaultNotLetIn: {
    en: "The server does not allow connections from here: {words}. Contact its administrator.",
    "zh-CN": "服务器不允许从这里连接：{words}。请联系其管理员。",
  },
  ircFaultBanned: {
    en: "The server has banned this connection: {words}. Contact its administrator.",
    "zh-CN": "服务器已封禁此连接：{words}。请联系其管理员。",
  },
  ircFaultKilled: {
    en: "An operator or a service closed the connection: {words}. Find out why before reconnecting.",
    "zh-CN": "管理员或服务结束了连接：{words}。重新连接前请先弄清原因。",
  },

  // Channels.
  ircFaultChannelFull: {
    en: "The channel {channel} is full. Try again later. The server said {words}.",
    "zh-CN": "频道 {channel} 已满。请稍后再试。服务器返回：{words}。",
  },
  ircFaultInviteOnly: {
    en: "The channel {channel} is invite-only. Ask one of its operators. The server said {words}.",
    "zh-CN": "频道 {channel} 只允许受邀者加入。请联系其管理员。服务器返回：{words}。",
  },
  ircFaultChannelBan: {
    en: "The channel {channel} has banned this nick or address. Ask one of its operators. The server said {words}.",
    "zh-CN": "频道 {channel} 封禁了此昵称或地址。请联系其管理员。服务器返回：{words}。",
  },
  ircFaultChannelKey: {
    en: "Wrong key for the channel {channel}. Correct the key. The server said {words}.",
    "zh-CN": "频道 {channel} 的密钥不正确。请更正密钥。服务器返回：{words}。",
  },
  ircFaultJoin: {
    en: "The server rejected joining {channel}: {words}. Check the channel's name and requirements.",
    "zh-CN": "服务器不允许加入 {channel}：{words}。请检查频道名称及其要求。",
  },
  ircFaultJoinSilent: {
    en: "Joining {channel} timed out. Try again later.",
    "zh-CN": "加入 {channel} 超时。请稍后再试。",
  },
  ircFaultKicked: {
    en: "{by} kicked us from {channel}: {words}. Ask there before rejoining.",
    "zh-CN": "{by} 将我们移出了 {channel}：{words}。重新加入前请先询问。",
  },
  ircFaultParted: {
    en: "The server removed us from {channel}: {words}. Rejoin if allowed.",
    "zh-CN": "服务器将我们移出了 {channel}：{words}。如果允许，请重新加入。",
  },

  // Messages.
  ircFaultNoTarget: { en: "The server does not know {target}: {words}. Check the name.", "zh-CN": "服务器不认识 {target}：{words}。请检查名称。" },
  ircFaultNotPassed: { en: "The server did not deliver the message to {target}: {words}.", "zh-CN": "服务器没有把消息转给 {target}：{words}。" },
  ircFaultTooFast: {
    en: "The server asks to write to {target} no sooner than in {seconds} seconds.",
    "zh-CN": "服务器要求至少 {seconds} 秒后再给 {target} 发消息。",
  },
  ircFaultUnconfirmed: {
    en: "The server did not confirm the message in time, so it may or may not have arrived. Check before sending it again.",
    "zh-CN": "服务器没有及时确认消息，无法得知是否送达。再次发送前请先查看。",
  },
  ircFaultCalledOff: {
    en: "Sending was cancelled; {written} lines had already been sent. Send the rest again if it is still needed.",
    "zh-CN": "发送被取消；已发出 {written} 行。如仍需要，请重新发送其余部分。",
  },

  // Invalid input.
  ircFaultBadNick: {
    en: "The nick is not valid on IRC. Use letters, digits and {signs}, and do not start with a digit or hyphen.",
    "zh-CN": "昵称不符合 IRC 的规则。请使用字母、数字和 {signs}，且不以数字或连字符开头。",
  },
  ircFaultBadChannel: {
    en: "A channel name starts with one of {types} and contains no spaces, commas or control characters. Correct the name.",
    "zh-CN": "频道名称以 {types} 之一开头，且不含空格、逗号或控制字符。请更正名称。",
  },
  ircFaultBadKey: {
    en: "The channel key is empty, too long, contains a space, comma or control character, or starts with a colon. Correct the key.",
    "zh-CN": "频道密钥为空、过长，或含有空格、逗号、控制字符，或以冒号开头。请更正密钥。",
  },
  ircFaultBadTarget: {
    en: "The target is neither a single channel (starting with {types}) nor a single nick. Name one, without spaces, commas, masks or control characters.",
    "zh-CN": "目标既不是一个频道（以 {types} 开头），也不是一个昵称。请指定一个，不含空格、逗号、通配符或控制字符。",
  },
  ircFaultZero: {
    en: "The text contains a NUL character, which IRC cannot carry. Remove it.",
    "zh-CN": "文本含有空字符，IRC 无法传送。请去掉后再发送。",
  },
  ircFaultCtcp: {
    en: "The text contains the character U+0001, which would make it a CTCP request. Remove it.",
    "zh-CN": "文本含有字符 U+0001，会变成 CTCP 请求。请去掉后再发送。",
  },
  ircFaultEmpty: { en: "There is nothing to send: the text is empty or blank.", "zh-CN": "没有可发送的内容：文本为空。" },
  ircFaultServerPassword: {
    en: "The server password is empty, too long, or contains a control character. Correct it.",
    "zh-CN": "服务器密码为空、过长，或含有控制字符。请更正。",
  },
  ircFaultNickServPassword: {
    en: "The NickServ password is empty, too long, or contains a control character. Correct it.",
    "zh-CN": "NickServ 密码为空、过长，或含有控制字符。请更正。",
  },
  ircFaultNickServSpace: {
    en: "The NickServ password contains a space, which NickServ does not support. Set another one.",
    "zh-CN": "NickServ 密码含有空格，NickServ 无法读取。请设置其他密码。",
  },
  ircFaultRealName: {
    en: "The real name is empty, too long, or contains a control character. Correct it.",
    "zh-CN": "真实姓名为空、过长，或含有控制字符。请更正。",
  },
  ircFaultServerName: {
    en: "The server name is empty or contains an invalid character. Correct it.",
    "zh-CN": "服务器名称为空，或含有无效字符。请更正。",
  },
  ircFaultPort: { en: "The server's port is not a number from 1 to 65535. Correct it.", "zh-CN": "服务器端口不是 1 到 65535 之间的数字。请更正。" },
});
