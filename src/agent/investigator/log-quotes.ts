/**
 * Finds warnings and errors that hand on what another service said: "could not store order: cannot execute INSERT in a
 * read-only transaction" repeats the words of the database's own line. Such a line names its callee by its words.
 */
import type { LogCallActivity } from '../../telemetry/index.ts'
import { spokenText } from '../message-text.ts'
import { downstream, type ServiceGraph } from './graph.ts'
import { SEVERITY_WARN, type StemActivity } from './log-view.ts'

/** Fewer equal words are a phrase of the language. */
const WORDS_MIN = 4
/** As many are no accident, even where both lines go on differently. */
const WORDS_SURE = 6
/** The least of equal text, in characters. */
const CHARS_MIN = 20
/** Who repeats a message puts what failed in front of it. */
const OWN_WORDS_MIN = 2
/** The message of the service that said it first begins with the words, or with one word before them. */
const FIRST_WORDS_MAX = 1
/** A level stands this early in a line. */
const FRAME_CHARS_MAX = 120
const LEVEL = /\b(?:WARN|WARNING|ERROR|SEVERE|CRITICAL|FATAL|PANIC)\b:?/
const WORD = /[a-z]+/gi
/** The store answers that what was asked is wrong: that is the doing of the client. */
const ASKED_WRONGLY =
  /duplicate (?:key|entry)|violates |constraint|foreign key|syntax error|does not exist|unknown (?:column|table|command)|no such (?:table|column)|invalid (?:input|argument|value)|too long for|out of range|null value|wrongtype|not an integer|permission denied|validation failed|bad request|type mismatch/i

/** A line of a service that repeats the words of another one. */
export interface Quote {
  readonly stem: StemActivity
  readonly peer: string
}

/** Whether the first service calls the second: known from spans or the order of lines; null where nothing tells. */
export type CallsOrNot = (caller: string, callee: string) => boolean | null

interface Told {
  readonly stem: StemActivity
  readonly words: readonly string[]
}

/** A place in a line from which on others may repeat it. */
interface Beginning {
  readonly told: Told
  readonly at: number
}

/** Lines of one service that begin alike and are compared: a store says the same of each table. */
const ALIKE_OF_SERVICE_MAX = 3
/** Lines that begin alike; a phrase that everybody says is nobody's. */
const ALIKE_MAX = 24

/** @param calls as `callsOrNot` makes it. Linear in the words of all warnings and errors. */
export function quotesIn(stems: readonly StemActivity[], calls: CallsOrNot): Quote[] {
  const all = stems
    .filter(({ severity, template }) => severity >= SEVERITY_WARN && !ASKED_WRONGLY.test(template))
    .map((stem): Told => ({ stem, words: wordsOf(stem.template) }))
  const beginnings = new Map<string, Beginning[]>()
  for (const told of all) {
    for (let at = 0; at <= FIRST_WORDS_MAX; at++) {
      const run = runAt(told.words, at)
      if (run !== null) addTo(beginnings, run, { told, at })
    }
  }
  return all.flatMap(({ stem, words }) => {
    const peers = new Set<string>()
    for (let at = OWN_WORDS_MIN; at < words.length; at++) {
      const run = runAt(words, at)
      const alike = (run === null ? undefined : beginnings.get(run)) ?? []
      if (alike.length > ALIKE_MAX) continue
      for (const { told, at: from } of alike) {
        const peer = told.stem.service
        if (peer === stem.service || !isWhole(words, at, told.words, from)) continue
        if (calls(stem.service, peer) !== false) peers.add(peer)
      }
    }
    return [...peers].map((peer): Quote => ({ stem, peer }))
  })
}

/** Whether the equal words are a message and no phrase: one of both lines ends with them, or they are many. */
function isWhole(words: readonly string[], at: number, first: readonly string[], from: number): boolean {
  let equal = 0
  while (at + equal < words.length && words[at + equal] === first[from + equal]) equal++
  return equal >= WORDS_SURE || at + equal === words.length || from + equal === first.length
}

function addTo(map: Map<string, Beginning[]>, run: string, value: Beginning): void {
  const known = map.get(run) ?? []
  if (known.length > ALIKE_MAX) return
  const { service } = value.told.stem
  if (known.filter(({ told }) => told.stem.service === service).length >= ALIKE_OF_SERVICE_MAX) return
  map.set(run, [...known, value])
}

function runAt(words: readonly string[], at: number): string | null {
  const run = words.slice(at, at + WORDS_MIN)
  const text = run.join(' ')
  return run.length === WORDS_MIN && text.length >= CHARS_MIN ? text : null
}

/** The words of what a line says, without the time, level, session and logger before it. */
function wordsOf(template: string): string[] {
  const text = spokenText(template)
  const level = LEVEL.exec(text.slice(0, FRAME_CHARS_MAX))
  const said = level === null ? text : text.slice(level.index + level[0].length)
  return said.toLowerCase().match(WORD) ?? []
}

/**
 * Who calls whom as far as traces tell. Services with spans call each other as their spans say. Lines with ids of
 * traces say who failed first. A service of neither may be called by anybody.
 * @param traced services that send spans.
 */
export function callsOrNot(
  graph: ServiceGraph,
  traced: ReadonlySet<string>,
  calls: readonly LogCallActivity[],
): CallsOrNot {
  const byPair = new Map(calls.map((call) => [`${call.caller}\u0000${call.callee}`, call]))
  const linked = new Set(calls.flatMap(({ caller, callee }) => [caller, callee]))
  const answers = new Map<string, boolean | null>()
  const answer = (caller: string, callee: string): boolean | null => {
    if (downstream(graph, caller).has(callee)) return true
    if (downstream(graph, callee).has(caller)) return false
    if (traced.has(caller) && traced.has(callee)) return false
    const there = byPair.get(`${caller}\u0000${callee}`)
    const back = byPair.get(`${callee}\u0000${caller}`)
    if (there === undefined && back === undefined) return linked.has(caller) && linked.has(callee) ? false : null
    const failedThere = there?.failed ?? 0
    const failedBack = back?.failed ?? 0
    return failedThere === failedBack ? null : failedThere > failedBack
  }
  return (caller, callee) => {
    const key = `${caller}\u0000${callee}`
    const known = answers.get(key)
    const made = known === undefined ? answer(caller, callee) : known
    answers.set(key, made)
    return made
  }
}
