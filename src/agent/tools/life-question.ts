/**
 * Questions for the life of services are read here: before all others where their words say so plainly, and behind them
 * where nothing else could be read.
 */
import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import { ENDED, EXITED } from '../questions/execute/health.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import { isSilentBy } from '../questions/grounding/silence.ts'
import { type Plan, type PlanCondition, type PlanOf, type PlanTime, servicesOf } from '../questions/plan/plan.ts'
import { type LifeAsk, type LifeAsked, lifeAsked } from '../questions/reader/life-asked.ts'
import type { Previous } from '../questions/reader/state.ts'
import { clockBefore, dayUpTo, iso } from '../questions/reader/when.ts'
import { stemOf } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'

const SAID_WORDS_MAX = 3
/** What is asked of a stop and no other reading tells. */
const OWN: ReadonlySet<LifeAsk> = new Set(['why', 'planned', 'who', 'version', 'instance', 'last', 'back'])

interface Asked {
  readonly question: string
  readonly isLastOpen?: boolean | undefined
}

/** The reading of such a question; null of any other. `isOpen`: no other reading took it. */
export async function lifeQuestion(
  ctx: AgentContext,
  catalogue: Catalogue,
  { question, isLastOpen = false }: Asked,
  last: Previous | undefined,
  isOpen: boolean,
): Promise<Reading | null> {
  if (catalogue.lastMs === null) return null
  const asked = lifeAsked(question, catalogue)
  if (asked === null || asked.services.length > 1) return null
  const previous = isLastOpen ? undefined : last
  const thread = asked.services.length > 0 || previous === undefined ? null : ofThread(previous.plan)
  const isBehind = thread !== null && !asked.isOfAny
  const subject = isBehind ? thread.conditions : conditionsOf(asked)
  if (!isAsked(asked, catalogue, isBehind, isOpen)) return null
  const plan = planOf(ctx, catalogue, asked, subject, isBehind ? thread : null)
  // Of a service that never stopped, how it is tells more than that it did not.
  const isSure = isBehind || isOpen || asked.isOfAny
  if ((asked.event === 'none' || !isSure) && !isBehind && !(await isTold(ctx, catalogue, plan))) return null
  const { mistyped } = asked
  return {
    ...{ plans: [plan], leftOut: [], language: 'en', relation: isBehind ? 'follow_up' : 'new' },
    notes: mistyped === null ? [] : [`I took "${mistyped.said}" for ${mistyped.service}.`],
    lastRecord: iso(catalogue.lastMs),
  }
}

function isAsked(asked: LifeAsked, catalogue: Catalogue, isBehind: boolean, isOpen: boolean): boolean {
  const { services, asks, event, isOfAny, isYesNo, at, rest } = asked
  const [service] = services
  const isEffect = asks.includes('effect')
  if (rest.length > 0 && !isOpen) return false
  if (rest.length > 0 && !isEffect && !isOfLastLines(asked, catalogue)) return false
  if (rest.length > SAID_WORDS_MAX) return false
  const has = asks.some((ask) => OWN.has(ask))
  if (isBehind) return asks.length > 0 && (isOpen || !isEffect)
  if (service === undefined) return isOfAny && event === 'stop' && (has || asks.includes('crash')) && !isEffect
  if (event === 'none') {
    if (asks.length === 1 && asks[0] === 'last') return isSilent(service, catalogue)
    return at !== null && asks.includes('why') && asks.every((ask) => ask === 'why' || ask === 'when')
  }
  // "Did the restart drop messages": of nothing in particular, and of the restart itself.
  if (event === 'stop' && isEffect && isYesNo && rest.length === 0 && !asks.includes('when')) return true
  if (event === 'stop') return isOpen ? asks.length > 0 || at !== null : has && !isEffect
  // "Is it dead?" of one that sends nothing: since when, and what it wrote last.
  if (asks.length === 0 && isYesNo && at === null) return isSilent(service, catalogue) && !isJob(service, catalogue)
  // Why a service is down is asked of trouble as well; that it went away at a time, or on purpose, of its life.
  const isOfLife = asks.includes('planned') || asks.includes('last') || asks.includes('who')
  const isThen = at !== null && (has || asks.includes('length'))
  return (isOfLife || isThen || (isOpen && isSilent(service, catalogue))) && !isEffect
}

/** Words that the lines of a silent service have: "it stopped at chunk?". */
function isOfLastLines({ services: [service], rest }: LifeAsked, catalogue: Catalogue): boolean {
  if (service === undefined || !isSilent(service, catalogue)) return false
  const own = new Set(
    catalogue.templates.filter((one) => one.service === service).flatMap(({ tokens }) => tokens.map(stemOf)),
  )
  return rest.every((word) => own.has(stemOf(word)))
}

/** Whether its lines tell of an end that is its own: it is done, and not silent. */
function isJob(service: string, { templates }: Catalogue): boolean {
  return templates.some((one) => one.service === service && (ENDED.test(one.template) || EXITED.test(one.template)))
}

function isSilent(service: string, { services, lastMs }: Catalogue): boolean {
  const one = services.find(({ name }) => name === service)
  return one !== undefined && isSilentBy(lastMs ?? 0, { ...one, records: one.logs + one.spans + one.metrics })
}

function conditionsOf({ services }: LifeAsked): PlanCondition[] {
  return services.length === 0 ? [] : [{ on: 'service', values: [...services] }]
}

interface Thread {
  readonly conditions: PlanCondition[]
  readonly time: PlanTime
  readonly at?: string | undefined
}

/** Whose life the thread told of. */
function ofThread(plan: Plan): Thread | null {
  const { time } = plan
  if (plan.intent === 'life') return { conditions: plan.conditions, time, at: plan.at }
  if (plan.intent === 'deployments' && plan.isRestart === true) return { conditions: plan.conditions, time }
  const isOfSilence = plan.intent === 'delivery' && servicesOf(plan).length === 1
  return isOfSilence ? { conditions: plan.conditions, time } : null
}

function planOf(
  { askedAtMs }: AgentContext,
  { firstMs, lastMs }: Catalogue,
  { asks, at, since, lastMs: backMs, isYesNo, rest }: LifeAsked,
  conditions: PlanCondition[],
  thread: Thread | null,
): PlanOf<'life'> {
  const day = dayUpTo(askedAtMs, firstMs ?? askedAtMs)
  const untilMs = Math.min(askedAtMs, lastMs ?? askedAtMs)
  const from = since === null ? (backMs === null ? null : untilMs - backMs) : clockBefore(since, untilMs)
  const time: PlanTime = from === null ? (thread?.time ?? day) : { ...day, from: iso(from), basis: 'asked' }
  const moment = at === null ? thread?.at : iso(clockBefore(at, untilMs))
  return {
    ...{ intent: 'life', asks: asks.length === 0 ? ['why'] : [...asks].slice(0, 8), conditions, time },
    ...(moment === undefined ? {} : { at: moment }),
    ...(isYesNo ? { isYesNo: true } : {}),
    ...(asks.includes('effect') && rest.length > 0 ? { said: rest.join(' ') } : {}),
  }
}

async function isTold(ctx: AgentContext, catalogue: Catalogue, plan: PlanOf<'life'>): Promise<boolean> {
  const found = await execute(ctx, catalogue, plan)
  return found.kind === 'life' && (found.events.length > 0 || found.silent.length > 0)
}
