/** Whether that is a name of Feishu's for a message. */
export function isMessageId(ref: string): boolean {
  return /^om_[\w-]{1,100}$/.test(ref);
}
