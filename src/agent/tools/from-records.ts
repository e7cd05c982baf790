/** Goes on from the records that the last answer showed: the one before, what else happened then, and why something restarted. */
import type { AgentContext } from '../contract.ts'
import { execute, isQueried } from '../questions/execute/execute.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import type { Plan, PlanOf, PlanTime } from '../questions/plan/plan.ts'
import { aroundAsked, endsAsked } from '../questions/reader/ends-asked.ts'
import {
  askedThen,
  courseAsked,
  isBareWhy,
  neighbourAsked,
  restartExplained,
} from '../questions/reader/record-moves.ts'
import { templateCondition } from '../questions/reader/texts.ts'
import { cleaned } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'
import { clock } from './moments.ts'

type Read = (question: string) => Promise<Reading>
type Told = Pick<Reading, 'plans'> & Partial<Reading>

/** What such a question is read as; null of any other. */
export async function fromRecords(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  last: Plan | null,
  read: Read,
): Promise<Told | null> {
  const text = cleaned(question)
  const asked = restartExplained(text)
  if (asked !== null) {
    const reading = await read(`did ${asked.service} restart${asked.when}`)
    const [plan, more] = reading.plans
    if (plan?.intent !== 'deployments' || more !== undefined || reading.leftOut.length > 0) return null
    const told = await restartReason(ctx, catalogue, plan)
    // A line that it started is no reason: when it did is told then.
    return told?.isReason === true ? { plans: [plan, ...told.read.plans] } : null
  }
  if (last === null) return null
  if (last.intent === 'deployments' && last.isRestart === true && isBareWhy(text)) {
    const told = await restartReason(ctx, catalogue, last)
    return told === null ? null : { ...told.read, relation: 'follow_up' }
  }
  const course = last.intent === 'measure' && last.measure.of === 'metric' ? courseAsked(text) : null
  if (course !== null) return read(course)
  if (last.intent !== 'list' || last.of === 'traces' || last.order === 'slowest') return null
  const side = neighbourAsked(text)
  const said = side === null ? askedThen(text) : null
  if (side === null && said === null) return null
  const atMs = await shownAt(ctx, catalogue, last)
  if (atMs === null) return null
  if (side !== null) return { plans: [beside(last, side, atMs, catalogue)], relation: 'follow_up' }
  if (last.isTimeAsked !== true || said === null) return null
  const [from, to] = [atMs - AROUND_MS, atMs + AROUND_MS].map(clock)
  const reading = await read(`${said} between ${from} and ${to}`)
  const isRead = reading.plans.length > 0 && reading.leftOut.length === 0
  return isRead ? { ...reading, relation: 'follow_up' } : null
}

/** "First and last 503", "logs around the first error": the records themselves are read and looked up first. */
export async function ofEnds(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  read: Read,
): Promise<Told | null> {
  const text = cleaned(question)
  const ends = endsAsked(text)
  if (ends !== null) {
    const readings = await Promise.all(ends.map(read))
    const plans = readings.flatMap((reading) => {
      const [plan, more] = reading.plans
      const isOne = plan?.intent === 'list' && plan.isTimeAsked === true && more === undefined
      return isOne && reading.leftOut.length === 0 ? [plan] : []
    })
    return plans.length === 2 ? { plans, notes: readings[0]?.notes ?? [] } : null
  }
  const around = aroundAsked(text)
  if (around === null) return null
  const { plans, leftOut, notes } = await read(around.question)
  const [plan, more] = plans
  if (plan?.intent !== 'list' || plan.isTimeAsked !== true || more !== undefined || leftOut.length > 0) return null
  const atMs = await shownAt(ctx, catalogue, plan)
  if (atMs === null) return null
  const services = plan.conditions.filter(({ on }) => on === 'service')
  const from = around.side === 'after' ? atMs : atMs - BESIDE_MS
  const to = around.side === 'before' ? atMs : atMs + BESIDE_MS
  const time: PlanTime = { from: new Date(from).toISOString(), to: new Date(to).toISOString(), basis: 'asked' }
  const lines: Plan = { intent: 'list', of: 'logs', conditions: services, time, order: 'oldest', limit: 50 }
  return { plans: [plan, lines], notes }
}

const BESIDE_MS = 15_000

/** What happened "then" happened within a minute of it. */
const AROUND_MS = 60_000

/** When the record was that the list shows first. */
async function shownAt(ctx: AgentContext, catalogue: Catalogue, plan: PlanOf<'list'>): Promise<number | null> {
  const found = await execute(ctx, catalogue, plan)
  const at = found.kind === 'list' ? (found.logs[0]?.time ?? found.spans[0]?.time) : undefined
  return at === undefined ? null : Date.parse(at)
}

const DAY_MS = 86_400_000

function beside(plan: PlanOf<'list'>, side: 'before' | 'after', atMs: number, { firstMs, lastMs }: Catalogue): Plan {
  const edges =
    side === 'before'
      ? { from: Math.max(Math.floor(firstMs ?? 0), atMs - DAY_MS), to: atMs }
      : { from: atMs + 1, to: Math.max(atMs + 2, Math.floor(lastMs ?? atMs) + 1) }
  const { anchor: _, anchorSide: __, anchorLengthMs: ___, phrase: ____, ...time } = plan.time
  const window: PlanTime = {
    ...time,
    from: new Date(Math.min(edges.from, edges.to - 1)).toISOString(),
    to: new Date(edges.to).toISOString(),
    basis: 'inherited',
  }
  return { ...plan, order: side === 'before' ? 'newest' : 'oldest', limit: 5, isTimeAsked: true, time: window }
}

/** Words of lines in which a process says why it stops, starts or dies. */
const REASON =
  /^(?:stop|stops|stopping|stopped|shut|shutting|shutdown|drain|drained|draining|signal|sigterm|sigkill|killed|oom|oomkilled|evicted|eviction|moved|moving|rescheduled|restart|restarted|restarting|planned|maintenance|exit|exited|exiting|terminated|terminating|panic|panicked|crash|crashed|fatal|node|leaving|reboot|rebooting|upgrade|upgraded|liveness)$/
const STARTED = /^(?:started|starting|ready)$/
const EVERYDAY = 20
const BEFORE_MS = 180_000
const AFTER_MS = 60_000

/** What the services said around their restarts; null where there was none. */
async function restartReason(
  ctx: AgentContext,
  catalogue: Catalogue,
  plan: PlanOf<'deployments'>,
): Promise<{ readonly read: Told; readonly isReason: boolean } | null> {
  const found = isQueried(plan) ? await execute(ctx, catalogue, plan) : null
  if (found?.kind !== 'deployments' || found.records.length === 0) return null
  const services = [...new Set(found.records.map(({ service }) => service))]
  const said = catalogue.templates.filter(
    ({ service, tokens, count }) =>
      services.includes(service) &&
      count <= EVERYDAY &&
      tokens.some((token) => REASON.test(token) || STARTED.test(token)),
  )
  const condition = templateCondition(['restart'], said)
  if (condition === null) return null
  const times = found.records.map(({ time }) => Date.parse(time))
  const time: PlanTime = {
    from: new Date(Math.min(...times) - BEFORE_MS).toISOString(),
    to: new Date(Math.max(...times) + AFTER_MS).toISOString(),
    basis: 'inherited',
  }
  const reason: Plan = {
    ...{ intent: 'list', of: 'logs', order: 'oldest', limit: 20, time },
    conditions: [{ on: 'service', values: services }, condition],
  }
  const names = services.length === 1 ? `${services[0]} and its restart` : 'these services and their restarts'
  const isReason = said.some(({ tokens }) => tokens.some((token) => REASON.test(token)))
  const note = isReason
    ? `This is what the log says of ${names}; nothing else tells why.`
    : `No line of ${services.join(' or ')} says why; this is what they say of the restart.`
  return { read: { plans: [reason], notes: [note] }, isReason }
}
