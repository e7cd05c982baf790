/**
 * "Just acme" after "refused seals", whose lines carry no tenant: where as many requests stand for these lines, they are
 * counted, since they carry it; else the lines whose text has the name. Taken only where there is anything of it.
 */
import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import { statusKeys } from '../questions/execute/filters.ts'
import type { MeasureResult } from '../questions/execute/result.ts'
import type { Catalogue, KnownKey } from '../questions/grounding/catalogue.ts'
import { plainMeasure } from '../questions/plan/plain-measure.ts'
import { type Plan, type PlanCondition, type PlanOf, servicesOf, without } from '../questions/plan/plan.ts'
import { requestsTold } from '../questions/reader/routes.ts'

type MeasurePlan = PlanOf<'measure'>
type Attribute = Extract<PlanCondition, { on: 'attribute' }>

/** Fewer lines have as many requests beside them by chance. */
const LINES_MIN = 8
/** Lines and requests of one thing differ by those on their way. */
const SAME_SHARE = 0.01

/** What a follow-up that found nothing is a part of, as requests or by its text; null where nothing fits. */
export async function coverFollowUp(
  ctx: AgentContext,
  catalogue: Catalogue,
  asked: Plan | undefined,
): Promise<{ plan: Plan; note: string } | null> {
  const plan = asked === undefined ? null : countOf(asked)
  if (plan?.intent !== 'measure' || plan.measure.of !== 'records' || plan.time.anchor !== undefined) return null
  if (plan.against !== null || plan.intervalMs !== null) return null
  const attributes = plan.conditions.flatMap((one) => (one.on === 'attribute' ? [one] : []))
  const group = plan.groupBy.find(({ scope }) => scope !== 'builtin')
  if (attributes.length === 0 && group === undefined) return null
  const wide = { ...plan, conditions: without(plan.conditions, 'attribute'), groupBy: [] }
  const measured = async (asked: MeasurePlan): Promise<MeasureResult | null> => {
    const found = await execute(ctx, catalogue, asked)
    return found.kind === 'measure' ? found : null
  }
  const lines = (await measured(wide))?.value ?? 0
  if (lines >= LINES_MIN && catalogue.records.spans > 0) {
    for (const one of await asRequests(wide, catalogue, lines, measured)) {
      const found = (await measured(one.plan))?.value ?? 0
      if (Math.abs(found - lines) > Math.max(1, SAME_SHARE * lines)) continue
      const part = narrowed(one.plan, attributes, plan, catalogue)
      if (part === null || !isAnything(part, await measured(part))) continue
      const keys = [...attributes.map(({ key }) => key), ...plan.groupBy.map(({ field }) => field)].map(
        (key) => `\`${key}\``,
      )
      return {
        plan: part,
        note: `Only requests carry ${keys.join(' and ')}, so I counted requests: as many of them ${one.said} as there are lines.`,
      }
    }
  }
  const [only, more] = attributes
  const [value = '', others] = only?.values ?? []
  // A name in several parts, or a code in capitals, stands in no line for something else.
  const isCode = /^[A-Z]{1,4}\d{1,4}$/.test(value)
  const isName =
    (isCode || (value.length >= 5 && /^[\w.-]+$/.test(value) && /[a-z0-9][-_.][a-z0-9]/i.test(value))) &&
    others === undefined
  if (only === undefined || more !== undefined || only.not === true || !isName || group !== undefined) return null
  const said: MeasurePlan = { ...wide, conditions: [...wide.conditions, { on: 'text', text: value, mode: 'phrase' }] }
  return isAnything(said, await measured(said))
    ? {
        plan: asFound(said, asked),
        note: `I took "${value}" for a word of these lines, which do not carry \`${only.key}\`.`,
      }
    : null
}

/** What was to be listed is counted first. */
function countOf(plan: Plan): Plan {
  if (plan.intent !== 'list' || plan.of !== 'logs') return plan
  return plainMeasure({ measure: { of: 'records' }, conditions: plan.conditions, time: plan.time })
}

/** What was counted, as a list where one was asked for. */
function asFound(found: MeasurePlan, asked: Plan | undefined): Plan {
  if (asked?.intent !== 'list') return found
  return { ...asked, of: found.measure.of === 'records' ? 'logs' : 'spans', conditions: found.conditions }
}

interface Candidate {
  readonly plan: MeasurePlan
  /** What these requests did. */
  readonly said: string
}

/** Requests that lines may stand for: those that failed, with one status, or on the routes that go by the words. */
async function asRequests(
  wide: MeasurePlan,
  catalogue: Catalogue,
  lines: number,
  measured: (plan: MeasurePlan) => Promise<MeasureResult | null>,
): Promise<Candidate[]> {
  const said = wide.conditions.find((one) => one.on === 'templates' && one.not !== true)
  const ids = said?.on === 'templates' ? said.ids : []
  const named = servicesOf(wide)
  const owners =
    named.length > 0 ? named : catalogue.templates.filter(({ id }) => ids.includes(id)).map((one) => one.service)
  const [service, another] = [...new Set(owners)]
  const plain = (conditions: PlanCondition[]): MeasurePlan =>
    plainMeasure({ measure: { of: 'requests' }, conditions, time: wide.time })
  const found: Candidate[] = []
  const told = said?.on === 'templates' ? requestsTold(said.words, catalogue.operations) : null
  if (told !== null && told.outcome !== null)
    found.push({
      plan: plain([
        { on: 'operation', values: told.routes },
        { on: 'outcome', is: told.outcome },
      ]),
      said: `${told.outcome} on \`${told.routes[0] ?? ''}\``,
    })
  const [key] = statusKeys(catalogue, 'spans')
  // Lines of several services are not told by the requests of one.
  if (service === undefined || another !== undefined) return found
  const own: PlanCondition = { on: 'service', values: [service] }
  found.push({ plan: plain([own, { on: 'outcome', is: 'failed' }]), said: `failed in \`${service}\`` })
  if (key !== undefined) {
    const byCode = await measured({ ...plain([own]), groupBy: [{ field: key, scope: 'attribute' }], limit: 20 })
    for (const {
      key: [code],
      value,
    } of byCode?.groups ?? []) {
      const isAlike = Math.abs((value ?? 0) - lines) <= Math.max(1, SAME_SHARE * lines)
      if (!isAlike || !/^[45]\d\d$/.test(code ?? '')) continue
      const status: PlanCondition = { on: 'status_code', from: Number(code), to: Number(code) }
      found.push({ plan: plain([own, status]), said: `had status ${code} in \`${service}\`` })
    }
  }
  return found
}

/** The requests restricted and grouped as the lines were to be; null where requests have no such key. */
function narrowed(
  requests: MeasurePlan,
  attributes: readonly Attribute[],
  { groupBy, limit, order }: MeasurePlan,
  { keys, values }: Catalogue,
): MeasurePlan | null {
  const own: PlanCondition[] = []
  for (const one of attributes) {
    const carried = ofSpans(one.key, keys, (known) =>
      values.some(
        ({ key, signal, values: all }) =>
          key === known.key && signal === 'spans' && all.some(({ value }) => one.values.includes(value)),
      ),
    )
    if (carried === null) return null
    own.push({ ...one, key: carried.key, scope: carried.scope })
  }
  const groups: MeasurePlan['groupBy'] = []
  for (const one of groupBy) {
    const carried = one.scope === 'builtin' ? null : ofSpans(one.field, keys, () => true)
    if (one.scope !== 'builtin' && carried === null) return null
    groups.push(carried === null ? one : { field: carried.key, scope: carried.scope })
  }
  return { ...requests, conditions: [...requests.conditions, ...own], groupBy: groups, limit, order }
}

/** The key that spans have the same under: of that name, or of one with a word in common, `tenant.id` for `tenant`. */
function ofSpans(key: string, keys: readonly KnownKey[], fits: (known: KnownKey) => boolean): KnownKey | null {
  const parts = (name: string): string[] =>
    name
      .toLowerCase()
      .split(/[._]/)
      .filter((part) => !SAYS_NOTHING.test(part))
  const said = parts(key)
  const spans = keys.filter(({ signal }) => signal === 'spans')
  return (
    spans.find((known) => known.key === key) ??
    spans.find((known) => parts(known.key).some((part) => said.includes(part)) && fits(known)) ??
    null
  )
}

const SAYS_NOTHING = /^(?:name|id|type|code|key|value|http|app|service)$/

function isAnything({ groupBy }: MeasurePlan, result: MeasureResult | null): boolean {
  if (result === null || (result.value ?? 0) === 0) return false
  return groupBy.length === 0 || result.groups.some(({ key }) => key.some((part) => part !== null))
}
