/** Keys whose value is the text of a line rather than a value of it, in JSON (`"msg":"…"`) and in pairs (`msg="…"`). */
export const MESSAGE_KEYS: ReadonlySet<string> = new Set([
  'message',
  'msg',
  'event',
  'error',
  'err',
  'log',
  'text',
  'body',
  'description',
  'desc',
  'reason',
  'cause',
  'warning',
  'errmsg',
  'errormessage',
])
