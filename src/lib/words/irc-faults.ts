import { sentences } from "./sentence.ts";

/** What went wrong with a link to IRC, why, and what to do about it. `{words}` are the server's own. */
export const ircFaultWords = sentences({
  ircFaultNoReason: { en: "no reason", "zh-CN": "未说明原因" },

  // The way to the server.
  ircFaultDns: {
    en: "The name {host} could not be found ({code}). Check the server's name and this machine's network.",
    "zh-CN": "找不到主机名 {host}（{code}）。请检查服务器名称和本机网络。",
  },
  ircFaultRefused: {
    en: "Nobody accepts connections at {host} port {port}. Check the port, and whether the server runs.",
    "zh-CN": "{host} 端口 {port} 拒绝连接。请检查端口，以及服务器是否在运行。",
  },
  ircFaultUnreachable: {
    en: "There is no way from here to {host} ({code}). Check this machine's network and firewall.",
    "zh-CN": "本机无法到达 {host}（{code}）。请检查本机网络和防火墙。",
  },
  ircFaultTimeout: {
    en: "{host} port {port} did not answer in time. Check the server's name and port, and whether a firewall is in between.",
    "zh-CN": "{host} 端口 {port} 没有及时回应。请检查服务器名称和端口，以及中间是否有防火墙。",
  },
  ircFaultNoConnection: {
    en: "The connection to {host} port {port} could not be made ({code}). Check server, port and network.",
    "zh-CN": "无法连接 {host} 端口 {port}（{code}）。请检查服务器、端口和网络。",
  },
  ircFaultBroke: {
    en: "The connection to {host} port {port} broke ({code}). Connect again.",
    "zh-CN": "与 {host} 端口 {port} 的连接中断（{code}）。请重新连接。",
  },
  ircFaultEnded: { en: "{host} port {port} closed the connection. Connect again.", "zh-CN": "{host} 端口 {port} 关闭了连接。请重新连接。" },
  ircFaultCertExpired: {
    en: "No safe connection to {host} port {port}: its certificate has expired. Tell its administrator, or use another server.",
    "zh-CN": "无法与 {host} 端口 {port} 建立安全连接：其证书已过期。请告知其管理员，或改用其他服务器。",
  },
  ircFaultCertEarly: {
    en: "No safe connection to {host} port {port}: its certificate is not valid yet. Check this machine's clock.",
    "zh-CN": "无法与 {host} 端口 {port} 建立安全连接：其证书尚未生效。请检查本机时钟。",
  },
  ircFaultCertName: {
    en: "No safe connection to {host} port {port}: its certificate is for another name. Use the name that stands in the certificate.",
    "zh-CN": "无法与 {host} 端口 {port} 建立安全连接：其证书属于其他名称。请使用证书中的名称。",
  },
  ircFaultCertOwn: {
    en: "No safe connection to {host} port {port}: it signed its certificate itself, so nobody vouches for it. Use a server whose certificate this machine trusts.",
    "zh-CN": "无法与 {host} 端口 {port} 建立安全连接：其证书为自签名，无人担保。请使用证书受本机信任的服务器。",
  },
  ircFaultCertUnknown: {
    en: "No safe connection to {host} port {port}: nobody that this machine trusts vouches for its certificate ({code}). Use a server whose certificate is trusted here, or trust its authority.",
    "zh-CN": "无法与 {host} 端口 {port} 建立安全连接：本机信任的机构都没有为其证书担保（{code}）。请使用证书受信任的服务器，或信任其签发机构。",
  },
  ircFaultNotTls: {
    en: "No safe connection to {host} port {port}: it did not answer as TLS does ({code}). The port is probably one for plain connections: use the TLS port (often 6697), or turn TLS off.",
    "zh-CN": "无法与 {host} 端口 {port} 建立安全连接：它没有按 TLS 回应（{code}）。该端口很可能用于明文连接：请使用 TLS 端口（通常是 6697），或关闭 TLS。",
  },
  ircFaultPlainPort: {
    en: "No safe connection to {host} port {port}: it did not answer as TLS does. The port is probably one for plain connections: use the TLS port (often 6697), or turn TLS off.",
    "zh-CN": "无法与 {host} 端口 {port} 建立安全连接：它没有按 TLS 回应。该端口很可能用于明文连接：请使用 TLS 端口（通常是 6697），或关闭 TLS。",
  },
  ircFaultSilent: { en: "{host} gives no sign of life any more. Check the network and connect again.", "zh-CN": "{host} 已无响应。请检查网络并重新连接。" },
  ircFaultNoWelcome: {
    en: "{host} port {port} accepted the connection and then did not answer as an IRC server does. Check the port, and whether it wants TLS.",
    "zh-CN": "{host} 端口 {port} 接受了连接，但没有像 IRC 服务器那样回应。请检查端口，以及是否需要 TLS。",
  },
  ircFaultClosed: { en: "The server closed the link: {words}. Connect again.", "zh-CN": "服务器关闭了连接：{words}。请重新连接。" },
  ircFaultFlood: {
    en: "The server closed the link because of too many lines: {words}. Send less at once.",
    "zh-CN": "服务器因消息过多关闭了连接：{words}。请减少一次发送的数量。",
  },
  ircFaultNotYet: { en: "The link is not up yet. Wait until it is connected.", "zh-CN": "连接尚未建立。请等待连接完成。" },
  ircFaultOver: { en: "The link is closed. Connect again.", "zh-CN": "连接已关闭。请重新连接。" },

  // Who we are there.
  ircFaultPassword: {
    en: "The server wants another password, or one at all: {words}. Check the server's password.",
    "zh-CN": "服务器要求其他密码，或要求提供密码：{words}。请检查服务器密码。",
  },
  ircFaultNickInUse: {
    en: "Somebody else has the nick {nick} on this server: {words}. Choose another one, or end the other connection.",
    "zh-CN": "此服务器上已有人使用昵称 {nick}：{words}。请换一个，或结束另一个连接。",
  },
  ircFaultNick: {
    en: "The server does not take the nick {nick}: {words}. Choose another one; many servers allow nine characters.",
    "zh-CN": "服务器不接受昵称 {nick}：{words}。请换一个；许多服务器只允许九个字符。",
  },
  ircFaultOtherNick: {
    en: "The server made {given} of the nick {nick}. Choose one that it takes as it is; many servers allow nine characters.",
    "zh-CN": "服务器把昵称 {nick} 变成了 {given}。请选一个它能原样接受的；许多服务器只允许九个字符。",
  },
  ircFaultNickChanged: {
    en: "The server or its services changed the nick from {nick} to {given}. Log in with the nick's password, or choose another nick.",
    "zh-CN": "服务器或其服务把昵称从 {nick} 改成了 {given}。请用昵称的密码登录，或换一个昵称。",
  },
  ircFaultSasl: {
    en: "The server did not accept the login by SASL: {words}. Check the account's name and the NickServ password.",
    "zh-CN": "服务器没有接受 SASL 登录：{words}。请检查账号名和 NickServ 密码。",
  },
  ircFaultSaslLate: {
    en: "The server did not log us in by SASL: its answer did not come in time. Try again later, or log in through NickServ instead.",
    "zh-CN": "服务器没有完成 SASL 登录：没有及时回应。请稍后再试，或改用 NickServ 登录。",
  },
  ircFaultSaslMissing: {
    en: "The server did not log us in by SASL: it does not offer SASL with a password. Try again later, or log in through NickServ instead.",
    "zh-CN": "服务器没有完成 SASL 登录：它不提供密码方式的 SASL。请稍后再试，或改用 NickServ 登录。",
  },
  ircFaultNickServ: {
    en: "NickServ did not accept the login: {words}. Check the nick and the NickServ password.",
    "zh-CN": "NickServ 没有接受登录：{words}。请检查昵称和 NickServ 密码。",
  },
  ircFaultNoNickServ: {
    en: "There is no NickServ on this server, so the nick cannot log in. Take the NickServ password out of the settings.",
    "zh-CN": "此服务器没有 NickServ，昵称无法登录。请从设置中去掉 NickServ 密码。",
  },
  ircFaultNotLetIn: {
    en: "The server lets nobody in from here: {words}. Ask its administrator.",
    "zh-CN": "服务器不允许从这里连接：{words}。请联系其管理员。",
  },
  ircFaultBanned: { en: "The server has banned this connection: {words}. Ask its administrator.", "zh-CN": "服务器已封禁此连接：{words}。请联系其管理员。" },
  ircFaultKilled: {
    en: "An operator or the services ended the link: {words}. Find out why before you connect again.",
    "zh-CN": "管理员或服务结束了连接：{words}。重新连接前请先弄清原因。",
  },

  // A channel.
  ircFaultChannelFull: {
    en: "The channel {channel} is full. Try again later. The server said {words}.",
    "zh-CN": "频道 {channel} 已满。请稍后再试。服务器说：{words}。",
  },
  ircFaultInviteOnly: {
    en: "The channel {channel} is for invited people only. Ask one of its operators. The server said {words}.",
    "zh-CN": "频道 {channel} 只允许受邀者加入。请联系其管理员。服务器说：{words}。",
  },
  ircFaultChannelBan: {
    en: "The channel {channel} has banned this nick or address. Ask one of its operators. The server said {words}.",
    "zh-CN": "频道 {channel} 封禁了此昵称或地址。请联系其管理员。服务器说：{words}。",
  },
  ircFaultChannelKey: {
    en: "The channel {channel} has another key. Correct the key. The server said {words}.",
    "zh-CN": "频道 {channel} 的密钥不是这个。请更正密钥。服务器说：{words}。",
  },
  ircFaultJoin: {
    en: "The server does not let us into {channel}: {words}. Check the channel's name and what it asks for.",
    "zh-CN": "服务器不允许加入 {channel}：{words}。请检查频道名称及其要求。",
  },
  ircFaultJoinSilent: {
    en: "The server did not answer whether it lets us into {channel}. Try again later.",
    "zh-CN": "服务器没有回应能否加入 {channel}。请稍后再试。",
  },
  ircFaultKicked: {
    en: "{by} removed us from {channel}: {words}. Ask there before you join again.",
    "zh-CN": "{by} 将我们移出了 {channel}：{words}。重新加入前请先询问。",
  },
  ircFaultParted: {
    en: "The server took us out of {channel}: {words}. Join again if you may.",
    "zh-CN": "服务器将我们移出了 {channel}：{words}。如果允许，请重新加入。",
  },

  // A message.
  ircFaultNoTarget: { en: "The server knows no {target}: {words}. Check the name.", "zh-CN": "服务器不认识 {target}：{words}。请检查名称。" },
  ircFaultNotPassed: { en: "The server did not pass the message on to {target}: {words}.", "zh-CN": "服务器没有把消息转给 {target}：{words}。" },
  ircFaultUnconfirmed: {
    en: "The server did not confirm the message in time, so nobody knows whether it arrived. Look before you send it again.",
    "zh-CN": "服务器没有及时确认消息，无法得知是否送达。再次发送前请先查看。",
  },
  ircFaultCalledOff: {
    en: "The sending was called off; {written} of its lines had gone out. Send the rest again if it is still wanted.",
    "zh-CN": "发送被取消；已发出 {written} 行。如仍需要，请重新发送其余部分。",
  },

  // What the caller asked for.
  ircFaultBadNick: {
    en: "The nick is not one that IRC knows. Use letters, digits and {signs} and begin with no digit or hyphen.",
    "zh-CN": "昵称不符合 IRC 的规则。请使用字母、数字和 {signs}，且不以数字或连字符开头。",
  },
  ircFaultBadChannel: {
    en: "A channel's name begins with one of {types} and has no space, comma or control character in it. Correct the name.",
    "zh-CN": "频道名称以 {types} 之一开头，且不含空格、逗号或控制字符。请更正名称。",
  },
  ircFaultBadKey: {
    en: "The channel's key is empty, too long, or has a space, a comma, a control character or a colon at its start. Correct the key.",
    "zh-CN": "频道密钥为空、过长，或含有空格、逗号、控制字符，或以冒号开头。请更正密钥。",
  },
  ircFaultBadTarget: {
    en: "The target is neither one channel ({types} in front) nor one nick. Name one, without spaces, commas, masks or control characters.",
    "zh-CN": "目标既不是一个频道（以 {types} 开头），也不是一个昵称。请指定一个，不含空格、逗号、通配符或控制字符。",
  },
  ircFaultZero: {
    en: "The text has a zero character in it, which IRC cannot carry. Send it without.",
    "zh-CN": "文本含有空字符，IRC 无法传送。请去掉后再发送。",
  },
  ircFaultCtcp: {
    en: "The text has the character U+0001 in it, which would make it a CTCP request. Send it without.",
    "zh-CN": "文本含有字符 U+0001，会变成 CTCP 请求。请去掉后再发送。",
  },
  ircFaultEmpty: { en: "There is nothing to send: the text is empty or blank.", "zh-CN": "没有可发送的内容：文本为空。" },
  ircFaultServerPassword: {
    en: "The server's password is empty, too long, or has a control character in it. Correct it.",
    "zh-CN": "服务器密码为空、过长，或含有控制字符。请更正。",
  },
  ircFaultNickServPassword: {
    en: "The NickServ password is empty, too long, or has a control character in it. Correct it.",
    "zh-CN": "NickServ 密码为空、过长，或含有控制字符。请更正。",
  },
  ircFaultNickServSpace: {
    en: "The NickServ password has a space in it, which NickServ cannot read. Set another one.",
    "zh-CN": "NickServ 密码含有空格，NickServ 无法读取。请设置其他密码。",
  },
  ircFaultRealName: {
    en: "The real name is empty, too long, or has a control character in it. Correct it.",
    "zh-CN": "真实姓名为空、过长，或含有控制字符。请更正。",
  },
  ircFaultServerName: {
    en: "The server's name is empty or has a sign in it that no name has. Correct it.",
    "zh-CN": "服务器名称为空，或含有名称中不会有的字符。请更正。",
  },
  ircFaultPort: { en: "The server's port is not a number from 1 to 65535. Correct it.", "zh-CN": "服务器端口不是 1 到 65535 之间的数字。请更正。" },
});
