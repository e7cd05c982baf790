/** Whole records that fit a plan's conditions, page by page. */
import type { RecordCursor, StoredLog } from '../../../telemetry/index.ts'
import type { PlanCondition, PlanTime } from '../plan/plan.ts'
import { isComplement, isPlanned, type PartCondition } from './complement.ts'
import { type Desk, logFilter, note, rangeOf, SEVERITY_NUMBER, statusKeys } from './filters.ts'
import { patternsOf } from './named-patterns.ts'
import { isStated, statesWithin } from './stated-bounds.ts'

const PAGE = 1_000
/** Pages read for one search: 40,000 records at most are looked at. */
const PAGES_MAX = 40

/** Newest first, or oldest first; records of named patterns are told by their words and then by their shape. */
export async function* searchMatching(
  desk: Desk,
  conditions: readonly PartCondition[],
  time: PlanTime,
  limit: number,
  order: 'newest' | 'oldest' = 'newest',
): AsyncGenerator<StoredLog> {
  const fitting = conditions.filter((condition) => !isPlanned(condition) || !isComplement(condition))
  const rejected = conditions.flatMap((condition) =>
    isPlanned(condition) && isComplement(condition) ? [rejectedBy(condition, desk)] : [],
  )
  const templates = fitting.filter((condition) => condition.on === 'templates')
  const bounds = fitting.filter(isStated).map(statesWithin)
  const kept = fitting.filter((condition) => !isStated(condition))
  const patterns = templates.length === 0 ? null : await patternsOf(desk, kept, time, null)
  if (patterns !== null && patterns.length === 0) return
  const coded = isCodedApart(fitting, desk)
    ? fitting.flatMap((condition) => (condition.on === 'status_code' && condition.not !== true ? [condition] : []))
    : []
  const hasCode = coded.map((condition) => rejectedBy(condition, desk))
  const filter = logFilter(
    kept.filter((condition) => condition.on !== 'templates' && !coded.some((one) => one === condition)),
    desk.catalogue,
  )
  const services = patterns === null ? null : [...new Set(patterns.map(({ service }) => service))]
  const narrowed =
    services === null
      ? filter
      : {
          ...filter,
          conditions: [
            ...filter.conditions,
            { field: { kind: 'builtin', name: 'service' } as const, op: 'in' as const, values: services },
          ],
          ...textOf(patterns, filter.text !== undefined),
        }
  const tests = patterns?.map(({ template }) => templateTest(template))
  let after: RecordCursor | undefined
  let found = 0
  for (let page = 0; page < PAGES_MAX; page++) {
    const answer = await desk.ctx.telemetry.searchLogs(desk.ctx.project, {
      range: rangeOf(time),
      filter: narrowed,
      order,
      limit: Math.min(
        PAGE,
        tests === undefined && rejected.length + hasCode.length + bounds.length === 0 ? limit - found : PAGE,
      ),
      ...(after === undefined ? {} : { after }),
    })
    note(desk, answer.work)
    for (const record of answer.records) {
      if (tests !== undefined && !tests.some((test) => test(record.body))) continue
      if (rejected.some((isRejected) => isRejected(record))) continue
      if (hasCode.length > 0 && !hasCode.some((has) => has(record))) continue
      if (!bounds.every((isWithin) => isWithin(record.body))) continue
      yield record
      if (++found >= limit) return
    }
    if (answer.next === null) return
    after = answer.next
  }
  desk.partial.add('limit')
}

/** Whether codes are no one filter of the store: several codes, or several keys that hold them. */
function isCodedApart(conditions: readonly PartCondition[], { catalogue }: Desk): boolean {
  const codes = conditions.filter((condition) => condition.on === 'status_code' && condition.not !== true)
  const keys = statusKeys(catalogue, 'logs').length
  return keys > 0 && codes.length > 0 && (codes.length > 1 || keys > 1)
}

/** Whether a record has what a condition speaks of. */
function rejectedBy(condition: PlanCondition, { catalogue }: Desk): (record: StoredLog) => boolean {
  switch (condition.on) {
    case 'text': {
      const text = condition.text.toLowerCase()
      const words = condition.mode === 'phrase' || condition.mode === 'substring' ? [text] : text.split(/\s+/)
      const isAny = condition.mode === 'any'
      return ({ body }) => {
        const lower = body.toLowerCase()
        return isAny ? words.some((word) => lower.includes(word)) : words.every((word) => lower.includes(word))
      }
    }
    case 'templates': {
      const tests = catalogue.templates
        .filter(({ id }) => condition.ids.includes(id))
        .map(({ template }) => templateTest(template))
      return ({ body }) => tests.some((test) => test(body))
    }
    case 'severity': {
      const low = SEVERITY_NUMBER[condition.is]
      const high = condition.orWorse ? Number.POSITIVE_INFINITY : low + 3
      return ({ severityNumber }) => severityNumber >= low && severityNumber <= high
    }
    default: {
      if (condition.on !== 'status_code') return () => false
      const keys = statusKeys(catalogue, 'logs')
      return ({ attributes }) =>
        keys.some((key) => Number(attributes[key]) >= condition.from && Number(attributes[key]) <= condition.to)
    }
  }
}

/** Words that every record of the patterns has, so that the store need not give all records of their services. */
function textOf(patterns: readonly { readonly template: string }[] | null, hasText: boolean): object {
  const [only] = patterns ?? []
  if (only === undefined || patterns?.length !== 1 || hasText) return {}
  const words = only.template.split('<*>').flatMap((part) => part.match(/(?<![\w-])[A-Za-z]{3,}(?![\w-])/g) ?? [])
  // The first and last word of a literal may be a part of a longer one beside a variable.
  const safe = words.filter((word) => new RegExp(`\\s${RegExp.escape(word)}\\s`).test(only.template)).slice(0, 4)
  return safe.length === 0 ? {} : { text: { mode: 'all', text: safe.join(' ') } }
}

/** Whether a body is of a template: its literal parts in their order, however wide its gaps are. Linear in the body. */
export function templateTest(template: string): (body: string) => boolean {
  const narrow = (text: string): string => text.replace(/\s{2,}/g, ' ')
  const parts = template
    .split('<*>')
    .filter((part) => part !== '')
    .map(narrow)
  return (line) => {
    const body = narrow(line)
    let from = 0
    for (const part of parts) {
      const at = body.indexOf(part, from)
      if (at < 0) return false
      from = at + part.length
    }
    return true
  }
}
