/** Which numbers a limit may be on: keys of lines and requests by their name or unit, and what lines state in their text. */
import type { Catalogue, KnownTemplate } from '../grounding/catalogue.ts'
import type { PlanCondition } from '../plan/plan.ts'
import { unitNames } from '../vocabulary/units.ts'
import type { BoundAsked, BoundOp } from './bound-asked.ts'
import { keysOf } from './fields.ts'
import { CURRENCY, MONEY, namesSlot, slotsOf } from './slots.ts'
import { lemmaOf, wordsOf } from './words.ts'

type Bound = Extract<PlanCondition, { on: 'number' }>
export interface BoundKey {
  readonly key: string
  readonly signal: 'logs' | 'spans'
  readonly bound: Bound
}

/** The limit that every number is within. */
export const WIDEST: { readonly op: BoundOp; readonly value: number } = { op: 'gte', value: -1e15 }

/** Milliseconds of a unit of time. */
const TIME_MS: readonly (readonly [RegExp, number])[] = [
  [/^(?:ms|msecs?|millis|milliseconds?)$/, 1],
  [/^(?:s|secs?|seconds?)$/, 1000],
  [/^(?:mins?|minutes?)$/, 60_000],
  [/^(?:h|hours?)$/, 3_600_000],
]
/** Bytes of a unit of size. */
const SIZE_BYTES: readonly (readonly [RegExp, number])[] = [
  [/^bytes?$/, 1],
  [/^(?:kb|kib|kilobytes?)$/, 1e3],
  [/^(?:mb|mib|megabytes?)$/, 1e6],
  [/^(?:gb|gib|gigabytes?)$/, 1e9],
]
const ID = /(?:^|[._-])(?:id|code|status|status_code|port|version|pid|line)$/i
const CENTS = /(?:^|[._])(?:cents?|pence|minor)$|Cents$/
const RETRIES = /^retr(?:y|ies)$/

/** Keys that the limit may be on, those of its unit first, then those of the noun beside it, then those that the question says. */
export function boundKeys({ names, op, value }: BoundAsked, text: string, catalogue: Catalogue): BoundKey[] {
  const said = wordsOf(text).map(({ lemma }) => lemma)
  const found: BoundKey[] = []
  const add = (key: string, signal: BoundKey['signal'], limit: number): void => {
    if (ID.test(key) || found.some((one) => one.key === key && one.signal === signal)) return
    found.push({ key, signal, bound: { on: 'number', key, op, value: limit } })
  }
  const attributes = catalogue.keys.filter(({ scope }) => scope === 'attribute')
  const byName = (name: string): void => {
    for (const { key, signal, scope } of keysOf(name, catalogue)) if (scope === 'attribute') add(key, signal, value)
  }
  for (const name of names) {
    const inUnit = attributes.flatMap(({ key, signal }) => {
      const scale = scaleTo(key, name)
      return scale === null ? [] : [{ key, signal, limit: value * scale }]
    })
    for (const { key, signal, limit } of inUnit) add(key, signal, limit)
    if (inUnit.length > 0) continue
    byName(name)
    // The third retry is the fourth attempt.
    if (RETRIES.test(name)) for (const { key, signal } of keysOf('attempt', catalogue)) add(key, signal, value + 1)
  }
  const isInUnit = names.some((name) => isUnit(name))
  for (const { key, signal } of attributes)
    if (!isInUnit && said.includes(lemmaOf(lastPart(key)))) add(key, signal, value)
  // "Payments above 100": money, where nothing says of what.
  if (!isInUnit)
    for (const { key, signal } of attributes) if (isMoney(key)) add(key, signal, CENTS.test(key) ? value * 100 : value)
  return found
}

/** Limits on numbers that the text of the lines states. */
export function boundsStatedBy(
  { names, op, value, isOfTime }: BoundAsked,
  templates: readonly KnownTemplate[],
): Bound[] {
  const slots = templates.flatMap(({ template }) => slotsOf(template))
  const words = names.flatMap((name) => wordsOf(name))
  const isMoneyNamed = names.some((name) => CURRENCY.test(name))
  const named = slots.filter(
    (slot) =>
      words.some((word) => namesSlot(word, slot)) ||
      (slot.isMoney && !isMoneyNamed && !names.some((name) => isUnit(name))),
  )
  const own = named.map(({ name }): Bound => ({ on: 'number', key: name, op, value, isInBody: true, unit: name }))
  const unit = names[0] ?? ''
  const ms = TIME_MS.find(([said]) => said.test(unit))?.[1]
  if (!isOfTime || ms === undefined || templates.length === 0) return own
  return [...own, { on: 'number', key: 'duration', op, value: value * ms, isInBody: true }]
}

/** How many units of a key one of the asked unit has; null where the key is in no such unit. */
function scaleTo(key: string, unit: string): number | null {
  const last = lastPart(key)
  for (const units of [TIME_MS, SIZE_BYTES]) {
    const asked = units.find(([said]) => said.test(unit))?.[1]
    const own = units.find(([said]) => said.test(last))?.[1]
    if (asked !== undefined && own !== undefined) return asked / own
    if (asked !== undefined) continue
  }
  if (CURRENCY.test(unit)) {
    const parts = partsOf(key)
    const currency = parts.find((part) => CURRENCY.test(part))
    if (currency !== undefined ? !isSameCurrency(currency, unit) : !isMoney(key)) return null
    return CENTS.test(key) ? 100 : 1
  }
  const names = unitNames(unit)
  return names?.includes(last) === true ? 1 : null
}

function isUnit(name: string): boolean {
  return (
    CURRENCY.test(name) || unitNames(name) !== null || [...TIME_MS, ...SIZE_BYTES].some(([said]) => said.test(name))
  )
}

function isMoney(key: string): boolean {
  return partsOf(key).some((part) => CURRENCY.test(part) || (MONEY.test(part) && !/^(?:volume|value)$/.test(part)))
}

const SAME: readonly RegExp[] = [/^(?:eur|euros?)$/, /^(?:usd|dollars?)$/, /^(?:gbp|pounds?)$/, /^(?:chf|francs?)$/]

function isSameCurrency(one: string, other: string): boolean {
  return SAME.some((names) => names.test(one) && names.test(other))
}

function partsOf(key: string): string[] {
  return key
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
    .toLowerCase()
    .split(/[._-]+/)
}

function lastPart(key: string): string {
  return partsOf(key).at(-1) ?? key
}
