/** Keys whose value is the message of a line: in JSON (`"msg":"…"`) and in pairs (`msg="…"`). In lower case. */
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
