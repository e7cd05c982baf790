/**
 * "How long was web away during its restart?", "how long did the worker need to come back?": from the line in which a
 * service says that it stops to the next one in which it says that it has started.
 */
import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import { type Plan, type PlanOf, type PlanTime, servicesOf } from '../questions/plan/plan.ts'
import { templateCondition } from '../questions/reader/texts.ts'
import { allOfDay } from '../questions/reader/when.ts'
import { cleaned } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'
import { lengthWords } from './length-words.ts'
import { clock } from './moments.ts'

const AWAY = '(?:away|gone|down|out|offline|unavailable|off|dead|missing|out of service|not running|unreachable)'
const RESTART =
  '(?:restart(?:ed|ing|s)?|reboot(?:ed|ing|s)?|stop(?:ped)?|drained|replaced|evicted|killed|bounce[d]?|roll(?:ed)?)'
const END = '[\\s?.!]{0,5}$'
const OF_SERVICE = [
  `^(?:for )?how (?:long|many seconds|many minutes) was (?:the |our )?(.{2,50}?) ${AWAY} (?:during|when|while|for|because of|with|in|at|after|due to) .{0,40}?${RESTART}.{0,20}?${END}`,
  `^how (?:long|many seconds|many minutes) did (?:the |our )?(.{2,50}?) (?:need|take|require) to (?:come|get|be|go|start|boot|restart|reboot|return)(?: (?:back|up|again|online|running|ready))*(?: (?:after|when|during|once|from) .{2,40}?)?${END}`,
  `^how long did (?:the |our )?(?:last )?(?:restart|reboot|bounce) of (?:the |our )?(.{2,50}?) (?:take|last)${END}`,
  `^how long did (?:the |our )?(.{2,50}?) (?:restart|reboot|bounce)(?: (?:take|last))${END}`,
  `^how long did it take (?:the |our )?(.{2,50}?) to (?:come|get|be|go|start|boot|restart|reboot|return)(?: (?:back|up|again|online|running|ready))*(?: .{2,30}?)?${END}`,
  `^(?:for )?how (?:long|many seconds|many minutes) was (?:the |our )?(.{2,50}?) (?:away|gone|offline|out)${END}`,
  `^(?:when|at what time|what time) was (?:the |our )?(.{2,50}?) (?:ready|up|back|running|available|online)(?: again| and running| up)*(?: (?:after|following|from) .{2,50}?)${END}`,
].map((form) => new RegExp(form))
const OF_THREAD = new RegExp(
  `^(?:(?:and|so|ok) )*(?:(?:for )?how (?:long|many seconds|many minutes) (?:was|were|is) (?:it|that|they) ${AWAY}.{0,20}?|(?:for )?how long did (?:it|that|this|the restart) (?:take|last|need).{0,30}?|(?:and )?for how long|how long)${END}`,
)

const STOPS =
  /\b(?:sigterm|shutdown|shut(?:ting)? down|stopp(?:ing|ed)|terminat(?:ing|ed)|draining|going down|exiting|process\.stop|oomkilled|leaving (?:the )?(?:consumer )?group)\b/i
const STARTS =
  /\b(?:started|starting|ready|listening|booted|back up|up and running|process\.start|resumed|initiali[sz]ed)\b/i
/** What a service says more often is no restart of it. */
const EVERYDAY = 8
const LINES_MAX = 100
/** Longer apart, the two belong to different restarts. */
const APART_MAX_MS = 30 * 60_000

/** The reading of such a question; null of any other, and where no line tells both. */
export async function restartLength(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  last: Plan | null,
  read: (question: string) => Promise<Reading>,
): Promise<Pick<Reading, 'plans' | 'notes' | 'relation'> | null> {
  const text = cleaned(question)
  if (text.length > 140) return null
  const said = OF_SERVICE.map((form) => form.exec(text)?.[1]).find((one) => one !== undefined)
  const isOfThread = last?.intent === 'deployments' && last.isRestart === true && OF_THREAD.test(text)
  const asked =
    isOfThread || (said !== undefined && /^(?:it|that|this)$/.test(said))
      ? restartOf(last)
      : await serviceSaid(said, read)
  if (asked === null) return null
  const [service] = asked.services
  if (service === undefined || asked.services.length !== 1) return null
  const pair = await lastRestart(ctx, catalogue, service, ofDay(asked.time, catalogue))
  if (pair === null) return null
  const length = lengthWords(pair.startedMs - pair.stoppedMs)
  return {
    notes: [
      `\`${service}\` was away for **${length}**${pair.further === 0 ? '' : ' in its last restart'}: it stopped at ${clock(pair.stoppedMs)} and was back at ${clock(pair.startedMs)} UTC.`,
    ],
    plans: [pair.plan],
    relation: isOfThread ? 'follow_up' : 'new',
  }
}

/** What restarted is looked for in a whole day. */
function ofDay(time: PlanTime, { firstMs }: Catalogue): PlanTime {
  return time.basis === 'asked' || firstMs === null ? time : allOfDay(time, firstMs)
}

interface Asked {
  readonly services: readonly string[]
  readonly time: PlanTime
}

function restartOf(last: Plan | null): Asked | null {
  if (last?.intent !== 'deployments' || last.isRestart !== true) return null
  return { services: servicesOf(last), time: last.time }
}

/** Of the service that the words name, as a question about its restart is read. */
async function serviceSaid(
  said: string | undefined,
  read: (question: string) => Promise<Reading>,
): Promise<Asked | null> {
  if (said === undefined) return null
  const reading = await read(`did ${said} restart`)
  const [plan, more] = reading.plans
  const isRead = plan?.intent === 'deployments' && more === undefined && reading.leftOut.length === 0
  return isRead ? { services: servicesOf(plan), time: plan.time } : null
}

interface Restart {
  readonly stoppedMs: number
  readonly startedMs: number
  /** How many restarts before it there were. */
  readonly further: number
  readonly plan: PlanOf<'list'>
}

export async function lastRestart(
  ctx: AgentContext,
  catalogue: Catalogue,
  service: string,
  time: PlanTime,
): Promise<Restart | null> {
  const own = catalogue.templates.filter(
    (one) =>
      one.service === service && one.count <= EVERYDAY && (STOPS.test(one.template) || STARTS.test(one.template)),
  )
  const condition = templateCondition(['restart'], own)
  if (condition === null) return null
  const conditions: Plan['conditions'] = [{ on: 'service', values: [service] }, condition]
  const list = { intent: 'list', of: 'logs', conditions, time, order: 'oldest', limit: LINES_MAX } as const
  const found = await execute(ctx, catalogue, list)
  if (found.kind !== 'list') return null
  const pairs: { stoppedMs: number; startedMs: number }[] = []
  let stoppedMs: number | null = null
  for (const { time: at, body } of found.logs) {
    const atMs = Date.parse(at)
    // "Stopping for a planned restart" stops; a line that says both is of a start.
    if (STOPS.test(body)) stoppedMs ??= atMs
    else if (STARTS.test(body) && stoppedMs !== null) {
      if (atMs - stoppedMs <= APART_MAX_MS) pairs.push({ stoppedMs, startedMs: atMs })
      stoppedMs = null
    }
  }
  const last = pairs.at(-1)
  if (last === undefined) return null
  const around: PlanTime = {
    from: new Date(last.stoppedMs).toISOString(),
    to: new Date(last.startedMs + 1_000).toISOString(),
    basis: 'inherited',
  }
  return { ...last, further: pairs.length - 1, plan: { ...list, time: around, limit: 20 } }
}
