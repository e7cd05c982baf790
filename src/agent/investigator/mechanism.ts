/**
 * Decides what kind of thing is wrong at the origin. One table says how much each sign (mechanism-signs.ts) speaks for
 * each mechanism. The signs are added up and turned into probabilities. So slowness with failures does not count as an
 * exception, but failures alone do.
 */
import type { Finding } from './findings.ts'
import { type Shown, type Sign, signsIn } from './mechanism-signs.ts'
import type { Mechanism } from './verdict.ts'

export interface MechanismVote {
  readonly kind: Mechanism
  /** Probability of this mechanism, given that the service is the origin. */
  readonly share: number
  /** The findings that speak for it, strongest first. */
  readonly findings: readonly Finding[]
}

/**
 * How many nats a sign, when fully shown, speaks for a mechanism (against it if negative). A missing entry says
 * nothing. The reasons come from the domain: what a mechanism does to time, work, answers and readings.
 */
const TABLE: Readonly<Record<Sign, Partial<Readonly<Record<Mechanism, number>>>>> = {
  // A service that waits or computes is slow. One that throws or returns early is not.
  slow_inside: {
    processor: 3,
    slow_store: 1.5,
    memory: 1.5,
    pool_exhausted: 1.5,
    overload: 1,
    dependency_outside: 0.5,
    exception: -1.5,
    wrong_result: -3,
    network: -0.5,
  },
  slow_store_only: { slow_store: 4, processor: -2, network: -1 },
  slow_store_too: { slow_store: 0.5, pool_exhausted: 0.5 },
  slow_way_in: { network: 1, processor: 0.5, overload: 1 },
  slow_way_in_only: { network: 5, overload: 1, exception: -1, wrong_result: -2 },
  calls_cut: { exception: 3.5, wrong_result: 3 },
  // Throwing costs time, an early return saves it. If there is slowness, the row above decides.
  calls_nobody: { wrong_result: 1 },
  callers_cut: { exception: 1, gone_silent: 0.5 },
  calls_repeated: { overload: 5 },
  lines_cut: { exception: 3, wrong_result: 1.5 },
  failing: { exception: 2, wrong_result: 0.5, dependency_outside: 1, memory: 0.3, overload: 0.3 },
  exceptions_recorded: { exception: 4 },
  // A failure that the code logs itself was checked for: a result was wrong.
  says_error: { wrong_result: 3.5, exception: 0.5 },
  // The program goes another way than it did: what it no longer does is no cut by an exception.
  says_new: { bad_release: 4, wrong_result: 2, exception: -2 },
  answers_missing: { gone_silent: 5, network: 1 },
  spans_lost: { gone_silent: 2 },
  readings_gone: { gone_silent: 6 },
  slow_readings: {
    processor: 1,
    slow_store: 0.8,
    network: 0.8,
    overload: 0.5,
    memory: 0.5,
    exception: -1,
    wrong_result: -1,
  },
  slow_readings_of_store: { slow_store: 3 },
  // It waits: for a store, a callee, the network.
  slow_while_idle: { processor: -2 },
  // So it does where spans show the time; collecting garbage would keep the processor busy.
  // Whose doing it is, a store's processor does not say: what it is asked keeps it busy.
  slow_as_store: { slow_store: 4, processor: -3, exception: -2, wrong_result: -1 },
  slow_inside_while_idle: { processor: -2, memory: -1, slow_store: 0.5 },
  // What keeps getting slower is filling up.
  slow_readings_grow: { memory: 3 },
  // More than its requests explain; the explained share was already taken off.
  processor_busy: { processor: 3, memory: 0.5, network: -1 },
  processor_full: { processor: 2, memory: 1 },
  memory_more: { memory: 1.5 },
  // A busy processor is then caused by garbage collection.
  memory_fills: { memory: 6, processor: -1.5 },
  disk_more: { disk: 4 },
  pool_used: { pool_exhausted: 5 },
  threads_more: { pool_exhausted: 2, overload: 1 },
  requests_more: { overload: 3.5 },
  // Whoever sets a limit answers quickly that it is reached.
  refuses: { overload: 4, pool_exhausted: 1, exception: 0.5 },
  // What is no longer found is fetched from where it is kept.
  cache_finds_less: { slow_store: 4, memory: 1 },
  // It answers well and does not do all of it: an exception would be told as a failure.
  answers_less: { wrong_result: 5, exception: -2, processor: -1 },
  new_instance_ill: { bad_release: 7 },
  host_outside: { dependency_outside: 7 },
  // The exceptions are theirs.
  readers_refuse: { wrong_result: 6, exception: -6 },
  // An exception would cut off more than that.
  writes_no_more: { wrong_result: 2, gone_silent: 2, exception: -4 },
  words_expired_credential: { expired_credential: 6 },
  words_pool_exhausted: { pool_exhausted: 7 },
  words_disk: { disk: 6 },
  words_memory: { memory: 6 },
  words_slow_store: { slow_store: 6 },
  words_gone_silent: { gone_silent: 4, network: 1.5 },
  words_network: { network: 4, gone_silent: 1 },
  words_overload: { overload: 6 },
  words_exception: { exception: 4 },
  words_wrong_result: { wrong_result: 4 },
  words_processor: { processor: 6 },
  words_dependency_outside: { dependency_outside: 6 },
  words_unknown: { unknown: 6 },
}

/** Mechanisms in the code of the service. The others are operational. `unknown` and a bad release may be either. */
const IN_CODE: ReadonlySet<Mechanism> = new Set(['exception', 'wrong_result'])
const UNDECIDED: ReadonlySet<Mechanism> = new Set(['unknown', 'bad_release', 'gone_silent'])

/** Whether a cause of this kind lies in the code. Null if that cannot be determined. */
export function isInCode(kind: Mechanism): boolean | null {
  return UNDECIDED.has(kind) ? null : IN_CODE.has(kind)
}

/** Signs that work failed or was cut off, whatever made it. */
const OF_FAILING: readonly Sign[] = [
  'calls_cut',
  'callers_cut',
  'lines_cut',
  'failing',
  'exceptions_recorded',
  'says_error',
]
/** Reasons for failing. Where lines or spans name one, all that fails speaks for it as it does for an exception. */
const REASONS: readonly (readonly [Sign, Mechanism])[] = [
  ['words_expired_credential', 'expired_credential'],
  ['words_pool_exhausted', 'pool_exhausted'],
  ['words_disk', 'disk'],
  ['words_memory', 'memory'],
  ['words_overload', 'overload'],
  ['words_slow_store', 'slow_store'],
  ['words_dependency_outside', 'dependency_outside'],
  ['words_unknown', 'unknown'],
  ['host_outside', 'dependency_outside'],
]

/** What all that fails speaks for each reason that is named, in nats. */
function failingFor(signs: ReadonlyMap<Sign, Shown>): Map<Mechanism, number> {
  const failing = OF_FAILING.reduce((sum, sign) => {
    const { exception = 0, wrong_result = 0 } = TABLE[sign]
    return sum + (signs.get(sign)?.sureness ?? 0) * Math.max(exception, wrong_result)
  }, 0)
  const nats = new Map<Mechanism, number>()
  for (const [sign, reason] of REASONS) {
    const named = signs.get(sign)?.sureness ?? 0
    if (named > 0) nats.set(reason, Math.max(named * failing, nats.get(reason) ?? 0))
  }
  return nats
}

/** All mechanisms that some finding speaks for, most likely first. Empty if no finding says anything. */
export function mechanismsOf(findings: readonly Finding[]): MechanismVote[] {
  const spoken = new Map<Mechanism, { nats: number; findings: Set<Finding> }>()
  const signs = signsIn(findings)
  for (const [kind, nats] of failingFor(signs)) spoken.set(kind, { nats, findings: new Set() })
  for (const [sign, { sureness, findings: shown }] of signs) {
    for (const [kind, nats] of Object.entries(TABLE[sign]) as [Mechanism, number][]) {
      const entry = spoken.get(kind) ?? { nats: 0, findings: new Set<Finding>() }
      entry.nats += sureness * nats
      if (nats > 0) for (const finding of shown) entry.findings.add(finding)
      spoken.set(kind, entry)
    }
  }
  const kinds = [...spoken].filter(([, { nats }]) => nats > 0)
  const all = kinds.reduce((sum, [, { nats }]) => sum + Math.exp(nats), 0)
  return kinds
    .map(([kind, { nats, findings: own }]) => ({
      kind,
      share: Math.exp(nats) / all,
      findings: [...own].sort((a, b) => b.strength - a.strength),
    }))
    .sort((a, b) => b.share - a.share || a.kind.localeCompare(b.kind))
}
