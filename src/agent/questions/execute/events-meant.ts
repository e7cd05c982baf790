/**
 * Lines that say of each thing once that it came to be, where requests on its route or all lines that name it are
 * counted: "bill issued" beside all that say "bill", "furniture rented" beside `POST /rentals`.
 */

import type { Catalogue, KnownTemplate } from '../grounding/catalogue.ts'
import { chosenIds, chosenLines } from '../grounding/chosen-lines.ts'
import { type EventLines, eventLinesOf, linesOfDeed } from '../grounding/event-lines.ts'
import { PATTERN_IDS_MAX, type PlanCondition, type PlanOf, without } from '../plan/plan.ts'
import { nounOfRoutes, routesOfThing, thingOf } from '../reader/routes.ts'
import { isDenying, isOfFailure } from '../reader/texts.ts'
import { lemmaOf } from '../reader/words.ts'
import { differs, SAME_THING, wordOf } from './counted-words.ts'
import type { Desk } from './filters.ts'
import { recordsOf } from './records.ts'
import type { MeasureResult } from './result.ts'

type MeasurePlan = PlanOf<'measure'>

/** How many lines of the event there are; null where there are none, or as many as were counted. */
export async function eventsMeant(
  desk: Desk,
  plan: MeasurePlan,
  counted: number,
): Promise<NonNullable<MeasureResult['events']> | null> {
  const lines = eventsOf(plan, desk.catalogue)
  if (lines === null) return null
  const { said, conditions } = lines
  const { value } = await recordsOf(desk, { ...plan, intervalMs: null, conditions })
  return value !== null && value > 0 && differs(value, counted, SAME_THING) ? { said, count: value } : null
}

/** The conditions of the lines that say of each thing that it came to be; null where no line does. */
export function eventsOf(
  plan: MeasurePlan,
  catalogue: Catalogue,
): { readonly said: string; readonly conditions: PlanCondition[] } | null {
  const lines = linesOf(plan, catalogue)
  const carried =
    lines === null ? null : carriedByLines(without(plan.conditions, 'templates', 'operation'), lines, catalogue)
  if (lines === null || carried === null) return null
  const ids = carried.ids.slice(0, PATTERN_IDS_MAX)
  const condition: PlanCondition = { on: 'templates', words: lines.said, ids, phrases: [] }
  return { said: lines.said, conditions: [...carried.conditions, condition] }
}

function linesOf({ measure, conditions, doneAsked }: MeasurePlan, catalogue: Catalogue): EventLines | null {
  if (measure.of === 'requests') {
    const isOfRoute = conditions.every(
      ({ on }) => on === 'operation' || on === 'attribute' || (on === 'service' && doneAsked !== undefined),
    )
    const noun = isOfRoute ? nounOfRoutes(conditions) : null
    // "Bookings opened" on the route that only reads: nothing that came to be, where there is a route for that.
    const isRead = noun !== null && thingOf(conditions) === null
    if (noun === null || (isRead && routesOfThing(noun, catalogue.operations).made.length > 0)) return null
    const said = doneAsked === undefined ? null : linesOfDeed(lemmaOf(noun), doneAsked, catalogue.templates)
    return said ?? eventLinesOf(lemmaOf(noun), catalogue.templates)
  }
  if (measure.of !== 'records' || isOfDenied(conditions, catalogue)) return null
  const word = wordOf(conditions, catalogue)
  if (word === null) return amongCounted(conditions, catalogue)
  const found = eventLinesOf(lemmaOf(word), catalogue.templates)
  // "Reads at the finish mat": lines that were chosen by more than their noun stay those.
  const counted = chosenIds(conditions)
  const ids = found?.ids.filter((id) => counted.has(id)) ?? []
  return found === null || ids.length === 0 ? found : { ...found, ids }
}

/** "Orders not created", "failed webhooks": lines that say it of none or refuse it are no count of what came to be. */
function isOfDenied(conditions: readonly PlanCondition[], catalogue: Catalogue): boolean {
  const counted = chosenLines(conditions, catalogue)
  return counted.length > 0 && counted.every((one) => isDenying(one) || isOfFailure(one))
}

/** "Bills on the farm tariff": of the lines that have all words those that say that a bill came to be, beside others. */
function amongCounted(conditions: readonly PlanCondition[], { templates }: Catalogue): EventLines | null {
  const [said, ...further] = conditions.filter(({ on }) => on === 'templates' || on === 'text' || on === 'severity')
  if (said?.on !== 'templates' || said.not === true || further.length > 0) return null
  const counted = templates.filter(({ id }) => said.ids.includes(id))
  for (const word of said.words.split(' ')) {
    const found = /^[a-z]{4,}$/.test(word) ? eventLinesOf(lemmaOf(word), templates) : null
    const ids = found?.ids.filter((id) => said.ids.includes(id)) ?? []
    if (found !== null && ids.length > 0 && ids.length < counted.length) return { ...found, ids }
  }
  return null
}

/** The conditions as these lines have them, under a key of theirs or in their text; null where they have one of them nowhere. */
function carriedByLines(
  others: readonly PlanCondition[],
  { ids }: EventLines,
  { keys, values, templates }: Catalogue,
): { conditions: readonly PlanCondition[]; ids: readonly string[] } | null {
  const conditions: PlanCondition[] = []
  let own = templates.filter(({ id }) => ids.includes(id))
  for (const condition of others) {
    if (condition.on !== 'attribute') {
      conditions.push(condition)
      continue
    }
    const asked = condition.values.map((value) => value.toLowerCase())
    const stating = own.filter((template) => asked.some((value) => statesValue(template, value)))
    if (condition.not !== true && stating.length > 0 && !stating.some((one) => isOpenElsewhere(one, asked, own))) {
      own = stating
      continue
    }
    const known = keys.some(({ key, signal }) => signal === 'logs' && key === condition.key)
    const other = values.find(
      ({ signal, values: held }) =>
        signal === 'logs' && asked.every((value) => held.some((one) => one.value.toLowerCase() === value)),
    )
    if (!known && other === undefined) return null
    const { key, scope } = known || other === undefined ? condition : other
    conditions.push({ ...condition, key, scope })
  }
  return { conditions, ids: own.map(({ id }) => id) }
}

/** `waste=furniture` in one pattern and `waste=<*>` in another: the latter has lines with the value as well. */
function isOpenElsewhere(
  { template }: KnownTemplate,
  asked: readonly string[],
  own: readonly KnownTemplate[],
): boolean {
  return asked.some((value) => {
    const key = new RegExp(`([\\w.-]{1,60}"?[=:]"?)${RegExp.escape(value)}(?![\\w-])`, 'i').exec(template)?.[1]
    return key !== undefined && own.some((other) => other.template.includes(`${key}<*>`))
  })
}

/** `district=hillside`, `tariff:farm` in the text of a line. */
function statesValue({ template }: KnownTemplate, value: string): boolean {
  return new RegExp(`[=:]"?${RegExp.escape(value)}(?![\\w-])`, 'i').test(template)
}
