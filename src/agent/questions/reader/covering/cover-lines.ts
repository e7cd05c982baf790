/** Lines that have all the words of a question between their message, their values, their keys and their service. */

import { messageText } from '../../../message-text.ts'
import type { KnownTemplate } from '../../grounding/catalogue.ts'
import { eventLinesOf } from '../../grounding/event-lines.ts'
import type { Measure, PlanCondition } from '../../plan/plan.ts'
import { isOfAskedKind } from '../amount-kind.ts'
import { bodyNames, keysOf } from '../fields.ts'
import { ofWhatWasDone } from '../fit-values.ts'
import { hasNamesAsValues } from '../known-values.ts'
import { isWholeName, MONEY, namesSlot, type Slot, slotsOf } from '../slots.ts'
import type { QuestionState } from '../state.ts'
import { isDenied, isOfFailure, isOfSuccess, isReasonOnly, templateCondition, templatesWith } from '../texts.ts'
import { lemmaOf, type Word } from '../words.ts'
import type { AskedForm } from './asked-form.ts'
import { saysNot } from './polarity.ts'
import { isOfKey, isPartOf, partsOf, servicesNamed, type ToldValue, valuesIn } from './told.ts'

/** What lines are counted or measured. */
export interface LineReading {
  readonly conditions: readonly PlanCondition[]
  readonly measure: Measure
  /** Without the condition on templates: what they are taken of. */
  readonly others: readonly PlanCondition[]
  /** All lines of the event where they tell its noun alone, and values the rest: what these values are a share of. */
  readonly whole: PlanCondition | null
}

interface Fit {
  readonly template: KnownTemplate
  /** Words that its message has. */
  readonly own: readonly Word[]
  /** Words that its message has, or that a number it states goes by. */
  readonly said: number
  /** Words that it has itself, and not another one of the same meaning. */
  readonly direct: number
  readonly welcome: number
  readonly values: readonly ToldValue[]
  readonly slots: readonly Slot[]
}

/** More templates of different events are no one thing. */
const EVENTS_MAX = 1

/** The lines that the question is about, likeliest first; none where none have all of its words, or several events do. */
export function linesCovering(state: QuestionState, form: AskedForm): readonly LineReading[] {
  const { catalogue } = state.context
  const named = servicesNamed(state)
  const values = valuesIn(state, form, 'logs')
  const fits = catalogue.templates
    .filter(({ service }) => named.length === 0 || named.includes(service))
    // "Updates that went through" are none that were postponed.
    .filter((template) => form.outcome !== 'succeeded' || isOfSuccess(template))
    .flatMap((template) => fitOf(state, form, template, values) ?? [])
  const best = highest(
    highest(
      highest(
        fits.filter(({ said }) => said > 0),
        ({ said }) => said,
      ),
      ({ direct }) => direct,
    ),
    ({ welcome }) => welcome,
  )
  const slot = slotAsked(state, form, best)
  const isBySlot = slot !== null && form.asks === 'statistic' && isNameAlone(state, form, slot)
  const kept =
    slot === null ? best : (isBySlot ? fits : best).filter(({ slots }) => slots.some(({ name }) => name === slot.name))
  const lines = whatWasDone(state, form, isBySlot ? kept : oneEvent(form, kept))
  const [first] = lines
  if (first === undefined || (form.asks === 'statistic' && slot === null)) return []
  const own = [...new Set(lines.flatMap((fit) => fit.own.map(({ text }) => text)))]
  const words = own.length > 0 ? own : form.needed.map(({ text }) => text)
  const said = templateCondition(
    words,
    lines.map(({ template }) => template),
  )
  if (said === null) return []
  const measure = measureOf(state, form, slot)
  const byKey = first.values.map(({ condition }) => condition)
  // What other lines carry as an attribute these may say in words.
  const byText = byKey.flatMap((one): PlanCondition[] =>
    one.not === true || one.values.length > 1 ? [] : [{ on: 'text', text: one.values[0] ?? '', mode: 'phrase' }],
  )
  const choices: readonly PlanCondition[][] =
    byText.length === 0 || byText.length < byKey.length ? [byKey] : [byKey, byText]
  const whole = own.length === 1 && byKey.length > 0 ? wholeEvent(words, lines, catalogue.templates) : null
  return choices.map((others) => ({ conditions: [said, ...others], others, measure, whole }))
}

/** What stands behind the key of a field that is no message. */
const FIELD_VALUE = /(\b(?!(?:msg|message|event|text)=)[\w.]{1,60}=)(?:"[^"]{0,200}"|[^\s"]{1,200})/g

/** "Bookings" with any value: lines with the same message, whatever values stand in them. */
function wholeEvent(
  words: readonly string[],
  lines: readonly Fit[],
  templates: readonly KnownTemplate[],
): PlanCondition | null {
  const nameOf = ({ service, template }: KnownTemplate): string =>
    `${service} ${messageText(template).replace(FIELD_VALUE, '$1*')}`
  const names = new Set(lines.map(({ template }) => nameOf(template)))
  return templateCondition(
    words,
    templates.filter((template) => names.has(nameOf(template))),
  )
}

/** "Average fraud score": all lines that state one tell it, whatever else they say. */
function isNameAlone(state: QuestionState, { needed }: AskedForm, slot: Slot): boolean {
  const named = needed.filter((word) => namesSlot(word, slot))
  return (
    named.length > 0 &&
    !slot.isMoney &&
    !slot.isTime &&
    needed.every(
      (word) =>
        named.includes(word) || state.context.catalogue.services.some(({ name }) => isPartOf(word, partsOf(name))),
    )
  )
}

/** Amounts and different values are those of what was done, and not of what was refused or held back. */
function whatWasDone(state: QuestionState, form: AskedForm, fits: readonly Fit[]): readonly Fit[] {
  if (form.asks !== 'statistic' && form.asks !== 'distinct') return fits
  const said = form.needed.map(({ text }) => text)
  const done = ofWhatWasDone(
    state,
    said,
    fits.map(({ template }) => template),
  )
  return fits.filter(({ template }) => done.includes(template))
}

/** Those of which there is most. */
function highest(fits: readonly Fit[], amount: (fit: Fit) => number): readonly Fit[] {
  const most = Math.max(0, ...fits.map(amount))
  return fits.filter((fit) => amount(fit) === most)
}

function fitOf(
  state: QuestionState,
  form: AskedForm,
  template: KnownTemplate,
  values: readonly ToldValue[],
): Fit | null {
  // "Cards declined" of "payment declined: card expired", where the noun only says why.
  const isOfReason = (word: Word): boolean =>
    word.text !== word.lemma && (isReasonOnly(word.text, template) || isReasonOnly(word.lemma, template))
  const isSaid = (word: Word): boolean => isSaidIn(word, template, state) && !isOfReason(word)
  const service = partsOf(template.service)
  const slots = slotsOf(template.template)
  const used = new Set<ToldValue>()
  const own: Word[] = []
  let numbers = 0
  for (const word of form.needed) {
    if (word.text === template.service.toLowerCase()) continue
    const value = values.find((one) => one.words.includes(word))
    if (!form.excluded.has(word) ? isSaid(word) : saysNot(word, template)) own.push(word)
    else if (value !== undefined && isCarried(value, template)) used.add(value)
    else if (form.excluded.has(word)) return null
    else if (slots.some((slot) => isAskedAs(word, slot))) numbers++
    else if (isPartOf(word, service)) continue
    else if (form.outcome === 'failed' && FAILURE.test(word.text) && isOfFailure(template)) continue
    else if (isKeyOf(word, template, state) || [...values].some((one) => isOfKey(word, one, state))) continue
    else return null
  }
  // Those of a value that stands in the line itself.
  const left = form.needed.length - own.length
  const said = own.length + (form.asks === 'statistic' ? numbers : 0)
  if (said === 0 || left > said + used.size + 2) return null
  const direct = own.filter((word) => isPartOf(word, template.tokens)).length
  return { template, own, said, direct, welcome: form.welcome.filter(isSaid).length, values: [...used], slots }
}

/** Whether a line says a word, and not only that it is not so. */
export function isSaidIn({ text }: Word, template: KnownTemplate, { context }: QuestionState): boolean {
  const only = { ...context.catalogue, templates: [template] }
  return templatesWith([text], only, []).length > 0 && !isDenied(text, template)
}

/** Whether a word is a part of what a number is called; of money it may be any word for it. */
export function isAskedAs(word: Word, slot: Slot): boolean {
  return namesSlot(word, slot) || (slot.isMoney && MONEY.test(word.lemma))
}

export const FAILURE = /^(?:failed|failing|fails?|failures?|unsuccessful|errors?)$/

/** Whether lines of a template may have a value: under its key, or written out. */
export function isCarried({ condition }: ToldValue, { template }: KnownTemplate): boolean {
  const last = condition.key.split('.').at(-1) ?? condition.key
  const keyed = new RegExp(`(?<![\\w])${RegExp.escape(last)}["']?\\s?[=:]\\s?["']?(<\\*>|[^\\s",}]{1,80})`, 'i')
  const [, value] = keyed.exec(template) ?? []
  // What the body does not tell an attribute of the record may.
  if (value === undefined) return !isKeyed(template)
  return (
    condition.not === true ||
    value.includes('<*>') ||
    condition.values.some((one) => one.toLowerCase() === value.toLowerCase())
  )
}

/** Whether a line states its fields itself. */
function isKeyed(template: string): boolean {
  return /^\{|\s[\w.]+=\S+\s+[\w.]+=\S/.test(template)
}

export function isKeyOf(word: Word, { template }: KnownTemplate, { context }: QuestionState): boolean {
  return keysOf(word.text, context.catalogue).some(
    ({ key, signal }) =>
      signal === 'logs' && template.toLowerCase().includes((key.split('.').at(-1) ?? key).toLowerCase()),
  )
}

/** The number in the lines that is asked for: by its name, or the only one there is. */
export function slotAsked(
  state: QuestionState,
  form: AskedForm,
  fits: readonly Pick<Fit, 'template' | 'slots'>[],
): Slot | null {
  const { catalogue } = state.context
  const slots = fits
    .flatMap((fit) => fit.slots)
    .filter((slot) => isOfAskedKind(state, slot) && !hasNamesAsValues(slot.name, catalogue))
  const [head] = form.needed
  if (form.asks === 'count' && form.groups.length === 0) {
    const amount = slots.find(
      ({ name, words }) =>
        head !== undefined &&
        head.text !== head.lemma &&
        words.length === 1 &&
        words[0] === head.lemma &&
        name.endsWith('s'),
    )
    const isSubject = fits.some(({ template }) =>
      messageText(template.template)
        .toLowerCase()
        .startsWith(head?.lemma ?? '\u0000'),
    )
    if (amount !== undefined) return amount
    const unit = slots.find(({ name, isUnit }) => isUnit && lemmaOf(name.toLowerCase()) === head?.lemma)
    return unit !== undefined && !isSubject ? unit : null
  }
  if (form.asks !== 'statistic') return null
  const named = slots.filter((slot) =>
    isWholeName(
      form.needed.filter((word) => isAskedAs(word, slot)),
      slot,
    ),
  )
  const [first] = form.needed
  const byFirst = named.filter((slot) => first !== undefined && isAskedAs(first, slot))
  // "P95 of bills": of what takes time, and money is none.
  const isOfTime = form.isDuration || /^p\d/.test(form.statistic ?? '')
  const others = isOfTime ? slots.filter(({ isMoney }) => !isMoney) : slots
  const meant = byFirst.length > 0 ? byFirst : named.length > 0 ? named : others
  return new Set(meant.map(({ name }) => name.toLowerCase())).size === 1 ? (meant[0] ?? null) : null
}

/** Of lines of several events those that are meant: what begins with the noun, or what says that a thing came to be. */
function oneEvent(form: AskedForm, fits: readonly Fit[]): readonly Fit[] {
  const isOfOne = new Set(fits.map(({ template }) => template.service)).size <= 1
  // "Captured charges", by card or by wallet: lines of one service that all say two words and more, or state the number.
  if (eventsOf(fits) <= EVENTS_MAX || (isOfOne && fits.every(({ said }) => said > 1))) return fits
  const [head] = form.needed
  const isTold = fits.some(({ values }) => values.some(({ condition }) => condition.not !== true))
  const carrying = fits.filter(({ values, template }) =>
    values.some(({ condition }) =>
      template.template.toLowerCase().includes((condition.key.split('.').at(-1) ?? '').toLowerCase()),
    ),
  )
  if (isTold && carrying.length > 0 && eventsOf(carrying) <= EVENTS_MAX) return carrying
  const begun =
    head === undefined
      ? null
      : eventLinesOf(
          head.lemma,
          fits.map(({ template }) => template),
        )
  const kept = begun === null ? [] : fits.filter(({ template }) => begun.ids.includes(template.id))
  return form.needed.length === 1 || kept.length === 0 ? [] : kept
}

/** Lines of one service that differ in values only are one event. */
export function eventsOf(fits: readonly { readonly template: KnownTemplate }[]): number {
  return new Set(
    fits.map(({ template: { service, template } }) => {
      const message = messageText(template).replace(/[\w.-]*<\*>[\w.-]*/g, '*')
      return `${service} ${message
        .replace(/[^a-z*]+/gi, ' ')
        .toLowerCase()
        .split(' ')
        .slice(-3)
        .join(' ')}`
    }),
  ).size
}

export function measureOf(state: QuestionState, form: AskedForm, slot: Slot | null): Measure {
  if (slot !== null)
    return {
      of: 'number',
      key: slot.name,
      unit: slot.name,
      signal: 'logs',
      isInBody: true,
      statistic: form.statistic ?? 'sum',
    }
  const [head] = form.needed
  if (form.asks === 'distinct' && head !== undefined) {
    const key = keysOf(head.text, state.context.catalogue).find(({ signal }) => signal === 'logs')
    return {
      of: 'distinct',
      what: head.text,
      signal: 'logs',
      ...(key === undefined ? { names: bodyNames(head.text) } : { key: key.key, scope: key.scope }),
    }
  }
  return { of: 'records' }
}
