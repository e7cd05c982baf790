/**
 * Questions for what a release did are read here before all others: whose release it is, which version, and whose requests
 * are set beside each other. What nothing tells apart is told of all requests of the service, which the answer says.
 */
import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import { releaseMeant } from '../questions/execute/release-meant.ts'
import { dayOf } from '../questions/execute/versions.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import { plainMeasure } from '../questions/plan/plain-measure.ts'
import {
  type Plan,
  type PlanCondition,
  type PlanOf,
  type Statistic,
  servicesOf,
  without,
} from '../questions/plan/plan.ts'
import { countedOf } from '../questions/reader/move-base.ts'
import {
  type BehindRelease,
  otherReleasesAsked,
  type ReleaseAsked,
  releaseAsked,
} from '../questions/reader/release-asked.ts'
import type { Previous } from '../questions/reader/state.ts'
import { dayUpTo } from '../questions/reader/when.ts'
import { stemOf } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'

type Read = (question: string) => Promise<Reading>
type Release = PlanOf<'release'>['release']

/** "Did anything get changed shortly before the sends went bad": what came before trouble, and not what a release did. */
const BEFORE_TROUBLE =
  /\b(?:anything|something|what|who|anybody|somebody)\b.{0,40}\bchang(?:e|ed|es)\b.{0,40}\bbefore\b/i

/** The reading of such a question; null of any other. */
export async function releaseQuestion(
  ctx: AgentContext,
  catalogue: Catalogue,
  { question, isLastOpen = false }: { readonly question: string; readonly isLastOpen?: boolean | undefined },
  last: Previous | undefined,
  readAlone: Read,
): Promise<Reading | null> {
  if (catalogue.lastMs === null || BEFORE_TROUBLE.test(question)) return null
  // Behind a turn that was asked back only what the question names itself is meant.
  const previous = isLastOpen ? undefined : last
  const thread = previous === undefined ? null : releaseOfThread(previous.plan)
  const behind: BehindRelease = thread === null ? 'nothing' : previous?.plan.intent === 'release' ? 'effect' : 'release'
  if (thread?.service !== undefined && otherReleasesAsked(question, catalogue)) {
    const conditions: PlanCondition[] = [{ on: 'service', values: [thread.service], not: true }]
    const time = dayUpTo(ctx.askedAtMs, catalogue.firstMs ?? ctx.askedAtMs)
    const others: Plan = { intent: 'deployments', isReleaseAsked: true, isYesNo: true, conditions, time }
    return readingOf(ctx, catalogue, others, 'follow_up')
  }
  const read = releaseAsked(question, catalogue, behind)
  if (read === null || read.services.length > 2) return null
  const asked = withPartOfName(read, catalogue)
  if (asked === null) return null
  const release = await releaseOf(ctx, catalogue, asked, previous, thread)
  if (release === null) return null
  if (asked.isOfCounted) {
    const counted = previous === undefined ? null : countedBeside(ctx, catalogue, previous.plan, release)
    return counted === null ? null : readingOf(ctx, catalogue, counted, 'follow_up')
  }
  // Of two services the release is of one, and what is measured of the other.
  const named = asked.services.length > 1 ? asked.services.find((name) => name !== release.service) : asked.services[0]
  const service = named ?? release.service
  const told = await conditionsOf(ctx, catalogue, asked, service, previous, readAlone)
  if (told === null) return null
  const statistic = asked.statistic ?? told.statistic
  const plan: PlanOf<'release'> = {
    ...{ intent: 'release', release, asks: [...asked.asks], conditions: [...told.conditions] },
    ...(asked.direction === null ? {} : { direction: asked.direction }),
    ...(asked.isYesNo ? { isYesNo: true } : {}),
    ...(statistic === undefined ? {} : { statistic }),
    ...(told.said === undefined ? {} : { said: told.said }),
    time: dayUpTo(ctx.askedAtMs, catalogue.firstMs ?? ctx.askedAtMs),
  }
  const isOwn = named !== undefined || asked.versions.length > 0
  const relation = previous === undefined || (isOwn && !asked.isOfThread) ? 'new' : 'follow_up'
  return readingOf(ctx, catalogue, plan, relation)
}

function readingOf(
  { askedAtMs }: AgentContext,
  { lastMs }: Catalogue,
  plan: Plan,
  relation: Reading['relation'],
): Reading {
  const lastRecord = new Date(lastMs ?? askedAtMs).toISOString()
  return { ...{ plans: [plan], notes: [], leftOut: [], language: 'en' }, relation, lastRecord }
}

/** What the thread counted, before the release and since; null where it counted nothing. */
function countedBeside(
  ctx: AgentContext,
  catalogue: Catalogue,
  plan: Plan,
  release: Release,
): PlanOf<'release'> | null {
  const found = countedOf(plan)
  if (found === null || found.conditions.length === 0) return null
  const { measure } = found
  const isOfRequests = measure.of === 'requests' || measure.of === 'spans'
  if (!isOfRequests && measure.of !== 'records' && measure.of !== 'ratio') return null
  const isFailed = isOfRequests && found.conditions.some(({ on }) => on === 'outcome')
  return {
    ...{ intent: 'release', release, asks: [] },
    // Of requests their share: there may be more of all of them since.
    counted: isOfRequests ? { of: 'ratio', share: isFailed ? 'failed' : 'matching' } : measure,
    conditions: isFailed ? without(found.conditions, 'outcome') : found.conditions,
    time: dayUpTo(ctx.askedAtMs, catalogue.firstMs ?? ctx.askedAtMs),
  }
}

/** The release that an answer told of; null where it told of none. */
function releaseOfThread(plan: Plan): Release | null {
  if (plan.intent === 'release') return plan.release
  const [service, more] = servicesOf(plan)
  const own = service === undefined || more !== undefined ? {} : { service }
  if (plan.intent === 'versions') return more === undefined && service !== undefined ? own : null
  if (plan.intent === 'deployments') return plan.isRestart === true || more !== undefined ? null : own
  if (plan.intent !== 'measure') return null
  const { anchor, anchorService, anchorVersion } = plan.time
  if (anchor === 'deployment') {
    const of = anchorService === undefined ? own : { service: anchorService }
    return { ...of, ...(anchorVersion === undefined ? {} : { versions: [anchorVersion] }) }
  }
  const held = plan.conditions.find((one) => one.on === 'attribute' && one.key === 'service.version')
  return held?.on === 'attribute' && held.not !== true ? { ...own, versions: held.values.slice(0, 2) } : null
}

/** Which release is meant, with its service; null where nothing says whose it is. */
async function releaseOf(
  ctx: AgentContext,
  catalogue: Catalogue,
  { services: [named, second], versions, isBack, isApart, at, isOfThread }: ReleaseAsked,
  previous: Previous | undefined,
  thread: Release | null,
): Promise<Release | null> {
  const way = isBack ? { isBack } : {}
  if (isOfThread) return thread === null ? null : { ...(named === undefined ? {} : { service: named }), ...thread }
  const said = { ...way, ...(versions.length === 0 ? {} : { versions: versions.slice(0, 2) }) }
  const day = dayOf({ ctx, catalogue, partial: new Set() })
  const find = (service: string | undefined) =>
    releaseMeant(
      { ctx, catalogue, partial: new Set() },
      { ...said, ...(service === undefined ? {} : { service }) },
      day,
    )
  const [ofThread, more] = previous === undefined ? [] : servicesOf(previous.plan)
  const own = named ?? (versions.length === 0 && more === undefined ? (thread?.service ?? ofThread) : undefined)
  const found = (await find(own)) ?? (second === undefined ? null : await find(second))
  // "Did 4.3.0 make web slower", where that is a version of another service.
  const isOfOther = found === null && own !== undefined && (versions.length > 0 || isApart)
  const other = isOfOther ? await find(undefined) : found
  if (at !== null && (other === null || !isNear(other.at, at))) return null
  const service = other?.service ?? own
  if (service === undefined) return versions.length === 0 ? null : said
  return { service, ...said, ...(isOfOther && versions.length === 0 && other !== null ? { isOther: true } : {}) }
}

/** "Did the router release slow things down": the only service that has all words in its name; null where none has. */
function withPartOfName(asked: ReleaseAsked, { services }: Catalogue): ReleaseAsked | null {
  const said = asked.ofName === '' ? asked.thing : asked.ofName
  const isOpen = asked.ofName !== '' || (asked.services.length === 0 && asked.versions.length === 0)
  if (said === '' || !isOpen) return asked
  const words = said.split(/[^a-z]+/).filter((word) => word.length > 1)
  const [only, more] = services.filter(({ name }) => {
    const parts = stemsOf(name)
    return words.length > 0 && words.every((word) => parts.has(stemOf(word)))
  })
  if (only === undefined || more !== undefined) return asked.ofName === '' ? asked : null
  return { ...asked, services: [only.name], thing: asked.ofName === '' ? '' : asked.thing }
}

const NEAR_MINUTES = 5

/** Whether a moment is at a clock time, or nearly. */
function isNear(moment: string, clock: string): boolean {
  const minutesOf = (text: string): number => {
    const [hours = 0, minutes = 0] = text.split(':').map(Number)
    return hours * 60 + minutes
  }
  return Math.abs(minutesOf(moment.slice(11, 16)) - minutesOf(clock)) <= NEAR_MINUTES
}

/** More words, or names, are another thing than the requests of a service. */
const SAID_WORDS_MAX = 2

interface Told {
  readonly conditions: readonly PlanCondition[]
  readonly said?: string
  readonly statistic?: Statistic
}

/** Whose requests are compared; null where the thing is of something else. */
async function conditionsOf(
  ctx: AgentContext,
  catalogue: Catalogue,
  { thing, services: [named], isOfThread, isOfIt }: ReleaseAsked,
  service: string | undefined,
  previous: Previous | undefined,
  read: Read,
): Promise<Told | null> {
  const own: readonly PlanCondition[] = service === undefined ? [] : [{ on: 'service', values: [service] }]
  // "And p95?" stays with the routes that were compared.
  if (thing === '' && named === undefined && isOfThread && previous?.plan.intent === 'release')
    return { conditions: previous.plan.conditions }
  const ofThread = thing === '' && named === undefined && (isOfThread || isOfIt) ? requestsOf(previous?.plan) : null
  if (ofThread !== null) return ofThread
  if (thing === '') return { conditions: own }
  if (service !== undefined) {
    const routes = await routesSaid(ctx, catalogue, thing, service)
    if (routes === 'all') return { conditions: own }
    if (routes.length > 0) return { conditions: [...own, { on: 'operation', values: [...routes] }] }
  }
  const { plans, leftOut, relation } = await read(`error rate of ${thing}`)
  const [plan, more] = plans
  const isRead = plan?.intent === 'measure' && more === undefined && leftOut.length === 0 && relation === 'new'
  const isOfRequests = isRead && plan.measure.of === 'ratio' && plan.conditions.length > 0 && plan.groupBy.length === 0
  if (isOfRequests && plan.conditions.every(({ on }) => on === 'operation' || on === 'attribute' || on === 'service')) {
    const both = [...own, ...plan.conditions.filter(({ on }) => on !== 'service')]
    const isWithin = both.length > own.length && (await isSeen(ctx, catalogue, both))
    return { conditions: isWithin ? both : plan.conditions }
  }
  const isOther = thing.split(' ').length > SAID_WORDS_MAX || /[\d_.]/.test(thing)
  return service === undefined || isOther ? null : { conditions: own, said: thing.slice(0, 80) }
}

/** Whose requests the thread measures, on whichever version; null where it measures something else. */
function requestsOf(plan: Plan | undefined): Told | null {
  if (plan?.intent !== 'measure' || plan.groupBy.length > 0) return null
  const { measure } = plan
  const isOfRequests = measure.of === 'duration' || measure.of === 'requests' || measure.of === 'ratio'
  const conditions = plan.conditions.filter(
    (one) =>
      one.on === 'service' || one.on === 'operation' || (one.on === 'attribute' && one.key !== 'service.version'),
  )
  const statistic = measure.of === 'duration' ? { statistic: measure.statistic } : {}
  return isOfRequests && conditions.length > 0 ? { conditions, ...statistic } : null
}

async function isSeen(ctx: AgentContext, catalogue: Catalogue, conditions: readonly PlanCondition[]): Promise<boolean> {
  const time = dayUpTo(ctx.askedAtMs, catalogue.firstMs ?? ctx.askedAtMs)
  const found = await execute(
    ctx,
    catalogue,
    plainMeasure({ measure: { of: 'requests' }, conditions: [...conditions], time }),
  )
  return found.kind === 'measure' && (found.value ?? 0) > 0
}

const ROUTES_MAX = 50

/** The routes of a service that go by a thing; all of them where only the service goes by it. */
async function routesSaid(
  ctx: AgentContext,
  catalogue: Catalogue,
  thing: string,
  service: string,
): Promise<readonly string[] | 'all'> {
  const found = await execute(
    ctx,
    catalogue,
    plainMeasure({
      measure: { of: 'requests' },
      conditions: [{ on: 'service', values: [service] }],
      groupBy: [{ field: 'operation', scope: 'builtin' }],
      limit: ROUTES_MAX,
      time: dayUpTo(ctx.askedAtMs, catalogue.firstMs ?? ctx.askedAtMs),
    }),
  )
  const names = found.kind === 'measure' ? found.groups.flatMap(({ key }) => key.at(-1) ?? []) : []
  const exact = names.filter(
    (name) => name.toLowerCase() === thing.replace(':', ' ') || name.toLowerCase().split(' ').at(-1) === thing,
  )
  if (exact.length > 0) return exact
  const ofService = stemsOf(service)
  const words = thing.split(/[^a-z]+/).filter((word) => word.length > 1)
  const open = words.map(stemOf).filter((word) => !ofService.has(word))
  const fitting = (wanted: readonly string[]): string[] =>
    names.filter((name) => {
      const parts = stemsOf(name)
      return wanted.every((word) => parts.has(word))
    })
  if (open.length > 0) return fitting(open)
  const whole = fitting(words.map(stemOf))
  return whole.length > 0 && whole.length < names.length ? whole : 'all'
}

function stemsOf(name: string): ReadonlySet<string> {
  return new Set(
    name
      .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-')
      .toLowerCase()
      .split(/[^a-z]+/)
      .filter((part) => part.length > 1)
      .map(stemOf),
  )
}

/** What a thread goes on from behind what a release did: durations, or failures, on both sides of it. */
export function withMeasuredRelease<P extends { readonly plan: Plan }>(previous: P): P {
  if (previous.plan.intent !== 'release') return previous
  const { release, asks, conditions, time, statistic = 'p50' } = previous.plan
  const isOfFailures = asks.length === 1 && asks[0] === 'failures'
  const [version, more] = release.versions ?? []
  const plan = plainMeasure({
    measure: isOfFailures ? { of: 'ratio', share: 'failed' } : { of: 'duration', statistic },
    conditions,
    time: {
      ...time,
      ...{ anchor: 'deployment', anchorSide: 'both' },
      ...(release.service === undefined ? {} : { anchorService: release.service }),
      ...(version === undefined || more !== undefined ? {} : { anchorVersion: version }),
    },
  })
  return { ...previous, plan }
}
