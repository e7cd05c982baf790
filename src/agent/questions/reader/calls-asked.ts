/**
 * Questions for what services call, by its product, its host or its kind: "is postgres slow for evaluator", "redis errors?",
 * "what external apis do we call and how are they doing", "is it us or the provider". The question is read as a whole: each
 * of its words names what is called, who calls, a kind of call or what is asked of the calls, or is grammar. With any
 * other word something else is asked.
 */

import { type CalledKind, type CalledThing, calledBy, calledOfKind } from '../grounding/called.ts'
import type { KnownValues } from '../grounding/catalogue.ts'
import type { PlanOf, PlanTime } from '../plan/plan.ts'
import { FUNCTION_WORDS } from '../vocabulary/function-words.ts'
import { technologyOf } from '../vocabulary/technologies.ts'
import { timeOf } from './asked-time.ts'
import { type QuestionState, type ReadContext, stateOf } from './state.ts'
import { type Word, wordsOf } from './words.ts'

type Calls = PlanOf<'calls'>
type Ask = Calls['asks'][number]

export interface CallsAsked {
  readonly things: readonly CalledThing[]
  readonly said: string
  /** The kind of what is called, where no name of it is said: "which databases do we have" asks for something else. */
  readonly kind: CalledKind | null
  readonly services: readonly string[]
  readonly asks: readonly Ask[]
  /** The first words of the calls that are asked about: `insert`. */
  readonly verbs: readonly string[]
  readonly side: Calls['side']
  readonly per: Calls['per']
  readonly time: PlanTime
  readonly isTimed: boolean
  /** Whether it leans on the thread: "and mysql?", "since when?". */
  readonly isShort: boolean
}

const LENGTH_MAX = 140
const NAME_WORDS_MAX = 3

/** What is asked of calls, by its words. */
const ASKS: readonly (readonly [Ask, RegExp])[] = [
  [
    'failed',
    /^(?:fail(?:s|ed|ing|ures?)?|errors?|erroring|errored|time-?outs?|timing|timed|broken|breaking|down|dead|unavailable|unreachable|refus(?:es|ed|ing)|reject(?:s|ed|ing)|exceptions?)$/,
  ],
  ['slow', /^(?:slow|slower|slowest|slowness|slowing|sluggish|laggy|degraded|longer|longest)$/],
  ['duration', /^(?:latency|latencies|durations?|long|fast|p50|p90|p95|p99|response-times)$/],
  ['well', /^(?:ok|okay|fine|healthy|health|good|alright|well|stable|normal|up|doing|status|behaving)$/],
  [
    'ill',
    /^(?:troubles?|problems?|issues?|bad|wrong|hurting|struggling|misbehaving|acting|sick|unhealthy|unhappy|hiccups?)$/,
  ],
]
const BLAME = /^(?:culprit|blame|fault|responsible|guilty|suspect|cause[sd]?|causing|behind|bottleneck)$/
/** What trouble is called beside who is to blame for it. */
const TROUBLE =
  /^(?:[45]\d\ds?|[45]xxs?|outage|incident|mess|alerts?|this|that|it|issue|problem|trouble|failures?|errors?|slowness|latency|time-?outs?)$/
const CALLS = /^(?:calls?|calling|requests?|commands?|cmds?|ops?|operations?|traffic|apis?|access(?:es)?)$/
const STATEMENTS = /^(?:sql|quer(?:y|ies)|statements?)$/
/** Calls by what they do; a span is called after it. */
const VERBS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(?:inserts?|inserting)$/, ['insert']],
  [/^(?:selects?)$/, ['select']],
  [/^(?:updates?|updating)$/, ['update']],
  [/^(?:deletes?|deleting)$/, ['delete', 'del']],
  [/^(?:reads?|reading)$/, ['select', 'get', 'mget', 'hget', 'hgetall', 'find', 'search', 'read', 'query', 'scan']],
  [
    /^(?:writes?|writing)$/,
    ['insert', 'update', 'delete', 'set', 'hset', 'sadd', 'del', 'write', 'put', 'copy', 'upsert', 'replace', 'merge'],
  ],
]
const SIDES: readonly (readonly [NonNullable<Calls['side']>, RegExp])[] = [
  ['taken', /^(?:consumers?|consuming|consumed|consumes|subscribers?|listeners?|processing)$/],
  ['sent', /^(?:producers?|producing|publishers?|publish(?:es|ed|ing)?)$/],
]
/** What stands beside a name and says nothing more. */
const NEUTRAL =
  /^(?:api|apis|server|servers|cluster|clusters|instances?|hosts?|nodes?|backend|backends|side|connections?|connectivity|database|databases|db|dbs|cache|caches|broker|brokers|store|stores|queue|queues|bus|layer|client|clients|service|services|systems?|provider|providers|anyone|anybody|now|still|any|there|again|really|actually|maybe|perhaps|s)$/
/** One of two is to blame, and the other is we. */
const WE = /^(?:us|our|ours|own|code|itself|me|self|else|something|elsewhere|we)$/
const EACH: readonly (readonly [CalledKind, RegExp])[] = [
  [
    'outside',
    /^(?:(?:external|outside|third[- ]party|3rd[- ]party|remote|foreign) (?:apis?|services?|systems?|providers?|hosts?|calls?|dependenc(?:y|ies)|partners?|vendors?|parties|party)|third parties|third party|3rd parties|providers?|vendors?)$/,
  ],
  ['database', /^(?:databases?|dbs?|data ?bases?|sql)$/],
  ['store', /^(?:data ?stores?)$/],
  ['cache', /^(?:caches?)$/],
  ['broker', /^(?:message brokers?|brokers?|message bus|event bus|message queues?|messaging)$/],
  ['any', /^(?:dependenc(?:y|ies)|downstreams?)$/],
]
/** Grammar elsewhere that makes another question: of lines, of releases, of what is left out, of times and of amounts. */
const OTHER =
  /^(?:logs?|logged|logging|lines?|records?|messages?|msgs?|entry|entries|events?|not|no|without|except|but|before|after|until|ago|last|first|previous|mention(?:s|ed)?|words?|per|more|most|less|least|fewer|than|compared|same|metrics?|versions?|live|active|running|text|report(?:s|ed|ing)?|why|where|when|whose|time|times|changed?|happen(?:s|ed|ing)?|used?|using|uses|include[sd]?|total|overall|number|amount|users?|people|customers|seen?|came|comes?|come|going|gone|goes|made|makes?)$/
const PER = /\b(?:per|an?|each|every|\/) ?(second|sec|s|minute|min|m|hour|h|day)\b/
const PER_UNIT: Readonly<Record<string, NonNullable<Calls['per']>>> = {
  ...{ second: 'second', sec: 'second', s: 'second', minute: 'minute', min: 'minute', m: 'minute', hour: 'hour' },
  ...{ h: 'hour', day: 'day' },
}

/** What a question asks of calls; null of any other. `isThread`: whether it may lean on an answer about calls. */
export function callsAsked(
  asWritten: string,
  context: ReadContext,
  values: readonly KnownValues[],
  isThread: boolean,
): CallsAsked | null {
  const written = prepared(asWritten)
  if (written.length > LENGTH_MAX || /["`\n{}=<>]|\bhttps?:/.test(written)) return null
  const per = PER_UNIT[PER.exec(written)?.[1] ?? '']
  const text = per === undefined ? written : written.replace(PER, ' ')
  const state = stateOf(text, context, {})
  if (state.traceId !== null || state.recordId !== null || state.against !== null || state.beside !== null) return null
  const words = wordsOf(text).filter((word) => !isTimed(word, state))
  const found = thingsIn(words, values, context)
  const isBare = found.things.length === 0
  if (isBare && !isThread) return null
  const services = servicesIn(state, words, found.words)
  const rest = words.filter((word) => !found.words.has(word) && !services.words.has(word))
  const told = readRest(rest, text, found)
  if (told === null) return null
  const { asks, verbs, side } = told
  const isWho =
    /^(?:who|which services?|what services?|which apps?)\b/.test(bareLead(text)) &&
    /\b(?:call|hit|talk|quer)/.test(text)
  const isCount = /\bhow (?:many|much)\b|\bcount\b/.test(text) || per !== undefined
  const isSince = /\bsince when\b|\bwhen did\b|\bhow long\b/.test(text)
  const isAll = [
    ...(isSince ? (['since'] as const) : []),
    ...(isWho ? (['callers'] as const) : []),
    ...(told.isOfOperations ? (['operations'] as const) : []),
    ...(isCount ? (['count'] as const) : []),
    ...(told.isRanked && found.kind !== null ? (['ranked'] as const) : []),
    ...asks,
  ]
  const ways = new Set(isAll)
  const isNothing = ways.size === 0 && verbs.length === 0 && side === undefined
  if (isNothing && isBare && services.names.length === 0) return null
  // "Evaluator redis?": a name alone asks how it does; a sentence that asks nothing of calls asks something else.
  if (isNothing && !isBare && rest.length > 1) return null
  if (found.kind !== null && isNothing) return null
  return {
    ...{ things: found.things, said: found.said, kind: found.kind, services: services.names },
    ...{ asks: [...ways], verbs, side, per: isCount ? per : undefined },
    ...{ time: timeOf(state), isTimed: state.time !== null, isShort: isBare },
  }
}

function prepared(text: string): string {
  return text
    .replace(/\btimed? out\b|\btime outs?\b|\btiming out\b/g, 'timeouts')
    .replace(/\bresponse times?\b/g, 'response-times')
    .replace(/\bto blame\b/g, 'blame')
    .replace(/[\s?.!]{1,6}$/, '')
}

function bareLead(text: string): string {
  return text.replace(/^(?:(?:so|and|but|ok|hey)[, ]+)+/, '')
}

function isTimed(word: Word, state: QuestionState): boolean {
  return state.words.some(({ usedBy, start, end }) => usedBy === 'time' && start < word.end && end > word.start)
}

interface Found {
  readonly things: CalledThing[]
  readonly words: Set<Word>
  said: string
  kind: CalledKind | null
}

/** What is called, by its longest name first; a kind only where no name is said. */
function thingsIn(words: readonly Word[], values: readonly KnownValues[], context: ReadContext): Found {
  const found: Found = { things: [], words: new Set(), said: '', kind: null }
  const said: string[] = []
  for (let length = NAME_WORDS_MAX; length > 0; length--)
    for (let at = 0; at + length <= words.length; at++) {
      const taken = words.slice(at, at + length)
      const texts = taken.map(({ text }) => text)
      if (taken.some((word) => found.words.has(word)) || !isNameLike(texts)) continue
      const things = calledBy(texts, values, context.catalogue)
      if (things.length === 0) continue
      found.things.push(...things)
      said.push(texts.join(' '))
      for (const word of taken) found.words.add(word)
    }
  if (found.things.length === 0)
    for (let length = 2; length > 0 && found.kind === null; length--)
      for (let at = 0; at + length <= words.length && found.kind === null; at++) {
        const taken = words.slice(at, at + length)
        const name = taken.map(({ text }) => text).join(' ')
        const isOfAny = /^(?:which|what|any|all)$/.test(words[at - 1]?.text ?? '')
        const named = EACH.find(([, form]) => form.test(name))?.[0]
        // "Which db is slow?" means any store; "the database" is no cache.
        const kind = named === 'database' && isOfAny ? ('store' as const) : named
        const things = kind === undefined ? [] : calledOfKind(kind, values, context.catalogue)
        if (kind === undefined || things.length === 0) continue
        found.things.push(...things)
        said.push(name)
        found.kind = kind
        for (const word of taken) found.words.add(word)
      }
  found.said = said.join(' and ').slice(0, 200)
  return found
}

/** A name has a word that is no grammar; a short name of a product that is an everyday word has to be known as one. */
function isNameLike(texts: readonly string[]): boolean {
  const [first = '', last = ''] = [texts[0], texts.at(-1)]
  if (texts.length === 1) return technologyOf(first) !== null || (first.length > 3 && !isGrammar(first))
  return !isGrammar(first) && !isGrammar(last)
}

function isGrammar(text: string): boolean {
  return FUNCTION_WORDS.has(text) || NEUTRAL.test(text) || CALLS.test(text) || ASKS.some(([, form]) => form.test(text))
}

function servicesIn(
  state: QuestionState,
  words: readonly Word[],
  taken: ReadonlySet<Word>,
): { readonly names: string[]; readonly words: ReadonlySet<Word> } {
  const isOver = (one: Word, others: Iterable<Word>): boolean =>
    [...others].some(({ start, end }) => start < one.end && end > one.start)
  const own = state.named.filter(({ at, length, services }) => {
    return services.length === 1 && state.words.slice(at, at + length).every((word) => !isOver(word, taken))
  })
  const places = own.flatMap(({ at, length }) => state.words.slice(at, at + length))
  const names = [...new Set(own.flatMap(({ services }) => services))]
  return { names, words: new Set(words.filter((word) => isOver(word, places))) }
}

interface Told {
  readonly asks: readonly Ask[]
  readonly verbs: readonly string[]
  readonly side: Calls['side']
  readonly isOfOperations: boolean
  readonly isRanked: boolean
}

/** What the other words ask; null where any of them asks for something else. */
function readRest(rest: readonly Word[], text: string, { kind }: Found): Told | null {
  const asks = new Set<Ask>()
  const verbs: string[] = []
  let side: Calls['side']
  let isOfStatements = /\bsql\b/.test(text)
  const isWeAsked = /\bor\b/.test(text) && rest.some(({ text: said }) => WE.test(said))
  const isBlame = isWeAsked || rest.some(({ text: said }) => BLAME.test(said))
  for (const { text: said } of rest) {
    const ask = ASKS.find(([, form]) => form.test(said))?.[0]
    const verb = VERBS.find(([form]) => form.test(said))?.[1]
    const way = SIDES.find(([, form]) => form.test(said))?.[0]
    if (isBlame && (TROUBLE.test(said) || BLAME.test(said))) continue
    if (ask !== undefined) asks.add(ask)
    else if (verb !== undefined) verbs.push(...verb)
    else if (way !== undefined) side = way
    else if (STATEMENTS.test(said)) isOfStatements = true
    else if (isWeAsked && WE.test(said)) continue
    else if (/^(?:which|what|who|how|many|much|count|since|when)$/.test(said)) continue
    else if (OTHER.test(said) || !(FUNCTION_WORDS.has(said) || NEUTRAL.test(said) || CALLS.test(said))) return null
  }
  if (isBlame) {
    asks.clear()
    asks.add('blame')
  }
  const isRanked = /\b(?:which|what|any|anyone|slowest|worst)\b/.test(text)
  const isOfOperations =
    (isOfStatements && /\b(?:which|what|slow|slowest|worst|longest)\b/.test(text)) ||
    /\b(?:which|what) (?:calls?|operations?|commands?)\b/.test(text)
  return {
    asks: [...asks],
    verbs,
    side,
    isOfOperations: isOfOperations && !isBlame,
    isRanked: isRanked && kind !== null && !isBlame,
  }
}
