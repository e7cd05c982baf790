/**
 * What kind of thing is wrong at the origin. Findings vote for the kinds that produce such findings: words of logs and
 * names of metrics say most, time and cut-off work less, and only the strongest finding of a sort has a vote, so that ten
 * slow edges do not outvote one full disk.
 */
import type { Finding } from './findings.ts'
import { metricRole } from './metric-roles.ts'
import type { Mechanism } from './verdict.ts'

export interface MechanismVote {
  readonly kind: Mechanism
  /** Share of all votes. */
  readonly share: number
  /** The findings that voted for it, strongest first. */
  readonly findings: readonly Finding[]
}

/** Words of a line that name the kind of trouble; the first that fits counts. Linear expressions only. */
const BY_WORDS: readonly (readonly [RegExp, Mechanism])[] = [
  [/\b(?:expired|certificate|x509|unauthori[sz]ed|invalid (?:token|credential|api key))\b/i, 'expired_credential'],
  [/\b(?:connection pool|pool (?:is )?(?:exhausted|empty|timeout)|too many connections)\b/i, 'pool_exhausted'],
  [/\b(?:no (?:free|available) connections?|acquir\w{1,20} (?:a )?connection)\b/i, 'pool_exhausted'],
  [/\b(?:no space left|disk (?:is )?full|enospc|quota exceeded|read-only file ?system)\b/i, 'disk'],
  [/\b(?:out ?of ?memory|oom(?:killed)?|heap space|gc overhead|cannot allocate memory)\b/i, 'memory'],
  [/\b(?:slow query|lock wait|deadlock|statement timeout|query took)\b/i, 'slow_store'],
  [
    /\b(?:connection (?:refused|reset|timed out)|no route to host|unreachable|econn\w{1,20}|i\/o timeout)\b/i,
    'network',
  ],
  [/\b(?:rate limit\w{0,10}|too many requests|throttl\w{1,10}|overload\w{0,10})\b/i, 'overload'],
  [/(?:\b(?:panic|traceback|segfault|stack ?trace|uncaught|unhandled)\b|exception\b)/i, 'exception'],
]

/** Names of operations that speak to a store: "SELECT", "redis GET", "mongo find". */
const STORE_WORDS =
  /\b(?:select|insert|update|delete|sql|query|redis|mongo\w{0,10}|postgres\w{0,10}|mysql|jdbc|cassandra|dynamodb|findby\w{0,30}|commit)\b/i

/** A vote is worth at most this many nats. */
const VOTE_MAX = 12
/** Self time of at least this share of the edges' says that the service itself is slow, and not the way to it. */
const SELF_SHARE = 0.2
/** From these nats on it says so by itself: a way to a service does not slow what happens inside of it. */
const SELF_ENOUGH = 6
/** Of a store's slowness the rest of the service shows less than this. */
const STORE_OTHERS_MAX = 0.25
/** From these nats of slowness on, odd lines and missing calls are taken for its consequences, and count this share. */
const SLOW_NATS = 8
const CONSEQUENCE_SHARE = 0.4
/** Memory that grew by this share of what is usual elsewhere fills: a busy processor is then what collecting it takes. */
const MEMORY_ADDED_MIN = 0.4

/** What keeps a service waiting or collecting, and so makes it slow itself. */
const WAITED_FOR: ReadonlySet<Mechanism> = new Set(['slow_store', 'pool_exhausted', 'disk', 'memory'])

/** Kinds in the code of the service; the others are operational. `unknown` and a bad release are either. */
const IN_CODE: ReadonlySet<Mechanism> = new Set(['exception', 'wrong_result'])
const UNDECIDED: ReadonlySet<Mechanism> = new Set(['unknown', 'bad_release', 'gone_silent'])

/** Whether a cause of this kind lies in the code; null where it cannot be told. */
export function isInCode(kind: Mechanism): boolean | null {
  return UNDECIDED.has(kind) ? null : IN_CODE.has(kind)
}

/** All kinds with votes, the likeliest first; empty where no finding says anything. */
export function mechanismsOf(findings: readonly Finding[]): MechanismVote[] {
  const ballot = new Ballot()
  const slow = voteOnTime(findings, ballot)
  voteOnMetrics(findings, ballot)
  voteOnWork(findings, ballot, slow >= SLOW_NATS ? CONSEQUENCE_SHARE : 1)
  return ballot.result()
}

class Ballot {
  readonly #votes = new Map<Mechanism, { nats: number; findings: Finding[] }>()

  add(kind: Mechanism, nats: number, findings: readonly Finding[]): void {
    if (nats <= 0) return
    const entry = this.#votes.get(kind) ?? { nats: 0, findings: [] }
    entry.nats += Math.min(VOTE_MAX, nats)
    entry.findings.push(...findings)
    this.#votes.set(kind, entry)
  }

  result(): MechanismVote[] {
    const all = [...this.#votes.values()].reduce((sum, { nats }) => sum + nats, 0)
    return [...this.#votes]
      .map(([kind, { nats, findings }]) => ({
        kind,
        share: nats / all,
        findings: [...new Set(findings)].sort((a, b) => b.strength - a.strength),
      }))
      .sort((a, b) => b.share - a.share || a.kind.localeCompare(b.kind))
  }
}

/** Slow itself, slow at its store, or slow to reach. Returns the nats of slowness. */
function voteOnTime(findings: readonly Finding[], ballot: Ballot): number {
  const selves = findings.filter(({ kind }) => kind === 'self_time')
  const edges = findings.filter(({ kind }) => kind === 'edge_time')
  const self = strongest(selves)
  const edge = strongest(edges)
  if (self < SELF_SHARE * edge && self < SELF_ENOUGH) {
    ballot.add('network', edge, edges)
    return self + edge
  }
  const others = strongest(selves.filter(({ subject }) => !STORE_WORDS.test(subject)))
  // Where the way in and what has no store in it are slow as well, it is not the store that is waited for.
  const isStore = others + edge < STORE_OTHERS_MAX * self
  const kind = isStore ? 'slow_store' : (whatWaits(findings) ?? 'processor')
  ballot.add(kind, self + edge, [...selves, ...edges])
  return self + edge
}

/** What a service that became slow says it waits for, by its strongest line; undefined where no line says it. */
function whatWaits(findings: readonly Finding[]): Mechanism | undefined {
  return findings
    .filter(({ kind }) => kind === 'log_new' || kind === 'log_rate')
    .sort((a, b) => b.strength - a.strength)
    .map(({ subject }) => kindOfWords(subject))
    .find((kind) => kind !== undefined && WAITED_FOR.has(kind))
}

const kindOfWords = (text: string): Mechanism | undefined => BY_WORDS.find(([words]) => words.test(text))?.[1]

function voteOnMetrics(findings: readonly Finding[], ballot: Ballot): void {
  const gone = findings.filter(({ isGone }) => isGone === true)
  ballot.add('gone_silent', strongest(gone), gone)
  const metrics = findings.filter(({ kind, isGone }) => kind === 'metric' && isGone !== true)
  const of = (role: ReturnType<typeof metricRole>): Finding[] =>
    metrics.filter(({ subject, isLess }) => metricRole(subject) === role && !isLess)
  const processor = of('processor')
  const memory = of('memory')
  const isFilling = memory.some(({ added }) => (added ?? 0) >= MEMORY_ADDED_MIN)
  const busy = strongest(processor)
  ballot.add('memory', strongest(memory) + (isFilling ? busy : 0), memory)
  ballot.add('processor', isFilling ? busy / 2 : busy, processor)
  ballot.add('disk', strongest(of('disk')), of('disk'))
  ballot.add('pool_exhausted', strongest([...of('pool'), ...of('threads')]), [...of('pool'), ...of('threads')])
  ballot.add(
    'exception',
    strongest([...of('errors'), ...metrics.filter(isLessSuccess)]) / 2,
    metrics.filter(isLessSuccess),
  )
  ballot.add('overload', strongest(of('traffic')) / 4, of('traffic'))
}

function isLessSuccess({ subject }: Finding): boolean {
  return metricRole(subject) === 'success'
}

/**
 * Failures, odd lines and missing work. An error that the code logs itself was checked for: something came back wrong. Work
 * that ends without a word was thrown out of.
 */
function voteOnWork(findings: readonly Finding[], ballot: Ballot, share: number): void {
  const of = (...kinds: Finding['kind'][]): Finding[] => findings.filter(({ kind }) => kinds.includes(kind))
  const lines = of('log_new', 'log_mention', 'log_rate', 'log_sequence')
  const worded = new Map<Mechanism, Finding[]>()
  const plain: Finding[] = []
  for (const line of lines) {
    const kind = kindOfWords(line.subject)
    if (kind === undefined) plain.push(line)
    else worded.set(kind, [...(worded.get(kind) ?? []), line])
  }
  for (const [kind, named] of worded) ballot.add(kind, strongest(named), named)
  const ends = [...of('log_missing', 'child_calls'), ...plain.filter(({ subject }) => subject.startsWith('end after'))]
  const said = plain.filter(({ subject }) => !subject.startsWith('end after'))
  ballot.add('wrong_result', strongest(said) * share, said)
  ballot.add('exception', strongest(ends) * share * (said.length > 0 ? 0.5 : 1), ends)
  const failures = of('span_errors', 'exceptions')
  ballot.add('exception', strongest(failures) * share, failures)
  ballot.add('gone_silent', strongest(of('silence')), of('silence'))
  ballot.add('gone_silent', strongest(of('truncated')) / 2, of('truncated'))
}

function strongest(findings: readonly Finding[]): number {
  return findings.reduce((most, { strength }) => Math.max(most, strength), 0)
}
