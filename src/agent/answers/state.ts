/** Writes how things are, yes or no first: for the whole system, or for one service against its own past. */
import { cite, code } from '../embedded/markdown.ts'
import { patternText } from '../message-text.ts'
import type { HealthResult, StateResult, Window } from '../questions/execute/result.ts'
import type { PlanOf, Premise } from '../questions/plan/plan.ts'
import { clock, milliseconds, number, percent, span, window } from './format.ts'
import { type Odd, oddOf } from './service-episodes.ts'

const STALE_MS = 120_000
/** Shares and durations below these are normal. */
const FAILING_MIN = 0.02
const SLOWER = 2
const QUIET_LOGS_MS = 600_000

/** Whether requests fail or are slow now; without requests, whether more errors are logged. */
export function badnessOf({ now, usual, failing, slow, signal }: StateResult): {
  readonly isFailing: boolean
  readonly isBad: boolean
} {
  const share = now.value ?? 0
  const isMore = signal === 'requests' && share >= FAILING_MIN && share > 2 * Math.min(usual.value ?? 0, 0.05)
  const isFailing = isMore || failing.length > 0
  return { isFailing, isBad: isFailing || slow.length > 0 }
}

/** Writes whether the project works now, compared with before. */
export function stateAnswer(plan: PlanOf<'state'>, result: StateResult, id: string, askedAtMs: number): string[] {
  const { now, usual, failing, slow, lastRecord } = result
  const ageMs = lastRecord === null ? 0 : askedAtMs - Date.parse(result.window.to)
  const { isFailing, isBad } = badnessOf(result)
  const isStale = ageMs > STALE_MS && result.sending === 0
  const isUnseen = result.isBlank === true || (result.signal === 'requests' && (now.of ?? 0) === 0 && !isBad)
  if (isUnseen && plan.time.basis === 'asked')
    return [
      `I cannot tell: there is no telemetry of ${result.signal === 'requests' ? 'requests' : 'log lines'} from ${window(result.window, askedAtMs)}. ${cite(id)}`,
    ]
  const yes = isBad === (plan.asks === 'bad') ? 'Yes' : 'No'
  const what =
    result.signal === 'requests'
      ? requestWords(result)
      : `${number(now.value ?? 0)} errors a minute (before: ${number(usual.value ?? 0)})`
  const still = isBad ? badStateWords(plan.asks, isFailing, isStale) : GOOD_STATE[plan.asks ?? 'good']
  const when = `in the last ${minutesOf(result.window)} that ${lengthMs(result.window) < 90_000 ? 'has' : 'have'} telemetry, ${window(result.window, askedAtMs)}`
  const silence = isStale
    ? ` Nothing has arrived since **${clock(result.window.to, askedAtMs)}**, ${span(ageMs)} ago: I cannot see what is happening now.`
    : ''
  const opening =
    isStale && !isBad
      ? `Unknown at present: nothing has arrived since **${clock(result.window.to, askedAtMs)}**, ${span(ageMs)} ago; until then all was healthy.`
      : `**${yes}**: ${still}.`
  const first = `${opening} ${capital(what)} ${when}.${isStale && !isBad ? '' : silence} ${cite(id)}`
  const rows = failing
    .slice(0, 5)
    .map(
      (one) =>
        `- ${code(one.service, 60)}: ${result.signal === 'requests' ? `${percent(one.value ?? 0)} of requests fail (${number(one.failed ?? 0)} of ${number(one.of ?? 0)})` : `${number(one.value ?? 0)} errors a minute`}`,
    )
  for (const one of slow.slice(0, 3))
    rows.push(`- ${code(one.service, 60)}: slow, p95 ${milliseconds(one.p95)} instead of ${milliseconds(one.usualP95)}`)
  return [first, rows.join('\n'), silentLine(result, isStale, askedAtMs, id)]
}

const GOOD_STATE = {
  over: 'it is over, all looks healthy',
  bad: 'nothing is failing now',
  good: 'it looks healthy',
} as const

/** What was last seen is told as that where nothing arrives any more. */
function badStateWords(asks: PlanOf<'state'>['asks'], isFailing: boolean, isStale: boolean): string {
  const trouble = isFailing ? 'failing' : 'slow'
  if (isStale)
    return `it was ${asks === 'good' || asks === undefined ? 'not ok' : `still ${trouble}`} when the telemetry ended`
  if (asks === 'over') return 'it is still going on'
  return asks === 'bad' ? `it is ${trouble} now` : 'it is not ok'
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}

function requestWords({ now, usual, usualWindow }: StateResult): string {
  if ((now.of ?? 0) === 0) return 'no requests came'
  const before = usual.value === null ? '' : `, ${percent(usual.value)} in the ${minutesOf(usualWindow)} before`
  return `${percent(now.value ?? 0)} of requests failed (${number(now.failed ?? 0)} of ${number(now.of ?? 0)}${before})`
}

function silentLine({ silent, sending }: StateResult, isStale: boolean, askedAtMs: number, id: string): string {
  if (silent.length === 0) return ''
  const others = isStale ? '' : `; ${number(sending)} still ${sending === 1 ? 'sends' : 'send'}`
  return `Silent: ${silenceWords(silent, isStale, askedAtMs)}${others}. ${cite(id)}`
}

const SILENT_NAMED = 8

/** Who has been silent since when; services that stopped at the same moment are told together. */
export function silenceWords(silent: StateResult['silent'], isAll: boolean, askedAtMs: number): string {
  const times = [...new Set(silent.map(({ since }) => clock(since, askedAtMs)))]
  const [first, last] = [times[0] ?? '', times.at(-1) ?? '']
  if (isAll)
    return `all ${number(silent.length)} services, since ${times.length === 1 ? first : `between ${first} and ${last}`}`
  const isTogether = times.length === 1 && silent.length > 1
  const names = silent
    .slice(0, SILENT_NAMED)
    .map(({ service, since }) => `${code(service, 60)}${isTogether ? '' : ` since ${clock(since, askedAtMs)}`}`)
  const more = silent.length > SILENT_NAMED ? ` and ${silent.length - SILENT_NAMED} more` : ''
  return `${names.join(', ')}${more}${isTogether ? `, since ${first}` : ''}`
}

export interface Diagnosis {
  readonly isFailing: boolean
  /** Whether it failed earlier in the hour, and no longer in the last minutes. */
  readonly hasFailed: boolean
  readonly isSlow: boolean
  readonly isNoisy: boolean
  readonly hasCrashed: boolean
  readonly isSilent: boolean
  readonly isBad: boolean
}

/**
 * Decides how a service is: healthy, failing, slow, silent or recovered. `untilMs` is the end of the time that was
 * asked about.
 */
export function diagnose(
  { requests, errors, crashes, lastCrash, gaps, lastSeen, isOnlyMix }: HealthResult,
  untilMs: number,
): Diagnosis {
  const now = requests?.now
  const past = requests?.past
  const everyday = requests?.everyday
  const share = now?.value ?? 0
  const wholeFailed = requests?.whole.failed ?? 0
  // An earlier failure that is over is mentioned, but it is not the present state.
  const isFailing = share >= FAILING_MIN && (now?.failed ?? 0) >= 2
  const hasFailed = !isFailing && wholeFailed >= 10 && (requests?.whole.value ?? 0) >= 0.02
  const isSlow =
    isOnlyMix !== true &&
    now?.p50 !== undefined &&
    past?.p50 !== undefined &&
    (now.of ?? 0) >= 5 &&
    ((now.p50 > SLOWER * past.p50 && now.p50 - past.p50 > 20 && now.p50 > (everyday?.p50 ?? 0)) ||
      ((now.p95 ?? 0) > 3 * (past.p95 ?? 0) &&
        (now.p95 ?? 0) - (past.p95 ?? 0) > 100 &&
        (now.p95 ?? 0) > (everyday?.p95 ?? 0)))
  const isNoisy =
    errors !== null &&
    errors.nowPerMinute >= 1 &&
    errors.nowPerMinute > moreThan(errors.nowPerMinute) * Math.max(0.2, errors.pastPerMinute)
  // Others went on sending. A service that sends only logs may pause by itself.
  const isSilent =
    lastSeen !== null && untilMs - Date.parse(lastSeen) > (requests === null ? QUIET_LOGS_MS : STALE_MS + 60_000)
  const hasCrashed = crashes.length > 0 || gaps.length > 0
  // A crash is a moment: who has worked for a while after it is well.
  const hasCrashedLately = crashes.length > 0 && untilMs - Date.parse(lastCrash ?? '') < CRASH_LATELY_MS
  return {
    isFailing,
    hasFailed,
    isSlow,
    isNoisy,
    hasCrashed,
    isSilent,
    isBad: isFailing || isSlow || isNoisy || hasCrashedLately,
  }
}

const CRASH_LATELY_MS = 15 * 60_000

/** A few errors a minute vary by chance; of many, twice as many are more. */
function moreThan(perMinute: number): number {
  return perMinute >= 10 ? 2 : 3
}

const DENIAL: Readonly<Record<Premise, string>> = {
  down: 'is not down',
  crashed: 'did not crash',
  slow: 'is not slow',
  failing: 'is not failing',
  lagging: 'is not lagging',
  restarted: 'did not restart',
  unusual: 'shows nothing unusual',
}
const ASSENT: Readonly<Record<Premise, string>> = {
  down: 'is failing',
  crashed: 'did crash',
  slow: 'is slow',
  failing: 'is failing',
  lagging: 'is slow',
  restarted: 'did restart',
  unusual: 'shows something unusual',
}

/** Whether the premise of the question is true. */
export function premiseHolds(
  premise: Premise | null,
  { isFailing, isSlow, isNoisy, hasCrashed, isSilent, isBad }: Diagnosis,
): boolean {
  switch (premise) {
    case 'crashed':
    case 'restarted':
      return hasCrashed
    case 'slow':
    case 'lagging':
      return isSlow
    case 'failing':
      return isFailing || isNoisy
    case 'down':
      return isSilent || isFailing
    case 'unusual':
    case null:
      return isBad
  }
}

/** Writes how one service is, compared with its own past. */
export function healthAnswer(plan: PlanOf<'health'>, result: HealthResult, id: string, askedAtMs: number): string[] {
  const diagnosis = diagnose(result, Math.min(askedAtMs, Date.parse(plan.time.to)))
  const name = code(result.service, 80)
  const figures = figuresOf(result)
  const age = ageWords(result, askedAtMs)
  const first = opening(plan, result, diagnosis, name, oddOf(result))
  const lines = [`${first} ${figures}${age} ${cite(id)}`.replace(/\s+/g, ' ')]
  if (diagnosis.isBad || (plan.premise === 'crashed' && diagnosis.hasCrashed)) lines.push(troubleLines(result))
  // What fails was told already, and says more than what else it does.
  const isTold = diagnosis.isBad && result.routes.some(({ failed }) => (failed ?? 0) > 0)
  if (plan.isSummary === true && !isTold) lines.push(summaryLines(result))
  return lines
}

function opening(
  plan: PlanOf<'health'>,
  { crashes, requests, lastCrash, recent, ended, lastSeen }: HealthResult,
  diagnosis: Diagnosis,
  name: string,
  odd: Odd,
): string {
  const { premise, isSummary } = plan
  const [crash] = premise === 'crashed' ? crashes : []
  const at = crash === undefined ? '' : `, first at **${clock(crash.firstSeen, Date.parse(plan.time.to))}**`
  const isPast =
    plan.isStillAsked === true && lastCrash !== undefined && Date.parse(lastCrash) < Date.parse(recent.from)
  if (isPast)
    return `**No**: ${name} crashes no more; the last crash was at **${clock(lastCrash, Date.parse(plan.time.to))}**.`
  const done = diagnosis.isBad || !diagnosis.isSilent ? undefined : ended
  if (done !== undefined) {
    const how = `ended by itself at **${clock(done.at, Date.parse(plan.time.to))}**: ${code(done.line, 160)}`
    return premise === null ? `${name} no longer runs: it ${how}.` : `**No**: ${name} ${how}.`
  }
  const holds = premiseHolds(premise, diagnosis)
  if (premise === 'slow' && requests === null && !diagnosis.isBad)
    return `I cannot tell whether ${name} is slow: no requests of it arrive as spans.`
  // A few minutes without anything are a pause.
  const pause = lastSeen === null ? 0 : Date.parse(plan.time.to) - Date.parse(lastSeen)
  if (premise === 'unusual' && !diagnosis.isBad) {
    if (diagnosis.isSilent && pause >= QUIET_LOGS_MS) return `**Yes**: ${name} has gone silent.`
    if (odd.isSaid.lasting) return `**Yes**: ${name} ${worksWords(requests)}, but ${odd.lasting}.`
    if (diagnosis.hasFailed) return `**Yes**: ${name} failed earlier in the hour; it is healthy again.`
    if (odd.isSaid.past) return `**Yes**, earlier: ${odd.past}; now ${name} is healthy.`
    const less = odd.lasting === '' ? odd.past : odd.lasting
    if (less !== '') return `**No**: ${name} shows nothing unusual of its own, it is healthy; but ${less}.`
  }
  if (premise !== null)
    return holds
      ? `**Yes**: ${name} ${premise === 'down' && diagnosis.isSilent && !diagnosis.isFailing ? 'has gone silent' : ASSENT[premise]}${at}.`
      : `**No**: ${name} ${DENIAL[premise]}${diagnosis.hasFailed && premise === 'failing' ? ' now; it failed earlier' : ''}${premise === 'unusual' ? ', it is healthy' : ''}${diagnosis.isBad ? `, but it is ${badWords(diagnosis)}` : ''}.`
  if (isSummary === true) {
    if (diagnosis.isBad) return `${name} is **not healthy**: ${badWords(diagnosis)}.`
    if (diagnosis.isSilent) return `${name} is **silent**: it no longer sends anything.`
    const but = odd.lasting === '' ? '' : `, but ${odd.lasting}`
    return `${name} is **healthy**${diagnosis.hasFailed ? ' again; it failed earlier' : ''}${but}.`
  }
  return diagnosis.isBad
    ? `**No**: ${name} is not healthy, it is ${badWords(diagnosis)}.`
    : diagnosis.isSilent
      ? `**No**: ${name} no longer sends anything, so I cannot say that it is healthy.`
      : healthyWords(name, diagnosis, requests, odd)
}

function worksWords(requests: HealthResult['requests']): string {
  return requests === null ? 'runs' : 'answers its requests'
}

/** No request fails now: what else there is of it is said all the same. */
function healthyWords(
  name: string,
  { hasFailed }: Diagnosis,
  requests: HealthResult['requests'],
  { lasting, past }: Odd,
): string {
  if (lasting !== '') return `**Not quite**: ${name} ${worksWords(requests)}, but ${lasting}.`
  if (hasFailed) return `**Yes**: ${name} is healthy again; it failed earlier.`
  return past === ''
    ? `**Yes**: ${name} is healthy; nothing unusual.`
    : `**Yes**: ${name} is healthy now; earlier ${past}.`
}

function badWords({ isFailing, isSlow, isNoisy, hasCrashed }: Diagnosis): string {
  const words = [
    ...(isFailing ? ['failing'] : []),
    ...(isSlow ? ['slower than before'] : []),
    ...(isNoisy && !isFailing ? ['logging more errors than before'] : []),
    ...(hasCrashed && !isFailing && !isSlow && !isNoisy ? ['reporting a crash'] : []),
  ]
  return words.join(' and ')
}

function figuresOf({ requests, errors, window, began = window.from, recent }: HealthResult): string {
  const sentences: string[] = []
  if (requests !== null) {
    const { now, past, whole } = requests
    const before = (value: number | null | undefined, words: (value: number) => string): string =>
      value === null || value === undefined || past.value === null ? '' : ` (before: ${words(value)})`
    sentences.push(
      `${number(whole.failed ?? 0)} of ${number(whole.of ?? 0)} requests failed in ${lengthOf({ from: began, to: window.to })}; in its last ${minutesOf(recent)} ${percent(now.value ?? 0)}${before(past.value, percent)}, median ${milliseconds(now.p50 ?? 0)}${before(past.p50, milliseconds)}, p95 ${milliseconds(now.p95 ?? 0)}${before(past.p95, milliseconds)}.`,
    )
  }
  if (errors !== null && (requests === null || errors.total > 0))
    sentences.push(
      `${number(errors.total)} errors in its log, ${number(errors.nowPerMinute)} a minute now (before: ${number(errors.pastPerMinute)}).`,
    )
  return sentences.length === 0 ? 'It sends only metrics.' : sentences.join(' ')
}

/** "The hour", or how long it was where that is another time. */
function lengthOf(asked: Window): string {
  const ms = lengthMs(asked)
  return ms > 50 * 60_000 && ms < 75 * 60_000 ? 'the hour' : span(ms)
}

function lengthMs({ from, to }: Window): number {
  return Date.parse(to) - Date.parse(from)
}

/** "5 minutes", of a window of about so many. */
function minutesOf(asked: Window): string {
  const minutes = Math.max(1, Math.round(lengthMs(asked) / 60_000))
  return minutes === 1 ? 'minute' : `${minutes} minutes`
}

function ageWords({ lastSeen }: HealthResult, askedAtMs: number): string {
  if (lastSeen === null) return ''
  const ageMs = askedAtMs - Date.parse(lastSeen)
  return ageMs > STALE_MS ? ` It has been silent since ${clock(lastSeen, askedAtMs)} (${span(ageMs)}).` : ''
}

function troubleLines({ newPatterns, routes, crashes }: HealthResult): string {
  const failing = routes
    .filter(({ failed }) => (failed ?? 0) > 0)
    .slice(0, 2)
    .map(
      ({ operation, value, failed, of, p95 }) =>
        `- ${code(operation, 80)}: ${percent(value ?? 0)} failed (${number(failed ?? 0)} of ${number(of ?? 0)}), p95 ${milliseconds(p95 ?? 0)}`,
    )
  const lines = [...crashes, ...newPatterns]
    .slice(0, 2)
    .map(({ count, template, severity }) => `- ${number(count)}\u00d7 ${severity}: ${code(patternText(template), 140)}`)
  return [...failing, ...lines].join('\n')
}

function summaryLines({ routes, patterns }: HealthResult): string {
  const busiest = [...routes]
    .sort((a, b) => (b.of ?? 0) - (a.of ?? 0))
    .slice(0, 3)
    .map(
      ({ operation, of, failed, p50, p95 }) =>
        `- ${code(operation, 80)}: ${number(of ?? 0)} requests, ${number(failed ?? 0)} failed, median ${milliseconds(p50 ?? 0)}, p95 ${milliseconds(p95 ?? 0)}`,
    )
  const lines = patterns
    .slice(0, 3)
    .map(({ count, template, severity }) => `- ${number(count)}\u00d7 ${severity}: ${code(patternText(template), 140)}`)
  return [...busiest, ...lines].join('\n')
}
