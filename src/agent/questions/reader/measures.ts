/** What a question counts or measures, from its words: records, requests, shares, durations, metrics, values. */
import type { MetricDescriptor } from '../../../telemetry/index.ts'
import type { Measure, Statistic } from '../plan/plan.ts'
import { FUNCTION_WORDS } from '../vocabulary/function-words.ts'
import { METRIC_WORDS } from '../vocabulary/meanings.ts'
import { attributeField, bodyNames, keysOf, spanField } from './fields.ts'
import { hasNamesAsValues } from './known-values.ts'
import { freeWords, has, isAskedVerb, phraseWords, type QuestionState } from './state.ts'
import { saysDone } from './stock-or-event.ts'
import { lemmaOf } from './words.ts'

/** Returns the statistic that a question names; null when it names none. */
export function statisticOf(state: QuestionState): Statistic | null {
  const tags = [
    ['p999', 'p999'],
    ['p99', 'p99'],
    ['p95', 'p95'],
    ['p90', 'p90'],
    ['p75', 'p75'],
    ['median', 'p50'],
    ['mean', 'mean'],
    ['max', 'max'],
    ['min', 'min'],
    ['last_value', 'last'],
  ] as const
  return tags.find(([tag]) => has(state, tag))?.[1] ?? null
}

/** A metric the words name: by its whole name, or by words its name is made of. */
export function namedMetric(state: QuestionState, gauge: MetricDescriptor | null = null): MetricDescriptor | null {
  const { metrics } = state.context.catalogue
  if (metrics.length === 0) return null
  for (const word of state.words) {
    const whole = metrics.find(({ name }) => name.toLowerCase() === word.text)
    if (whole === undefined) continue
    word.usedBy = 'metric'
    // What else the question says of it by the words of its name or in its unit.
    const parts = nameParts(whole.name)
    for (const other of state.words)
      if (other.usedBy === null && (parts.includes(other.lemma) || parts.includes(other.text) || isUnit(other, whole)))
        other.usedBy = 'metric'
    return whole
  }
  const wanted = wantedParts(state)
  const services = state.conditions.flatMap((one) => (one.on === 'service' && one.not !== true ? one.values : []))
  const isSent = ({ metric }: { metric: MetricDescriptor }): number =>
    services.length === 0 || services.some((service) => metric.services.includes(service)) ? 1 : 0
  const scored = metrics
    .filter((metric) => !IS_BYTES.test(state.text) || isOfBytes(metric))
    .map((metric) => ({ metric, score: scoreOf(metric, wanted) }))
    .filter(({ score }) => score >= 1)
    .map(({ metric, score }) => ({ metric, score: score - besideIt(metric, state.text) }))
    .sort(
      (a, b) =>
        isSent(b) - isSent(a) ||
        b.score - a.score ||
        b.metric.points - a.metric.points ||
        a.metric.name.length - b.metric.name.length,
    )
  const best = gauge === null ? scored[0] : { metric: gauge, score: 2 }
  if (best === undefined || (gauge === null && isOnlyUsage(state, best.metric, wanted))) return null
  for (const { words, parts } of wanted) {
    if (parts.some((part) => best.metric.name.toLowerCase().includes(part)))
      for (const word of words) word.usedBy = 'metric'
  }
  for (const word of state.words)
    if (word.usedBy === null && nameParts(best.metric.name).some((part) => part === word.lemma || part === word.text))
      word.usedBy = 'metric'
  for (const word of state.words) if (word.usedBy === null && isUnit(word, best.metric)) word.usedBy = 'metric'
  for (const word of state.words)
    if (
      word.usedBy === null &&
      /^(?:usage|utilization|utilisation|use|metric|gauge|level|percentage|consumption|size|count|load|depth|length|value)$/.test(
        word.lemma,
      )
    )
      word.usedBy = 'metric'
  return best.metric
}

const IS_BYTES = /\b(?:bytes|kilobytes|megabytes|gigabytes|terabytes|kb|mb|gb|tb|kib|mib|gib)\b/

/** "Kilobytes of stored files" are no number of files. */
function isOfBytes({ name, unit }: MetricDescriptor): boolean {
  return (
    /^(?:\{?(?:[kmgt]i?)?(?:by?|bytes?)\}?(?:\/s)?|1|%|)$/i.test(unit) || /bytes|size|[kmgt]i?b(?:$|[._])/i.test(name)
  )
}

/** "Memory of web" is its own: neither that of the machine below it nor its share of a limit, unless they are named. */
function besideIt({ name }: MetricDescriptor, text: string): number {
  const isOfMachine = /(?:^|[._])(?:node|host|machine|system)(?:[._]|$)/i.test(name)
  const isShare = /limit|request/i.test(name) && /utili[sz]ation/i.test(name)
  const isShareAsked = /\b(?:limits?|percent|percentage|pressure)\b|%/.test(text)
  return (
    (isLimitUnasked(name, text) ? 0.2 : 0) +
    (isOfMachine && !/\b(?:nodes?|hosts?|machines?|systems?)\b/.test(text) ? 0.2 : 0) +
    (isShare && !isShareAsked ? 0.1 : 0)
  )
}

/** "Redis memory" is what is used, and not the most that it may be. */
function isLimitUnasked(name: string, text: string): boolean {
  const isLimit = /[._](?:max|maximum|limit|capacity|quota|reserved)$/i.test(name)
  return isLimit && !/\b(?:limits?|max ?memory|capacity|quota|reserved|configured|allowed)\b/.test(text)
}

/** "Usage records of web": "usage" by itself names no metric. */
function isOnlyUsage({ context }: QuestionState, { name }: MetricDescriptor, wanted: readonly WantedPart[]): boolean {
  const hit = wanted.filter(({ parts }) => parts.some((part) => name.toLowerCase().includes(part)))
  const isGeneric = hit.every(({ words }) => words.every(({ lemma }) => /^(?:usage|utili[sz]ation|used?)$/.test(lemma)))
  return isGeneric && context.catalogue.metrics.length > 1
}

/** Words that names of many metrics have. */
export const COMMON_PARTS: ReadonlySet<string> = new Set(
  `http server client request duration error count total time number process system service db rpc messaging response
  operation seconds second byte bytes status code`.split(/\s+/),
)

/** "Consumer lag", "memory of redis": a gauge of which the question says at least two words of its name. */
export function gaugeNamed(state: QuestionState): MetricDescriptor | null {
  // "Fx rate": a rate by name is no number per unit of time.
  const said = state.words
    .filter(({ usedBy, text }) => usedBy === null || usedBy === 'service' || (usedBy === 'measure' && text === 'rate'))
    .map(({ lemma }) => lemma)
  const scored = state.context.catalogue.metrics
    .filter((metric) => metric.type === 'gauge' && !saysDone(state.words, metric, state.context.catalogue))
    .map((metric) => {
      const isOfMost = isLimitUnasked(metric.name, state.text)
      const parts = new Set(
        nameParts(metric.name).filter(
          (part) => !COMMON_PARTS.has(part) && part.length > 1 && !(isOfMost && /^max/.test(part)),
        ),
      )
      const isPresent = said.some((word) => PRESENT.test(word)) && !/\b(?:were|was|been)\b/.test(state.text)
      const score = [...parts].reduce(
        (sum, part) => sum + (said.includes(part) ? 1 : isPresent && PRESENT.test(part) ? ALIKE : 0),
        0,
      )
      return { metric, score, of: parts.size }
    })
    .filter(({ score }) => score >= 1 + ALIKE)
    .map(({ metric, score, of }) => ({ metric, score: score - besideIt(metric, state.text), of }))
    .sort((a, b) => b.score - a.score || a.of - b.of)
  return scored[0]?.metric ?? null
}

/** Ways to say that something is there now: "hubs online" of `hubs.connected`. The word itself goes before others. */
const PRESENT = /^(?:online|connected|connection|active|live|present)$/
const ALIKE = 0.9

/** Units that people put behind a number whatever the metric calls its own. */
const UNITS =
  /^(?:hz|khz|mhz|ghz|kw|mw|gw|kwh|mwh|wh|kv|volts?|amperes?|watts?|celsius|gib|mib|kib|gb|mb|kb|gigabytes?|megabytes?|kilobytes?|percent|pct)$/

function isUnit({ text, lemma }: QuestionState['words'][number], { unit }: MetricDescriptor): boolean {
  const own = unit.toLowerCase().replace(/[{}]/g, '')
  return UNITS.test(text) || (own !== '' && (own === text || own === lemma))
}

interface WantedPart {
  readonly words: readonly QuestionState['words'][number][]
  readonly parts: readonly string[]
  readonly weight: number
}

function wantedParts(state: QuestionState): WantedPart[] {
  const wanted: WantedPart[] = []
  const open = state.words.filter((word) => word.usedBy === null && !isAskedVerb(state, word.text))
  for (let at = 0; at < open.length; at++) {
    for (let length = Math.min(3, open.length - at); length > 0; length--) {
      const words = open.slice(at, at + length)
      const text = words.map(({ lemma }) => lemma).join(' ')
      const known = METRIC_WORDS.find(([asked]) => asked.includes(text))
      if (known === undefined) continue
      wanted.push({ words, parts: known[1], weight: 1 })
      break
    }
  }
  const named = new Set(state.context.catalogue.metrics.flatMap(({ name }) => nameParts(name)))
  const free = freeWords(state)
  for (const word of open) {
    // "Players online": what else is said of a state is here a part of a metric's name.
    const isPart = free.includes(word) || (word.text.length >= 5 && named.has(word.lemma))
    if (isPart && word.text.length >= 3 && !isPlace(word, state))
      wanted.push({ words: [word], parts: [word.lemma], weight: 1 })
  }
  return wanted
}

/** "How many pods": what telemetry comes from names no metric, though names of metrics begin with it. */
function isPlace({ text, lemma }: QuestionState['words'][number], { context }: QuestionState): boolean {
  return PLACE.test(lemma) && keysOf(text, context.catalogue).length > 0
}
const PLACE = /^(?:pod|node|container|host|instance|namespace|cluster|machine|zone|region)$/

function nameParts(name: string): string[] {
  return name
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
    .toLowerCase()
    .split(/[._/-]+/)
    .map(lemmaOf)
}

function scoreOf({ name }: MetricDescriptor, wanted: readonly WantedPart[]): number {
  const parts = nameParts(name)
  let score = 0
  for (const { parts: asked, weight } of wanted) {
    const place = asked.findIndex(
      (part) => parts.includes(part) || (part.length >= 4 && name.toLowerCase().includes(part)),
    )
    // "Heap" of `jvm.memory.used`: the next best name of the same thing counts as much.
    if (place >= 0) score += weight - Math.max(0, place - 1) * 0.1
  }
  return score === 0 ? 0 : score + (/util|usage|used/.test(name) ? 0.05 : 0) - parts.length * 0.001
}

/** "Users that saw an error (distinct)": what is told apart stands before. */
function nounBefore(state: QuestionState, at: number): QuestionState['words'][number] | undefined {
  return state.words
    .slice(0, at)
    .find(({ text, usedBy }) => usedBy === null && attributeField(text, state.context.catalogue)?.scope === 'attribute')
}

/** "Distinct users", "how many different countries": the attribute that tells them apart, or their name in bodies. */
export function distinctOf(state: QuestionState, isAboutRequests: boolean): Measure | null {
  const phrase = state.phrases.find(({ tag }) => tag === 'distinct')
  if (phrase === undefined) return null
  for (const word of phraseWords(state, phrase)) word.usedBy = 'measure'
  const after = state.words.slice(phrase.at + phrase.length, phrase.at + phrase.length + 2)
  const [first = nounBefore(state, phrase.at), second] = after
  if (first === undefined) return null
  const kind = kindKey(state, first.lemma, phraseWords(state, phrase))
  if (kind !== null) {
    first.usedBy = 'measure'
    return distinctMeasure(state, kind, isAboutRequests)
  }
  const double = second === undefined ? null : attributeField(`${first.text} ${second.text}`, state.context.catalogue)
  const noun = double === null ? first.text : `${first.text} ${second?.text ?? ''}`
  first.usedBy = 'measure'
  if (double !== null && second !== undefined) second.usedBy = 'measure'
  return distinctMeasure(state, noun, isAboutRequests)
}

const KINDS = /^(?:kind|type|sort|category|class)$/

/** "How many kinds of channel": the key that tells kinds of a noun apart, and not the noun's own; null where none does. */
function kindKey({ context }: QuestionState, noun: string, said: readonly { readonly lemma: string }[]): string | null {
  if (!said.some(({ lemma }) => KINDS.test(lemma))) return null
  const names = ['kind', 'type', 'category', 'class'].map((kind) => `${noun} ${kind}`)
  return names.find((name) => attributeField(name, context.catalogue) !== null) ?? null
}

/** Returns the measure that counts the distinct values of a noun. */
export function distinctMeasure(state: QuestionState, noun: string, isAboutRequests: boolean): Measure {
  const singular = noun.split(' ').map(lemmaOf).join(' ')
  const builtin = {
    service: 'service',
    component: 'service',
    endpoint: 'name',
    operation: 'name',
    route: 'name',
    trace: 'trace_id',
  }[singular]
  if (builtin !== undefined) {
    const signal = builtin === 'name' || isAboutRequests || singular === 'trace' ? 'spans' : 'logs'
    return { of: 'distinct', what: noun, signal, key: builtin, scope: 'builtin' }
  }
  const field =
    (isAboutRequests ? spanField(noun, state.context.catalogue) : null) ?? attributeField(noun, state.context.catalogue)
  if (field !== null && field.scope !== 'builtin') {
    const signal = isAboutRequests && field.signals.includes('spans') ? 'spans' : (field.signals[0] ?? 'logs')
    return { of: 'distinct', what: noun, signal, key: field.field, scope: field.scope }
  }
  return { of: 'distinct', what: noun, signal: 'logs', names: bodyNames(noun) }
}

/** "Total amount", "average cart total", "sum of bytes": a number that records carry. */
export function numberOf(state: QuestionState, statistic: Statistic | null): Measure | null {
  const isSum = has(state, 'sum') || /\btotal\b/.test(state.text)
  const wanted = statistic ?? (isSum ? 'sum' : null)
  if (wanted === null) return null
  const ofTwo = numberOfTwoWords(state, wanted)
  if (ofTwo !== null) return ofTwo
  for (const word of state.words.filter(({ usedBy }) => usedBy === null)) {
    const field =
      FUNCTION_WORDS.has(word.text) ||
      /^(?:request|error|log|record|line|message|event|call|time|service|number|warning|span|trace)$/.test(word.lemma)
        ? null
        : attributeField(word.text, state.context.catalogue)
    if (field === null || isOfNames(state, field.field)) continue
    word.usedBy = 'measure'
    const signal = field.signals.includes('logs') && !has(state, 'request_noun') ? 'logs' : (field.signals[0] ?? 'logs')
    return { of: 'number', key: field.field, signal, statistic: wanted }
  }
  return null
}

/** "Average risk score" of `risk.score`: both words of the key's whole name. */
function numberOfTwoWords({ words, context }: QuestionState, statistic: Statistic): Measure | null {
  for (const [at, first] of words.entries()) {
    const second = words[at + 1]
    if (second === undefined || first.usedBy !== null || second.usedBy !== null) continue
    const said = `${first.text}.${second.lemma}`
    const own = context.catalogue.keys.filter(({ key }) => key.toLowerCase().replaceAll('_', '.') === said)
    const [key] = own
    if (key === undefined || hasNamesAsValues(key.key, context.catalogue)) continue
    first.usedBy = 'measure'
    second.usedBy = 'measure'
    const signal = own.some((one) => one.signal === 'logs') ? 'logs' : 'spans'
    return { of: 'number', key: key.key, signal, statistic }
  }
  return null
}

/** "Highest celsius a hose reported": which hose it was is no number. */
function isOfNames({ context }: QuestionState, key: string): boolean {
  const known = context.values.filter((one) => one.key === key).flatMap(({ values }) => values)
  return known.length > 0 && !known.some(({ value }) => /^-?\d/.test(value))
}

/** "Cache hit rate" of `cache_hit_ratio`: two words of one metric's name ask for that metric. */
export function namesMetric({ words, context }: QuestionState): boolean {
  return context.catalogue.metrics.some(({ name }) => {
    const parts = name.toLowerCase().split(/[._/-]+/)
    return (
      words.filter(({ text, lemma }) => text.length > 2 && (parts.includes(text) || parts.includes(lemma))).length > 1
    )
  })
}
