/**
 * Translates an origin's findings into signs that mechanisms leave. Each sign has a sureness, and the findings that
 * show it.
 */
import type { Finding } from './findings.ts'
import { mechanismInWords, type WordedMechanism } from './mechanism-words.ts'
import { isOfWriting } from './message-ways.ts'
import { type MetricRole, metricRole } from './metric-roles.ts'
import { isStatement } from './store-calls.ts'

export type Sign =
  /**
   * Spans: slow inside; slow inside only in its store; its store slow as well; slow on the way in; slow only on the way
   * in.
   */
  | 'slow_inside'
  | 'slow_store_only'
  | 'slow_store_too'
  | 'slow_way_in'
  | 'slow_way_in_only'
  /**
   * Work: ended early in spans; ended without any call; ended early in logs; its callers ended early with it; calls
   * repeated.
   */
  | 'calls_cut'
  | 'calls_nobody'
  | 'lines_cut'
  | 'callers_cut'
  | 'calls_repeated'
  /** Failures as spans and metrics count them, and exceptions that spans recorded. */
  | 'failing'
  | 'exceptions_recorded'
  /** Lines: a new error, a new ordinary line. */
  | 'says_error'
  | 'says_new'
  /** Absence: of answers, of parent spans, or of all readings. */
  | 'answers_missing'
  | 'spans_lost'
  | 'readings_gone'
  /** Readings. */
  | 'slow_readings'
  | 'slow_readings_of_store'
  | 'slow_readings_grow'
  | 'processor_busy'
  | 'processor_full'
  | 'memory_more'
  | 'memory_fills'
  | 'disk_more'
  | 'pool_used'
  | 'threads_more'
  | 'requests_more'
  /** It refuses what comes too often; a cache finds less of what it is asked for. */
  | 'refuses'
  | 'cache_finds_less'
  /** There is less in its answers, or in what it gets for each of them. */
  | 'answers_less'
  /** Readings: slow while the processor, which is measured, does no more than before. */
  | 'slow_while_idle'
  /** Spans: slow inside, while the processor does no more than before. */
  | 'slow_inside_while_idle'
  /** Spans of clients: slow when it is asked as a store is. */
  | 'slow_as_store'
  /** A new instance is unlike its siblings. */
  | 'new_instance_ill'
  /** Calls of a host outside the services are slow, or fail. */
  | 'host_outside'
  /** Readers cannot take what the origin writes; it no longer writes what it wrote with each piece of work. */
  | 'readers_refuse'
  | 'writes_no_more'
  | `words_${WordedMechanism}`

export interface Shown {
  /** 0..1. */
  readonly sureness: number
  readonly findings: readonly Finding[]
}

/** Names of operations that speak to a store: "SELECT", "redis GET", "mongo find". */
const STORE_WORDS =
  /\b(?:select|insert|update|delete|sql|query|redis|mongo\w{0,10}|postgres\w{0,10}|mysql|jdbc|cassandra|dynamodb|findby\w{0,30}|commit)\b/i
/** A host of the public net in the name of a span; packages begin with what hosts end with. */
const HOST_OUTSIDE = /(?:^|[\s/])(?!(?:com|org|net|io|www)\.)[a-z][a-z0-9-]{0,62}(?:\.[a-z0-9-]{1,63}){2,5}(?:[\s/:]|$)/
const HOST_INSIDE = /\.(?:local|internal|svc|cluster)\b/
/** A whole name that is a host of the public net: by an ending that only such names have, or of three words and more. */
const HOST_NAME =
  /^(?:[a-z0-9-]{1,63}\.){1,4}(?:com|net|org|io|example|test)(?:_remote)?$|^(?:[a-z0-9-]{1,63}\.){2,4}(?:[a-z]{2}|dev|app|cloud)(?:_remote)?$/i
/** Stores and queues that a cloud keeps for the project have public names as well. */
const HOST_OF_CLOUD = /\.(?:amazonaws|windows|azure|googleapis)\./i

/** Whether a component is known by the name of a host that somebody else runs. */
export function isHostOutside(service: string): boolean {
  return HOST_NAME.test(service) && !HOST_INSIDE.test(service) && !HOST_OF_CLOUD.test(service)
}

/** Names of services that are stores. */
const STORE_NAMES =
  /(?:database|sql|redis|mongo|postgres|mysql|cassandra|dynamo|\bdb\b|rds\.|\bs3\b|elasticsearch|opensearch|memcache)/i
const ERROR_WORDS = /\b(?:error|fatal|severe|critical|fail(?:ed|ure|s)?)\b/i

/** At this many nats a finding shows its sign to two thirds. */
const NATS_SURE = 6
/** Self time below this share of the edges' time is only a side effect of waiting. */
const SELF_SHARE = 0.2
const SELF_ENOUGH = 6
/** If only the store is slow, the rest of the service shows less than this share of the store's slowness. */
const STORE_OTHERS_MAX = 0.25
/** A store that is slow as well has at least this share of the strongest slowness. */
const STORE_TOO_SHARE = 0.5
/** From this share of its limit on, a resource is used up. */
const FULL_SHARE = 0.75
/** Memory that grew by this share of the usual level elsewhere is filling up, if it is so many times what it was. */
const MEMORY_ADDED_MIN = 0.4
/** A heap that is collected grows by less between two collections, however large it is. */
const MEMORY_TIMES_MIN = 1.2

/** The signs that the findings of an origin show. */
export function signsIn(findings: readonly Finding[]): Map<Sign, Shown> {
  const signs = new Signs()
  const slow = strongest(findings.filter(({ kind }) => kind === 'self_time' || kind === 'edge_time'))
  const cut = strongest(findings.filter(isOfWork))
  // Of slowness and early ends, the weaker is a consequence of the other: waiting ends in failures, and failing costs
  // time.
  const most = Math.max(slow, cut)
  noteTime(findings, signs, most === 0 ? 1 : slow / most)
  noteWork(findings, signs, most === 0 ? 1 : cut / most)
  noteMetrics(findings, signs)
  noteOutside(findings, signs)
  return signs.shown
}

class Signs {
  readonly shown = new Map<Sign, Shown>()

  note(sign: Sign, findings: readonly Finding[], share = 1): void {
    const sureness = (1 - Math.exp(-strongest(findings) / NATS_SURE)) * share
    if (sureness <= 0) return
    const known = this.shown.get(sign)
    const all = [...(known?.findings ?? []), ...findings]
    this.shown.set(sign, { sureness: Math.max(sureness, known?.sureness ?? 0), findings: all })
  }
}

/** Slow or failing calls of a host outside. */
function noteOutside(findings: readonly Finding[], signs: Signs): void {
  const isOfCalls = ({ kind }: Finding): boolean =>
    kind === 'self_time' || kind === 'span_errors' || kind === 'exceptions'
  const isOutside = ({ subject, host }: Finding): boolean =>
    (HOST_OUTSIDE.test(subject) && !HOST_INSIDE.test(subject)) || (host !== undefined && isHostOutside(host))
  signs.note(
    'host_outside',
    findings.filter(
      (one) => (isOfCalls(one) && isOutside(one)) || (one.kind === 'metric' && isHostOutside(one.service)),
    ),
  )
}

function noteTime(findings: readonly Finding[], signs: Signs, share: number): void {
  const selves = findings.filter(({ kind }) => kind === 'self_time')
  const edges = findings.filter(({ kind }) => kind === 'edge_time')
  const self = strongest(selves)
  const edge = strongest(edges)
  if (self < SELF_SHARE * edge && self < SELF_ENOUGH) {
    signs.note('slow_way_in_only', edges, share)
    return
  }
  signs.note('slow_inside', selves, share)
  const waiting = selves.filter(({ isProcessorIdle }) => isProcessorIdle === true)
  signs.note('slow_inside_while_idle', waiting, share)
  const asked = selves.filter(
    ({ peer, subject, isOfStore }) => isOfStore === true || (peer !== null && isStatement(subject)),
  )
  signs.note('slow_as_store', asked, share)
  signs.note('slow_way_in', edges, share)
  const ofStore = selves.filter(asksStore)
  const others = strongest(selves.filter((one) => !asksStore(one)))
  // If the way in, and work without a store, are slow as well, then the store is not what is waited for.
  if (others + edge < STORE_OTHERS_MAX * self) signs.note('slow_store_only', ofStore, share)
  else if (strongest(ofStore) >= STORE_TOO_SHARE * self) signs.note('slow_store_too', ofStore, share)
}

function asksStore({ subject }: Finding): boolean {
  return STORE_WORDS.test(subject) || isStatement(subject)
}

function isOfWork({ kind }: Finding): boolean {
  return kind.startsWith('log_') || kind === 'child_calls' || kind === 'span_errors' || kind === 'exceptions'
}

function noteWork(findings: readonly Finding[], signs: Signs, share: number): void {
  const of = (...kinds: Finding['kind'][]): Finding[] => findings.filter(({ kind }) => kinds.includes(kind))
  const isNobody = ({ subject }: Finding): boolean => subject.endsWith('→ nobody')
  const repeats = (one: Finding): boolean => one.isRepeated === true
  const isOfCallers = ({ text }: Finding): boolean => text.includes('the last call before the end is one of')
  const calls = of('child_calls')
  signs.note('calls_repeated', calls.filter(repeats), share)
  signs.note(
    'calls_cut',
    calls.filter((one) => !repeats(one)),
    share,
  )
  signs.note('calls_nobody', calls.filter(isNobody), share)
  const cut = [...calls, ...of('log_missing')]
  // What is no longer written, of all that it no longer does.
  if (cut[0] !== undefined && cut.every(({ subject }) => isOfWriting(subject))) signs.note('writes_no_more', cut, share)
  signs.note(
    'readers_refuse',
    findings.filter(({ isOfReader }) => isOfReader === true),
  )
  signs.note('callers_cut', calls.filter(isOfCallers), share)
  const lines = of('log_new', 'log_mention', 'log_rate', 'log_sequence')
  // Words name a mechanism whatever else is seen: "timeout waiting for a connection" is not a consequence.
  for (const [kind, worded] of Map.groupBy(lines, ({ subject }) => mechanismInWords(subject))) {
    if (kind !== undefined) signs.note(`words_${kind}`, worded, kind === 'exception' ? share : 1)
  }
  const plain = lines.filter(({ subject }) => mechanismInWords(subject) === undefined)
  const isError = ({ subject, kind }: Finding): boolean => kind === 'log_mention' || ERROR_WORDS.test(subject)
  signs.note('says_error', plain.filter(isError), share)
  // An ordinary line that is new is no cut, also where it shows in what follows which line.
  const fresh = new Set(plain.filter((one) => one.kind === 'log_new' && !isError(one)).map(({ subject }) => subject))
  const isFresh = (one: Finding): boolean => fresh.has(one.subject)
  signs.note('says_new', plain.filter(isFresh), share)
  const passed = plain.filter((one) => one.kind === 'log_sequence' && !isError(one) && !isFresh(one))
  signs.note('lines_cut', [...of('log_missing'), ...passed], share)
  signs.note('failing', of('span_errors'), share)
  signs.note('exceptions_recorded', of('exceptions'), share)
  const silent = of('silence')
  signs.note(
    'answers_missing',
    silent.filter(({ isInPart }) => isInPart !== true),
  )
  signs.note('spans_lost', [...of('truncated'), ...silent.filter(({ isInPart }) => isInPart === true)])
}

function noteMetrics(findings: readonly Finding[], signs: Signs): void {
  const metrics = findings.filter(({ kind, isGone }) => kind === 'metric' && isGone !== true)
  const of = (...roles: MetricRole[]): Finding[] => metrics.filter((one) => roles.includes(roleIn(one)) && !one.isLess)
  signs.note(
    'readings_gone',
    findings.filter(({ isGone }) => isGone === true),
  )
  const slow = of('latency')
  signs.note('slow_readings', slow)
  signs.note(
    'slow_while_idle',
    slow.filter(({ isProcessorIdle }) => isProcessorIdle === true),
  )
  signs.note(
    'slow_readings_of_store',
    slow.filter(({ service }) => STORE_NAMES.test(service)),
  )
  signs.note(
    'slow_readings_grow',
    slow.filter(({ isGrowing }) => isGrowing === true),
  )
  const processor = of('processor')
  signs.note('processor_busy', processor)
  signs.note(
    'processor_full',
    processor.filter(({ shareOfLimit }) => (shareOfLimit ?? 0) >= FULL_SHARE),
  )
  const memory = of('memory')
  signs.note('memory_more', memory)
  // If the limit is known, queued requests explain more memory than usual until little of the limit is left.
  const shares = memory.flatMap(({ shareOfLimit }) => shareOfLimit ?? [])
  if (shares.length === 0 || Math.max(...shares) >= FULL_SHARE) {
    const filling = memory.filter(
      ({ added, times }) => (added ?? 0) >= MEMORY_ADDED_MIN && (times ?? MEMORY_TIMES_MIN) >= MEMORY_TIMES_MIN,
    )
    signs.note('memory_fills', filling)
  }
  signs.note('disk_more', of('disk'))
  signs.note('pool_used', of('pool'))
  signs.note('threads_more', of('threads'))
  signs.note('requests_more', of('traffic'))
  signs.note('failing', [...of('errors'), ...metrics.filter((one) => roleIn(one) === 'success')])
  signs.note('refuses', of('refusals'))
  signs.note(
    'cache_finds_less',
    metrics.filter((one) => roleIn(one) === 'cache' || losesWhatItKept(one)),
  )
  signs.note(
    'answers_less',
    metrics.filter((one) => roleIn(one) === 'gives' || roleIn(one) === 'takes'),
  )
  signs.note(
    'new_instance_ill',
    findings.filter(({ isOfNewInstance }) => isOfNewInstance === true),
  )
}

/** It throws out more of what it kept, or less of what is looked up is found, as exporters of caches count it. */
function losesWhatItKept({ subject, isLess }: Finding): boolean {
  return isLess === true ? /hit.?(?:rate|ratio)/i.test(subject) : /evict/i.test(subject)
}

function roleIn({ role, subject }: Finding): MetricRole {
  return role ?? metricRole(subject)
}

function strongest(findings: readonly Finding[]): number {
  return findings.reduce((most, { strength }) => Math.max(most, strength), 0)
}
