/** The message inside a structured log line. */

/** Best first. `@m`, `@mt` and `RenderedMessage` are Serilog's, `short_message` is GELF's. */
const MESSAGE_KEYS = [
  ...['msg', 'message', 'Message', 'MESSAGE', '@m', '@mt', 'RenderedMessage', 'short_message', 'textPayload'],
  ...['event', 'evt', 'text', 'log', 'error', 'err'],
] as const
const JSON_FIELDS = MESSAGE_KEYS.map((key) => new RegExp(`"${key}" ?: ?"((?:[^"\\\\]|\\\\.){1,2000})"`))
const PAIR_FIELDS = MESSAGE_KEYS.map((key) => new RegExp(`(?:^|\\s)${key}=(?:"((?:[^"\\\\]|\\\\.){1,2000})"|(\\S+))`))

/** A line of pairs, behind a time and a level at most. */
const OF_PAIRS = /^(?:\S{1,60}\s{1,4}){0,2}[\w.@]{1,40}=/

/** The text that a person would read: the message of JSON and key=value lines; all of an access log or plain line. */
export function messageText(line: string): string {
  const text = line.trim()
  if (text.startsWith('{')) {
    for (const field of JSON_FIELDS) {
      const found = field.exec(text)?.[1]
      if (found !== undefined) return found.replace(/\\"/g, '"').replace(/\\\\/g, '\\')
    }
    return text
  }
  if (!/(?:^|\s)[\w.]+=\S/.test(text)) return text
  for (const field of PAIR_FIELDS) {
    const found = field.exec(text)
    const value = found?.[1] ?? found?.[2]
    // Of a sentence that has one such pair somewhere, the pair is no message.
    if (found !== null && found[1] === undefined && !OF_PAIRS.test(text)) continue
    // In a template the message may be nothing but a variable. Then the fields say more.
    if (value !== undefined && value !== '<*>') return value.replace(/\\"/g, '"')
  }
  return (OF_PAIRS.test(text) ? sentenceOf(text) : null) ?? text
}

const QUOTED_PAIR = /(?:^|\s)[\w.]{1,40}="([A-Za-z][^"]{0,2000})"/g

/** A sentence under a key of its own (`what="card declined"`), where no usual key holds the message. */
function sentenceOf(text: string): string | null {
  for (const [, value = ''] of text.matchAll(QUOTED_PAIR)) if (/ [a-z]/.test(value)) return value
  return null
}

const PARTS_MAX = 8
const TIME = /^[\d<][\d<*>T:.,Z+/-]*\s+/
const BRACKETED = /^[[(]\s{0,4}([^\])]{1,60})[\])]\s*/
const LEVEL = /^(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|ERR|SEVERE|CRITICAL|CRIT|FATAL|ALERT)\b/i
/** `a.b.Class#12 `, and ids of a trace that stand behind a name. */
const CLASS_LINE = /^[A-Za-z_$][\w$]{0,60}(?:\.[\w$]{1,60}){1,8}#(?:\d{1,6}|<\*>)\s+/
const TRACE_IDS = /^(?:trace|span)[_-]?id[:=]\s{0,3}(?:[0-9a-f]{1,64}|<\*>|\u2026)\s+/i
const LOGGER = /^[A-Za-z_$][\w$]{0,60}(?:\.[\w$]{1,60}){1,8}\s+(?=[-:])/

/** Monolog: the channel and the level in one, `cases.WARNING: `. */
const CHANNEL = /^[\w-]{1,40}\.(?:DEBUG|INFO|NOTICE|WARNING|ERROR|CRITICAL|ALERT|EMERGENCY):\s+/

/** Columns between semicolons or tabs: time, level, and what it is of, `2026-11-20 15:00:07;WARNING;QUAY;`. */
const COLUMNS =
  /^[\d<*>\u2026][\d<*>\u2026:.,TZ+/ -]{0,40}[;\t] {0,4}(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|ERR|SEVERE|CRITICAL|CRIT|FATAL|ALERT)[;\t] {0,4}(?:[\w./-]{1,40}[;\t] {0,4})?/i

/** A host or pod between the time and the level, as a log4j pattern has it. */
const HOST =
  /^[\w.<*>\u2026-]{1,80}\s{1,4}(?=\[?(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|SEVERE|CRITICAL|CRIT|FATAL)\b)/

/** glog and klog: `I1120 14:07:19.312000 1 loop.go:152] `. */
const GLOG = /^[IWEF][\d<*>]{3,8} \S{1,20}\s{1,4}\S{1,12} [\w./-]{1,60}:\S{1,8}\] /
/** Time and level at the beginning of a line of pairs whose message is not known. */
const FRAME_PAIRS = /^(?:(?:t|ts|time|timestamp|lvl|level|severity)=(?:"[^"]{0,100}"|\S{1,100})\s{1,4}){1,4}(?=\S)/

/** Keys of one letter, and the longest text of JSON that has none: good enough to be shown, not to be read by. */
const SHORT_KEY = /"m" ?: ?"((?:[^"\\]|\\.){1,2000})"/
const JSON_TEXT = /: ?"((?:[^"\\]|\\.){1,2000})"/g

function shownOf(text: string): string {
  if (!text.startsWith('{')) return text
  const texts = [...text.matchAll(JSON_TEXT)].map(([, value = '']) => value)
  const sentences = texts.filter((value) => value.includes(' ')).sort((a, b) => b.length - a.length)
  return SHORT_KEY.exec(text)?.[1] ?? sentences[0] ?? text
}

/** Loggers of Rust name the module: `[<time> INFO mailer::send] …`, `<time> WARN vault::crypt: …`. */
const MODULE =
  /^(?:\[[^\]]{1,60}\b(?:TRACE|DEBUG|INFO|WARN|ERROR)\s{1,4}\w{1,60}(?:::\w{1,60}){1,8}\]|(?:\S{1,40}\s{1,4})?(?:TRACE|DEBUG|INFO|WARN|ERROR)\s{1,4}\w{1,60}(?:::\w{1,60}){1,8}:)\s{1,4}/

/** Elixir: what belongs to a request, before the level, `request_id=28e2 [error] `. */
const PAIRS_BEFORE_LEVEL =
  /^(?:[\w.]{1,40}=\S{1,100} {1,4}){1,4}(?=\[(?:debug|info|notice|warn|warning|error|critical|alert|emergency)\] )/i

/** Spring Boot, behind the level: process, application, thread and logger, `7 --- [orders] [exec-3] c.e.Orders   : `. */
const SPRING = /^(?:[\d<*>]{1,9} )?--- (?:\[[^\]]{0,80}\] {1,4}){1,3}\S{1,120} {1,60}: /

/** A line without its time and the name of its logger: `cases.WARNING: ` names no case, `mailer::send` says of no mail that it was sent. */
export function withoutChannel(text: string): string {
  if (MODULE.test(text)) return text.replace(MODULE, '')
  const rest = text.replace(/^\[[^\]]{1,60}\]\s+/, '')
  return CHANNEL.test(rest) ? rest.replace(CHANNEL, '') : text
}

/** What a line says, without the time, level, thread and logger that its format puts before it. */
export function spokenText(line: string): string {
  const text = shownOf(messageText(line)).replace(GLOG, '').replace(COLUMNS, '').replace(FRAME_PAIRS, '')
  let rest = text
  let hasLevel = false
  for (let part = 0; part < PARTS_MAX; part++) {
    const bracket = BRACKETED.exec(rest)
    const level = LEVEL.exec(rest)
    const host = part > 0 && !hasLevel && level === null ? HOST.exec(rest) : null
    const channel = CHANNEL.exec(rest)
    const found =
      TIME.exec(rest) ?? bracket ?? level ?? channel ?? host ?? LOGGER.exec(rest) ?? PAIRS_BEFORE_LEVEL.exec(rest)
    if (found === null) {
      // Behind the ids of a trace comes the message, whatever brackets it has.
      rest = rest.replace(CLASS_LINE, '').replace(TRACE_IDS, '').replace(TRACE_IDS, '')
      break
    }
    if (level !== null || channel !== null || (bracket?.[1] !== undefined && LEVEL.test(bracket[1]))) hasLevel = true
    rest = rest.slice(found[0].length).trimStart()
  }
  rest = rest.replace(SPRING, '').replace(/^[-:|]\s+/, '')
  return hasLevel && rest.length >= 3 ? rest : text
}

/** A message with the reason that stands beside it: "check failed: certificate has expired". */
export function withReason(message: string, reason: string | null | undefined): string {
  return reason === null || reason === undefined || message.includes(reason) ? message : `${message}: ${reason}`
}

const REASON_FIELD =
  /"(?:[\w.]{0,40}reason|details?)"\s?:\s?"([^"]{1,120})"|(?<![\w.])reason=(?:"([^"]{1,120})"|([^"\s]{1,120}))/i

/** The reason that a line has in a field of its own, which its message does not say; null without one. */
export function reasonBeside(line: string): string | null {
  const [, inJson, quoted, bare] = REASON_FIELD.exec(line) ?? []
  const reason = inJson ?? quoted ?? bare ?? null
  // In a template it may be one of many.
  return reason === '<*>' ? null : reason
}

/** What a line says, with the reason that stands beside. */
export function toldText(line: string): string {
  return withReason(spokenText(line), reasonBeside(line))
}

/** What the lines of a template say, with the reason that stands beside; an ellipsis stands for what differs. */
export function patternText(template: string): string {
  return toldText(template).replace(/<\*>/g, '\u2026')
}

const LINE_CHARS_MAX = 2_000
const DETAILS_MAX = 3
const PAIR = /(?<![\w.])"?([a-z][\w.-]{1,30})"?(?:=|:\s?)(?:"([^"]{1,80})"|([^\s,"{}[\]]{1,60}))/gi
/** Fields in which every line says when, where and how it was written. */
const OF_LINE =
  /^(?:ts|at|time|timestamp|date|level|lvl|sev|severity|msg|message|event|body|text|caller|source|file|line|logger|thread|host|hostname|pid|service|name|app|env|.*(?:trace|span)[._-]?id|trace|span|seq|v|version)$/i

/** What a line has in fields and `said` of it has not: "change BO-219, note longer holds". Empty of plain text. */
function detailsBeside(line: string, said: string): string {
  const text = line.slice(0, LINE_CHARS_MAX)
  if (spokenText(text) === text) return ''
  const told = said.toLowerCase()
  const pairs = [...text.matchAll(PAIR)].flatMap(([, key = '', quoted, bare]) => {
    const value = (quoted ?? bare ?? '').trim()
    return value === '' || OF_LINE.test(key) || told.includes(value.toLowerCase()) ? [] : [`${key} ${value}`]
  })
  return [...new Set(pairs)].slice(0, DETAILS_MAX).join(', ')
}

/** What a line says, with its reason and what else stands in fields beside it. */
export function fullText(line: string, reason: string | null | undefined = reasonBeside(line)): string {
  const said = withReason(spokenText(line), reason)
  const details = detailsBeside(line, said)
  return details === '' ? said : `${said} (${details})`
}
