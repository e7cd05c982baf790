/**
 * Conditions that are no one filter of the store, as sums of counts. What does not fit a text, a pattern, a level or a
 * class of status codes is all without what fits. Of an attribute that some services state in their lines only, the
 * records that carry it and the lines that say it are counted.
 */
import type { Catalogue } from '../grounding/catalogue.ts'
import { isNegated, type PlanCondition } from '../plan/plan.ts'

/** More would ask the store too often for one number. */
export const COMPLEMENTS_MAX = 2

/** Whether a negated condition is no filter of the store's own. */
export function isComplement(condition: PlanCondition): boolean {
  if (!isNegated(condition)) return false
  return (
    condition.on === 'text' ||
    condition.on === 'templates' ||
    condition.on === 'severity' ||
    (condition.on === 'status_code' && condition.from !== condition.to)
  )
}

/** An attribute that a record must not carry, or must carry with any value. */
export interface Lacking {
  readonly on: 'lacking' | 'carrying'
  readonly key: string
  readonly scope: 'attribute' | 'resource'
}
/** A status code under one of the keys that services have for it. */
export interface Coded {
  readonly on: 'coded'
  readonly key: string
  readonly from: number
  readonly to: number
}
export type PartCondition = PlanCondition | Lacking | Coded

/** Whether a plan can have the condition: the others are made while it is carried out. */
export function isPlanned(condition: PartCondition): condition is PlanCondition {
  return condition.on !== 'lacking' && condition.on !== 'carrying' && condition.on !== 'coded'
}

export interface Part {
  readonly sign: 1 | -1
  readonly conditions: readonly PartCondition[]
}

/** Conditions that can be counted, with the sign each count has in the sum. One part: nothing is added or taken away. */
export function partsOf(
  conditions: readonly PartCondition[],
  inLines: (condition: PlanCondition) => boolean,
  statusKeys: readonly string[],
): Part[] {
  // "402 or 502": several codes are alternatives, and no request has two.
  const codes = conditions.flatMap((condition) =>
    condition.on === 'status_code' && !isNegated(condition) ? [condition] : [],
  )
  const isSpreadByCode = codes.length > 1 || (codes.length === 1 && statusKeys.length > 1)
  let parts: Part[] = isSpreadByCode
    ? codes.flatMap((code) => codedWays(code, statusKeys)).map((way): Part => ({ sign: 1, conditions: way }))
    : [{ sign: 1, conditions: [] }]
  let spread = 0
  for (const condition of conditions) {
    if (isSpreadByCode && condition.on === 'status_code' && !isNegated(condition)) continue
    if (!isPlanned(condition)) {
      parts = parts.map(({ sign, conditions: held }): Part => ({ sign, conditions: [...held, condition] }))
      continue
    }
    const isSpread = (isComplement(condition) || inLines(condition)) && spread < COMPLEMENTS_MAX
    if (isSpread) spread++
    const ways = isSpread ? waysOf(condition, inLines(condition), statusKeys) : [condition].map((one) => [one])
    const isLeftOut = isSpread && isNegated(condition)
    parts = parts.flatMap(({ sign, conditions: held }): Part[] => [
      ...(isLeftOut ? [{ sign, conditions: held }] : []),
      ...ways.map((way): Part => {
        return { sign: isLeftOut ? (sign === 1 ? -1 : 1) : sign, conditions: [...held, ...way] }
      }),
    ])
  }
  return parts
}

/** The ways in which a record fits a condition, no record in two of them. */
function waysOf(condition: PlanCondition, isInLines: boolean, statusKeys: readonly string[]): PartCondition[][] {
  if (condition.on === 'status_code') return codedWays(condition, statusKeys)
  const fitting = { ...condition, not: false } as PlanCondition // only conditions that have `not` are spread
  if (condition.on !== 'attribute' || !isInLines) return [[fitting]]
  const { key, scope } = condition
  const [value = ''] = condition.values
  return [
    [fitting],
    [
      { on: 'lacking', key, scope },
      { on: 'text', text: `${key} ${value}`, mode: 'phrase' },
    ],
  ]
}

/** A code under each of the keys, no record counted under two of them. */
function codedWays(
  condition: Extract<PlanCondition, { on: 'status_code' }>,
  statusKeys: readonly string[],
): PartCondition[][] {
  if (statusKeys.length === 0) return [[{ ...condition, not: false }]]
  const { from, to } = condition
  return statusKeys.map((key, at) => [
    { on: 'coded', key, from, to },
    ...statusKeys.slice(0, at).map((before): Lacking => ({ on: 'lacking', key: before, scope: 'attribute' })),
  ])
}

/** Whether lines state the key of an attribute with its value: `merchant=…`, `"merchant":"…"`. */
export function statedInLines({ templates, keys }: Catalogue): (condition: PlanCondition) => boolean {
  return (condition) => {
    if (condition.on !== 'attribute' || condition.scope !== 'attribute' || condition.values.length !== 1) return false
    if (!keys.some(({ key, signal }) => key === condition.key && signal === 'logs')) return false
    const marks = [`${condition.key}=`, `"${condition.key}":`]
    return templates.some(({ template }) => marks.some((mark) => template.includes(mark)))
  }
}
