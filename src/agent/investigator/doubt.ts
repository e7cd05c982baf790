/**
 * What the evidence for the leader cannot exclude. A signal alone shows symptoms of causes that it does not show: requests
 * are slow because of a callee that nobody measures, and lines end because of an answer that nobody logged.
 */
import type { Finding } from './findings.ts'
import type { ServiceGraph } from './graph.ts'
import type { MetricRole } from './metric-roles.ts'
import type { DoubtParameters } from './parameters.ts'
import type { Scored } from './ranking.ts'
import type { StoreClients } from './store-clients.ts'
import { asksUnknownStore } from './store-or-client.ts'
import { type Messages, readsFromUnknown } from './writer-or-reader.ts'

/** What a look rests on: lines alone, spans with or without lines, or metrics alone. */
export type LookSignals = 'lines' | 'spans' | 'metrics'

export interface Doubt {
  /** The share of the leader's probability that belongs to another service, 0..1. */
  readonly share: number
  /** That other service. Null: one that shows nothing. */
  readonly service: string | null
}
export const NO_DOUBT: Doubt = { share: 0, service: null }

/** What is looked at. */
interface DoubtedLook {
  readonly signals: LookSignals
  /** Nats per unit of log-odds between two candidates. */
  readonly rankScale: number
  readonly storeClients?: StoreClients
  readonly messages?: Messages
  readonly graph?: ServiceGraph
}

/**
 * However much requests suffer, readings of them alone do not show that nobody below is at fault who sends none: one system
 * in ten has such a component.
 */
const UNSEEN = 0.1

/** Statements that wait or fail, of which nothing says what store they ask: its fault or the client's, as likely. */
const UNKNOWN_STORE = 0.5

/** A reader refuses its messages, and nothing tells who writes them: its fault or theirs, as likely. */
const UNKNOWN_WRITER = 0.5

/** A gateway shows what is behind it: that nobody behind it shows more says as much of what is measured there. */
const HANDED_ON = 0.5

/** A service of which only requests were measured is no longer read while another fails: it is gone or not asked, as likely. */
const NOT_ASKED = 0.5

/** Who fails one of its callers alone, and answers others: it is asked for what it cannot do, as likely as not. */
const ONE_CALLER = 0.5
/** Another caller is answered where its failures say less than this share of the one's. */
const ANSWERED_SHARE = 0.25

/**
 * Who shows only what spreads, and leads over a callee that shows more only because it was changed: it may have been changed
 * by chance.
 */
const CHANGED = 0.5

/** What has passed before anybody asked may have been a burst of any day, as likely as not. */
const PASSED = 0.5

/** Who sends less in its answers, while it gets as much for them and nobody suffers, may only write them shorter: as likely as not. */
const WRITTEN_SHORTER = 0.5

/** The share of a callee that another caller reaches as before: four to one against it, as in silence.ts. */
const SPOKEN_AGAINST = 1 / (1 + 4)

/** Roles of metrics whose changes spread from a callee to its callers, or from callers to a callee. */
const SPREADING: ReadonlySet<MetricRole> = new Set(['latency', 'errors', 'success', 'traffic', 'waiting', 'takes'])
/** From this strength on, in nats, failures of a caller are its own trouble. */
const FAILING_MIN = 12
/** New lines that say less than this are those of any day. */
const WORDS_MIN = 5

export function doubtAbout(
  ranked: readonly Scored[],
  { signals, rankScale, storeClients, messages, graph }: DoubtedLook,
  parameters: DoubtParameters,
  /** Who would lead if nothing were known of changes. */
  unchanged?: string,
): Doubt {
  const [leader] = ranked
  if (leader === undefined) return NO_DOUBT
  if (signals === 'metrics') {
    const failing = failingInsteadOf(leader, ranked)
    if (failing !== null) return { share: NOT_ASKED, service: failing }
    const caller = onlyCallerFailed(leader, graph)
    if (caller !== null) return { share: ONE_CALLER, service: caller }
    if (leader.isOver === true) return { share: PASSED, service: null }
    if (isOnlyShorter(leader, ranked)) return { share: WRITTEN_SHORTER, service: null }
    if (!leader.findings.every(isSpreading)) return NO_DOUBT
    if (unchanged !== undefined && graph?.callees.get(leader.service)?.has(unchanged) === true) {
      return { share: CHANGED, service: unchanged }
    }
    if (leader.handsOn === true) return { share: HANDED_ON, service: null }
    const odds = Math.exp((parameters.spreading - leader.score) / rankScale)
    return { share: Math.max(UNSEEN, odds / (1 + odds)), service: null }
  }
  if (readsFromUnknown(leader, messages)) return { share: UNKNOWN_WRITER, service: null }
  if (signals === 'lines') return hasWords(leader.findings) ? NO_DOUBT : { share: parameters.wordless, service: null }
  const caller = failingCallerOf(leader, ranked)
  if (caller !== null) return { share: parameters.silent, service: caller }
  const callee = unreachedCalleeOf(leader)
  if (callee !== null) {
    return { share: answersOthers(leader, callee) ? SPOKEN_AGAINST : parameters.unanswered, service: callee }
  }
  return asksUnknownStore(leader, ranked, storeClients) ? { share: UNKNOWN_STORE, service: null } : NO_DOUBT
}

/**
 * Who may have stopped asking the leader: of a service of which nothing but requests was measured, and is no more, it is not
 * known whether it is gone, or nobody comes as far as asking it. Null: more than requests was measured, or nobody fails altogether.
 */
function failingInsteadOf({ findings: [first], service }: Scored, ranked: readonly Scored[]): string | null {
  if (first?.isGone !== true || first.isOfRequestsAlone !== true) return null
  const failing = ranked.filter((one) => one.service !== service && one.findings.some(failsAltogether))
  return failing[0]?.service ?? null
}

/**
 * Whether all that is seen is that there is less in the leader's answers, and in what its callers get. Where another service is
 * asked less at the same time, work is left out.
 */
function isOnlyShorter({ findings }: Scored, ranked: readonly Scored[]): boolean {
  const isOfHarm = ({ role, isLess }: Finding): boolean =>
    role === 'errors' || role === 'success' || role === 'latency' || (role === 'traffic' && isLess === true)
  return (
    findings.length > 0 &&
    // Calls that are no longer made are no matter of how an answer is written.
    findings.every(({ role, isUncalled }) => role === 'gives' && isUncalled !== true) &&
    !ranked.some((one) => one.findings.some(isOfHarm))
  )
}

/** The one caller whose calls of the leader fail, where readings name callers and another one is answered. */
function onlyCallerFailed({ service, findings }: Scored, graph: ServiceGraph | undefined): string | null {
  const failing = new Map<string, number>()
  for (const { role, peer, strength } of findings) {
    if (peer === null || (role !== 'errors' && role !== 'success')) continue
    failing.set(peer, Math.max(strength, failing.get(peer) ?? 0))
  }
  const [first, second] = [...failing].sort(([, a], [, b]) => b - a)
  const others = (graph?.callers.get(service)?.size ?? 0) - 1
  if (first === undefined || first[1] < WORDS_MIN || others < 1) return null
  return (second?.[1] ?? 0) < ANSWERED_SHARE * first[1] ? first[0] : null
}

/** Who still answers some requests comes as far as asking others. */
const ALL_FAIL = 0.9

function failsAltogether({ failingShare, strength }: Finding): boolean {
  return failingShare !== undefined && failingShare >= ALL_FAIL && strength >= WORDS_MIN
}

/** A finding without a role is that the service no longer reports. */
export function isSpreading({ role, isGone, isOfNewInstance }: Finding): boolean {
  return role !== undefined && SPREADING.has(role) && isGone !== true && isOfNewInstance !== true
}

/** Whether the service says what is wrong, or others say it of the service. */
function hasWords(findings: readonly Finding[]): boolean {
  return findings.some(
    ({ kind, isError, strength }) =>
      strength >= WORDS_MIN && (isError === true || kind === 'log_new' || kind === 'log_mention'),
  )
}

/** The one caller that misses a silent leader, if it fails itself: then it may not have come as far as the call. */
function failingCallerOf({ findings }: Scored, ranked: readonly Scored[]): string | null {
  const [strongest] = findings
  if (strongest?.kind !== 'silence' || strongest.isByOneCaller !== true) return null
  const caller = ranked.find(({ service }) => service === strongest.peer)
  const isFailing = caller?.findings.some(
    ({ kind, strength }) => (kind === 'span_errors' || kind === 'exceptions') && strength >= FAILING_MIN,
  )
  return caller !== undefined && isFailing === true ? caller.service : null
}

/**
 * The callee that nothing arrived at, of the calls that failed most. They went out: what they failed of lies with the
 * callee or on the way at least as likely as with the caller, and the caller's words would have said so.
 */
function unreachedCalleeOf({ findings }: Scored): string | null {
  if (hasWords(findings)) return null
  const failed = findings.find(({ kind }) => kind === 'span_errors')
  if (failed === undefined || failed.strength < FAILING_MIN || failed !== findings[0]) return null
  const missing = findings.find(
    ({ kind, reach, peer, subject }) =>
      kind === 'child_calls' &&
      reach === 'callee' &&
      peer !== null &&
      operationOf(subject) === operationOf(failed.subject),
  )
  return missing !== undefined && missing.strength >= FAILING_MIN ? missing.peer : null
}

/** Whether the callee answers other callers as before: silence.ts says so of the calls that do not arrive. */
function answersOthers({ service, findings }: Scored, callee: string): boolean {
  return findings.some(({ kind, peer, subject }) => {
    return kind === 'child_calls' && peer === callee && subject === `${service} → ${callee}`
  })
}

/** Of a subject like `operation → child`. */
function operationOf(subject: string): string {
  return subject.split(' → ')[0] ?? ''
}
