/** What a release did, in words: a verdict on failures and durations together, then both sides of it. */
import { cite, code } from '../embedded/markdown.ts'
import type { Amount, ReleaseResult, ReleaseSide } from '../questions/execute/result.ts'
import { type PlanOf, type Statistic, servicesOf } from '../questions/plan/plan.ts'
import { clock, milliseconds, number, percent, span } from './format.ts'
import { failuresOf, isChanged, rateChanged, type Speed, speedOf } from './release-verdict.ts'
import { conditionsOf, nounOf } from './scope.ts'

type ReleasePlan = PlanOf<'release'>
type Measured = ReleaseResult & {
  readonly release: NonNullable<ReleaseResult['release']>
  readonly before: ReleaseSide
  readonly after: ReleaseSide
}

const ROUTES_TOLD = 3
const ROUTES_ASKED = 5

/** The paragraphs of the answer. `trouble` says what broke when trouble began that came later. */
export function releaseAnswer(
  plan: ReleasePlan,
  result: ReleaseResult,
  id: string,
  askedAtMs: number,
  trouble: string,
): string[] {
  const { release, before, after } = result
  if (release === null || before === null || after === null) return [`${noRelease(plan, result)} ${cite(id)}`]
  const measured: Measured = { ...result, release, before, after }
  return [
    `${firstSentence(plan, measured, askedAtMs)} ${cite(id)}`,
    laterSentence(measured, askedAtMs, trouble),
    routesOf(plan, measured),
    ...notes(plan, measured, askedAtMs),
  ].filter((part) => part !== '')
}

function noRelease({ release: { service, versions = [] }, isYesNo }: ReleasePlan, { only }: ReleaseResult): string {
  const to = versions.length === 0 ? '' : ` to ${versions.map((version) => code(version, 60)).join(' or ')}`
  const of = service === undefined ? '' : ` of ${code(service, 80)}`
  const told = only === undefined ? '' : `: it runs ${code(only, 60)} all the time that there is telemetry of`
  const opening = isYesNo === true ? '**No**: no release' : '**No release**'
  return `${opening}${of}${to} was seen${told}, so there is nothing to compare.`
}

function firstSentence(plan: ReleasePlan, measured: Measured, askedAtMs: number): string {
  const { release } = measured
  const version = release.to === null ? 'its release' : code(release.to, 60)
  const isOfItself = servicesOf(plan).every((name) => name === release.service)
  const whose = isOfItself ? version : `${code(release.service, 80)} ${version}`
  const isWhenAsked = plan.asks.includes('when')
  const came = `**${clock(release.at, askedAtMs)}**`
  const since = isWhenAsked
    ? 'since then'
    : `since ${whose} (${came}${release.from === null ? '' : `, before it ${code(release.from, 60)}`})`
  const of = servicesOf(plan).map((name) => code(name, 80))
  const other =
    plan.release.isOther === true && of.length > 0
      ? `No release of ${of.join(' or ')} was seen; this is about the last one of another service. `
      : ''
  return `${other}${isWhenAsked ? `${cameSentence(release, came)} ` : ''}${effectSentence(plan, measured, since)}`
}

function cameSentence({ service, from, to }: Measured['release'], came: string): string {
  const versions = `${from === null ? '' : ` from ${code(from, 60)}`}${to === null ? '' : ` to ${code(to, 60)}`}`
  return versions === ''
    ? `${code(service, 80)} was released at ${came}.`
    : `${code(service, 80)} went${versions} at ${came}.`
}

function effectSentence(plan: ReleasePlan, measured: Measured, since: string): string {
  const { release, before, after } = measured
  if (plan.counted !== undefined) return countedSentence(plan, measured, since)
  const hasRequests = (before.of ?? 0) > 0 && (after.of ?? 0) > 0
  if (!hasRequests) return ofLines(plan, measured, since)
  if (plan.asks.includes('routes')) {
    const named = routeNamed(plan, measured)
    if (named !== null) return `${named} ${since}. All of ${code(release.service, 80)}: ${numbers(plan, measured)}.`
  }
  const own = conditionsOf(plan.conditions)
  const scope = own === '' ? `of ${code(release.service, 80)}` : own
  const { head, said } = verdict(plan, measured, speedOf(before, after), failuresOf(before, after))
  return `${head}: requests ${scope} ${said} ${since}: ${numbers(plan, measured)}.`
}

/** Whether what the thread counted came with the release. */
function countedSentence({ counted, conditions }: ReleasePlan, { before, after }: Measured, since: string): string {
  const isShare = counted?.of === 'ratio'
  const [old, own] = [before, after].map(({ value, failed, of }) => (isShare ? (failed ?? 0) : (value ?? of ?? 0)))
  const [was, is] = [old ?? 0, own ?? 0]
  const change = isShare
    ? failuresOf(before, after)
    : rateChanged([was, minutesOf(before.window)], [is, minutesOf(after.window)])
  const told = (side: ReleaseSide, count: number): string =>
    isShare
      ? `**${percent(side.value ?? 0)}** (${number(count)} of ${number(side.of ?? 0)})`
      : `**${number(count)}** (${number(count / minutesOf(side.window))} a minute)`
  const isNew = was === 0 && is > 0 && change === 'more'
  const head = isNew
    ? '**Only since then**'
    : was === 0 && is === 0
      ? '**Neither before nor since**'
      : change === 'same'
        ? '**Before as well**, about as often'
        : `**Before as well**, but ${change === 'more' ? 'more' : 'less'} often since then`
  const noun = isShare ? 'requests' : nounOf(counted ?? { of: 'records' }, conditions)
  const scope = conditionsOf(conditions)
  return `${head}: ${noun}${scope === '' ? '' : ` ${scope}`}: ${told(before, was)} before, ${told(after, is)} ${since}.`
}

/** The route that got slower most, or faster where that is asked; null where none changed. */
function routeNamed({ direction, isYesNo }: ReleasePlan, { routes }: Measured): string | null {
  const changed = routes.filter(({ before, after }) => isChanged(before, after))
  const is = (speed: Speed) =>
    changed.find(
      ({ before, after }) =>
        speedOf(before, after) === speed || (speed === 'slower' && failuresOf(before, after) === 'more'),
    )
  const found = direction === 'better' ? is('faster') : direction === 'worse' ? is('slower') : changed[0]
  if (found === undefined)
    return routes.length === 0
      ? null
      : `${isYesNo === true ? '**No**: no' : '**No**'} route got ${direction === 'better' ? 'faster' : 'slower'} or fails more often`
  const { operation, before, after } = found
  const speed = speedOf(before, after)
  return `**${code(operation, 100)}** ${speed === 'faster' ? 'got faster' : speed === 'slower' ? 'got slower' : 'changed'} most`
}

/** How often errors are logged, where no requests are told. */
function ofLines({ isYesNo, direction }: ReleasePlan, { release, before, after }: Measured, since: string): string {
  const rate = ({ lines, window }: ReleaseSide): number => lines.errors / minutesOf(window)
  if (before.lines.total === 0 || after.lines.total === 0)
    return 'I cannot tell: there is nothing on one side of it to compare with.'
  const [old, own] = [rate(before), rate(after)]
  const isMore = after.lines.errors >= 3 && own > 2 * old
  const isFewer = before.lines.errors >= 3 && old > 2 * own
  const isYes =
    direction === 'unharmed'
      ? !isMore
      : direction === 'better'
        ? isFewer
        : direction === 'worse'
          ? isMore
          : isMore || isFewer
  const word = isMore
    ? 'more errors are logged'
    : isFewer
      ? 'fewer errors are logged'
      : 'about as many errors are logged'
  const head = isYesNo === true ? (isYes ? '**Yes**' : '**No**') : isMore || isFewer ? '**Changed**' : '**No change**'
  return `${head}: ${word} by ${code(release.service, 80)} ${since}, **${before.lines.errors}** before (${number(old)} a minute of ${number(before.lines.total)} records), **${after.lines.errors}** since (${number(own)} a minute of ${number(after.lines.total)}); no requests are told.`
}

interface Verdict {
  readonly head: string
  readonly said: string
}

function verdict(
  { asks, isYesNo, direction }: ReleasePlan,
  measured: Measured,
  speed: Speed,
  failures: 'more' | 'fewer' | 'same',
): Verdict {
  const isOfAny = asks.every((one) => one === 'when' || one === 'routes')
  const isOfSpeed = isOfAny || asks.includes('duration')
  const isOfFailures = isOfAny || asks.includes('failures')
  const traffic = asks.includes('traffic') ? trafficOf(measured) : null
  const isWorse = (isOfSpeed && (speed === 'slower' || speed === 'mixed')) || (isOfFailures && failures === 'more')
  const isBetter = (isOfSpeed && (speed === 'faster' || speed === 'mixed')) || (isOfFailures && failures === 'fewer')
  const isBoth = isWorse && isBetter
  const parts = [
    ...(isOfSpeed ? [SPEED_WORDS[speed]] : []),
    // What was not asked for is said where it got worse.
    ...(isOfFailures || failures === 'more' ? [FAILURE_WORDS[failures]] : []),
    ...(traffic === null ? [] : [traffic.said]),
  ]
  const said = inOneSentence(parts)
  const isChangedAtAll = isWorse || isBetter || traffic?.isChanged === true
  // Of failures that came later, and not with the release.
  if (asks.includes('failures') && failures === 'same' && measured.later?.is === 'failing')
    return {
      head:
        isYesNo === true && (direction === undefined || direction === 'worse')
          ? '**Yes, but not with it**'
          : '**Only later**',
      said,
    }
  if (isYesNo === true) {
    const isYes =
      traffic !== null && !isOfSpeed && !isOfFailures
        ? traffic.is === (direction === 'better' ? 'fewer' : 'more') || (direction === undefined && traffic.isChanged)
        : direction === 'worse'
          ? isWorse
          : direction === 'better'
            ? isBetter
            : direction === 'unharmed'
              ? !isWorse
              : isChangedAtAll
    const isPartly = direction !== undefined && direction !== 'unharmed' && isBoth
    return { head: isPartly ? '**Partly**' : isYes ? '**Yes**' : '**No**', said }
  }
  if (!isChangedAtAll) return { head: '**No change**', said }
  return { head: isBoth ? '**Mixed**' : isWorse ? '**Worse**' : isBetter ? '**Better**' : '**Changed**', said }
}

const SPEED_WORDS: Readonly<Record<Speed, string>> = {
  slower: 'are slower',
  faster: 'are faster',
  same: 'are as fast as before',
  mixed: 'are partly faster and partly slower',
  unknown: 'are too few to tell whether they are slower',
}
const FAILURE_WORDS = { more: 'fail more often', fewer: 'fail less often', same: 'fail no more often' } as const

/** "Are slower, fail no more often and are about as many". */
function inOneSentence(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

function trafficOf({ before, after }: Measured): {
  readonly is: 'more' | 'fewer' | 'same'
  readonly said: string
  readonly isChanged: boolean
} {
  const [old, own] = [before, after].map(perMinute)
  const change = (own ?? 0) / Math.max(old ?? 0, 1e-9)
  const is = change > 1.2 ? 'more' : change < 1 / 1.2 ? 'fewer' : 'same'
  const said = is === 'same' ? 'are about as many' : `are ${is}`
  return { is, said, isChanged: is !== 'same' }
}

function perMinute({ of, window }: ReleaseSide): number {
  return (of ?? 0) / minutesOf(window)
}

function minutesOf({ from, to }: { readonly from: string; readonly to: string }): number {
  return Math.max(1, (Date.parse(to) - Date.parse(from)) / 60_000)
}

/** A median that changed by less is not told first. */
const TOLD_FIRST = 0.05
const TOLD: readonly (readonly [Statistic, string])[] = [
  ['p50', 'median'],
  ['p95', 'p95'],
  ['p99', 'p99'],
  ['mean', 'mean'],
]

function numbers(plan: ReleasePlan, measured: Measured): string {
  const { asks, statistic } = plan
  const { before, after } = measured
  const names = namesOf(plan, measured)
  const all = statistic === 'p99' ? ([...TOLD, ['p99', 'p99']] as const) : TOLD
  // The median of answers from a cache stays as it is: what changed is told first.
  const isTail =
    statistic === undefined && Math.abs((after.p50 ?? 0) / Math.max(before.p50 ?? 0, 1e-9) - 1) < TOLD_FIRST
  const first = statistic ?? (isTail && speedOf(before, after) !== 'same' ? 'p95' : 'p50')
  const ordered = all.toSorted((a, b) => Number(b[0] === first) - Number(a[0] === first))
  const durations = ordered.flatMap(([key, name], place) => {
    const [old, own] = [durationIn(before, key), durationIn(after, key)]
    if (old === null || own === null) return []
    const isFirst = place === 0
    return [`${name} ${pair(milliseconds(old), milliseconds(own), isFirst, names)} (${changeIn(old, own, isFirst)})`]
  })
  const isOfFailures = asks.length === 1 && asks[0] === 'failures'
  const share = ({ failed, of }: Amount): string =>
    `${percent((failed ?? 0) / Math.max(1, of ?? 0))} (${number(failed ?? 0)} of ${number(of ?? 0)})`
  const failed = `failed ${pair(share(before), share(after), isOfFailures, names)}`
  const traffic = asks.includes('traffic')
    ? [`requests per minute ${pair(number(perMinute(before)), number(perMinute(after)), true, names)}`]
    : []
  return isOfFailures ? [failed, ...durations].join('; ') : [...traffic, ...durations, failed].join('; ')
}

function durationIn(amount: Amount, key: Statistic): number | null {
  const value = key === 'p50' || key === 'p95' || key === 'p99' || key === 'mean' ? amount[key] : undefined
  return value ?? null
}

type Names = readonly [before: string, since: string]

/** Two versions that were named are set beside each other by their names. */
function namesOf({ release: { versions = [] } }: ReleasePlan, { release: { from, to } }: Measured): Names {
  return versions.length > 1 && from !== null && to !== null
    ? [`on ${code(from, 60)}`, `on ${code(to, 60)}`]
    : ['before', 'since']
}

function pair(old: string, own: string, isBold: boolean, [before, since]: Names): string {
  return isBold ? `**${old}** ${before}, **${own}** ${since}` : `${old}, then ${own}`
}

/** From so many times as much on, a share in percent is no longer read. */
const MANIFOLD = 3

function changeIn(old: number, own: number, isFull: boolean): string {
  const factor = own / Math.max(old, 1e-9)
  const share = Math.round((factor - 1) * 100)
  const sign = share > 0 ? '+' : share < 0 ? '\u2212' : '\u00b1'
  const said =
    factor >= MANIFOLD ? `${number(Math.round(factor * 10) / 10)} times as long` : `${sign}${Math.abs(share)} %`
  return isFull ? `${said}, ${own >= old ? '+' : '\u2212'}${milliseconds(Math.abs(own - old))}` : said
}

function laterSentence({ release, later, isWhole }: Measured, askedAtMs: number, trouble: string): string {
  if (later === null) return ''
  const { from } = later.window
  const after = span(Date.parse(from) - Date.parse(release.at))
  const what =
    later.is === 'failing'
      ? `requests fail (${number(later.failed ?? 0)} of ${number(later.of ?? 0)}, ${percent(later.value ?? 0)})`
      : `requests are slow (p95 ${milliseconds(later.p95 ?? 0)})`
  return `Not with the release: from **${clock(from, askedAtMs)}** on, ${after} after it, ${what}. That time is ${isWhole === true ? 'part of these numbers' : 'left out above'}.${trouble === '' ? '' : ` ${trouble}`}`
}

/** The routes that changed, where not all changed alike. */
function routesOf({ asks }: ReleasePlan, { routes }: Measured): string {
  const isAsked = asks.includes('routes')
  if (routes.length < 2 && !isAsked) return ''
  const changed = routes.filter(({ before, after }) => isChanged(before, after))
  if (!isAsked && (changed.length === 0 || changed.length > ROUTES_TOLD)) return ''
  const told = isAsked && changed.length === 0 ? routes : changed
  if (told.length === 0) return isAsked ? 'No route has enough requests on both sides to compare.' : ''
  const lines = told.slice(0, isAsked ? ROUTES_ASKED : ROUTES_TOLD).map(({ operation, before, after }) => {
    const [old, own] = [before.p50 ?? 0, after.p50 ?? 0]
    const failed =
      failuresOf(before, after) === 'same'
        ? ''
        : `; failed ${percent(before.value ?? 0)}, then ${percent(after.value ?? 0)}`
    return `- ${code(operation, 100)}: median ${milliseconds(old)}, then ${milliseconds(own)} (${changeIn(old, own, true)}); p95 ${milliseconds(before.p95 ?? 0)}, then ${milliseconds(after.p95 ?? 0)}${failed}`
  })
  const rest =
    changed.length === 0
      ? 'No route changed much:'
      : changed.length < routes.length
        ? 'Of its routes, these changed:'
        : 'Its routes:'
  return `${rest}\n\n${lines.join('\n')}`
}

function notes({ said }: ReleasePlan, { release }: Measured, askedAtMs: number): string[] {
  return [
    ...(said === undefined
      ? []
      : [`This is about all requests of ${code(release.service, 80)}; nothing tells of ${code(said, 80)} alone.`]),
    ...(release.until === null ? [] : [`It was replaced again at ${clock(release.until, askedAtMs)}.`]),
    ...(release.others === 0 ? [] : ['Of several releases that were seen this is the last one.']),
  ]
}
