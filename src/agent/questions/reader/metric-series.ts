/**
 * Values and keys that only the points of metrics carry: "lowest level of the dockside tank" of `tank.level` by `tank`.
 * Neither lines nor requests know them, so they are read with the metric whose series they are.
 */
import type { MetricDescriptor } from '../../../telemetry/index.ts'
import { attributesOf, type Catalogue } from '../grounding/catalogue.ts'
import type { Plan, PlanCondition } from '../plan/plan.ts'
import { FUNCTION_WORDS } from '../vocabulary/function-words.ts'
import { METRIC_WORDS } from '../vocabulary/meanings.ts'
import { partsOf } from './covering/told.ts'
import { keysOf, nounOfKey } from './fields.ts'
import { cleaned, stemOf, type Word, wordsOf } from './words.ts'

/** Words of grammar and of asking that happen to be values ("up", "at", "total"). */
const NO_VALUE =
  /^(?:an?|the|of|in|on|at|to|is|it|as|by|be|do|so|us|we|me|my|no|or|and|for|from|with|up|down|off|out|all|any|per|now|new|last|max|min|mean|avg|average|total|sum|count|other|none|true|false|most|least|today|since|before|after|until|default)$/
/** Keys of who sends: services and their instances are conditions of their own. */
const KEY_OF_SENDER = /(?:^|[._])(?:service|job|instance|pod|host|node|container|app|version)(?:[._](?:name|id))?$/i
const GENERIC =
  /^(?:usage|utili[sz]ation|use|used|metric|gauge|counter|level|size|count|depth|length|value|number|rate|total|active|open|current|name|state|status|type|time|second|byte|request|message|process|server|client|system|service|failure|error)$/
/** What stands before a value and goes with it. */
const BEFORE_VALUE = /^(?:of|the|for|on|in|at|with|to|from|our|a|an|where|is|=)$/
const EXCLUSION = /^(?:not|no|without|except|excluding|but|minus|besides|outside)$/
const PER_KEY = /^(?:per|by|each|every|which|what)$/

/** Whether a key says which service or instance sent a point. */
export function isOfSender(key: string): boolean {
  return KEY_OF_SENDER.test(key)
}

type Attributes = MetricDescriptor['attributes']
type Named = Pick<MetricDescriptor, 'name' | 'attributes'>

export interface SaidValue {
  readonly words: readonly Word[]
  readonly key: string
  readonly value: string
  readonly isNot: boolean
}

/** The plan, of a metric, restricted to the values of its own series that the question says. */
export function restrictedToSeries<T extends Plan>(question: string, asked: T, catalogue: Catalogue): T {
  const metric = metricOfPlan(asked)
  if (metric === null) return asked
  const plan = ofItsSenders(question, asked, metric, catalogue)
  const own = attributesOf(metric, catalogue)
  if (own.length === 0) return ofAllSeries(plan, metric, catalogue)
  const held = plan.conditions.map((one) => withOwnKey(one, own))
  const known = held.flatMap((one) => (one.on === 'attribute' ? one.values.map((value) => value.toLowerCase()) : []))
  const said = valuesSaid(wordsOf(cleaned(question)), { name: metric, attributes: own }, catalogue)
  const missing = said.filter(({ key, value }) => {
    const isGroupOnly = plan.intent === 'measure' && plan.groupBy.some(({ field }) => field === key)
    return !known.includes(value.toLowerCase()) && !(isGroupOnly && said.length > 1)
  })
  const conditions = lastOfEach([...held, ...conditionsOf(missing)], own)
  const grouped = groupedBySeries(question, withOwnGroups({ ...plan, conditions }, own), metric, catalogue)
  return ofAllSeries(grouped, metric, catalogue)
}

/** "Caption delay" of a metric that caption-gateway does not send: the word is of the metric, and names no service. */
function ofItsSenders<T extends Plan>(question: string, plan: T, metric: string, { metrics }: Catalogue): T {
  const senders = metrics.find(({ name }) => name === metric)?.services ?? []
  const held = plan.conditions.find((one) => one.on === 'service' && one.not !== true)
  if (held?.on !== 'service' || senders.length === 0 || held.values.some((name) => senders.includes(name))) return plan
  const text = cleaned(question)
  const parts = new Set(partsOf(metric))
  const isOfMetric = held.values.every(
    (name) => !text.includes(name.toLowerCase()) && partsOf(name).some((part) => parts.has(part)),
  )
  return isOfMetric ? { ...plan, conditions: plan.conditions.filter((one) => one !== held) } : plan
}

/** The key of a metric's points that goes by a noun; null where none does. */
export function keyOfSeries(noun: string, metric: string, catalogue: Catalogue): string | null {
  const own = attributesOf(metric, catalogue).map(({ key }) => ({
    ...{ key, scope: 'attribute' as const, signal: 'logs' as const, records: 0 },
  }))
  return keysOf(noun, { keys: own })[0]?.key ?? null
}

/** What people call the kinds of a thing. */
export const KIND = /^(?:type|kind|sort|class|category)$/

/** "Per relay" of a metric whose points carry `relay`, where requests call it `relay.name`. */
function withOwnGroups<T extends Plan>(plan: T, own: Attributes): T {
  if (plan.intent !== 'measure') return plan
  const groupBy = plan.groupBy.map((group) => {
    const noun = nounOfKey(group.field.toLowerCase())
    if (own.some(({ key }) => key === group.field)) return group
    if (group.scope === 'builtin' && !KIND.test(noun)) return group
    // "By kind" of `visit.type`.
    const alike =
      own.find(({ key }) => nounOfKey(key.toLowerCase()) === noun) ??
      (KIND.test(noun) ? own.find(({ key }) => KIND.test(nounOfKey(key.toLowerCase()))) : undefined)
    return alike === undefined ? group : { field: alike.key, scope: 'attribute' as const }
  })
  return { ...plan, groupBy }
}

/** "Partition 2" after partition 3: of one series the last that was said, whatever the lines call its key. */
function lastOfEach(conditions: readonly PlanCondition[], own: Attributes): PlanCondition[] {
  return conditions.filter((one, at) => {
    if (one.on !== 'attribute' || one.not === true || !own.some(({ key }) => key === one.key)) return true
    return !conditions
      .slice(at + 1)
      .some((next) => next.on === 'attribute' && next.not !== true && next.key === one.key)
  })
}

/** The last value of several series is one for each, or their sum where what they count can be added up. */
function ofAllSeries<T extends Plan>(plan: T, name: string, catalogue: Catalogue): T {
  if (plan.intent !== 'measure' || plan.measure.of !== 'metric') return plan
  const isGauge = catalogue.metrics.some((one) => one.name === name && one.type === 'gauge')
  const isExtreme = plan.measure.statistic === 'max' || plan.measure.statistic === 'min'
  // "Which has the most now": by what each is now, not by its peak of the last minutes.
  if (isGauge && isExtreme && plan.time.basis === 'now' && plan.groupBy.length > 0)
    return { ...plan, measure: { ...plan.measure, statistic: 'last' } }
  if (plan.measure.statistic !== 'last') return plan
  if (plan.groupBy.length > 0 || plan.measure.isTotal === true || plan.intervalMs !== null) return plan
  const metric = catalogue.metrics.find((one) => one.name === name)
  const open = attributesOf(name, catalogue).filter(({ key, values }) => {
    const held = plan.conditions.find((one) => one.on === 'attribute' && one.not !== true && one.key === key)
    // Two nodes that are named are two numbers; of all that send, the last one stands for a service.
    return held?.on === 'attribute' ? held.values.length > 1 : values.length > 1 && !isOfSender(key)
  })
  const [only, more] = open
  if (metric === undefined) return plan
  if (only === undefined) return ofAllServices(plan, metric)
  const isSaid = plan.conditions.some((one) => one.on === 'attribute' && one.key === only.key)
  if (!isSaid && isAdditive(metric)) return { ...plan, measure: { ...plan.measure, isTotal: true } }
  return more !== undefined
    ? plan
    : { ...plan, groupBy: [{ field: only.key, scope: 'attribute' }], limit: Math.max(plan.limit, 20) }
}

/** "How busy is the cpu": of several services each has its own. */
function ofAllServices<T extends Plan>(plan: T, { services, unit }: MetricDescriptor): T {
  const held = plan.conditions.find((one) => one.on === 'service' && one.not !== true)
  const asked = held?.on === 'service' ? held.values.filter((name) => services.includes(name)) : services
  if (asked.length < 2 || /^\{.+\}$/.test(unit) || plan.conditions.some((one) => one.on === 'attribute')) return plan
  return { ...plan, groupBy: [{ field: 'service', scope: 'builtin' }] }
}

/** A sum over series means something where things are counted or bytes held, not of shares and temperatures. */
export function isAdditive({ unit }: Pick<MetricDescriptor, 'unit'>): boolean {
  return /^\{.+\}$/.test(unit) || /^(?:By|EUR|USD|GBP|CHF)$/.test(unit)
}

const EACH = /\b(?:each|every|all of (?:them|it|these|those)|one by one|individually|separately|respectively)\b/

/** "Who has the most open tickets", "tank levels, all of them": told by the only key that tells the series apart. */
function groupedBySeries<T extends Plan>(question: string, plan: T, metric: string, catalogue: Catalogue): T {
  const several = attributesOf(metric, catalogue).filter(({ values }) => values.length > 1)
  const asked = plan.intent === 'measure' ? keyAsked(question, several) : null
  if (plan.intent === 'measure' && asked !== null && plan.groupBy.every(({ scope }) => scope === 'builtin'))
    return {
      ...plan,
      groupBy: [{ field: asked, scope: 'attribute' }],
      limit: Math.max(plan.limit, 20),
      ...(LOWEST.test(cleaned(question)) ? { order: 'lowest' } : {}),
    }
  const [key, more] = several
  if (plan.intent !== 'measure' || key === undefined || more !== undefined) return plan
  if (plan.conditions.some((one) => one.on === 'attribute' && one.key === key.key)) return plan
  const services = catalogue.metrics.find(({ name }) => name === metric)?.services ?? []
  const [group, second] = plan.groupBy
  const isOfSender = group?.field === 'service' && second === undefined && services.length === 1
  const isWho = isOfSender && !/\bservices?\b/.test(cleaned(question))
  const isEach = EACH.test(cleaned(question)) || isOfAll(question, key.key)
  if (!isWho && !(group === undefined && plan.intervalMs === null && isEach)) return plan
  return { ...plan, groupBy: [{ field: key.key, scope: 'attribute' }] }
}

/** "Depth of all queues": one number of each, where nothing says that they are added up. */
function isOfAll(question: string, key: string): boolean {
  const noun = partsOf(key).findLast((part) => !/^(?:id|name|code|key)$/.test(part))
  const words = wordsOf(cleaned(question))
  const isSaid = words.some(({ text, lemma }, at) => {
    const before = /^(?:the|our|of)$/.test(words[at - 1]?.text ?? '') ? words[at - 2] : words[at - 1]
    return lemma === noun && text !== lemma && /^(?:all|every)$/.test(before?.text ?? '')
  })
  return isSaid && !ADDED.test(cleaned(question))
}

const ADDED = /\b(?:together|altogether|in total|total|overall|combined|summed|sum|added|average|mean|across|over)\b/

const LOWEST = /\b(?:lowest|least|fewest|smallest|shortest|emptiest)\b/

/** "Tank.level by tank", "which tank has the lowest level": the key of the series that stands behind "by" or "which". */
function keyAsked(question: string, own: Attributes): string | null {
  const words = wordsOf(cleaned(question))
  const found = own.find(({ key }) => {
    const noun = partsOf(key).findLast((part) => !/^(?:id|name|code|key)$/.test(part))
    return words.some((word, at) => {
      const before = words[at - 1]?.text === 'the' ? words[at - 2] : words[at - 1]
      return (word.lemma === noun || word.text === key.toLowerCase()) && PER_KEY.test(before?.text ?? '')
    })
  })
  return found?.key ?? null
}

/** "And castle-hill?" after the level of another tank: the same of this one; null where anything else is said. */
export function ofNextSeries(question: string, last: Plan, catalogue: Catalogue): Plan | null {
  const metric = metricOfPlan(last)
  if (metric === null) return null
  const words = wordsOf(cleaned(question))
  const attributes = attributesOf(metric, catalogue)
  const said = valuesSaid(words, { name: metric, attributes }, catalogue)
  const keys = attributes.flatMap(({ key }) => partsOf(key))
  const isOther = words.some(
    (word) =>
      !said.some((one) => one.words.includes(word)) && !FUNCTION_WORDS.has(word.text) && !keys.includes(word.lemma),
  )
  if (said.length === 0 || isOther || said.some(({ isNot }) => isNot)) return null
  const asked = said.map(({ key }) => key)
  const kept = last.conditions.filter((one) => one.on !== 'attribute' || !asked.includes(one.key))
  return { ...last, conditions: [...kept, ...conditionsOf(said)] }
}

/** The metric whose values a plan tells; null of any other plan. */
export function metricOfPlan(plan: Plan): string | null {
  if (plan.intent === 'measure') return plan.measure.of === 'metric' ? plan.measure.metric : null
  return plan.intent === 'anomaly' && plan.subject?.of === 'metric' ? plan.subject.metric : null
}

/** "Cluster north" of a metric whose points carry it as `etcd.cluster`. */
function withOwnKey(condition: PlanCondition, own: Attributes): PlanCondition {
  if (condition.on !== 'attribute' || own.some(({ key }) => key === condition.key)) return condition
  const lower = condition.values.map((value) => value.toLowerCase())
  const carrying = own.find(({ values }) => lower.every((said) => values.some((value) => value.toLowerCase() === said)))
  if (carrying === undefined) return condition
  const values = carrying.values.filter((value) => lower.includes(value.toLowerCase()))
  return { ...condition, key: carrying.key, scope: 'attribute', values }
}

export function conditionsOf(said: readonly SaidValue[]): PlanCondition[] {
  const found = new Map<string, Extract<PlanCondition, { on: 'attribute' }>>()
  for (const { key, value, isNot } of said) {
    const at = `${key} ${isNot}`
    const values = [...(found.get(at)?.values ?? []), value]
    found.set(at, { on: 'attribute', key, scope: 'attribute', values, ...(isNot ? { not: true } : {}) })
  }
  return [...found.values()]
}

/** The values of a metric's series among these words, two words together before one. */
export function valuesSaid(words: readonly Word[], metric: Named, { services }: Catalogue): SaidValue[] {
  const own = metric.attributes.filter(({ key }) => !isOfSender(key))
  const parts = partsOf(metric.name)
  const found: SaidValue[] = []
  for (const length of [2, 1]) {
    for (const [at, word] of words.entries()) {
      const said = words.slice(at, at + length)
      if (said.length < length || found.some((one) => one.words.some((held) => said.includes(held)))) continue
      const text = said.map((one) => one.text).join(' ')
      // "Snowboards" of `snowboard`.
      const one = length === 1 && word.lemma.length >= 4 ? word.lemma : text
      if (
        length === 1 &&
        (NO_VALUE.test(text) || (text.length < 2 && !/^[\da-z]$/.test(text)) || parts.includes(word.lemma))
      )
        continue
      if (services.some(({ name }) => name.toLowerCase() === text)) continue
      const before = words[at - 1]?.text ?? ''
      // "Partitions 2 and 3": the second goes with the key of the first.
      const listed = /^(?:and|or|vs)$/.test(before)
        ? found.find((one) => one.words.includes(words[at - 2] as Word))
        : undefined
      const fitting = own.find(
        ({ key, values }) =>
          values.some((value) => isSame(value, text) || isSame(value, one)) &&
          // "Code 502", "block b": a number or a letter is a value only behind its key.
          (!/^(?:[\d.]+|[a-z])$/.test(text) ||
            listed?.key === key ||
            partsOf(key).includes(words[at - 1]?.lemma ?? '')),
      )
      const value = fitting?.values.find((held) => isSame(held, text) || isSame(held, one))
      if (fitting === undefined || value === undefined) continue
      const places = [before, words[at - 2]?.text ?? '']
      const isNot = EXCLUSION.test(before) || (BEFORE_VALUE.test(before) && EXCLUSION.test(places[1] ?? ''))
      found.push({ words: said, key: fitting.key, value, isNot })
    }
  }
  return found
}

function isSame(value: string, said: string): boolean {
  const plain = (text: string): string => text.toLowerCase().replace(/[-_ /.]/g, '')
  return plain(value) !== '' && plain(value) === plain(said)
}

interface Fit {
  readonly metric: MetricDescriptor
  readonly named: readonly Word[]
  readonly values: readonly SaidValue[]
  readonly parts: number
}

/**
 * The question with the name of the only metric that has some of its words and whose series the others are: "is the
 * northfield tank going down" is "is tank.level going down"; null where there is none, or several.
 */
export function ofOneMetric(question: string, catalogue: Catalogue): { text: string; metric: string } | null {
  const text = cleaned(question)
  const words = wordsOf(text)
  const isOfValue = (word: Word, { values }: Fit): boolean => {
    const at = words.indexOf(word)
    const behind = words.slice(at + 1, at + 3).find(({ text: said }) => !BEFORE_VALUE.test(said))
    return values.some(({ words: [first] }) => first === behind)
  }
  const excluding = words.filter((word) => EXCLUSION.test(word.text))
  const fits = catalogue.metrics.flatMap((metric) => fitOf(words, metric, catalogue) ?? [])
  const most = Math.max(0, ...fits.map(({ parts }) => parts))
  const [fit, more] = fits.filter(({ parts }) => parts === most)
  // "Failed streams on android" are no streams that are active there.
  const isOutcome = fit !== undefined && OUTCOME.test(text) && !OUTCOME.test(fit.metric.name)
  const isOne = fit !== undefined && more === undefined && !isOutcome && excluding.every((word) => isOfValue(word, fit))
  return !isOne ? null : { text: written(text, words, fit), metric: fit.metric.name }
}

const OUTCOME =
  /(?<![a-z])(?:fail(?:s|ed|ing|ures?)?|errors?|refused|rejected|declined|dropped|cancell?ed|aborted|succeeded|successful(?:ly)?)(?![a-z])/i

function fitOf(words: readonly Word[], metric: MetricDescriptor, catalogue: Catalogue): Fit | null {
  const values = valuesSaid(words, metric, catalogue)
  const taken = values.flatMap((one) => one.words)
  const keys = metric.attributes.flatMap(({ key }) =>
    partsOf(key).filter((part) => !/^(?:id|name|code|key)$/.test(part)),
  )
  const grouping = words.filter((word, at) => keys.includes(word.lemma) && PER_KEY.test(words[at - 1]?.text ?? ''))
  if (values.length === 0 && grouping.length === 0) return null
  const parts = [...partsOf(metric.name), ...partsOf(metric.unit.replace(/[{}]/g, ''))]
  const named = words.filter(
    (word) => !taken.includes(word) && !grouping.includes(word) && isOfName(word, metric, parts),
  )
  const isTold = named.some(
    (word) => word.text === metric.name.toLowerCase() || !GENERIC.test(word.lemma) || isLevelOf(word, words, values),
  )
  return isTold ? { metric, named, values, parts: new Set(named.map(({ lemma }) => lemma)).size } : null
}

export const LEVEL = /^(?:level|depth|length|size|temperature|pressure|voltage|speed|weight|height|load)$/

/** "The level of castle", "castle level": what is measured of a thing, though metrics of anything have such a word. */
function isLevelOf(word: Word, words: readonly Word[], values: readonly SaidValue[]): boolean {
  if (!LEVEL.test(word.lemma)) return false
  const at = words.indexOf(word)
  const behind = words.slice(at + 1, at + 4).find(({ text }) => !BEFORE_VALUE.test(text))
  const isOf = words[at + 1]?.text === 'of'
  return values.some(
    ({ words: said, isNot }) => !isNot && ((isOf && said[0] === behind) || said.at(-1) === words[at - 1]),
  )
}

export function isOfName(word: Word, { name }: MetricDescriptor, parts: readonly string[]): boolean {
  if (word.text === name.toLowerCase()) return true
  if (word.lemma.length < 3) return false
  const meant = METRIC_WORDS.find(([asked]) => asked.includes(word.lemma))?.[1] ?? []
  const isPart = (part: string): boolean =>
    part === word.lemma ||
    // "Top-ups" of `topups_in_flight`.
    (word.lemma.includes('-') && stemOf(part) === stemOf(word.lemma.replaceAll('-', ''))) ||
    stemOf(part) === stemOf(word.lemma) ||
    meant.includes(part) ||
    // "Waiting" of `waitingroom`.
    (word.lemma.length >= 5 && part.startsWith(word.lemma))
  return parts.some(isPart)
}

/** The text with the metric's name in the place of the first word of it, without the others and without the values. */
function written(text: string, words: readonly Word[], { metric, named, values }: Fit): string {
  const first = named[0]
  const keys = metric.attributes.flatMap(({ key }) => partsOf(key))
  const dropped = new Set<Word>()
  for (const word of [...named.slice(1), ...values.flatMap((one) => one.words)]) {
    dropped.add(word)
    const isValue = !named.includes(word)
    for (let at = words.indexOf(word) - 1; at >= 0; at--) {
      const before = words[at]
      if (before === undefined || before === first || named.includes(before)) break
      const isKey = isValue && keys.includes(before.lemma)
      const isBeside = /^\s*$/.test(text.slice(before.end, words[at + 1]?.start))
      // "Is the tank …": the verb in front of a question stays.
      if (
        !isBeside ||
        !(
          isKey ||
          EXCLUSION.test(before.text) ||
          (BEFORE_VALUE.test(before.text) && !(before.text === 'is' && at === 0))
        )
      )
        break
      dropped.add(before)
    }
  }
  let result = ''
  let end = 0
  for (const word of words) {
    const gap = text.slice(end, word.start)
    end = word.end
    if (dropped.has(word)) result += gap.trim() === '' ? '' : gap
    else result += gap + (word === first ? metric.name : word.text)
  }
  return (result + text.slice(end))
    .replace(/\s+/g, ' ')
    .replace(/ ([,.?!:;])/g, '$1')
    .trim()
}
