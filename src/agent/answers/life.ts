/** Writes when services stopped and came back, why, and what became of their requests meanwhile. */
import { cite, clock, code, plain } from '../embedded/markdown.ts'
import type { LifeEvent, LifeResult, LifeSide } from '../questions/execute/result.ts'
import { type PlanOf, servicesOf } from '../questions/plan/plan.ts'
import { milliseconds, number, span, window } from './format.ts'
import { failuresOf, speedOf } from './release-verdict.ts'

type Asks = PlanOf<'life'>['asks']
type Silent = LifeResult['silent'][number]

const EVENTS_LISTED = 8
const LINE_CHARS = 180
/** Longer apart, its stop is no blip of which nothing is said beside its length. */
const REQUESTS_MIN = 1

export function lifeAnswer(plan: PlanOf<'life'>, result: LifeResult, id: string, askedAtMs: number): string[] {
  const asked = plan.asks.includes('crash') && plan.isYesNo === true && servicesOf(plan).length === 0
  const crashes = result.events.filter(({ reason }) => reason === 'crash')
  const events = asked && crashes.length > 0 ? crashes : result.events
  const [only, more] = events
  if (only === undefined) return withoutEvents(plan, result, id, askedAtMs)
  const silence = silenceTold(plan, result).map((one) => `${silentSentence(one, askedAtMs)} ${cite(id)}`)
  if (more === undefined) {
    const effect = effectSentence(plan, only)
    const isFirst = plan.asks.includes('effect')
    const lead = isFirst ? '' : leadOf(plan.asks, plan.isYesNo === true, only)
    const parts = [
      isFirst ? effect : '',
      `${lead}${eventSentence(only, askedAtMs)}`,
      upSentence(plan.asks, only, askedAtMs),
    ]
    const first = `${parts.filter((part) => part !== '').join(' ')} ${cite(id)}`
    return [first, isFirst || effect === '' ? '' : `${effect} ${cite(id)}`, ...silence].filter((part) => part !== '')
  }
  return [
    `${severalLead(plan, result, events)} ${cite(id)}`,
    events
      .slice(0, EVENTS_LISTED)
      .map((event) => `- ${eventSentence(event, askedAtMs)}`)
      .join('\n'),
    ...silence,
  ]
}

/** Who is silent is told where that may be meant. */
function silenceTold({ asks, conditions }: PlanOf<'life'>, { silent }: LifeResult): readonly Silent[] {
  return servicesOf({ conditions }).length > 0 || asks.includes('last') ? silent : []
}

function severalLead(
  { asks, isYesNo, conditions }: PlanOf<'life'>,
  { total }: LifeResult,
  events: readonly LifeEvent[],
): string {
  const services = [...new Set(events.map(({ service }) => service))].map((name) => code(name, 60))
  const crashes = events.filter(({ reason }) => reason === 'crash').length
  const releases = events.filter(({ reason }) => reason === 'release').length
  const kinds = [
    `${number(events.filter(({ reason }) => reason === 'planned').length)} planned by their own lines`,
    ...(releases > 0 ? [`${number(releases)} with a new version`] : []),
    crashes === 0 ? 'no crash' : `${number(crashes)} ${crashes === 1 ? 'crash' : 'crashes'}`,
  ].join(', ')
  const isPlanned = events.every(({ reason }) => reason === 'planned' || reason === 'release')
  const yes =
    isYesNo !== true
      ? ''
      : asks.includes('crash')
        ? `${crashes === 0 ? '**No** crash is told' : 'Yes'}: `
        : asks.includes('planned')
          ? `${isPlanned ? 'Yes' : 'Not all of them'}: `
          : 'Yes: '
  const of = servicesOf({ conditions }).length > 0 || services.length > 4 ? '' : ` (${services.join(', ')})`
  return `${yes}**${number(total)}** stops and starts of services were seen${of}: ${kinds}.`
}

function withoutEvents(plan: PlanOf<'life'>, result: LifeResult, id: string, askedAtMs: number): string[] {
  const services = servicesOf(plan)
  const told = result.silent
  if (told.length > 0 && services.length > 0) {
    return told.flatMap((one) => [
      `${silentLead(plan, one)}${silentSentence(one, askedAtMs)} ${cite(id)}`,
      one.lines.map(({ time, body }) => `- ${clock(time, askedAtMs)}: ${code(body, 200)}`).join('\n'),
    ])
  }
  const about = services.length === 0 ? '' : ` of ${services.map((name) => code(name, 80)).join(', ')}`
  const no = plan.isYesNo === true ? '**No**: no' : '**No**'
  const others =
    result.others === undefined || result.others === 0
      ? ''
      : ` ${number(result.others)} ${result.others === 1 ? 'was' : 'were'} at another time.`
  const near = plan.at === undefined ? window(result.window, askedAtMs) : `around ${clock(plan.at, askedAtMs)}`
  return [
    `${no} stop, start or crash${about} was seen ${near}: no line tells of one and no version changed.${others} ${cite(id)}`,
  ]
}

const WORDS: Readonly<Record<LifeEvent['reason'], string>> = {
  planned: 'a planned stop, by its own words',
  limit: 'it stopped for want of a resource, by its own words',
  release: 'a release',
  crash: 'a crash or kill',
  signal: 'it was asked to stop by a signal, and nothing but its line says why',
  untold: 'no line says why',
}

function eventSentence(
  { service, at, stop, start, back, reason, version, instance }: LifeEvent,
  askedAtMs: number,
): string {
  const name = code(service, 80)
  const why = reasonWords(reason, version)
  const quoted = stop === null ? '' : ` (${code(stop.body, LINE_CHARS)})`
  const begun = start === null || stop !== null ? '' : ` (${code(start.body, LINE_CHARS)})`
  const length = back === null ? 0 : Date.parse(back) - Date.parse(at)
  const isReturnTold = start !== null
  const first =
    stop === null
      ? `${name} started at **${clock(at, askedAtMs)}**${begun}: ${why}`
      : back === null
        ? `${name} stopped at **${clock(at, askedAtMs)}**${quoted}: ${why}. It has not come back`
        : `${name} stopped at **${clock(at, askedAtMs)}**${quoted}: ${why}. It was back ${isReturnTold ? 'at' : 'by'} **${clock(back, askedAtMs)}**, ${span(length)} later`
  const same = version !== undefined && version.from === version.to ? `same version ${code(version.from, 40)}` : ''
  const moved =
    instance === undefined
      ? ''
      : instance.from === instance.to
        ? `same instance ${code(instance.from, 80)}`
        : `instance ${code(instance.from, 80)} → ${code(instance.to, 80)}`
  const beside = [same, moved].filter((part) => part !== '').join(', ')
  return beside === '' ? `${first}.` : `${first}; ${beside}.`
}

function reasonWords(reason: LifeEvent['reason'], version: LifeEvent['version']): string {
  return reason === 'release' && version !== undefined
    ? `a release, version ${code(version.from, 40)} → ${code(version.to, 40)}`
    : WORDS[reason]
}

/** The yes or no of what is asked. */
function leadOf(asks: Asks, isYesNo: boolean, { reason, instance, version, back, stop }: LifeEvent): string {
  if (asks.includes('crash') && reason !== 'crash') return isYesNo ? '**No**, no crash: ' : '**No crash**: '
  if (asks.includes('crash')) return isYesNo ? '**Yes**, a crash: ' : ''
  if (asks.includes('planned')) {
    if (reason === 'planned' || reason === 'release') return '**Yes**, planned: '
    return reason === 'crash' || reason === 'limit'
      ? '**No**, not planned: '
      : 'No line tells whether it was **planned**: '
  }
  if (!isYesNo) return asks.includes('times') ? '**1** restart: ' : ''
  if (asks.includes('instance') && instance !== undefined)
    return instance.from === instance.to ? '**No**: ' : '**Yes**: '
  if (asks.includes('version') && version !== undefined) return version.from === version.to ? '**No**: ' : '**Yes**: '
  if (asks.includes('back')) return back === null && stop !== null ? '**No**: ' : '**Yes**: '
  return '**Yes**: '
}

function upSentence(asks: Asks, { back, at, stop }: LifeEvent, askedAtMs: number): string {
  const since = back ?? (stop === null ? at : null)
  if (since === null || !(asks.includes('back') || asks.includes('length'))) return ''
  return `It has been up for ${span(askedAtMs - Date.parse(since))} since.`
}

/** What its requests did in the ten minutes before, while it was away and a minute more, and in the ten minutes behind. */
function effectSentence({ asks, said }: PlanOf<'life'>, { sides, service, stop }: LifeEvent): string {
  const { before = null, during = null, after = null } = sides ?? {}
  if (before === null || during === null || (before.of ?? 0) < REQUESTS_MIN) return ''
  if (before.isOfRecords === true) return ''
  const later = after ?? during
  const failed = failuresOf(before, during) === 'more' || failuresOf(before, later) === 'more'
  const isAnyFailed = (during.failed ?? 0) > 0
  const speed = speedOf(before, later)
  const isSlower = speed === 'slower'
  const verdict = !asks.includes('effect')
    ? ''
    : failed
      ? '**Yes**: more requests failed around it than before. '
      : isSlower
        ? '**Slower since**, and no more requests failed. '
        : `**No** sign of it: ${isAnyFailed ? 'no more requests failed than before' : 'no request failed'}, and they are not slower since. `
  const whose =
    said === undefined || !asks.includes('effect')
      ? ''
      : ` Of ${code(said, 60)} alone nothing tells; these are all requests of ${code(service, 60)}.`
  const when = stop === null ? 'In the minute behind' : 'While it was away and in the minute behind'
  return `${verdict}${when}: ${sideWords(during)}; before: ${sideWords(before)}${after === null ? '' : `; in the 10 minutes after: ${sideWords(after)}`}.${whose}`
}

function sideWords({ failed = 0, of: all = 0, p50, p95, from, to }: LifeSide): string {
  const minutes = Math.max(1, Date.parse(to) - Date.parse(from)) / 60_000
  const speed =
    p50 === undefined || p95 === undefined || all === 0 ? '' : `, p50 ${milliseconds(p50)}, p95 ${milliseconds(p95)}`
  return `${number(failed)} of ${number(all)} requests failed (${number(Math.round((all / minutes) * 10) / 10)} a minute${speed})`
}

function silentLead({ asks, isYesNo }: PlanOf<'life'>, { reason, lines, isEveryday }: Silent): string {
  if (asks.includes('planned')) {
    if (reason === 'planned') return '**Yes**, on purpose by its last line: '
    return lines.length > 0 && !isEveryday
      ? 'Its last line says what it ended with: '
      : 'No line tells whether it is **on purpose**: '
  }
  if (asks.includes('crash') && isYesNo === true)
    return reason === 'crash' ? '**Yes**: ' : 'No line tells of a **crash**, but it is gone: '
  if (asks.includes('back')) return '**No**: '
  return ''
}

function silentSentence({ service, since, lines, reason, isEveryday }: Silent, askedAtMs: number): string {
  const [last] = lines
  const words =
    last === undefined
      ? 'It wrote no lines'
      : `Its last line: ${code(plain(last.body, 240), 240)} at ${clock(last.time, askedAtMs)}`
  const told =
    reason !== undefined
      ? ` That is ${WORDS[reason]}.`
      : isEveryday
        ? ' That is an everyday line: no error and no line of a shutdown says why.'
        : ''
  return `${code(service, 80)} has been **silent** since **${clock(since, askedAtMs)}**, for ${span(askedAtMs - Date.parse(since))}. ${words}.${told}`
}
