/** Writes lists as text: records, requests, patterns, versions, deployments, and the origin of a message. */
import { cite, code } from '../embedded/markdown.ts'
import { spokenText, toldText, withReason } from '../message-text.ts'
import type { DeploymentsResult, ListResult, MeaningResult, VersionsResult } from '../questions/execute/result.ts'
import { isBack, isOfSetting, type Rollout, rolloutsOf } from '../questions/execute/rollouts.ts'
import type { PlanOf } from '../questions/plan/plan.ts'
import type { ChangeRow } from '../tools/query-changes.ts'
import { explanationOf } from './explanations.ts'
import { clock, milliseconds, number, window } from './format.ts'
import { oneVersion } from './one-version.ts'
import { conditionsOf, nounOf } from './scope.ts'

const QUOTED = 5
const RAW_CHARS_MAX = 1000

/** Writes a list of records or requests; `id` is the call that its citations name. */
export function listAnswer(plan: PlanOf<'list'>, result: ListResult, id: string, askedAtMs: number): string[] {
  const isLogs = plan.of === 'logs'
  const noun = isLogs ? nounOf({ of: 'records' }, plan.conditions) : nounOf({ of: 'requests' }, plan.conditions)
  const words = conditionsOf(plan.conditions)
  const scope = words === '' ? '' : ` ${words}`
  const shown = isLogs ? result.logs.length : result.spans.length
  const when = window(result.window, askedAtMs)
  if (shown === 0 && result.isBeyondTelemetry === true)
    return [
      `I found no ${noun}${scope}, so I give no number: there is no telemetry to answer from in ${when}. ${cite(id)}`,
    ]
  if (shown === 0) return [`**0** ${noun}${scope}, ${when}. ${cite(id)}`]
  if (plan.isTimeAsked === true) return occurrence(plan, result, `${noun}${scope}`, id, askedAtMs)
  const which = shown >= result.total ? 'all of them' : `the ${plan.order} ${shown}`
  const isSlowest = plan.order === 'slowest' && !isLogs
  const first = isSlowest
    ? `The slowest of ${number(result.total)} ${noun}${scope} took **${milliseconds(result.spans[0]?.durationMs ?? 0)}**: ${code(`${result.spans[0]?.service ?? ''} ${result.spans[0]?.name ?? ''}`, 120)}, ${when}.`
    : `**${number(result.total)}** ${noun}${scope}, ${when}; the table has ${which}.`
  const rows = isLogs
    ? result.logs
        .slice(0, QUOTED)
        .map(
          (row) =>
            `- ${clock(row.time, askedAtMs)} ${code(row.service, 60)} ${row.severity}: ${plan.isRawAsked === true ? code(row.body, RAW_CHARS_MAX) : code(toldText(row.body), 180)}`,
        )
    : result.spans
        .slice(0, Math.max(QUOTED, Math.min(10, plan.limit)))
        .map(
          (row) =>
            `- ${clock(row.time, askedAtMs)} ${code(`${row.service} ${row.name}`, 120)}: ${milliseconds(row.durationMs)}${row.status === 'error' ? ', failed' : ''}, trace ${code(row.traceId)}`,
        )
  return [`${first} ${cite(id)}`, rows.join('\n')]
}

/** When the first or the last of them happened. */
function occurrence(plan: PlanOf<'list'>, result: ListResult, what: string, id: string, askedAtMs: number): string[] {
  const [log] = result.logs
  const [span] = result.spans
  const at = log?.time ?? span?.time ?? ''
  const which = plan.order === 'oldest' ? 'first' : 'last'
  const row =
    log === undefined
      ? code(`${span?.service ?? ''} ${span?.name ?? ''}`, 120)
      : `${code(log.service, 60)}: ${code(toldText(log.body), 180)}`
  return [
    `The ${which} of the ${what} was at **${clock(at, askedAtMs)}**; there are ${number(result.total)} in ${window(result.window, askedAtMs)}. ${cite(id)}`,
    `- ${row}`,
  ]
}

/** Writes which versions of services run. */
export function versionsAnswer(
  plan: PlanOf<'versions'>,
  { versions, key }: VersionsResult,
  id: string,
  askedAtMs: number,
): string[] {
  const services = plan.conditions.flatMap((condition) => (condition.on === 'service' ? condition.values : []))
  const alone = plan.isOneAsked === true ? oneVersion(versions, plan.versionAsked, askedAtMs) : null
  if (alone !== null) return [`${alone} ${cite(id)}`]
  const asked = versionsAsked(plan)
  const named = versions.filter(({ version }) => asked.includes(version))
  if (asked.length > 0) return versionsNamed(named, versions, asked, id, askedAtMs)
  const then = versionThen(plan, versions, askedAtMs)
  if (then !== null) return [`${then.first} ${cite(id)}`, then.rows]
  const about = services.length === 0 ? '' : ` of ${services.map((name) => code(name, 80)).join(', ')}`
  if (versions.length === 0) {
    return [
      key === null
        ? `This project\u2019s telemetry names no versions (no attribute such as ${code('service.version')}). ${cite(id)}`
        : `No version${about} was seen. ${cite(id)}`,
    ]
  }
  const latest = new Map(
    [...versions].sort((a, b) => (a.lastSeen < b.lastSeen ? -1 : 1)).map((one) => [one.service, one]),
  )
  const changeWords = (service: string, version: string): string => {
    const earlier = versions.filter((one) => one.service === service && one.version !== version)
    const now = latest.get(service)
    // What came later and is gone was rolled back.
    const [undone] = earlier
      .filter((one) => now !== undefined && one.firstSeen > now.firstSeen)
      .toSorted((a, b) => (a.lastSeen > b.lastSeen ? -1 : 1))
    if (undone !== undefined)
      return ` again since ${clock(undone.lastSeen, askedAtMs)}, rolled back from ${code(undone.version, 60)}, which it ran since ${clock(undone.firstSeen, askedAtMs)}`
    return earlier.length === 0
      ? ''
      : ` since ${clock(latest.get(service)?.firstSeen ?? '', askedAtMs)}, before it ${earlier.map((one) => code(one.version, 60)).join(', ')}`
  }
  const rows = [...latest.values()].slice(0, 30).map(({ service, version }) => {
    return `- ${code(service, 80)}: ${code(version, 80)}${changeWords(service, version)}`
  })
  const [only] = latest.values()
  const changedServices = [...latest.values()].filter(
    ({ service }) => versions.filter((one) => one.service === service).length > 1,
  )
  const first =
    latest.size === 1 && only !== undefined
      ? `${code(only.service, 80)} runs version ${code(only.version, 80)}${changedServices.length === 0 ? ', the only one seen' : changeWords(only.service, only.version)}.`
      : `${number(latest.size)} services name their version; ${changedServices.length === 0 ? 'none changed it' : `${changedServices.map(({ service }) => code(service, 60)).join(', ')} changed it`} in the telemetry of this day.`
  return [`${first} ${cite(id)}`, rows.join('\n')]
}

/** "What was web running before 19:05": the version that each service had then, and until when. */
function versionThen(
  plan: PlanOf<'versions'>,
  all: VersionsResult['versions'],
  askedAtMs: number,
): { readonly first: string; readonly rows: string } | null {
  const { to, around, basis, phrase } = plan.time
  if (basis !== 'asked' || !/^(?:before|until|up to|prior to|around|at)\b|^\d/.test(phrase ?? '')) return null
  const atMs = around === undefined ? Date.parse(to) - 30_000 : Date.parse(around)
  const ran = [...Map.groupBy(all, ({ service }) => service).values()].flatMap((own) => {
    const inOrder = own.toSorted((a, b) => (a.firstSeen < b.firstSeen ? -1 : 1))
    const one = inOrder.filter(({ firstSeen }) => Date.parse(firstSeen) < atMs).at(-1)
    return one === undefined ? [] : [{ ...one, next: inOrder[inOrder.indexOf(one) + 1] }]
  })
  const [only, ...others] = ran
  if (only === undefined) return null
  const came = ({ next }: (typeof ran)[number]): string =>
    next === undefined ? '' : `; ${code(next.version, 60)} came at ${clock(next.firstSeen, askedAtMs)}`
  if (others.length === 0) {
    const until = only.next === undefined ? ', the only one seen since' : came(only)
    return {
      first: `${code(only.service, 80)} ran version **${code(only.version, 60)}** ${phrase ?? 'then'}${until}.`,
      rows: '',
    }
  }
  const rows = ran.slice(0, 30).map((one) => `- ${code(one.service, 80)}: ${code(one.version, 60)}${came(one)}`)
  return { first: `${number(ran.length)} services named their version ${phrase ?? 'then'}:`, rows: rows.join('\n') }
}

/** "When did version 113 go live?": who runs the versions that the question names, and since when. */
function versionsNamed(
  named: VersionsResult['versions'],
  all: VersionsResult['versions'],
  asked: readonly string[],
  id: string,
  askedAtMs: number,
): string[] {
  const rows = named.map(({ service, version, firstSeen }) => {
    const before = all.filter((one) => one.service === service && one.firstSeen < firstSeen).at(-1)
    const earlier = before === undefined ? '' : `, before it ${code(before.version, 60)}`
    return `${code(service, 80)} has version ${code(version, 60)} since **${clock(firstSeen, askedAtMs)}**${earlier}`
  })
  const none = `No version ${asked.map((one) => code(one, 60)).join(' or ')} was seen`
  return [`${rows.length === 0 ? none : rows.slice(0, 4).join('; ')}. ${cite(id)}`]
}

/** Writes what was deployed, from the versions of records and from lines about a rollout. */
export function deploymentsAnswer(
  plan: PlanOf<'deployments'>,
  result: DeploymentsResult,
  id: string,
  askedAtMs: number,
): string[] {
  const about = plan.conditions
    .flatMap((condition) =>
      condition.on === 'service'
        ? [
            ` of ${condition.not === true ? 'others than ' : ''}${condition.values.map((name) => code(name, 80)).join(', ')}`,
          ]
        : condition.on === 'attribute'
          ? [` to ${condition.values.map((value) => code(value, 60)).join(', ')}`]
          : [],
    )
    .join('')
  const isBackAsked = plan.isBackAsked === true
  const what = plan.isRestart === true ? 'restart' : isBackAsked ? 'roll-back' : 'deployment'
  const asked = versionsAsked(plan)
  const all = ofVersions(rolloutsOf(result), asked)
  const rollouts = isBackAsked ? all.filter(isBack) : all
  const rows = atEnd(
    rollouts.map((rollout) => ({ at: rollout.at, text: rolloutText(rollout) })),
    plan.end,
  )
  const [first] = rows
  if (first === undefined) {
    const seen =
      plan.isRestart === true
        ? 'no record tells of one'
        : isBackAsked && all.length > 0
          ? `${number(all.length)} ${all.length === 1 ? 'deployment was' : 'deployments were'}, none of them back to an earlier version`
          : result.hasVersions
            ? 'no version changed and no record tells of one'
            : 'no record tells of one, and services name no versions'
    return [
      `${plan.isYesNo === true ? '**No**: no' : 'No'} ${what}${about} was seen, ${window(result.window, askedAtMs)}: ${seen}. ${cite(id)}`,
    ]
  }
  if (plan.isReleaseAsked === true && rollouts.every(isOfSetting)) {
    const none = result.hasVersions ? 'no version changed and ' : ''
    const changed = rows.slice(0, SETTINGS_SAID_MAX).map(({ at, text }) => `${text} at **${clock(at, askedAtMs)}**`)
    return [
      `${plan.isYesNo === true ? '**No**: no' : 'No'} deployment or new version${about} was seen, ${window(result.window, askedAtMs)}: ${none}only a setting was changed. ${changed.join('; ')}. ${cite(id)}`,
    ]
  }
  if (plan.isRestart === true) {
    const records = atEnd(result.records, plan.end)
    const total = plan.end === undefined ? result.total : records.length
    return restartsAnswer(plan, { ...result, records, total }, about, id, askedAtMs)
  }
  const last = rows.at(-1) ?? first
  const yes = plan.isYesNo === true ? 'Yes: ' : ''
  const head =
    rows.length === 1
      ? `${yes}${yes === '' ? `${first.text.slice(0, 1).toUpperCase()}${first.text.slice(1)}` : first.text} at **${clock(first.at, askedAtMs)}**.`
      : `${yes}${number(rows.length + (asked.length > 0 || isBackAsked ? 0 : Math.max(0, result.total - result.records.length)))} signs of a ${what}${about}, the first at **${clock(first.at, askedAtMs)}**, the last at **${clock(last.at, askedAtMs)}**.`
  return [
    `${head} ${cite(id)}`,
    rows.length === 1
      ? ''
      : rows
          .slice(0, 8)
          .map(({ at, text }) => `- ${clock(at, askedAtMs)} ${text}`)
          .join('\n'),
  ]
}

/** The first or the last of what is in order of time; all of it where neither is asked for. */
function atEnd<T>(rows: readonly T[], end: 'first' | 'last' | undefined): readonly T[] {
  return end === undefined ? rows : end === 'first' ? rows.slice(0, 1) : rows.slice(-1)
}

const RESTARTS_NAMED = 4

/** Who restarted and when, in the first sentence; the lines that tell of it below. */
function restartsAnswer(
  plan: PlanOf<'deployments'>,
  { records, total }: DeploymentsResult,
  about: string,
  id: string,
  askedAtMs: number,
): string[] {
  const yes = plan.isYesNo === true ? 'Yes: ' : ''
  const named = records
    .slice(0, RESTARTS_NAMED)
    .map(({ service, time }) => `${code(service, 60)} at **${clock(time, askedAtMs)}**`)
  const more = total > named.length ? ` and ${number(total - named.length)} more` : ''
  const rows = records
    .slice(0, 8)
    .map(
      ({ service, body, reason, time }) =>
        `- ${clock(time, askedAtMs)} ${code(service, 80)}: ${code(withReason(spokenText(body), reason), 160)}`,
    )
  return [
    `${yes}**${number(total)}** ${total === 1 ? 'restart' : 'restarts'}${about}: ${named.join(', ')}${more}. ${cite(id)}`,
    rows.join('\n'),
  ]
}

/** The versions that a question about a deployment names. */
function versionsAsked({ conditions }: Pick<PlanOf<'deployments'>, 'conditions'>): readonly string[] {
  return conditions.flatMap((condition) => (condition.on === 'attribute' ? condition.values : []))
}

/** Those to a version; where there are none, those away from it. */
function ofVersions(rollouts: readonly Rollout[], asked: readonly string[]): readonly Rollout[] {
  if (asked.length === 0) return rollouts
  const tell = (texts: readonly (string | null | undefined)[]): boolean =>
    asked.some((one) => texts.some((text) => text?.toLowerCase().includes(one.toLowerCase()) === true))
  const to = rollouts.filter(({ change, version, lines }) =>
    tell([change?.version, change?.title, version?.to, ...lines.map(({ body }) => body)]),
  )
  return to.length > 0 ? to : rollouts.filter(({ version }) => tell([version?.from]))
}

/** Changed settings that stand in the answer about a deployment which was none. */
const SETTINGS_SAID_MAX = 3

/** Who told of it says most; what telemetry says of the same rollout stands behind it. */
function rolloutText({ change, version, lines }: Rollout): string {
  const told = [
    ...(change === null ? [] : [changeText(change)]),
    ...(version === null
      ? []
      : [`${code(version.service, 80)} from version ${code(version.from, 60)} to ${code(version.to, 60)}`]),
    ...lines
      .slice(0, LINES_OF_ROLLOUT_MAX)
      .map(({ service, body, reason }) => `${code(service, 80)}: ${code(withReason(spokenText(body), reason), 160)}`),
  ]
  const [first = '', ...others] = told
  const source = change === null || others.length === 0 ? '' : `, told by ${code(change.source, 60)}`
  return others.length === 0 ? first : `${first}${source}; telemetry: ${others.join('; ')}`
}
/** A rolling update writes a line for each of its instances. */
const LINES_OF_ROLLOUT_MAX = 2

function changeText({ kind, services, title, version, author, status, url }: ChangeRow): string {
  const whom =
    services.length === 0
      ? ''
      : ` of ${services
          .slice(0, 3)
          .map((name) => code(name, 60))
          .join(', ')}`
  const which = version === null ? '' : `, version ${code(version, 60)}`
  const who = author === null ? '' : `, by ${code(author, 60)}`
  const how = status === null || status === 'succeeded' ? '' : `, ${status.replace('_', ' ')}`
  const link = url === null ? '' : `, ${code(url, 200)}`
  return `${kind.replace('_', ' ')}${whom}: ${code(title, 160)}${which}${who}${how}${link}`
}

/** Writes what a line means, and who logs it how often. */
export function meaningAnswer(result: MeaningResult, id: string, askedAtMs: number): string[] {
  const said = explanationOf(result.text) ?? explanationOf(result.patterns[0]?.template ?? '')
  const services = [...new Set(result.patterns.map(({ service }) => service))]
  const [first] = result.patterns
  if (first === undefined) {
    return [
      said === null
        ? `No record says ${code(result.text, 120)}, ${window(result.window, askedAtMs)}, and I do not know this message. ${cite(id)}`
        : `${said} No record says it, ${window(result.window, askedAtMs)}. ${cite(id)}`,
    ]
  }
  const since = result.patterns.map(({ firstSeen }) => firstSeen).sort()[0] ?? first.firstSeen
  const where = `It comes from ${services
    .slice(0, 4)
    .map((name) => code(name, 60))
    .join(', ')}: ${number(result.total)} records, the first at ${clock(since, askedAtMs)}.`
  const whole = `The line: ${code(spokenText(first.example), 240)}`
  const peers = named(first.template)
  const about = peers === '' ? '' : ` It names ${code(peers, 80)}: look there first.`
  const which = result.isMostFrequent === true ? 'That is the line below. ' : ''
  return [
    `${which}${said ?? 'I do not know this message in general; this is what the telemetry says about it.'} ${where}${about} ${cite(id)}`,
    whole,
  ]
}

/** The service that a line complains about, in the words of its callers. */
function named(template: string): string {
  return (
    /\b(?:call(?:ing)?|request to|callee=|connect(?:ing)? to|from|for) ?([a-z][a-z0-9]+(?:-[a-z0-9]+)+)/.exec(
      template,
    )?.[1] ?? ''
  )
}
