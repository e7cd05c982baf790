/**
 * Whether a service that cannot handle its messages is at fault, or who wrote them. A reader that refuses what it used to
 * take is given something else. What tells the two apart are likelihoods: what the reader says of the message, which of
 * both began anew right before the onset, and whether other readers of the same writer refuse as well.
 */
import type { Finding } from './findings.ts'
import { isOfDeadLetters, isOfWriting, type MessageWays } from './message-ways.ts'
import type { Scored } from './ranking.ts'
import { AFFECTED_MIN, UNDER_EVERYDAY } from './signs.ts'

/** What is known of messages at the onset. */
export interface Messages {
  readonly ways: MessageWays
  /** Services that began anew at about the onset. */
  readonly restarted: readonly string[]
}

/** What a reader says of a message that it cannot take: of its shape, its values, its time, or that it came before. */
const REFUSED =
  /deseriali[sz]|unmarshal|\bschema\b|mappingexception|(?:parse|parsing|decod\w+) (?:error|failed|failure)|(?:cannot|could not|failed to|unable to) (?:parse|decode|read message)|malformed|unexpected (?:token|type|field)|(?:missing|unknown) (?:required )?(?:field|property|attribute)|expected \S+ but (?:got|was|found)|invalid (?:payload|message|event|format|value|amount|total|quantity)|validation|must be (?:positive|negative|greater|less|at least|at most|between|one of)|business.?rule|not acceptable|in the future|clock skew|ahead of (?:now|this)|later than the time|stale|too old|time to live|\bttl\b|duplicate|already (?:seen|handled|processed|exists)|(?:handled|seen|processed) before/i

/** The same about the time of a message alone. */
const OF_TIME = /in the future|clock skew|ahead of (?:now|this)|later than the time|stale|too old|time to live|\bttl\b/i

/** A reader that did not change refuses what it took before: four to one that it is given something else. */
const SAYS_SO = Math.log(4)
/** Who fails without a word about the message does so by itself: four to one. */
const SILENT = -Math.log(4)
/** One of both began anew right before, as a release does: ten to one. */
const BEGAN_ANEW = Math.log(10)
/** Another reader of the same writer that cannot take its messages either. */
const OTHER_READER = Math.log(4)
/** Messages come twice, and one of those who could have written them writes more: ten times to one. */
const WRITES_MORE = Math.log(10)
const TWICE = /duplicate|already (?:seen|handled|processed|exists)|(?:handled|seen|processed) before/i
/** From this evidence on, in nats, words count. */
const SAID_MIN = AFFECTED_MIN

/** Candidates, best first, after a reader that leads was weighed against who writes its messages. */
export function weighedWriters(
  ranked: readonly Scored[],
  messages: Messages | undefined,
  rankScale: number,
): readonly Scored[] {
  const [leader] = ranked
  if (leader === undefined || messages?.ways.readers.has(leader.service) !== true) return ranked
  const readsBeside = (one: Scored): boolean =>
    [...(messages.ways.writers.get(leader.service) ?? [])].some(
      (writer) => messages.ways.writers.get(one.service)?.has(writer) === true,
    )
  // Another reader of the same writer says what this one fails of.
  const isRefusing =
    refuses(leader) ||
    (failsWithoutReason(leader) && ranked.some((one) => one !== leader && readsBeside(one) && refuses(one)))
  if (!isRefusing && !failsWithoutReason(leader)) return ranked
  const found = writerFor(leader, ranked, messages, isRefusing)
  if (found === null) return ranked
  const { writer, odds: ofWriter } = found
  const readsFrom = (one: Scored, service: string): boolean =>
    messages.ways.writers.get(one.service)?.has(service) === true
  const alike = ranked.filter(
    (one) =>
      one !== leader &&
      one.service !== writer &&
      readsFrom(one, writer) &&
      (isRefusing ? refuses(one) : failsWithoutReason(one)),
  )
  // Those who read what the reader writes say the same of it.
  const against = ranked.filter((one) => readsFrom(one, leader.service) && refuses(one))
  const odds =
    (isRefusing ? (isOfTime(leader) ? 0 : SAYS_SO) : SILENT) +
    OTHER_READER * (alike.length - against.length) +
    ofWriter -
    (messages.restarted.includes(leader.service) ? BEGAN_ANEW : 0)
  return shared(ranked, leader, writer, alike, rankScale * odds)
}

/** Who writes what the leader reads, and what speaks for that in log-odds. Null: nobody known. */
function writerFor(
  { service, findings }: Scored,
  ranked: readonly Scored[],
  { ways, restarted }: Messages,
  isRefusing: boolean,
): { readonly writer: string; readonly odds: number } | null {
  const direct = [...(ways.writers.get(service) ?? [])]
  // A wrong value is handed on by who reads and writes in between.
  const above = isRefusing ? direct.flatMap((one) => [...(ways.writers.get(one) ?? [])]) : []
  for (const some of [direct, above]) {
    const anew = bestFirst(
      some.filter((one) => one !== service && restarted.includes(one)),
      ranked,
    )
    if (anew[0] !== undefined) return { writer: anew[0], odds: BEGAN_ANEW - Math.log(anew.length) }
  }
  const isTwice = isRefusing && findings.some((finding) => isOfWords(finding) && TWICE.test(finding.subject))
  if (isTwice && direct.length === 0) {
    const more = ranked.filter((one) => one.service !== service && writesMore(one))
    const [first] = more
    return first === undefined ? null : { writer: first.service, odds: WRITES_MORE - Math.log(more.length) }
  }
  const [writer] = bestFirst(direct, ranked)
  return !isRefusing || writer === undefined ? null : { writer, odds: -Math.log(direct.length) }
}

/** Whether the leader refuses messages, and nothing tells who writes them. */
export function readsFromUnknown({ service, findings }: Scored, messages: Messages | undefined): boolean {
  const ways = messages?.ways
  return ways?.readers.has(service) === true && !ways.writers.has(service) && refuses({ findings })
}

/**
 * What it says before all is that it refuses messages, more loudly than its time tells of slow work: to who is slow,
 * messages come again.
 */
function refuses({ findings }: Pick<Scored, 'findings'>): boolean {
  const said = findings.filter(
    (finding) => isOfWords(finding) && !isOfDeadLetters(finding.subject) && !isOfWriting(finding.subject),
  )
  const [first] = said.some(({ kind }) => kind === 'log_new') ? said.filter(({ kind }) => kind === 'log_new') : said
  if (first === undefined || !REFUSED.test(first.subject)) return false
  return !findings.some(({ kind, strength }) => kind === 'self_time' && strength > first.strength)
}

/** A time that two clocks tell differently is wrong by either of them. */
function isOfTime({ findings }: Scored): boolean {
  const said = findings.filter((finding) => isOfWords(finding) && REFUSED.test(finding.subject))
  return said.length > 0 && said.every(({ subject }) => OF_TIME.test(subject))
}

/** It writes more messages for each piece of work than it did. */
function writesMore({ findings }: Scored): boolean {
  return findings.some(
    ({ kind, strength, subject }) =>
      (kind === 'log_rate' || (kind === 'child_calls' && strength >= SAID_MIN)) && isOfWriting(subject),
  )
}

/** It fails, and says at most that it gave up. */
function failsWithoutReason({ findings }: Scored): boolean {
  const isFailing = findings.some(
    ({ kind, strength }) => (kind === 'span_errors' || kind === 'exceptions') && strength >= UNDER_EVERYDAY,
  )
  return isFailing && !findings.some((finding) => isOfWords(finding) && !isOfDeadLetters(finding.subject))
}

/** A line that came. What no longer follows says nothing of a reason. */
function isOfWords({ kind, strength, isLess }: Finding): boolean {
  return (kind === 'log_new' || (kind === 'log_sequence' && isLess !== true)) && strength >= SAID_MIN
}

function bestFirst(services: readonly string[], ranked: readonly Scored[]): string[] {
  const score = (service: string): number => ranked.find((one) => one.service === service)?.score ?? 0
  return services.toSorted((a, b) => score(b) - score(a) || a.localeCompare(b))
}

/** The likelier end takes the leader's score; the other one stands by the odds below it. */
function shared(
  ranked: readonly Scored[],
  leader: Scored,
  writer: string,
  alike: readonly Scored[],
  nats: number,
): Scored[] {
  const ofReaders = leader.score - Math.max(0, nats)
  const own = ranked.find(({ service }) => service === writer)
  const written = { ...(own ?? standIn(leader, writer)), score: leader.score + Math.min(0, nats), explainedBy: null }
  const readers = new Set([leader, ...alike])
  return [
    ...ranked
      .filter(({ service }) => service !== writer)
      .map((one) => (readers.has(one) ? { ...one, score: Math.min(one.score, ofReaders) } : one)),
    own === undefined || own.score < written.score ? withReader(written, leader) : own,
  ].sort((a, b) => b.score - a.score || a.service.localeCompare(b.service))
}

/** What the reader shows is what speaks for the writer. */
function withReader(written: Scored, leader: Scored): Scored {
  const isOfReader = refuses(leader)
  const told = leader.findings
    .filter((finding) => finding.kind !== 'metric')
    .slice(0, 3)
    .map(
      (finding): Finding => ({
        ...finding,
        service: written.service,
        peer: leader.service,
        isOfReader,
        text: `${leader.service} reads what ${written.service} writes: ${finding.text}`,
      }),
    )
  return { ...written, findings: [...told, ...written.findings] }
}

function standIn(leader: Scored, service: string): Scored {
  return { ...leader, service, findings: [], explainedBy: null }
}
