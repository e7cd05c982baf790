/**
 * Questions drawn from a generated system: something countable with one to three conditions on it, and how many rows they
 * leave, counted by plain loops. Nothing is shared with the store or the agent.
 */
import { type Random, seededRandom } from '../../scripts/demo/random.ts'
import type { LogRow, SpanRow, World } from '../../scripts/eval/questions/records.ts'

export interface Drawn {
  readonly text: string
  /** The question without its conditions. */
  readonly bare: string
  /** What of the conditions has to be named where no number is given. */
  readonly names: readonly string[]
  /** Fair numbers; several where the question may be of log records as well as of requests. */
  readonly fair: readonly number[]
  readonly unit: 'count' | 'percent' | 'ms'
  /** Relative; percentiles come from sketches. */
  readonly tolerance?: number
  /** Numbers of the other signal: fair where the first sentence says that only that signal carries a condition. */
  readonly elsewhere?: readonly number[]
  /** Numbers of broader questions: conditions dropped. */
  readonly broader: readonly number[]
}

interface Condition {
  readonly words: string
  readonly name: string
  /** Two conditions on one subject would exclude each other. */
  readonly subject: string
  isLog(log: LogRow): boolean
  /** Of lines that only mention the value it is fair to say that they do not carry it. */
  isCarried?(log: LogRow): boolean
  isSpan(span: SpanRow): boolean
}

interface Counted {
  readonly words: readonly string[]
  readonly unit: Drawn['unit']
  readonly tolerance?: number
  /** null: not a thing of this signal. */
  readonly logs: ((rows: readonly LogRow[]) => number) | null
  readonly spans: ((rows: readonly SpanRow[]) => number) | null
}

const isError = ({ severity }: LogRow): boolean => severity === 'ERROR' || severity === 'FATAL'
const share = (part: number, all: number): number => (all === 0 ? Number.NaN : (part / all) * 100)
const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length
const lengthMs = ({ startMs, endMs }: SpanRow): number => endMs - startMs

/** Sketches of durations are a few percent off, and a rank falls between two values of few requests. */
const SKETCH_TOLERANCE = 0.06
const percentile = (values: readonly number[], rank: number): number =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(rank * values.length) - 1)] ?? Number.NaN

const COUNTED: readonly Counted[] = [
  {
    words: ['how many log records', 'count the log lines', 'number of log records', 'how many log entries are there'],
    unit: 'count',
    logs: (rows) => rows.length,
    spans: null,
  },
  {
    words: ['how many errors', 'number of errors', 'errors', 'how many errors were there', 'error count'],
    unit: 'count',
    logs: (rows) => rows.filter(isError).length,
    spans: (rows) => rows.filter(({ isFailed }) => isFailed).length,
  },
  {
    words: ['how many warnings', 'number of warnings', 'how many warnings were logged'],
    unit: 'count',
    logs: (rows) => rows.filter(({ severity }) => severity === 'WARN').length,
    spans: null,
  },
  {
    words: ['how many requests', 'number of requests', 'how many requests were there', 'request count'],
    unit: 'count',
    logs: null,
    spans: (rows) => rows.length,
  },
  {
    words: ['how many failed requests', 'how many requests failed', 'number of failed requests', 'failed requests'],
    unit: 'count',
    logs: null,
    spans: (rows) => rows.filter(({ isFailed }) => isFailed).length,
  },
  {
    words: ['what is the error rate', 'error rate', 'what percentage of requests failed', 'failure rate'],
    unit: 'percent',
    logs: null,
    spans: (rows) => share(rows.filter(({ isFailed }) => isFailed).length, rows.length),
  },
  {
    words: ['average duration of requests', 'mean latency', 'what is the average response time'],
    unit: 'ms',
    logs: null,
    spans: (rows) => mean(rows.map(lengthMs)),
  },
  {
    words: ['p95 latency', '95th percentile of the response time', 'what is the p95 duration of requests'],
    unit: 'ms',
    tolerance: SKETCH_TOLERANCE,
    logs: null,
    spans: (rows) => percentile(rows.map(lengthMs), 0.95),
  },
  {
    words: ['median latency', 'p50 of the request duration', 'what is the median response time'],
    unit: 'ms',
    tolerance: SKETCH_TOLERANCE,
    logs: null,
    spans: (rows) => percentile(rows.map(lengthMs), 0.5),
  },
  {
    words: ['slowest request', 'maximum duration of requests', 'max latency'],
    unit: 'ms',
    logs: null,
    // There is no slowest of no request: the answer counts none.
    spans: (rows) => Math.max(0, ...rows.map(lengthMs)),
  },
]

/** The world's questions, as many as asked for; the same for the same seed. */
export function drawnQuestions(world: World, seed: number, count: number): Drawn[] {
  const random = seededRandom(seed, world.name)
  const conditions = conditionsOf(world, random)
  const counted = COUNTED.filter(({ logs }) => logs !== null || world.spans.length > 0)
  const fromMs = lastHourOf(world)
  const logs = world.logs.filter(({ timeMs }) => timeMs >= fromMs)
  const spans = world.spans.filter(({ startMs, isEntry }) => isEntry && startMs >= fromMs)
  return Array.from({ length: count }, () => drawOne(random, conditions, counted, logs, spans))
}

/** Without a time it is the last hour that has telemetry: counted back from the last row, whatever it is. */
function lastHourOf({ logs, spans, points }: World): number {
  let lastMs = 0
  for (const { timeMs } of [...logs, ...points]) lastMs = Math.max(lastMs, timeMs)
  for (const { startMs } of spans) lastMs = Math.max(lastMs, startMs)
  return Math.floor(lastMs) + 1 - 3_600_000
}

export interface DrawnTalk {
  readonly first: string
  /** What edits the first question, and the numbers that are fair then. */
  readonly edit: Drawn
}

/** Two questions of one thread: the second narrows, replaces a value, asks for a share or for another measure. */
export function drawnTalks(world: World, seed: number, count: number): DrawnTalk[] {
  const random = seededRandom(seed, `${world.name} talk`)
  const conditions = conditionsOf(world, random).filter(
    ({ words, subject }) =>
      !INVENTED.some((one) => one.words === words) &&
      subject !== 'text' &&
      !/\bnot\b|except|exclud|without/.test(words),
  )
  const fromMs = lastHourOf(world)
  const spans = world.spans.filter(({ startMs, isEntry }) => isEntry && startMs >= fromMs)
  const logs = world.logs.filter(({ timeMs }) => timeMs >= fromMs)
  const isOfSpans = world.spans.length > 0
  const fits = (kept: readonly Condition[]): number =>
    isOfSpans
      ? spans.filter((span) => kept.every((one) => one.isSpan(span))).length
      : logs.filter((log) => kept.every((one) => one.isLog(log))).length
  const usable = conditions.filter(
    (one) => fits([one]) > 0 && (isOfSpans || (one.subject !== 'status' && one.subject !== 'duration')),
  )
  const noun = isOfSpans ? 'requests' : 'log records'
  const talks: DrawnTalk[] = []
  for (let tries = 0; tries < count * 20 && talks.length < count; tries++) {
    const base = random.pick(usable)
    const other = random.pick(usable)
    const isReplaced = random.chance(0.4)
    if (isReplaced ? other.subject !== base.subject || other.name === base.name : other.subject === base.subject)
      continue
    if (other.subject === 'duration') continue
    const kept = isReplaced ? [other] : [base, other]
    const carried = logs.filter((log) => kept.every((one) => (one.isCarried ?? one.isLog)(log))).length
    const fair = [fits(kept), ...(isOfSpans ? [] : [carried])]
    if (fair[0] === 0) continue
    const words = isReplaced
      ? random.pick(['and {}?', 'what about {}?'])
      : random.pick(['only {}', 'only those {}', 'just {}'])
    talks.push({
      first: `how many ${noun} ${base.words}?`,
      edit: {
        text: words.replace('{}', other.words.replace(/^only /, '')),
        bare: noun,
        names: [other.name],
        fair,
        unit: 'count',
        broader: [fits([base]), ...(isReplaced ? [] : [fits([other])])].filter((one) => !fair.includes(one)),
      },
    })
  }
  return talks
}

function drawOne(
  random: Random,
  conditions: readonly Condition[],
  counted: readonly Counted[],
  logs: readonly LogRow[],
  spans: readonly SpanRow[],
): Drawn {
  const what = random.pick(counted)
  const words = random.pick(what.words)
  const chosen: Condition[] = []
  const wanted = 1 + Math.floor(random.next() * 3)
  for (let tries = 0; tries < 20 && chosen.length < wanted; tries++) {
    const one = random.pick(conditions)
    if (chosen.every(({ subject }) => subject !== one.subject)) chosen.push(one)
  }
  const value = (kept: readonly Condition[]): number[] => [
    ...(what.logs === null
      ? []
      : waysToRead(kept).map(
          (ways) => what.logs?.(logs.filter((log) => ways.every((fits) => fits(log)))) ?? Number.NaN,
        )),
    ...(what.spans === null ? [] : [what.spans(spans.filter((span) => kept.every((one) => one.isSpan(span))))]),
  ]
  // "Errors with 404" may be the requests that were answered so, whoever is to blame.
  const isCoded = chosen.some(({ subject, name }) => subject === 'status' && /^[45]/.test(name))
  const coded = spans.filter((span) => chosen.every((one) => one.isSpan(span))).length
  const fair = [...value(chosen), ...(what.words.includes('errors') && isCoded ? [coded] : [])]
  const broader = chosen.flatMap((_, index) => value(chosen.filter((_one, other) => other !== index)))
  return {
    text: `${words} ${chosen.map((one) => one.words).join(' ')}?`,
    bare: words,
    names: chosen.map(({ name }) => name),
    fair,
    unit: what.unit,
    ...(what.tolerance === undefined ? {} : { tolerance: what.tolerance }),
    elsewhere: [
      logs.filter((log) => chosen.every((one) => one.isLog(log))).length,
      logs.filter((log) => chosen.every((one) => (one.isCarried ?? one.isLog)(log))).length,
      coded,
    ],
    broader: broader.filter((one) => !fair.includes(one)),
  }
}

/** Each condition may be read of what lines say or of what records carry; the answer names which it took. */
function waysToRead(conditions: readonly Condition[]): ((log: LogRow) => boolean)[][] {
  return conditions.reduce<((log: LogRow) => boolean)[][]>(
    (ways, { isLog, isCarried }) =>
      [isLog, ...(isCarried === undefined ? [] : [isCarried])].flatMap((fits) => ways.map((way) => [...way, fits])),
    [[]],
  )
}

const NONE = () => false

function conditionsOf({ services, logs, spans }: World, random: Random): Condition[] {
  const list: Condition[] = []
  for (const service of services) {
    const ofService = { subject: 'service', name: service, isLog: (log: LogRow) => log.service === service }
    for (const words of ['of {}', 'from {}', 'in {}', 'for {}', 'on {}', 'by {}'])
      list.push({
        ...ofService,
        words: words.replace('{}', service),
        isSpan: (span) => span.service === service,
      })
    for (const words of ['not from {}', 'except {}', 'excluding {}', 'without {}', 'that are not from {}'])
      list.push({
        subject: 'service',
        name: service,
        words: words.replace('{}', service),
        isLog: (log) => log.service !== service,
        isSpan: (span) => span.service !== service,
      })
  }
  list.push(...attributeConditions(logs, spans, random), ...statusConditions(spans), ...textConditions(logs))
  return [...list, ...INVENTED]
}

const VALUES_MAX = 12

function attributeConditions(logs: readonly LogRow[], spans: readonly SpanRow[], random: Random): Condition[] {
  const keys = new Map<string, Set<string>>()
  for (const { attributes } of [...logs, ...spans])
    for (const [key, value] of Object.entries(attributes)) {
      const held = keys.get(key) ?? new Set()
      keys.set(key, held.add(String(value)))
    }
  const list: Condition[] = []
  for (const [key, values] of keys) {
    if (STATUS_KEY.test(key) || /status_code|server\.address|destination|route|target/.test(key)) continue
    // Nobody asks for requests of 502 ms by the name of the key.
    if (/[a-z](?:Ms|Cents|Bytes)$/.test(key)) continue
    const noun = (/([a-z]+)(?:[._]id|Id)?$/.exec(key)?.[1] ?? key).replace(/^id$/, key)
    const some = values.size <= VALUES_MAX ? [...values] : [random.pick([...values]), random.pick([...values])]
    const name = noun
    for (const value of some) {
      const holds = {
        subject: name,
        name: value,
        isLog: (log: LogRow) => textOf(log.attributes[key]) === value || hasWord(log.body, value),
        isCarried: (log: LogRow) => textOf(log.attributes[key]) === value,
        isSpan: (span: SpanRow) =>
          textOf(span.attributes[key]) === value ||
          textOf(span.attributes[otherKey(span, noun)]) === value ||
          // A path stands in the name as well.
          (value.startsWith('/') && span.name.endsWith(` ${value}`)) ||
          // An id is looked for under every key.
          (values.size > VALUES_MAX && Object.values(span.attributes).includes(value)),
      }
      for (const words of ['for {noun} {}', 'with {key}={}', 'where {noun} is {}', 'from {noun} {}', 'with {noun} {}'])
        list.push({
          ...holds,
          words: words.replace('{noun}', noun).replace('{key}', key).replace('{}', value),
        })
      // "Only us" is an everyday phrase.
      if (values.size > VALUES_MAX || value === 'us') continue
      list.push({ ...holds, words: `for ${value}` }, { ...holds, words: `only ${value}` })
      for (const words of ['except {noun} {}', 'not from {noun} {}', 'excluding {}', 'where {noun} is not {}'])
        list.push({
          subject: name,
          name: value,
          words: words.replace('{noun}', noun).replace('{}', value),
          isLog: (log) => !holds.isLog(log),
          isCarried: (log) => !holds.isCarried(log),
          isSpan: (span) => !holds.isSpan(span),
        })
    }
  }
  return list
}

/** Numbers are asked for by their digits. */
function textOf(value: string | number | undefined): string | undefined {
  return value === undefined ? undefined : String(value)
}

/** The words of each key, as thousands of spans have the same few. */
const keyWords = new Map<string, readonly string[]>()

function wordsOf(key: string): readonly string[] {
  const known = keyWords.get(key) ?? key.split(/[._]/)
  keyWords.set(key, known)
  return known
}

/** Logs and spans may have the same thing under two keys: `scheme` and `card.scheme`. */
function otherKey({ attributes }: SpanRow, noun: string): string {
  return Object.keys(attributes).find((key) => wordsOf(key).includes(noun)) ?? ''
}

function hasWord(body: string, value: string): boolean {
  const at = body.toLowerCase().indexOf(value.toLowerCase())
  if (at < 0) return false
  const isWordy = (char: string | undefined): boolean => char !== undefined && /[a-z0-9]/i.test(char)
  return !isWordy(body[at - 1]) && !isWordy(body[at + value.length])
}

/** However a service names it. */
const STATUS_KEY = /^(?:http\.(?:response\.)?status(?:_code)?|statusCode|resp_code|status)$/

function statusConditions(spans: readonly SpanRow[]): Condition[] {
  const statusOf = ({ attributes }: SpanRow | LogRow): number =>
    Number(Object.entries(attributes).find(([key]) => STATUS_KEY.test(key))?.[1] ?? 0)
  const codes = [...new Set(spans.map(statusOf))].filter((code) => code > 0)
  const list: Condition[] = []
  for (const code of codes) {
    const isCarried = (log: LogRow): boolean => statusOf(log) === code
    const isLog = (log: LogRow): boolean => isCarried(log) || hasWord(log.body, String(code))
    const holds = { subject: 'status', name: String(code), isLog, isCarried }
    for (const words of [`with status ${code}`, `that returned ${code}`, `with a ${code}`, `answered with ${code}`])
      list.push({ ...holds, words, isSpan: (span) => statusOf(span) === code })
    for (const words of [`without ${code}s`, `except ${code}s`, `not counting ${code}s`])
      list.push({
        ...{ ...holds, words },
        isLog: (log) => !isLog(log),
        isCarried: (log) => !isCarried(log),
        isSpan: (span) => statusOf(span) !== code,
      })
  }
  for (const hundred of new Set(codes.map((code) => Math.floor(code / 100))))
    list.push({
      subject: 'status',
      name: `${hundred}xx`,
      words: `with ${hundred}xx`,
      isLog: (log) => Math.floor(statusOf(log) / 100) === hundred,
      isSpan: (span) => Math.floor(statusOf(span) / 100) === hundred,
    })
  for (const ms of [100, 500, 1000, 3000]) {
    const text = ms >= 1000 ? `${ms / 1000}s` : `${ms} ms`
    const over = { subject: 'duration', name: text, isLog: NONE, isSpan: (span: SpanRow) => lengthMs(span) > ms }
    for (const words of [`slower than ${text}`, `that took more than ${text}`, `over ${text}`, `longer than ${text}`])
      list.push({ ...over, words })
    for (const words of [`faster than ${text}`, `under ${text}`, `that took less than ${text}`])
      list.push({ ...over, words, isSpan: (span) => lengthMs(span) < ms })
  }
  return list
}

function inWords(text: string): string {
  return ` ${text.toLowerCase().replace(/[^a-z0-9]+/g, ' ')} `
}

const TEXTS_MAX = 25

/** Words in quotes that some bodies have. */
function textConditions(logs: readonly LogRow[]): Condition[] {
  const shapes = new Map<string, string>()
  for (const { message } of logs) {
    const phrase = /\b[a-z]{3,} [a-z]{3,}(?: [a-z]{3,})?\b/.exec(message)?.[0]
    if (phrase !== undefined && shapes.size < TEXTS_MAX) shapes.set(phrase, phrase)
  }
  return [...shapes.values()].flatMap((phrase) =>
    ['containing "{}"', 'that say "{}"', 'mentioning "{}"', 'not containing "{}"', 'without "{}"'].map((words) => ({
      subject: 'text',
      name: phrase,
      words: words.replace('{}', phrase),
      isLog: (log: LogRow) => log.body.toLowerCase().includes(phrase.toLowerCase()) !== /not|without/.test(words),
      // Words are looked for as words, so "self reading" stands in "/self-reading" too.
      isCarried: (log: LogRow) => inWords(log.body).includes(inWords(phrase)) !== /not|without/.test(words),
      isSpan: NONE,
    })),
  )
}

/** What exists in no system: the answer is none, or a question back. */
const INVENTED: readonly Condition[] = [
  ['of billing-engine', 'billing'],
  ['for tenant zorro', 'zorro'],
  ['with color=teal', 'teal'],
  ['for premium members', 'premium'],
  ['mentioning zebra', 'zebra'],
  ['on version 9.9.9', '9.9.9'],
  ['from 10.77.3.9', '10.77.3.9'],
  ['heavier than 40 kg', '40'],
  ['on iPhones', 'iphone'],
  ['in Norway', 'norway'],
  ['by robot R2', 'r2'],
  ['with the coupon SUMMER', 'summer'],
  ['with status 418', '418'],
  ['of the nightly kind', 'nightly'],
  ['on weekends', 'weekend'],
  ['caused by squirrels', 'squirrel'],
].map(([words = '', name = '']) => ({
  ...{ words, name, isLog: NONE, isSpan: NONE },
  // Two codes beside each other are alternatives.
  subject: name === '418' ? 'status' : name,
}))
