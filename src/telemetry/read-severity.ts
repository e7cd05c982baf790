/**
 * Severity of a record whose sender gave none: from the severity text, else from the body as people and loggers write
 * it. Only the head of a body is read, where every common layout has its level; a word inside a sentence does not
 * count, so a body without a level stays unspecified.
 */
import type { LogRecord } from './model.ts'
import { isDigit } from './shape/characters.ts'

/** The head of a line that is searched: a timestamp, thread and logger name fit before the level. */
const HEAD_LENGTH = 200

/** A Map, because the words come from a sender: `constructor` would find something in an object. */
const NUMBERS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    trace: 1,
    finest: 1,
    verbose: 1,
    finer: 3,
    trce: 1,
    debug: 5,
    dbg: 5,
    dbug: 5,
    debg: 5,
    fine: 5,
    info: 9,
    inf: 9,
    information: 9,
    informational: 9,
    log: 9,
    notice: 10,
    config: 9,
    warn: 13,
    wrn: 13,
    warning: 13,
    error: 17,
    err: 17,
    erro: 17,
    severe: 17,
    critical: 21,
    crit: 21,
    fatal: 21,
    alert: 21,
    panic: 21,
    emerg: 21,
    emergency: 21,
  }),
)

/** pino and bunyan write numbers: 10 trace, 20 debug, 30 info, 40 warn, 50 error, 60 fatal. */
const LOGGER_LEVELS: ReadonlyMap<number, number> = new Map([
  [10, 1],
  [20, 5],
  [30, 9],
  [40, 13],
  [50, 17],
  [60, 21],
])

/** Levels as one letter: after the time of a line, or as the value of a level key. */
const LETTERS: ReadonlyMap<string, number> = new Map(
  Object.entries({ t: 1, v: 1, d: 5, i: 9, n: 10, w: 13, e: 17, c: 21, f: 21 }),
)

/** 0 if the word is no level. */
export function severityFromText(text: string): number {
  const word = text.trim().toLowerCase()
  return NUMBERS.get(word) ?? (word.length === 1 ? LETTERS.get(word) : undefined) ?? 0
}

/** 0 if the number is no level of these loggers. */
export function severityFromNumber(level: number): number {
  return LOGGER_LEVELS.get(level) ?? 0
}

const JSON_LEVEL =
  /"(?:level|severity|loglevel|log\.level|levelname|level_name|log_level|severity_text|@level|@l|lvl|sev)"\s*:\s*(?:"([A-Za-z]{3,13}|[A-Za-z])"|(\d{2})\b)/i
const PAIR_LEVEL = /(?:^|[\s,;])(?:level|severity|lvl|loglevel|log\.level|sev)=["']?([A-Za-z]{3,13}|[A-Za-z])\b/i
const BRACKETED = /[[<(|]\s*([A-Za-z]{3,13})\s*[\]>)|]/g
/** Behind the time or the module in one pair of brackets: `[12:50:05 WRN] …`, `[php:warn] [pid 7] …`. */
const LAST_IN_BRACKETS = /\[(?:\d[\d:.,TZ+/-]{3,40} |[A-Za-z_]\w{0,30}:)([A-Za-z]{3,13})\]/g
/** One letter in brackets at the beginning or behind times: `@45039.970 <W> …`, `[E] …`. */
const BRACKETED_LETTER = /^(?:[@[(]?\d[\d:.,TZ+/\])-]{0,40}\s{1,4}){0,3}[<[]([VTDINWEFC])[>\]](?=\s|$)/
/** Mainframes end the identifier of a message in its level: `IEF403I …`, `12.40.45 JOB04776 +PAY0222W …`. */
const MESSAGE_ID = /^(?:\d[\d.:]{4,14}\s{1,4}(?:JOB|STC|TSU)\d{3,8}\s{1,4})?\+?[A-Z]{3,8}\d{3,5}([IWES])(?=\s)/
const MESSAGE_ID_NUMBERS: Readonly<Record<string, number>> = { I: 9, W: 13, E: 17, S: 17 }
/** Upper case as a word of its own: `12:00:01 ERROR c.a.B`, `ERROR: …`, `[12:00:01: WARNING/Worker-1] …`, `12:00:01;ERROR;QUAY;…`. */
const UPPER_WORD =
  /(?:^|[\s|:;,])(TRACE|DEBUG|DEBG|ERRO|INFO|NOTICE|WARN|WARNING|ERROR|ERR|SEVERE|CRITICAL|CRIT|FATAL|ALERT|PANIC|EMERG|EMERGENCY|INFORMATION)(?=$|[\s:|,;\]/-])/
/** glog and klog: `E0102 15:04:05.678901`. */
const GLOG = /^([IWEF])\d{4} \d{2}:\d{2}:\d{2}/
const GLOG_NUMBERS: Readonly<Record<string, number>> = { I: 9, W: 13, E: 17, F: 21 }
/** `2026-11-20T15:00:07.312Z W …`, `11-20 15:00:07.312 1234 1240 E Tag: …`: one letter behind times and process ids. */
const LETTER_AFTER_TIME = /^(?:\d[\d:.,TZ+/-]{0,40}\s{1,4}){1,4}([VTDIWEF])(?=[\s/:|])/
/** Monolog, of Laravel and Symfony: `[2026-11-20T15:00:07.312+00:00] orders.WARNING: …`. */
const MONOLOG =
  /^\[\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[^\]]{0,20}\] [\w-]{1,60}\.(DEBUG|INFO|NOTICE|WARNING|ERROR|CRITICAL|ALERT|EMERGENCY):(?=\s)/
/** RFC 5424 and RFC 3164: `<131>1 …`, facility times eight plus the severity. */
const SYSLOG = /^<(\d{1,3})>/
const SYSLOG_NUMBERS: readonly number[] = [21, 21, 21, 17, 13, 10, 9, 5]
const SYSLOG_PRIORITY_MAX = 191
const LESS_THAN = 60
const BRACKET = 91
const BRACE = 123
const LOWER_START = /^(trace|debug|info|notice|warn|warning|error|critical|fatal|panic)\s*[:\]-]/i
/** .NET's console: `fail: Orders.Api[12]`. */
const DOTNET = /^(trce|dbug|fail|crit): [A-Z][\w.]{1,120}\[\d{1,6}\]/
/** A level with its colon, in small letters, behind the time of a line or behind a syslog header. */
const LOWER_AFTER_TIME =
  /^(?:\[?\d[\d:.,TZ+/-]{3,40}\]?[ \t]{1,4}){1,2}(debug|info|notice|warn|warning|error|critical|fatal):(?=\s|$)/
const LOWER_AFTER_HEADER =
  /^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \S{1,80} \S{1,60}: (debug|info|notice|warn|warning|error|critical|fatal):(?=\s|$)/i
const STACK_START =
  /^(?:Traceback \(most recent call last\)|Exception in thread |Unhandled (?:exception|rejection)|panic: |[A-Za-z_$][\w$.]*(?:Exception|Error)(?::|\b\s*$))/

/** Severity number of a record: the sender's own, else what its severity text or its body states; 0 when nothing does. */
export function severityOf(record: Pick<LogRecord, 'severityNumber' | 'severityText' | 'body'>): number {
  const { severityNumber, severityText, body } = record
  return severityNumber || severityFromText(severityText) || severityFromBody(body)
}

/** Reads the severity number that a line states at its beginning or in its JSON; 0 when it states none. */
export function severityFromBody(body: string): number {
  const head = body.length > HEAD_LENGTH ? body.slice(0, HEAD_LENGTH) : body
  const first = head.charCodeAt(0)
  if (first === BRACE) return severityInJson(body.length > 4096 ? body.slice(0, 4096) : body)
  const priority = first === LESS_THAN ? SYSLOG.exec(head)?.[1] : undefined
  if (priority !== undefined && Number(priority) <= SYSLOG_PRIORITY_MAX)
    return SYSLOG_NUMBERS[Number(priority) % 8] ?? 0
  const channel = first === BRACKET ? MONOLOG.exec(head)?.[1] : undefined
  if (channel !== undefined) return severityFromText(channel)
  const upper = UPPER_WORD.exec(head)
  if (upper?.[1]) return severityFromText(upper[1])
  const pair = head.includes('=') ? PAIR_LEVEL.exec(head)?.[1] : undefined
  if (pair && severityFromText(pair)) return severityFromText(pair)
  if (isDigit(first)) {
    const letter = LETTER_AFTER_TIME.exec(head)
    if (letter?.[1]) return severityFromText(letter[1])
  } else {
    const glog = GLOG.exec(head)
    if (glog?.[1]) return GLOG_NUMBERS[glog[1]] ?? 0
    const start = LOWER_START.exec(head)
    if (start?.[1]) return severityFromText(start[1])
    const console = DOTNET.exec(head)?.[1]
    if (console) return severityFromText(console === 'fail' ? 'error' : console)
  }
  const behind = (LOWER_AFTER_TIME.exec(head) ?? LOWER_AFTER_HEADER.exec(head))?.[1]
  if (behind) return severityFromText(behind)
  return severityInBrackets(head) || severityOfMessageId(head) || severityOfRest(head)
}

function severityInBrackets(head: string): number {
  const letter = BRACKETED_LETTER.exec(head)?.[1]
  if (letter) return severityFromText(letter)
  for (const brackets of [BRACKETED, LAST_IN_BRACKETS])
    for (const [, word = ''] of head.matchAll(brackets)) if (severityFromText(word)) return severityFromText(word)
  return 0
}

function severityOfMessageId(head: string): number {
  return MESSAGE_ID_NUMBERS[MESSAGE_ID.exec(head)?.[1] ?? ''] ?? 0
}

function severityOfRest(head: string): number {
  if (STACK_START.test(head)) return 17
  // A container runtime or a shipper wrote something before the logger's JSON.
  return head.includes(' {"') ? severityInJson(head) : 0
}

function severityInJson(text: string): number {
  const found = JSON_LEVEL.exec(text)
  if (found === null) return 0
  return found[1] ? severityFromText(found[1]) : severityFromNumber(Number(found[2]))
}
