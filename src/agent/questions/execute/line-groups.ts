/** Lines by a place of theirs that has no key: counted, or with the statistics of a number that they carry or state. */
import type { AgentContext } from '../../contract.ts'
import { type Catalogue, type KnownKey, loadValues } from '../grounding/catalogue.ts'
import { type LineSlot, type SlotNames, slotOf } from '../grounding/line-slots.ts'
import type { PlanOf } from '../plan/plan.ts'
import { keysOf } from '../reader/fields.ts'
import { lemmaOf } from '../reader/words.ts'
import type { Desk } from './filters.ts'
import { amountOf, numberReader } from './numbers.ts'
import { searchMatching } from './search.ts'
import { RECORDS_MAX, type Values } from './values.ts'

type MeasurePlan = PlanOf<'measure'>

/** The place that a plan groups lines by; null where it groups by none. */
export function slotAsked({ groupBy, measure }: Pick<MeasurePlan, 'groupBy' | 'measure'>): string | null {
  const [group, more] = groupBy
  const isOfLines = measure.of === 'records' || (measure.of === 'number' && measure.signal === 'logs')
  return isOfLines && more === undefined && group?.isInLine === true ? group.field : null
}

/** The groups of the lines by the place; without groups where these lines have none that is it. */
export async function lineGroups(desk: Desk, plan: MeasurePlan, noun: string): Promise<Values> {
  const bodies: string[] = []
  const numbers: (number | null)[] = []
  const read = plan.measure.of === 'number' ? numberReader(plan.measure) : null
  for await (const record of searchMatching(desk, plan.conditions, plan.time, RECORDS_MAX)) {
    bodies.push(record.body)
    numbers.push(read === null ? 1 : (read(record)?.value ?? null))
  }
  if (bodies.length >= RECORDS_MAX) desk.partial.add('limit')
  const slot = slotOf(noun, bodies, await slotNames(desk.ctx, desk.catalogue, noun))
  const all: number[] = []
  const byValue = new Map<string | null, number[]>()
  for (const [at, body] of bodies.entries()) {
    const number = numbers[at]
    if (number === null || number === undefined) continue
    all.push(number)
    const value = slot?.read(body) ?? null
    const own = byValue.get(value)
    if (own === undefined) byValue.set(value, [number])
    else own.push(number)
  }
  const statistic = plan.measure.of === 'number' ? plan.measure.statistic : 'sum'
  const amount = (of: readonly number[]): { value: number | null; of?: number } => {
    const counts = new Map<number, number>()
    for (const one of of) counts.set(one, (counts.get(one) ?? 0) + 1)
    const { value, of: records } = amountOf(counts, statistic)
    return read === null ? { value: value ?? 0 } : { value, of: records }
  }
  const groups = slot === null ? [] : [...byValue].map(([value, of]) => ({ key: [value], ...amount(of) }))
  return { ...amount(all), groups, series: [] }
}

/** The place of the noun in the lines that a plan takes; null where none is it. */
export async function slotOfLines(desk: Desk, plan: MeasurePlan, noun: string): Promise<LineSlot | null> {
  const bodies: string[] = []
  for await (const { body } of searchMatching(desk, plan.conditions, plan.time, RECORDS_MAX)) bodies.push(body)
  return slotOf(noun, bodies, await slotNames(desk.ctx, desk.catalogue, noun))
}

/** Whether a service, a key, a metric or a line has the word. */
function isKnown(noun: string, { services, keys, metrics, templates, operations }: Catalogue): boolean {
  const wanted = lemmaOf(noun)
  const names = [...services, ...metrics].map(({ name }) => name)
  const has = (name: string): boolean =>
    name
      .toLowerCase()
      .split(/[^a-z]+/)
      .some((part) => lemmaOf(part) === wanted)
  return (
    [...names, ...keys.map(({ key }) => key), ...operations].some(has) ||
    templates.some(({ tokens }) => tokens.some((token) => lemmaOf(token) === wanted))
  )
}

const OF_ANY_NAME = /^(?:type|kind|name|id|number|code|class)$/

/** Values of keys, those of the noun apart; points of metrics know some that no record carries. */
async function slotNames(ctx: AgentContext, catalogue: Catalogue, noun: string): Promise<SlotNames> {
  // "Washing line" of `line`, and "output" of `output.kind`.
  const last = noun.split(' ').at(-1) ?? noun
  const nouns = [...new Set([noun, ...(OF_ANY_NAME.test(last) ? [] : [last])])].flatMap((one) => [one, `${one} kind`])
  const named = (known: Pick<Catalogue, 'keys'>): KnownKey[] => nouns.flatMap((one) => keysOf(one, known))
  const keys = named(catalogue).filter(({ scope }) => scope === 'attribute')
  const ofPoints = catalogue.metrics.flatMap(({ attributes }) =>
    attributes.map(({ key, values }) => ({
      key,
      scope: 'attribute' as const,
      signal: 'logs' as const,
      records: 0,
      values,
    })),
  )
  const own = new Set([...keys, ...named({ keys: ofPoints })].map(({ key }) => key))
  const known = [
    ...(await loadValues(ctx, catalogue, keys)).map(({ key, values }) => ({
      key,
      values: values.map(({ value }) => value),
    })),
    ...ofPoints,
  ]
  const lower = (values: readonly string[]): string[] => values.map((value) => value.toLowerCase())
  return {
    own: new Set(known.filter(({ key }) => own.has(key)).flatMap(({ values }) => lower(values))),
    isKnown: isKnown(last, catalogue),
    others: known.filter(({ key }) => !own.has(key)).map(({ values }) => new Set(lower(values))),
  }
}
