/** Scores services as root causes. */
import { combinedStrength, type Finding, type FindingKind, scaled } from './findings.ts'
import { downstream, type ServiceGraph, upstream } from './graph.ts'
import { sumOf } from './stats.ts'

/** Kinds that measure one thing from several sides share a group. */
type Group =
  | 'logs'
  | 'acts'
  | 'answers'
  | 'retries'
  | 'news'
  | 'branches'
  | 'time'
  | 'edges'
  | 'pauses'
  | 'failures'
  | 'calls'
  | 'silence'
  | 'metrics'
const GROUPS: Record<FindingKind, Group> = {
  log_sequence: 'logs',
  log_new: 'news',
  log_mention: 'logs',
  log_rate: 'logs',
  log_missing: 'logs',
  self_time: 'time',
  edge_time: 'edges',
  span_errors: 'failures',
  exceptions: 'failures',
  truncated: 'failures',
  child_calls: 'calls',
  silence: 'silence',
  metric: 'metrics',
}

/** How findings of one service add up, and how much of it a faulty callee explains. */
export interface RankingParameters {
  /**
   * What each further finding of a group adds. A request that ends early shows in every line and child that no longer
   * comes, but it is one event. Several operations or edges that became slow are separate measurements.
   */
  readonly further: { readonly event: number; readonly measured: number }
  /**
   * What a request that ends otherwise shows in its lines, its failures and its missing calls is one event: it counts
   * once. What the first of these groups tells counts in full, the next this share of it, the third that share again.
   */
  readonly sameEvent: number
  /** A failed call of an operation, its exception and the calls that it no longer makes are the same request. */
  readonly sameOperation: number
  /** Metrics are many, coarse in time, and follow every cascade. Beside other signals they count this much. */
  readonly metricsWeight: number
  /**
   * The most that a group can contribute, in nats. Shifted branches, and new lines that change nothing else, occur every
   * day. Alone they stay below the threshold of an anomaly.
   */
  readonly most: Readonly<Record<Most, number>>
  /**
   * How much of a group's evidence a faulty callee can explain. A cascade consists of failures, odd lines and missing
   * calls. Slow self time above a slow callee is mostly waiting that was not traced. Who is to blame for an edge or a
   * changed way of working was decided when the findings were compared. Silence is hardly explained by anybody else.
   */
  readonly explainable: Readonly<Record<Explained, number>>
  /** At this evidence, in nats, a callee's own trouble is believed by half. */
  readonly convincing: number
  /** What each further call in between takes off an explanation. */
  readonly nearness: number
}
type Most = 'lines' | 'failing' | 'calls' | 'measured' | 'habitual' | 'metrics'
type Explained = 'consequence' | 'waiting' | 'decided' | 'silence' | 'metrics'

/** Of each group: how its findings add up, where they saturate, and what a faulty callee explains of them. */
const GROUP_RULES: Readonly<
  Record<Group, { further: keyof RankingParameters['further']; most: Most; explained: Explained }>
> = {
  logs: { further: 'event', most: 'lines', explained: 'consequence' },
  news: { further: 'event', most: 'habitual', explained: 'consequence' },
  branches: { further: 'event', most: 'habitual', explained: 'consequence' },
  time: { further: 'measured', most: 'measured', explained: 'waiting' },
  edges: { further: 'measured', most: 'measured', explained: 'decided' },
  pauses: { further: 'measured', most: 'measured', explained: 'decided' },
  failures: { further: 'event', most: 'failing', explained: 'consequence' },
  calls: { further: 'event', most: 'calls', explained: 'consequence' },
  acts: { further: 'event', most: 'failing', explained: 'decided' },
  answers: { further: 'event', most: 'failing', explained: 'decided' },
  // Who is refused asks again.
  retries: { further: 'event', most: 'failing', explained: 'consequence' },
  silence: { further: 'event', most: 'measured', explained: 'silence' },
  metrics: { further: 'event', most: 'metrics', explained: 'metrics' },
}

/** What these groups show of one request is one event. */
const EVENT_GROUPS: readonly Group[] = ['logs', 'failures', 'calls']

/** What speaks for one service, at the division of time that shows it best. */
export interface ServiceEvidence {
  readonly service: string
  readonly findings: readonly Finding[]
  readonly onset: number
  /** Weight of that onset: 1 at the stated time, less further away. */
  readonly weight: number
}

export interface Scored extends ServiceEvidence {
  readonly score: number
  /** Score before the share that a faulty callee explains was taken off. */
  readonly rawScore: number
  /**
   * The part of the score that any ordinary day brings as well: shifted branches, and new lines that change nothing
   * else.
   */
  readonly habitual?: number
  /** The part of the score that metrics contribute beside other signals. */
  readonly ofMetrics?: number
  readonly explainedBy: string | null
  /** It is a gateway of which only requests are known. */
  readonly handsOn?: boolean
  /** Nobody said when it began, and all that readings show of it has passed. */
  readonly isOver?: boolean
}

/**
 * A consequence may seem to begin this much before its cause: if events are a minute apart, onsets are no more precise.
 */
const PRECEDENCE_MS = 60_000

/** Findings grouped by service. */
export function evidenceAt(findings: readonly Finding[], onset: number, weight: number): ServiceEvidence[] {
  const byService = new Map<string, Finding[]>()
  for (const finding of findings) {
    const list = byService.get(finding.service)
    if (list === undefined) byService.set(finding.service, [finding])
    else list.push(finding)
  }
  return [...byService].map(([service, list]) => ({
    service,
    findings: list.toSorted((a, b) => b.strength - a.strength),
    onset,
    weight,
  }))
}

/**
 * How clearly a division of time shows a service: its evidence before saturation, which is largest where the change is.
 * After saturation every earlier division would do as well.
 */
export function clarityOf({ findings, weight }: ServiceEvidence, parameters: RankingParameters): number {
  return sumOf([...totalsOf(findings, parameters).values()]) * weight
}

/** Ranks services as root causes, best first, by their evidence less what faulty services below them explain. */
export function rankServices(
  evidence: readonly ServiceEvidence[],
  graph: ServiceGraph,
  parameters: RankingParameters,
): Scored[] {
  const { explainable } = parameters
  const known = new Map<string, Known>()
  const failing = failingAmong(evidence, parameters)
  for (const entry of evidence) {
    const callers = graph.callers.get(entry.service)
    const isFollowed = callers !== undefined && [...callers].some((caller) => failing.has(caller))
    const saturated = groupScores(entry.findings, isFollowed, parameters)
    const groups = eventsOnce(saturated, parameters)
    const rawScore = sumOf([...groups.values()]) * entry.weight
    const beginMs = entry.findings[0]?.onsetMs ?? 0
    known.set(entry.service, {
      groups,
      rawScore,
      beginMs,
      weight: entry.weight,
      failures: saturated.get('failures') ?? 0,
      time: timeShown(entry.findings),
      namedBy: namersOf(entry.findings),
    })
  }
  const scored = evidence.map((entry): Scored => {
    const own = known.get(entry.service)
    if (own === undefined) throw new Error('every service with evidence has been scored')
    const { by, any, work, time, silence, refused } = explanationOf(entry.service, own, known, graph, parameters)
    let score = 0
    let habitual = 0
    let ofMetrics = 0
    for (const [group, value] of own.groups) {
      const isTime = group === 'time' || group === 'edges' || group === 'pauses'
      const byRule = explainable[GROUP_RULES[group].explained] * (isTime ? time : group === 'metrics' ? any : work)
      // Whoever calls a silent service waits for it: time around whatever else is called. Whom a direct callee refuses,
      // or who says which one failed it, answers its own callers accordingly.
      const byAbsence = isTime || group === 'answers' ? (group === 'edges' ? silence : Math.max(silence, refused)) : 0
      const explained = Math.max(byRule, explainable.consequence * byAbsence)
      const left = value * entry.weight * (1 - explained)
      score += left
      if (group === 'news' || group === 'branches') habitual += left
      if (group === 'metrics') ofMetrics += left
    }
    return { ...entry, score, habitual, ofMetrics, rawScore: own.rawScore, explainedBy: any > 0.3 ? by : null }
  })
  return scored.sort((a, b) => b.score - a.score || a.service.localeCompare(b.service))
}

/** Services whose requests fail or are cut off, beyond what any day brings. */
function failingAmong(evidence: readonly ServiceEvidence[], parameters: RankingParameters): Set<string> {
  return new Set(
    evidence
      .filter(({ findings }) => {
        const totals = totalsOf(findings, parameters)
        const errors = findings.find(({ isError }) => isError === true)?.strength ?? 0
        return Math.max(totals.get('failures') ?? 0, totals.get('logs') ?? 0, errors) > parameters.convincing
      })
      .map(({ service }) => service),
  )
}

interface Known {
  readonly groups: ReadonlyMap<Group, number>
  readonly rawScore: number
  readonly beginMs: number
  readonly weight: number
  /** Evidence that its requests fail, whatever else tells of the same ones. */
  readonly failures: number
  readonly time: TimeShown
  /** Evidence in the log lines of other services, by the service that logs it. */
  readonly namedBy: ReadonlyMap<string, number>
}

/**
 * How convincingly services below this one explain its trouble, 0..1: by any evidence, by what ends or changes work, by time,
 * by silence, by failing.
 */
function explanationOf(
  service: string,
  own: Known,
  known: ReadonlyMap<string, Known>,
  graph: ServiceGraph,
  { convincing, nearness: each }: RankingParameters,
): { by: string | null; any: number; work: number; time: number; silence: number; refused: number } {
  // However strong other services' evidence is.
  const convictionOf = (score: number): number => score ** 2 / (score ** 2 + convincing ** 2)
  let by: string | null = null
  let any = 0
  let work = 0
  let time = 0
  let silence = 0
  let refused = 0
  for (const [callee, distance] of calleesOf(service, known, graph)) {
    const other = known.get(callee)
    if (other === undefined || other.beginMs > own.beginMs + PRECEDENCE_MS) continue
    const nearness = each ** (distance - 1)
    // A service that says which callee failed it has explained its own failures, and what it waited for.
    const named = convictionOf(other.namedBy.get(service) ?? 0)
    // A pause lies with either end, or between them: it explains waiting, and nothing else that goes wrong there.
    const pauses = (other.groups.get('pauses') ?? 0) * other.weight
    const conviction = Math.max(convictionOf(other.rawScore - pauses) * nearness, named)
    if (conviction > any) {
      any = conviction
      by = callee
    }
    const slow = ((other.groups.get('time') ?? 0) + (other.groups.get('edges') ?? 0)) * other.weight
    const harmless = slow * (1 - Math.min(1, other.time.longestMs / GIVEN_UP_MS))
    work = Math.max(work, convictionOf(other.rawScore - pauses - harmless) * nearness, named)
    time = Math.max(time, convictionOf(slow + pauses) * nearness * partOf(other.time, own.time))
    // Who calls the silent service itself waits in its own time; above it, the waiting lies within the calls that are made there.
    const quiet = distance === 1 ? convictionOf((other.groups.get('silence') ?? 0) * other.weight) : 0
    silence = Math.max(silence, quiet, named)
    // Whoever is refused waits before it asks again, and nothing but its own time shows the waiting.
    if (distance === 1) refused = Math.max(refused, convictionOf(other.failures * other.weight))
  }
  return { by, any, work, time, silence, refused }
}

/** The time that a service's own operations and the calls of it add. */
interface TimeShown {
  /** Over all calls; 0: not known. */
  readonly addedMs: number
  /** Of the operation that takes longest. Without bound: not known. */
  readonly longestMs: number
}

/** No client gives up on a call that is answered within a tenth of a second: what is slow below it ends no work. */
const GIVEN_UP_MS = 100

function timeShown(findings: readonly Finding[]): TimeShown {
  const slowings = findings.flatMap(({ slowing }) => slowing ?? [])
  return {
    addedMs: slowings.reduce((sum, { addedMs }) => sum + addedMs, 0),
    longestMs:
      slowings.length === 0
        ? Number.POSITIVE_INFINITY
        : slowings.reduce((most, { afterMs }) => Math.max(most, afterMs), 0),
  }
}

/** Who waits for another waits no longer than that one takes: the part of a service's added time that a callee's can be. */
function partOf(callee: TimeShown, own: TimeShown): number {
  return callee.addedMs === 0 || own.addedMs === 0 ? 1 : Math.min(1, callee.addedMs / own.addedMs)
}

/** Services below this one by calls, and those that it names as callees if no trace shows the calls. */
function calleesOf(service: string, known: ReadonlyMap<string, Known>, graph: ServiceGraph): Map<string, number> {
  const callees = downstream(graph, service)
  const callers = upstream(graph, service)
  for (const [other, { namedBy }] of known) {
    if (namedBy.has(service) && !callees.has(other) && !callers.has(other)) callees.set(other, 1)
  }
  return callees
}

function namersOf(findings: readonly Finding[]): Map<string, number> {
  const namers = new Map<string, number>()
  for (const { kind, peer, strength } of findings) {
    if (kind === 'log_mention' && peer !== null) namers.set(peer, Math.max(strength, namers.get(peer) ?? 0))
  }
  return namers
}

function groupOf({ reach, kind, isOfWord, isPause, isRepeated, isAnswer }: Finding): Group {
  if (isAnswer === true) return 'answers'
  if (isRepeated === true) return 'retries'
  if (isPause === true) return 'pauses'
  if (reach === 'caller') return 'branches'
  if (isOfWord === true) return 'news'
  return reach === 'own' && kind === 'child_calls' ? 'acts' : GROUPS[kind]
}

/**
 * Group totals, saturated. Beyond some point it is certain that something changed, and only the place is in question.
 */
function groupScores(
  findings: readonly Finding[],
  isFollowed: boolean,
  parameters: RankingParameters,
): Map<Group, number> {
  const scores = new Map<Group, number>()
  // A new error of a service whose callers fail since is no mere news: it counts as a failure does.
  const isCause = isFollowed && findings.some(({ isError }) => isError === true)
  for (const [group, total] of totalsOf(findings, parameters)) {
    const most = parameters.most[GROUP_RULES[group === 'news' && isCause ? 'failures' : group].most]
    scores.set(group, most * (1 - Math.exp(-total / most)))
  }
  return scores
}

/** Groups that tell of the same requests, in order of what they say. */
function eventsOnce(scores: ReadonlyMap<Group, number>, { sameEvent }: RankingParameters): Map<Group, number> {
  const totals = new Map(scores)
  const told = EVENT_GROUPS.map((group) => ({ group, total: totals.get(group) ?? 0 })).sort((a, b) => b.total - a.total)
  told.forEach(({ group, total }, place) => {
    if (total > 0) totals.set(group, total * sameEvent ** place)
  })
  return totals
}

/** Of each operation the strongest failure or missing call counts in full. */
function operationsOnce(findings: readonly Finding[], sameOperation: number): Finding[] {
  const seen = new Set<string>()
  return findings
    .toSorted((a, b) => b.strength - a.strength)
    .map((finding) => {
      const group = groupOf(finding)
      if (group !== 'failures' && group !== 'calls') return finding
      const [operation = ''] = finding.subject.split(' → ')
      if (seen.has(operation)) return scaled(finding, sameOperation)
      seen.add(operation)
      return finding
    })
}

function totalsOf(
  findings: readonly Finding[],
  { further, sameOperation, metricsWeight }: RankingParameters,
): Map<Group, number> {
  const totals = new Map<Group, number>()
  for (const [group, list] of Map.groupBy(operationsOnce(findings, sameOperation), groupOf)) {
    const decay = further[GROUP_RULES[group].further]
    totals.set(group, combinedStrength(list, decay) * (group === 'metrics' ? metricsWeight : 1))
  }
  return totals
}
