/** How the system is now: the last minutes that have telemetry against the time before, and who went silent. */
import { fromMillis, toMillis } from '../../../telemetry/index.ts'
import { isSilentBy } from '../grounding/silence.ts'
import type { Plan, PlanTime } from '../plan/plan.ts'
import { amountOf } from './amounts.ts'
import { type Desk, note } from './filters.ts'
import { recordsOf } from './records.ts'
import type { Amount, StateResult } from './result.ts'

const MINUTE_MS = 60_000
/** "Now" is this long: shorter holds too few requests to tell a share, longer hides a recovery. */
const NOW_MS = 5 * MINUTE_MS
const USUAL_MS = 60 * MINUTE_MS
const GROUPS_MAX = 500

/** Measures the project now and before, by requests or by log records. */
export async function state(
  desk: Desk,
  plan: Extract<Plan, { intent: 'state' }>,
): Promise<Omit<StateResult, 'incomplete'>> {
  const { ctx, catalogue } = desk
  const endMs =
    Math.min(
      plan.time.basis === 'asked' ? Date.parse(plan.time.to) : ctx.askedAtMs,
      catalogue.lastSpanMs ?? catalogue.lastMs ?? ctx.askedAtMs,
    ) + 1
  const firstMs = catalogue.firstMs ?? 0
  // Of a few minutes of telemetry the second half is compared with the first one.
  const nowMs = Math.min(NOW_MS, Math.max(MINUTE_MS, Math.round((endMs - firstMs) / 2)))
  const window = { from: iso(endMs - nowMs), to: iso(endMs) }
  const usualWindow = { from: iso(Math.min(endMs - nowMs, Math.max(endMs - USUAL_MS, firstMs))), to: window.from }
  const coverage = await ctx.telemetry.coverage(ctx.project, {
    from: fromMillis(ctx.askedAtMs - 24 * 60 * MINUTE_MS),
    to: fromMillis(ctx.askedAtMs + 1),
  })
  const shared = {
    kind: 'state' as const,
    window,
    usualWindow,
    ...silence(coverage.entries, ctx.askedAtMs),
    ...(endMs <= firstMs ? { isBlank: true } : {}),
    lastRecord: catalogue.lastMs === null ? null : iso(catalogue.lastMs),
  }
  if (catalogue.lastSpanMs === null) return { ...shared, ...(await byErrors(desk, window, usualWindow)) }
  const ask = async (
    asked: { from: string; to: string },
    only: 'entries' | 'outermost',
    groupBy: readonly ('service' | 'operation')[],
  ) => {
    const range = { from: fromMillis(Date.parse(asked.from)), to: fromMillis(Date.parse(asked.to)) }
    const answer = await ctx.telemetry.spanStats(ctx.project, {
      range,
      filter: { conditions: [] },
      intervalMs: null,
      groupBy,
      groupsMax: GROUPS_MAX,
      only,
    })
    note(desk, answer.work)
    return answer.rows
  }
  const [outerNow, outerUsual, now, usual] = await Promise.all([
    ask(window, 'outermost', []),
    ask(usualWindow, 'outermost', []),
    ask(window, 'entries', ['service']),
    ask(usualWindow, 'entries', ['service']),
  ])
  const share = { measure: { of: 'ratio', share: 'failed' } as const, conditions: [] }
  const amounts = now.map((row) => ({ service: row.service, ...amountOf(row, share) }))
  const usualOf = new Map(usual.map((row) => [row.service, amountOf(row, share)]))
  const failing = amounts.filter(
    ({ service, value, failed }) =>
      (failed ?? 0) >= 2 &&
      (value ?? 0) >=
        Math.max(0.02, 3 * (usualOf.get(service)?.value ?? 0) * ((usualOf.get(service)?.value ?? 0) > 0.1 ? 0 : 1)),
  )
  failing.sort((a, b) => (b.value ?? 0) - (a.value ?? 0))
  const slow = amounts.flatMap(({ service, p95, of }) => {
    const before = usualOf.get(service)?.p50 ?? 0
    const usualP95 = usualOf.get(service)?.p95 ?? 0
    return (of ?? 0) >= 5 && p95 !== undefined && usualP95 > 0 && p95 > 3 * usualP95 && p95 > 200 && before > 0
      ? [{ service, p95, usualP95 }]
      : []
  })
  return {
    ...shared,
    signal: 'requests',
    now: amountOf(outerNow[0] ?? null, share),
    usual: amountOf(outerUsual[0] ?? null, share),
    failing: failing.slice(0, 10),
    slow: slow.slice(0, 5),
  }
}

async function byErrors(
  desk: Desk,
  window: { from: string; to: string },
  usualWindow: { from: string; to: string },
): Promise<Pick<StateResult, 'signal' | 'now' | 'usual' | 'failing' | 'slow'>> {
  const ask = (asked: { from: string; to: string }) => {
    const time: PlanTime = { ...asked, basis: 'now' }
    return recordsOf(desk, {
      conditions: [{ on: 'severity', is: 'error', orWorse: true }],
      time,
      groupBy: [{ field: 'service', scope: 'builtin' }],
      intervalMs: null,
    })
  }
  const [now, usual] = await Promise.all([ask(window), ask(usualWindow)])
  const perMinute = (amount: Amount, ms: number): Amount => ({
    value: ((amount.value ?? 0) / ms) * MINUTE_MS,
    of: amount.value ?? 0,
  })
  const usualOf = new Map(
    usual.groups.map(({ key, value }) => [key[0], ((value ?? 0) / lengthOf(usualWindow)) * MINUTE_MS]),
  )
  const failing = now.groups.flatMap(({ key, value }) => {
    const rate = ((value ?? 0) / lengthOf(window)) * MINUTE_MS
    return rate >= 1 && rate > 3 * (usualOf.get(key[0]) ?? 0)
      ? [{ service: key[0] ?? '', value: rate, of: value ?? 0 }]
      : []
  })
  return {
    signal: 'errors',
    now: perMinute(now, lengthOf(window)),
    usual: perMinute(usual, lengthOf(usualWindow)),
    failing,
    slow: [],
  }
}

function lengthOf({ from, to }: { from: string; to: string }): number {
  return Math.max(1, Date.parse(to) - Date.parse(from))
}

/** Who sent often enough that its silence by now is no chance. */
function silence(
  entries: Awaited<ReturnType<Desk['ctx']['telemetry']['coverage']>>['entries'],
  askedAtMs: number,
): Pick<StateResult, 'silent' | 'sending'> {
  const services = new Map<string, { records: number; firstMs: number; lastMs: number }>()
  for (const { service, records, firstSeen, lastSeen } of entries) {
    const held = services.get(service) ?? { records: 0, firstMs: Number.POSITIVE_INFINITY, lastMs: 0 }
    held.records += records
    held.firstMs = Math.min(held.firstMs, toMillis(firstSeen))
    held.lastMs = Math.max(held.lastMs, toMillis(lastSeen))
    services.set(service, held)
  }
  const silent = [...services].flatMap(([service, sent]) =>
    isSilentBy(askedAtMs, sent) ? [{ service, since: iso(sent.lastMs) }] : [],
  )
  silent.sort((a, b) => (a.since < b.since ? -1 : 1))
  return { silent, sending: services.size - silent.length }
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
