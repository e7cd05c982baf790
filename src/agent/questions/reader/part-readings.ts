/** The readings of the parts of one message, put together. */
import { type Plan, servicesOf } from '../plan/plan.ts'
import type { Reading } from '../reading.ts'
import { QUESTIONS_MAX } from './message-parts.ts'
import { asksOrRestricts } from './passed-over.ts'

/** "How many 503s and how many 502s did web return": the subject at the end of the sentence is that of both. */
export function shareSubject(readings: Reading[], parts: readonly string[]): void {
  for (let at = readings.length - 2; at >= 0; at--) {
    const [own] = readings[at]?.plans ?? []
    const [next] = readings[at + 1]?.plans ?? []
    const isSameSentence = !/[?.!]\s*$/.test(parts[at] ?? '')
    if (own?.intent !== 'measure' || next?.intent !== 'measure' || !isSameSentence) continue
    const isOpen =
      servicesOf(own).length === 0 && !own.conditions.some(({ on }) => on === 'operation' || on === 'templates')
    const subject = isOpen ? next.conditions.filter(({ on }) => on === 'service') : []
    const time = own.time.basis === 'last_with_telemetry' && next.time.basis === 'asked' ? next.time : own.time
    const reading = readings[at]
    if (reading !== undefined)
      readings[at] = {
        ...reading,
        plans: [{ ...own, conditions: [...own.conditions, ...subject], time }, ...reading.plans.slice(1)],
      }
  }
}

/** The readings of the parts of a message as one. */
export function joined(readings: readonly Reading[], language: string, notice: string | undefined): Reading {
  const first = readings[0]
  const useful = readings.filter(({ plans }) => plans.length > 0)
  // A part that says nothing by itself ("thanks!") does not spoil the others.
  const kept = useful.length > 0 ? useful : readings.slice(0, 1)
  const plans = kept.flatMap((reading) => reading.plans)
  return {
    plans: withoutRepeats(plans).slice(0, QUESTIONS_MAX),
    ...(useful.length === 0 && first?.remark !== undefined ? { remark: first.remark } : {}),
    notes: [...new Set([...(notice === undefined ? [] : [notice]), ...readings.flatMap(({ notes }) => notes)])],
    leftOut: [...new Set(readings.flatMap(({ leftOut }) => leftOut))],
    unrestricted: [...new Set(kept.flatMap(({ unrestricted = [] }) => unrestricted))],
    ...(useful.length === 0 && first?.askBack !== undefined
      ? { askBack: first.askBack, ...(first.open === undefined ? {} : { open: first.open }) }
      : {}),
    ...(kept.length === 1 && kept[0]?.base !== undefined ? { base: kept[0].base } : {}),
    relation: first?.relation ?? 'new',
    lastRecord: first?.lastRecord ?? null,
    language,
  }
}

/** "Are exports saved? Yes or no is enough.": one question, whatever is said beside it. */
function withoutRepeats(plans: readonly Plan[]): Plan[] {
  const texts = plans.map((plan) => JSON.stringify(plan, (key, value) => (key === 'basis' ? undefined : value)))
  return plans.filter((_, index) => texts.indexOf(texts[index] ?? '') === index)
}

/** "How many X were asked for and how many of them failed": one number of two looks like the answer to both. */
export function halfReadPart(readings: readonly Reading[], parts: readonly string[]): Reading | null {
  if (!readings.some(({ plans }) => plans.some(({ intent }) => intent === 'measure'))) return null
  return (
    leantOn(readings, parts) ??
    readings.find(
      ({ plans, askBack }, index) => plans.length === 0 && askBack !== undefined && asksOrRestricts(parts[index] ?? ''),
    ) ??
    null
  )
}

/** "… and how many keys has it got": of what a part before it names. */
const OF_BEFORE = /\b(?:it|its|that one|they|them|their|those|these|he|she|his|her|hers|him)\b/i

/** The part that was not read, where a later one leans on it: the number of that one would be of something else. */
function leantOn(readings: readonly Reading[], parts: readonly string[]): Reading | null {
  const [first, ...others] = readings
  const isUnread = first?.plans.length === 0 && first.askBack !== undefined
  const isLeaning = others.some(({ plans }, at) => {
    const [plan] = plans
    return plan?.intent === 'measure' && OF_BEFORE.test(parts[at + 1] ?? '')
  })
  return isUnread && isLeaning ? first : null
}

/** A part that gave no plan while another did is said, not forgotten. */
export function unanswered(asked: readonly Reading[], parts: readonly string[], all: readonly Reading[]): Reading[] {
  const hasPlan = asked.some(({ plans }) => plans.length > 0)
  return asked.map((reading) => {
    const part = parts[all.indexOf(reading)] ?? ''
    const isOpen = hasPlan && reading.plans.length === 0 && reading.askBack !== undefined && part !== ''
    return isOpen ? { ...reading, notes: [...reading.notes, `I left out: "${part.slice(0, 80)}".`] } : reading
  })
}

/** A remark beside a question about trouble ("504s everywhere!!!") is no question of its own. */
export function isRemark(text: string, { plans }: Reading): boolean {
  const [plan] = plans
  if (plan?.intent !== 'measure' && plan?.intent !== 'list' && plan?.intent !== 'health') return plans.length === 0
  return (
    !/\?\s*$/.test(text) &&
    !/\b(?:how|what|which|who|when|where|why|show|list|count|number|give|is|are|any|compare|tell)\b/i.test(
      text.split(/\s+/).slice(0, 2).join(' '),
    )
  )
}
