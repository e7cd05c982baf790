/**
 * "Are merges affected as well?", "did the release make previews faster?", "did the restart lose any orders?": the thing
 * is read by itself as a share that fails, a duration or a count, and set before the moment beside since the moment.
 * Where nothing tells of the thing, a reading about something broader is asked back.
 */
import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import { chosenLines } from '../questions/grounding/chosen-lines.ts'
import { plainMeasure } from '../questions/plan/plain-measure.ts'
import { type Plan, type PlanOf, type PlanTime, servicesOf } from '../questions/plan/plan.ts'
import {
  type EffectAsked,
  effectAsked,
  type MomentSaid,
  unableSaid,
  versionIn,
} from '../questions/reader/effect-asked.ts'
import { ofNamedVersion } from '../questions/reader/effect-moves.ts'
import type { Previous } from '../questions/reader/state.ts'
import { isDenying, isOfSuccess } from '../questions/reader/texts.ts'
import { dayUpTo, iso } from '../questions/reader/when.ts'
import { cleaned } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'
import { claimedQuestion, type EffectOf } from './claimed-question.ts'
import { countOf } from './count-of.ts'
import { effectTurn, settled, type Turn } from './effect-turns.ts'
import { lastRestart } from './restart-length.ts'
import { askedBack } from './settled-reading.ts'

type MeasurePlan = PlanOf<'measure'>
type Read = (question: string) => Promise<Reading>

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** What a short event broke shows within a minute of its end. */
const AFTERMATH_MS = MINUTE_MS
/** So long before it is what it is compared with. */
const BEFORE_MS = 10 * MINUTE_MS
/** What a release breaks fails right behind it: what fails later has causes of its own. */
const RELEASE_MS = 15 * MINUTE_MS
/** What lines tell more often is no event with a beginning and an end. */
const EVENT_LINES_MAX = 40

interface Effect {
  readonly plan: MeasurePlan
  readonly notes: readonly string[]
}

/** The reading of such a question; as it was read where it is none, or is told so already. */
export async function effectQuestion(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  own: Reading,
  thread: Turn,
  read: Read,
): Promise<Reading> {
  if (own.language !== 'en' || own.remark !== undefined) return own
  const text = cleaned(question)
  const turn = await effectTurn(ctx, text, catalogue, own, thread, read)
  if (turn !== null) return turn
  const { previous } = thread
  const effectOf: EffectOf = async (claimed) => {
    const sides = await sidesOf(ctx, catalogue, claimed.moment, read)
    const found = sides === null ? null : await measureOf(ctx, catalogue, claimed, sides, previous, read)
    return sides === null || found === null ? null : { ...found, plan: { ...found.plan, ...sides.windows } }
  }
  const claimed = await claimedQuestion(ctx, catalogue, text, own, thread, effectOf, read)
  if (claimed !== null) return claimed
  const asked = effectAsked(text) ?? unableSaid(text)
  if (asked === null) return { ...own, plans: own.plans.map(ofNamedVersion) }
  if (isTold(own, asked) || isBlame(own, asked)) return own
  const isOfThread = asked.moment.kind === 'thread'
  const sides = isOfThread ? sidesOfThread(catalogue, previous) : await sidesOf(ctx, catalogue, asked.moment, read)
  if (sides === null) return own
  const found = (await measureOf(ctx, catalogue, asked, sides, previous, read)) ?? linesRead(own, asked)
  if (found === null) return isBroader(own, asked) ? askedBack(own, untold(asked)) : own
  const yes =
    asked.isClaim === true ? {} : { isTrendAsked: true, isYesNo: true, ...(asked.isDown ? { isDownAsked: true } : {}) }
  const isBroken = asked.of === 'failed' && asked.moment.kind === 'release'
  const { time, against } = sides.windows
  const windows = isBroken ? { time: { ...time, anchorLengthMs: RELEASE_MS }, against } : sides.windows
  const plan: MeasurePlan = { ...found.plan, ...windows, ...yes }
  return settled(own, [plan], found.notes, 'new')
}

function untold({ thing, of }: EffectAsked): string {
  const named = `"${thing ?? 'it'}"`
  return of === 'duration' ? `nothing here tells how long ${named} takes` : `nothing here tells whether ${named} failed`
}

/** Both sides of a moment, or what trouble did, of the thing in full. */
function isTold({ plans: [plan, more], leftOut, relation }: Reading, asked: EffectAsked): boolean {
  if (plan === undefined || more !== undefined || leftOut.length > 0 || relation !== 'new') return false
  const isExtent = asked.of === 'failed' && asked.moment.said === '' && asked.isClaim !== true
  if (plan.intent === 'cause' || plan.intent === 'health')
    return isExtent && (plan.intent === 'health' || servicesOf(plan).length > 0)
  if (plan.intent !== 'measure' || kindOf(plan) !== asked.of) return false
  const isCompared = plan.against !== null || plan.time.anchorSide === 'both'
  const isOfService = servicesOf(plan).some((name) => plain(name) === plain(asked.thing ?? ''))
  const isOfThing = isOfService || plan.conditions.some(({ on }) => /^(?:operation|attribute|templates)$/.test(on))
  return isOfThing && (isCompared || isExtent)
}

function kindOf({ measure }: MeasurePlan): EffectAsked['of'] | null {
  if (measure.of === 'ratio') return measure.share === 'failed' ? 'failed' : null
  if (measure.of === 'duration') return 'duration'
  return measure.of === 'records' || measure.of === 'requests' ? 'number' : null
}

/** The trouble of everything, or of what the thread was about. */
function isBroader({ plans, relation }: Reading, { thing }: EffectAsked): boolean {
  if (thing === null || thing === '') return false
  return plans.some(
    (plan) =>
      plan.intent === 'cause' ||
      plan.intent === 'state' ||
      (plan.intent === 'measure' && relation === 'follow_up') ||
      (plan.intent === 'deployments' && relation === 'new'),
  )
}

/** Whether a release broke something is told by whether trouble fits it. */
function isBlame({ plans: [plan] }: Reading, { of, moment }: EffectAsked): boolean {
  return of === 'failed' && moment.kind === 'release' && plan?.intent === 'cause' && plan.aspect === 'deployment'
}

interface Sides {
  readonly windows: Pick<MeasurePlan, 'time' | 'against'>
  /** The only service that the moment is of. */
  readonly service: string | null
  /** What restricts a thing that is everything: values that the event names. */
  readonly where: string
}

async function sidesOf(ctx: AgentContext, catalogue: Catalogue, moment: MomentSaid, read: Read): Promise<Sides | null> {
  const { firstMs, lastMs } = catalogue
  if (firstMs === null || lastMs === null) return null
  const hour: PlanTime = { from: iso(lastMs + 1 - HOUR_MS), to: iso(lastMs + 1), basis: 'last_with_telemetry' }
  if (moment.kind === 'incident') {
    const against: PlanTime = { from: iso(lastMs + 1 - 2 * HOUR_MS), to: hour.from, basis: 'inherited' }
    return { windows: { time: { ...hour, anchor: 'incident' }, against }, service: null, where: '' }
  }
  const service = moment.kind === 'event' ? null : await serviceIn(moment.said, catalogue, read)
  if (moment.kind === 'release') {
    const version = versionIn(moment.said)
    if (service === null && version === null && isOfName(moment.said)) return null
    const time: PlanTime = {
      ...{ ...hour, anchor: 'deployment', anchorSide: 'both' },
      ...(service === null ? {} : { anchorService: service }),
      ...(version === null ? {} : { anchorVersion: version }),
    }
    return { windows: { time, against: null }, service, where: '' }
  }
  const span =
    moment.kind === 'restart'
      ? service === null
        ? null
        : await restartOf(ctx, catalogue, service)
      : await eventOf(ctx, catalogue, moment.said)
  if (span === null) return null
  const [fromMs, toMs] = span
  const time: PlanTime = { from: iso(fromMs), to: iso(toMs + AFTERMATH_MS), basis: 'asked', phrase: moment.said }
  const against: PlanTime = { from: iso(Math.max(firstMs, fromMs - BEFORE_MS)), to: iso(fromMs), basis: 'inherited' }
  const where = moment.kind === 'event' ? (/ (?:on|of|for|in|at) (.{2,40})$/.exec(moment.said)?.[1] ?? '') : ''
  return { windows: { time, against }, service, where }
}

/** The sides that the thread compared, else those of the release or the trouble that it tells of. */
function sidesOfThread({ lastMs }: Catalogue, previous: Previous | undefined): Sides | null {
  const base = previous?.plan
  if (base === undefined || lastMs === null) return null
  const hour: PlanTime = { from: iso(lastMs + 1 - HOUR_MS), to: iso(lastMs + 1), basis: 'last_with_telemetry' }
  if (base.intent === 'measure') {
    const isBoth = base.against !== null || base.time.anchorSide === 'both'
    return isBoth ? { windows: { time: base.time, against: base.against }, service: null, where: '' } : null
  }
  if (base.intent === 'deployments' || base.intent === 'versions') {
    const [service, more] = servicesOf(base)
    if (service === undefined || more !== undefined) return null
    const time: PlanTime = { ...hour, anchor: 'deployment', anchorSide: 'both', anchorService: service }
    return { windows: { time, against: null }, service, where: '' }
  }
  return null
}

const HEAD =
  /\b(?:the|our|its|this|that|new|newest|latest|last|release|rollout|roll-out|deploy|deployment|upgrade|update|version|build|rollback|restart|reboot|bounce|eviction|drain|shutdown|recycling|respawn|of|to|v?\d{1,4}\.\d[\w.-]*)(?= |$)/g

function nameIn(said: string): string {
  return said.replace(HEAD, ' ').replace(/\s+/g, ' ').trim()
}

function isOfName(said: string): boolean {
  return nameIn(said) !== ''
}

/** The service that a phrase names; null where it names none, or several. */
async function serviceIn(said: string, { services }: Catalogue, read: Read): Promise<string | null> {
  const name = nameIn(said)
  if (name === '') return null
  const same = services.find((one) => plain(one.name) === plain(name))
  if (same !== undefined) return same.name
  const reading = await read(`did ${name} restart`)
  const [plan, more] = reading.plans
  const named = plan?.intent === 'deployments' && more === undefined ? servicesOf(plan) : []
  return named.length === 1 && reading.leftOut.length === 0 ? (named[0] ?? null) : null
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}

async function restartOf(ctx: AgentContext, catalogue: Catalogue, service: string): Promise<[number, number] | null> {
  const restart = await lastRestart(ctx, catalogue, service, dayUpTo(ctx.askedAtMs, catalogue.firstMs ?? ctx.askedAtMs))
  return restart === null ? null : [restart.stoppedMs, restart.startedMs]
}

/** From the first to the last line that says all words of an event; null where these are none, or everyday ones. */
async function eventOf(ctx: AgentContext, catalogue: Catalogue, said: string): Promise<[number, number] | null> {
  const text = said
    .replace(/\b(?:the|our|its|this|that|a|an|on|of|for|in|at|to|from|by|with)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (text.length < 3) return null
  const found = await execute(ctx, catalogue, {
    ...{ intent: 'list', of: 'logs', order: 'oldest', limit: EVENT_LINES_MAX },
    conditions: [{ on: 'text', text, mode: 'all' }],
    time: dayUpTo(ctx.askedAtMs, catalogue.firstMs ?? ctx.askedAtMs),
  })
  if (found.kind !== 'list' || found.total === 0 || found.total > EVENT_LINES_MAX) return null
  const times = found.logs.map(({ time }) => Date.parse(time))
  return [Math.min(...times), Math.max(...times)]
}

/** The thing as it is measured; null where nothing tells of it. */
async function measureOf(
  ctx: AgentContext,
  catalogue: Catalogue,
  asked: EffectAsked,
  { windows, service, where }: Sides,
  previous: Previous | undefined,
  read: Read,
): Promise<Effect | null> {
  const { thing, of } = asked
  if (thing === null) return ofThread(of, service, windows.time, previous)
  if (of === 'number') return counted(await read(`how many ${thing}`))
  if (of === 'duration') {
    const same = catalogue.services.find(({ name }) => plain(name) === plain(thing))
    if (same !== undefined) return ofService(same.name, windows.time)
    // "The rest of the calls (buying)" says in brackets which are meant.
    const inside = /\(([^()]{3,40})\)/.exec(thing)?.[1]
    return (
      restricted(await read(`median duration of ${thing}`), 'duration') ??
      (inside === undefined ? null : restricted(await read(`median duration of ${inside}`), 'duration'))
    )
  }
  if (thing === '') {
    if (where === '') return { plan: failedShare([], windows.time), notes: [] }
    return (
      restricted(await read(`error rate of ${where}`), 'failed') ?? { plan: failedShare([], windows.time), notes: [] }
    )
  }
  const requests = restricted(await read(`error rate of ${thing}`), 'failed')
  if (requests !== null && (asked.isUnharmed === true || (await isFailing(ctx, catalogue, requests.plan))))
    return requests
  return (
    (await failedLines(ctx, catalogue, thing, read)) ??
    requests ??
    doneLines(await read(`how many ${thing}`), catalogue)
  )
}

/** Lines that say that the thing failed; null where there are none, or others say it as well. */
async function failedLines(ctx: AgentContext, catalogue: Catalogue, thing: string, read: Read): Promise<Effect | null> {
  const lines = counted(await read(`how many ${thing} failed`))
  if (lines?.plan.measure.of !== 'records' || (await countOf(ctx, catalogue, lines.plan)) === 0) return null
  const chosen = chosenLines(lines.plan.conditions, catalogue)
  const isBad = (one: (typeof chosen)[number]): boolean => /^(?:warn|error|fatal)$/.test(one.severity) || isDenying(one)
  return chosen.length > 0 && chosen.every(isBad) ? lines : null
}

/** A thing that only lines of what was done tell of is affected where there are fewer of them. */
function doneLines(reading: Reading, catalogue: Catalogue): Effect | null {
  const lines = counted(reading)
  const chosen = lines === null ? [] : chosenLines(lines.plan.conditions, catalogue)
  const isDone = chosen.length > 0 && chosen.every((one) => isOfSuccess(one))
  return lines !== null && isDone ? { ...lines, plan: { ...lines.plan, isDownAsked: true } } : null
}

/** Lines of trouble that the question was read as already, on one side only. */
function linesRead({ plans: [plan, more], leftOut, relation, notes }: Reading, { of }: EffectAsked): Effect | null {
  if (of !== 'failed' || plan?.intent !== 'measure' || more !== undefined || leftOut.length > 0) return null
  const isOfTrouble = plan.conditions.some(({ on }) => on === 'severity')
  return relation === 'new' && plan.measure.of === 'records' && isOfTrouble ? { plan, notes } : null
}

async function isFailing(ctx: AgentContext, catalogue: Catalogue, plan: MeasurePlan): Promise<boolean> {
  const found = await execute(ctx, catalogue, plan)
  return found.kind === 'measure' && (found.value ?? 0) > 0
}

function failedShare(conditions: Plan['conditions'], time: PlanTime): MeasurePlan {
  return plainMeasure({ measure: { of: 'ratio', share: 'failed' }, conditions, time })
}

function ofService(name: string, time: PlanTime): Effect {
  const conditions: Plan['conditions'] = [{ on: 'service', values: [name] }]
  return { plan: plainMeasure({ measure: { of: 'duration', statistic: 'p50' }, conditions, time }), notes: [] }
}

/** What the thread measures, or the service whose release it tells of. */
function ofThread(
  of: EffectAsked['of'],
  service: string | null,
  time: PlanTime,
  previous: Previous | undefined,
): Effect | null {
  const base = previous?.plan
  if (base === undefined) return of === 'duration' && service !== null ? ofService(service, time) : null
  if (base.intent === 'measure' && kindOf(base) === of && base.conditions.length > 0) {
    // Both sides of a release have different versions.
    const conditions = base.conditions.filter((one) => one.on !== 'attribute' || one.key !== 'service.version')
    return { plan: plainMeasure({ measure: base.measure, conditions, time }), notes: [] }
  }
  const own = base.intent === 'deployments' || base.intent === 'versions' ? servicesOf(base) : []
  const [only = service, more] = own
  return of === 'duration' && only !== null && more === undefined ? ofService(only, time) : null
}

/** One number that is restricted to the thing, and nothing left out. */
function restricted({ plans: [plan, more], leftOut, notes, relation }: Reading, of: EffectAsked['of']): Effect | null {
  if (plan?.intent !== 'measure' || more !== undefined || leftOut.length > 0 || relation !== 'new') return null
  if (plan.groupBy.length > 0 || plan.conditions.length === 0 || kindOf(plan) !== of) return null
  return { plan, notes }
}

function counted(reading: Reading): Effect | null {
  const found = restricted(reading, 'number')
  const isOfThing = found?.plan.conditions.some(({ on }) => /^(?:operation|templates|text|attribute)$/.test(on))
  return isOfThing === true ? found : null
}
