/**
 * The numbers and events of the data that a question may measure, each with how well its words tell it: a number that
 * lines state, lines that are counted, or a metric. The best is the one that leaves fewest words untold and tells most.
 */

import type { MetricDescriptor } from '../../../../telemetry/index.ts'
import { messageText } from '../../../message-text.ts'
import type { KnownTemplate } from '../../grounding/catalogue.ts'
import type { PlanCondition } from '../../plan/plan.ts'
import { statesAmount } from '../counted-amounts.ts'
import { isCarried, isKeyOf, isSaidIn } from '../covering/cover-lines.ts'
import { isPartOf, partsOf, type ToldValue, valuesIn } from '../covering/told.ts'
import { isUndone, NOT_DONE } from '../fit-values.ts'
import { hasNamesAsValues } from '../known-values.ts'
import { namesSlot, type Slot, slotsOf } from '../slots.ts'
import type { QuestionState } from '../state.ts'
import { lemmaOf, stemOf, type Word } from '../words.ts'
import { type Dimension, dimensionOf, MONEY, TIME } from './dimensions.ts'
import type { QuantityAsked } from './quantity-asked.ts'

/** Lines of one service that tell one thing, with the number of theirs that is meant; null where they are counted. */
export interface LineQuantity {
  readonly service: string
  readonly slot: Slot | null
  readonly templates: readonly KnownTemplate[]
  readonly said: readonly Word[]
  readonly conditions: readonly Extract<PlanCondition, { on: 'attribute' }>[]
  readonly untold: readonly Word[]
  readonly score: number
}

interface Fit {
  readonly template: KnownTemplate
  readonly slot: Slot | null
  readonly said: readonly Word[]
  readonly values: readonly ToldValue[]
  readonly untold: readonly Word[]
  readonly score: number
}

const SAID = 3
const KEYED = 3
const CARRIED = 1
const KEY = 2
const SERVICE = 1
const WELCOME = 0.5
/** Words that join others, and name no event. */
export const JOINTS =
  /^(?:the|a|an|of|to|for|in|on|at|by|from|with|and|is|was|are|were|out|up|off|down|over|into|via|per|us|we|our|it)$/

/** The numbers in lines that the question may mean, or the lines to be counted where it asks for no number. */
export function linesMeant(
  state: QuestionState,
  asked: QuantityAsked,
  isCount: boolean,
  templates: readonly KnownTemplate[] = state.context.catalogue.templates,
): readonly LineQuantity[] {
  const values = valuesOf(state, asked)
  const fits = templates.flatMap((template) => {
    const slots = isCount ? [null] : slotsMeant(asked, template, state)
    return slots.flatMap((slot) => fitOf(state, asked, template, slot, values))
  })
  const done = NOT_DONE.test(state.text) || isCount ? fits : fits.filter(({ template }) => !isUndone(template))
  const least = Math.min(...done.map(({ untold }) => untold.length))
  const near = done.filter(({ untold }) => untold.length === least)
  const most = Math.max(...near.map(({ score }) => score))
  const best = near.filter(({ score }) => score === most)
  return [...Map.groupBy(best, ({ template, slot }) => `${template.service} ${slot?.name ?? ''}`).values()].flatMap(
    (own) => {
      const [first] = own
      if (first === undefined) return []
      return [
        {
          ...{ service: first.template.service, slot: first.slot, untold: first.untold, score: first.score },
          templates: own.map(({ template }) => template),
          said: first.said,
          conditions: first.values.map(({ condition }) => condition),
        },
      ]
    },
  )
}

/** Values that the words name, also by another form of theirs: "printing" of `print`. */
function valuesOf(state: QuestionState, asked: QuantityAsked): readonly ToldValue[] {
  const needed = [...asked.needed, ...asked.welcome]
  const ofLogs = valuesIn(state, { needed, excluded: new Set() }, 'logs')
  const known = new Set(ofLogs.flatMap(({ words }) => words))
  // What requests carry under a key lines may say in their text.
  const ofSpans = valuesIn(state, { needed, excluded: new Set() }, 'spans').filter(
    ({ words }) => !words.some((word) => known.has(word)),
  )
  const named = [...ofLogs, ...ofSpans]
  const told = new Set(named.flatMap(({ words }) => words))
  const byStem = asked.needed.flatMap((word): ToldValue[] => {
    if (told.has(word) || word.text.length < 5) return []
    const stem = stemOf(word.lemma)
    const held = state.context.values.find(
      ({ signal, values, scope }) =>
        signal === 'logs' &&
        scope === 'attribute' &&
        values.length <= 20 &&
        values.some(({ value }) => stemOf(value.toLowerCase()) === stem),
    )
    const value = held?.values.find((one) => stemOf(one.value.toLowerCase()) === stem)?.value
    if (held === undefined || value === undefined) return []
    return [{ words: [word], condition: { on: 'attribute', key: held.key, scope: held.scope, values: [value] } }]
  })
  return [...named, ...byStem]
}

/** The numbers of a line that are of the kind asked for, by the noun that is counted, or by their names. */
function slotsMeant(asked: QuantityAsked, { template }: KnownTemplate, state: QuestionState): Slot[] {
  const { dimension, counted, needed, welcome } = asked
  const slots = slotsOf(template).filter(({ name }) => !template.includes(`"${name}":"<*>"`))
  if (dimension !== null) {
    const ofKind = slots.filter((slot) => isOfDimension(slot, dimension))
    // "Signal is weak: -109 dBm" states one number, which goes by its unit.
    const inUnits = ofKind.filter(({ name, isUnit }) => isUnit && dimension.units.test(name))
    const own = inUnits.length > 0 ? inUnits : ofKind
    // Of two, the one that the question names: "net weight".
    const named = own.filter((slot) => needed.some((word) => namesOwn(word, slot)))
    return named.length > 0 ? named : own.length > 1 && dimension === MONEY ? own.slice(0, 1) : own
  }
  if (counted !== null && asked.statistic !== null)
    return slots.filter(
      ({ words, isTime }) =>
        !isTime && words.length === 1 && words[0] === counted.lemma && statesAmount(template, counted.text),
    )
  if (asked.statistic === 'sum') return []
  const isNamed = (slot: Slot): boolean =>
    needed.some((word) => namesOwn(word, slot)) || welcome.some((word) => isWhole(word, slot))
  const named = slots.filter((slot) => isNamed(slot) && !hasNamesAsValues(slot.name, state.context.catalogue))
  if (named.length > 0) return named
  if (needed.length === 0) return []
  // "Median quote": what a thing comes to is the only money that its lines state.
  const money = slots.filter((slot) => isOfDimension(slot, MONEY))
  return /^(?:mean|p50|max|min)$/.test(asked.statistic ?? '') && money.length === 1 && !TIMED.test(state.text)
    ? money
    : []
}

const TIMED = /\b(?:p\d{2,3}|time|duration|latency|long|slow\w*|fast\w*|quick\w*|took|take|requests?|calls?)\b/

function namesOwn(word: Word, slot: Slot): boolean {
  return namesSlot(word, slot) && !/^(?:eur|usd|gbp|chf|ms|s)$/.test(word.text)
}

/** Everyday words are names of numbers as well: "wind 12 m/s". */
function isWhole({ text, lemma }: Word, { name, words }: Slot): boolean {
  return text.length > 3 && (text === name.toLowerCase() || (words.length === 1 && words[0] === lemma))
}

function isOfDimension(slot: Slot, dimension: Dimension): boolean {
  if (dimension === TIME) return slot.isTime
  if (slot.isTime) return false
  if (dimension === MONEY && slot.isMoney) return true
  return dimensionOf(slot.unit, [slot.name.toLowerCase(), ...slot.words]) === dimension
}

function fitOf(
  state: QuestionState,
  asked: QuantityAsked,
  template: KnownTemplate,
  slot: Slot | null,
  values: readonly ToldValue[],
): Fit[] {
  const service = partsOf(template.service)
  const untold: Word[] = []
  const said: Word[] = []
  const used = new Set<ToldValue>()
  let score = 0
  for (const word of asked.needed) {
    const value = values.find((one) => one.words.includes(word) && isCarried(one, template))
    if (value !== undefined && isKeyed(value, template)) {
      if (!used.has(value)) score += KEYED
      used.add(value)
    } else if (isTold(word, template, state)) {
      said.push(word)
      score += SAID
    } else if (slot !== null && namesOwn(word, slot)) score += SAID
    else if (value !== undefined) {
      if (!used.has(value)) score += CARRIED
      used.add(value)
    } else if (isKeyOf(word, template, state)) score += KEY
    else if (isPartOf(word, service)) score += SERVICE
    else untold.push(word)
  }
  for (const word of asked.welcome) {
    const value = values.find((one) => one.words.includes(word) && isKeyed(one, template))
    if (isTold(word, template, state)) {
      if (!JOINTS.test(word.text)) said.push(word)
      score += slot !== null && isWhole(word, slot) ? SAID : WELCOME
    } else if (value !== undefined) used.add(value)
  }
  // "Heaviest bags" of lines that say "weight".
  for (const word of asked.claiming) if (isTold(word, template, state)) score += WELCOME
  const isCounted = asked.counted !== null && isTold(asked.counted, template, state)
  if (asked.counted !== null && (slot === null || asked.dimension !== null)) {
    if (isCounted) {
      said.push(asked.counted)
      score += SAID
    } else untold.push(asked.counted)
  }
  if (asked.group?.nouns.some((noun) => keysIn(template).has(lemmaOf(noun))) === true) score += KEY
  return [{ template, slot, said, values: [...used], untold, score }]
}

/** Whether a line says a word, or that it was done: "resize" of "picture resized". */
function isTold(word: Word, template: KnownTemplate, state: QuestionState): boolean {
  const { lemma } = word
  const done = [`${lemma}d`, `${lemma}ed`, `${lemma}${lemma.at(-1)}ed`]
  return isSaidIn(word, template, state) || (lemma.length > 3 && template.tokens.some((token) => done.includes(token)))
}

/** Whether a line states the key of a value, and not only may have it in its text. */
function isKeyed({ condition }: ToldValue, template: KnownTemplate): boolean {
  return (
    keysIn(template).has((condition.key.split('.').at(-1) ?? condition.key).toLowerCase()) &&
    isCarried({ words: [], condition }, template)
  )
}

const FRAME =
  /^(?:level|lvl|severity|time|ts|timestamp|t|msg|message|logger|pid|tid|thread|hostname|host|service|version|v|ecs|event|dataset|trace|trace_id|span_id|url|uri|protocol)$/

/** Last parts of the names of the keys that a line states, in small letters. */
export function keysIn({ template }: KnownTemplate): ReadonlySet<string> {
  const found = [...template.matchAll(/(?<![\w.])([A-Za-z_][\w.]{1,40})["']?[=:]["']?(?=[^\s"',}=:])/g)]
  return new Set(
    found.map(([, name = '']) => (name.split('.').at(-1) ?? name).toLowerCase()).filter((name) => !FRAME.test(name)),
  )
}

/** "Session" of lines that say "built for CS-17", where `session` has such ids. */
export function isNamedById(
  { lemma }: Word,
  templates: readonly KnownTemplate[],
  { context }: Pick<QuestionState, 'context'>,
): boolean {
  const own = context.values.filter(({ key }) => partsOf(key).at(-1) === lemma).flatMap(({ values }) => values)
  const letters = new Set(own.flatMap(({ value }) => /^([A-Za-z]{1,8})[-_#]\d/.exec(value)?.[1] ?? []))
  return templates.every(({ template }) => [...letters].some((start) => template.includes(`${start}-<*>`)))
}

export interface MetricQuantity {
  readonly metric: MetricDescriptor
  readonly conditions: readonly Extract<PlanCondition, { on: 'attribute' }>[]
  readonly score: number
}

const GENERIC =
  /^(?:usage|utili[sz]ation|use|metric|gauge|counter|level|consumption|size|count|load|depth|length|value|reading|number|rate|total|reported|measured|shown)$/

/** Metrics that have all the words between their name, their unit and the values of their points. */
export function metricsMeant(state: QuestionState, asked: QuantityAsked): readonly MetricQuantity[] {
  const { dimension } = asked
  if (dimension === MONEY || dimension === TIME) return []
  const words = [...asked.needed, ...(asked.counted === null ? [] : [asked.counted])]
  const fits = state.context.catalogue.metrics.flatMap((metric) => {
    if (metric.type === 'histogram' || (metric.type as string) === 'exponentialHistogram') return []
    const parts = [...partsOf(metric.name), ...partsOf(metric.unit.replace(/[{}]/g, ''))]
    const isOfKind = dimension !== null && dimensionOf(metric.unit, partsOf(metric.name)) === dimension
    if (dimension !== null && !isOfKind) return []
    const values = metric.attributes.flatMap(({ key, values: own }) => own.map((value) => ({ key, value })))
    const used: { key: string; value: string }[] = []
    let score = isOfKind ? SAID : 0
    for (const word of words) {
      const value = values.find((one) => one.value.toLowerCase() === word.text)
      if (isPartOf(word, parts) || (LOSS.test(word.text) === parts.includes('loss') && LOSS.test(word.text)))
        score += SAID
      else if (value !== undefined) {
        used.push(value)
        score += KEYED
      } else if (metric.attributes.some(({ key }) => partsOf(key).includes(word.lemma))) score += KEY
      else if (metric.services.some((name) => isPartOf(word, partsOf(name)))) score += SERVICE
      else if (!GENERIC.test(word.text)) return []
    }
    const conditions = used.map(({ key, value }) => ({
      ...({ on: 'attribute', scope: 'attribute' } as const),
      key,
      values: [value],
    }))
    return score >= SAID ? [{ metric, conditions, score }] : []
  })
  const most = Math.max(...fits.map(({ score }) => score))
  return fits.filter(({ score }) => score === most)
}

const LOSS = /^(?:lose|loses|losing|lost)$/

/** What lines say outside their variables, to be quoted. */
export function spokenBy({ template }: KnownTemplate): string {
  return messageText(template)
    .replace(/<\*>/g, '…')
    .replace(/^[^a-zA-Z]+/, '')
    .slice(0, 60)
}
