/**
 * What kind of thing is wrong at the origin. Each finding votes for the kinds that produce such a finding, with its
 * strength; words in logs and names of metrics say more than the bare kind of change.
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

type Votes = Readonly<Partial<Record<Mechanism, number>>>

/** What a kind of finding is a sign of, by shares. */
const BY_KIND: Readonly<Record<Finding['kind'], Votes>> = {
  log_sequence: { wrong_result: 0.6, exception: 0.3 },
  log_new: { exception: 0.6, wrong_result: 0.2 },
  log_mention: { gone_silent: 0.3, exception: 0.3, network: 0.2 },
  log_rate: { exception: 0.4, wrong_result: 0.3 },
  log_missing: { exception: 0.5, wrong_result: 0.4 },
  self_time: { processor: 0.7, slow_store: 0.2 },
  edge_time: { network: 0.8, processor: 0.1 },
  span_errors: { exception: 0.8 },
  exceptions: { exception: 1 },
  child_calls: { wrong_result: 0.5, exception: 0.4 },
  truncated: { exception: 0.5, gone_silent: 0.3 },
  silence: { gone_silent: 1 },
  metric: {},
}

/** Words of a line that name the kind of trouble. A line counts for the first that fits. Linear expressions only. */
const BY_WORDS: readonly (readonly [RegExp, Mechanism])[] = [
  [
    /\b(?:expired|certificate|x509|unauthori[sz]ed|invalid (?:token|credential|api key)|token)\b/i,
    'expired_credential',
  ],
  [
    /\b(?:connection pool|pool (?:is )?(?:exhausted|empty|timeout)|no (?:free|available) connections?)\b/i,
    'pool_exhausted',
  ],
  [/\b(?:too many connections|acquir\w+ (?:a )?connection)\b/i, 'pool_exhausted'],
  [/\b(?:no space left|disk (?:is )?full|enospc|quota exceeded|read-only file ?system)\b/i, 'disk'],
  [/\b(?:out ?of ?memory|oom(?:killed)?|heap space|gc overhead|cannot allocate memory)\b/i, 'memory'],
  [/\b(?:slow query|lock wait|deadlock|statement timeout|query took)\b/i, 'slow_store'],
  [/\b(?:connection (?:refused|reset|timed out)|no route to host|unreachable|econn\w+|i\/o timeout)\b/i, 'network'],
  [/\b(?:rate limit\w*|too many requests|throttl\w+|overload\w*)\b/i, 'overload'],
  [/(?:\b(?:panic|traceback|segfault|stack ?trace)\b|(?:exception|error)\b)/i, 'exception'],
]

/** What a metric that moved is a sign of. Latency and errors are symptoms of anything. */
const BY_ROLE: Readonly<Partial<Record<ReturnType<typeof metricRole>, Votes>>> = {
  processor: { processor: 1 },
  memory: { memory: 1 },
  disk: { disk: 1 },
  network: { network: 0.3, overload: 0.1 },
  threads: { pool_exhausted: 0.5, processor: 0.2 },
  pool: { pool_exhausted: 1 },
  errors: { exception: 0.5 },
  latency: { processor: 0.1, network: 0.1, slow_store: 0.1 },
  traffic: { overload: 0.1 },
}

/** Names of operations that speak to a store: "SELECT", "redis GET", "mongo find". */
const STORE_WORDS =
  /\b(?:select|insert|update|delete|sql|query|redis|mongo\w*|postgres\w*|mysql|jdbc|cassandra|dynamodb|findBy\w*)\b/i

/** Kinds in the code of the service; the others are operational. `unknown` and a bad release are either. */
const IN_CODE: ReadonlySet<Mechanism> = new Set(['exception', 'wrong_result'])
const UNDECIDED: ReadonlySet<Mechanism> = new Set(['unknown', 'bad_release', 'gone_silent'])

/** Whether a cause of this kind lies in the code; null where it cannot be told. */
export function isInCode(kind: Mechanism): boolean | null {
  return UNDECIDED.has(kind) ? null : IN_CODE.has(kind)
}

/** All kinds with votes, the likeliest first; empty where no finding says anything. */
export function mechanismsOf(findings: readonly Finding[]): MechanismVote[] {
  const totals = new Map<Mechanism, { votes: number; findings: Finding[] }>()
  for (const finding of findings) {
    for (const [kind, weight] of votesOf(finding)) {
      const entry = totals.get(kind) ?? { votes: 0, findings: [] }
      entry.votes += weight * Math.max(0, finding.strength)
      entry.findings.push(finding)
      totals.set(kind, entry)
    }
  }
  const all = [...totals.values()].reduce((sum, { votes }) => sum + votes, 0)
  if (all <= 0) return []
  return [...totals]
    .map(([kind, entry]) => ({
      kind,
      share: entry.votes / all,
      findings: entry.findings.toSorted((a, b) => b.strength - a.strength),
    }))
    .sort((a, b) => b.share - a.share || a.kind.localeCompare(b.kind))
}

function votesOf(finding: Finding): [Mechanism, number][] {
  const { kind, subject } = finding
  if (kind === 'metric') return entriesOf(BY_ROLE[metricRole(subject)] ?? {})
  if (kind === 'self_time' && STORE_WORDS.test(subject)) return [['slow_store', 1]]
  if (kind === 'log_new' || kind === 'log_mention' || kind === 'log_rate' || kind === 'log_sequence') {
    const worded = BY_WORDS.find(([words]) => words.test(subject))
    if (worded !== undefined) return [[worded[1], 1]]
  }
  return entriesOf(BY_KIND[kind])
}

function entriesOf(votes: Votes): [Mechanism, number][] {
  // Object.entries loses the key type of a record whose keys are exactly Mechanism.
  return Object.entries(votes) as [Mechanism, number][]
}
