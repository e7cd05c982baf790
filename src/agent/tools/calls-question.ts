/** Questions for what services call: how the calls to a store, a broker or a host outside do, by the spans of those who call. */
import type { AgentContext } from '../contract.ts'
import type { CalledThing } from '../questions/grounding/called.ts'
import { calledKeys } from '../questions/grounding/called.ts'
import { type Catalogue, holdsValues, type KnownValues, loadValues } from '../questions/grounding/catalogue.ts'
import type { Plan, PlanCondition, PlanOf, PlanTime } from '../questions/plan/plan.ts'
import { type CallsAsked, callsAsked } from '../questions/reader/calls-asked.ts'
import type { Previous } from '../questions/reader/state.ts'
import { iso } from '../questions/reader/when.ts'
import { cleaned } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'

type Calls = PlanOf<'calls'>

const WAYS_MAX = 8
const OPERATIONS_MAX = 50

/** The reading of such a question; null of any other, and where no span names what is called. */
export async function callsQuestion(
  ctx: AgentContext,
  catalogue: Catalogue,
  { question, isLastOpen = false }: { readonly question: string; readonly isLastOpen?: boolean | undefined },
  previous: Previous | undefined,
): Promise<Reading | null> {
  const keys = calledKeys(catalogue)
  const { lastMs } = catalogue
  if (keys.length === 0 || lastMs === null || catalogue.records.spans === 0) return null
  const base = !isLastOpen && previous?.plan.intent === 'calls' ? previous.plan : null
  const askedBy = (values: readonly KnownValues[]): CallsAsked | null => {
    const context = { catalogue, values, askedAtMs: ctx.askedAtMs, previous: null }
    return callsAsked(cleaned(question), context, values, base !== null)
  }
  // Where all that is called is known, a question for something else costs no query.
  if (keys.every((key) => holdsValues(catalogue, key)) && askedBy(catalogue.values) === null) return null
  const asked = askedBy(await loadValues(ctx, catalogue, keys))
  if (asked === null) return null
  const plan = planOf(asked, base, catalogue)
  if (plan === null) return null
  const plans: Plan[] = plan.asks.includes('blame') ? [plan, causeOf(plan.time)] : [plan]
  return {
    ...{ plans, notes: [], leftOut: [], language: 'en' },
    relation: base !== null && (asked.isShort || !asked.isTimed) ? 'follow_up' : 'new',
    lastRecord: iso(lastMs),
  }
}

function planOf(asked: CallsAsked, base: Calls | null, catalogue: Catalogue): Calls | null {
  const operations = operationsOf(asked.verbs, catalogue)
  if (asked.verbs.length > 0 && operations.length === 0) return null
  const { time, isTimed } = asked
  const conditions: PlanCondition[] = [
    ...(asked.services.length > 0
      ? [{ on: 'service' as const, values: [...asked.services] }]
      : asked.isShort
        ? (base?.conditions.filter(({ on }) => on === 'service') ?? [])
        : []),
    ...(operations.length > 0 ? [{ on: 'operation' as const, values: operations }] : []),
  ]
  const isOfFailures = asked.isShort && base?.asks.some((ask) => /^(?:failed|well|ill)$/.test(ask)) === true
  const kept = isOfFailures && asked.asks.includes('operations') ? (['failed'] as const) : []
  const asks = asked.asks.length > 0 ? [...asked.asks, ...kept] : (base?.asks ?? (['well'] as const))
  const side = asked.side ?? (asked.isShort ? base?.side : undefined)
  const whole = isTimed ? time : base === null ? time : base.time
  const isOfNumbers = asks.includes('count') || asks.every((ask) => /^(?:callers|operations)$/.test(ask))
  return {
    intent: 'calls',
    to: asked.things.length > 0 ? waysOf(asked.things) : (base?.to ?? []),
    said: asked.said === '' ? (base?.said ?? 'what is called') : asked.said,
    asks: [...asks].slice(0, 5),
    ...(side === undefined ? {} : { side }),
    ...(asked.per === undefined ? {} : { per: asked.per }),
    conditions,
    time: whole,
    against: isTimed || isOfNumbers ? null : beforeTrouble(whole),
  }
}

/** As it was before trouble began; without any, the window before. */
function beforeTrouble({ from, to }: PlanTime): PlanTime {
  const start = iso(2 * Date.parse(from) - Date.parse(to))
  return { from: start, to: from, basis: 'inherited', anchor: 'onset', anchorSide: 'before' }
}

function waysOf(things: readonly CalledThing[]): Calls['to'] {
  return things
    .slice(0, WAYS_MAX)
    .map(({ key, scope, values }) => ({ on: 'attribute', key, scope, values: [...values] }))
}

/** Spans that begin with one of these verbs. */
function operationsOf(verbs: readonly string[], { operations }: Catalogue): string[] {
  return operations
    .filter((name) => verbs.includes(/^[a-z]+/i.exec(name)?.[0].toLowerCase() ?? ''))
    .slice(0, OPERATIONS_MAX)
}

function causeOf(time: PlanTime): Plan {
  const { anchor: _, anchorSide: __, ...window } = time
  return { intent: 'cause', aspect: 'what', conditions: [], time: window }
}
