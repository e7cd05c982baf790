/**
 * "How many uploads were sent again": what is done once more is told by the lines that say so, or by a key that counts
 * attempts. Where neither does, a count of all would answer a broader question, so the word is left out aloud.
 */
import type { Catalogue, KnownKey, KnownTemplate } from '../grounding/catalogue.ts'
import type { Plan } from '../plan/plan.ts'
import { countedNoun } from './counted-noun.ts'
import { routesOfThing } from './routes.ts'
import type { QuestionState } from './state.ts'
import { isDenied, templateCondition } from './texts.ts'
import { lemmaOf, stemOf, type Word } from './words.ts'

const AGAIN = /^ (?:once more|one more time|another time|a second time|for the second time|repeatedly|again)\b/
const TWICE = /^ (?:twice|more than once|several times|multiple times|two times|many times over)\b/
/** A verb that says by itself that it was done before. */
const DONE_AGAIN =
  /^(?:retried|re-?tried|resent|re-?sent|repeated|redone|redelivered|resubmitted|reattempted|re-[a-z]{3,20}(?:ed|sent|made))$/
const DONE =
  /^(?:[a-z]{2,20}ed|sent|made|given|put|taken|read|written|paid|run|built|sold|bought|done|begun|drawn|shown|held|sought|brought|seen)$/
/** "Did we have to send them again": the verb stands in its plain form. */
const HAS_DID = /\b(?:did|do|does|had to|have to|has to|need(?:s|ed)? to|could|can)\b/
/** How something goes or is, and nothing that is done to things: "how many logins work again". */
const STATE =
  /^(?:work\w*|fail\w*|succe\w*|recover\w*|back|up|ok|okay|fine|well|running|run|start\w*|stop\w*|happen\w*|occur\w*|appear\w*|broke\w*|br[eo]ak\w*|slow\w*|down|available|connect\w*|restor\w*|resolv\w*|fix\w*|through|possible|able|now|there|it|this|that|them|us|me|normal|good|healthy|online|alive)$/
/** Verbs that every line of a further attempt tells of. */
const ANY_VERB = /^(?:tried|try|retried|attempted|repeated|redone|done|do|reattempted)$/
const TELLS = /^(?:again|twice|retried|retrying|resent|resending|repeated|redelivered|resubmitted|reattempted)$/
/** A key that numbers attempts, from one on; one that counts the further ones, from none on. */
const ATTEMPTS =
  /(?:^|[._-])(?:attempts?|tries|try|delivery[._-]?attempts?|deliver(?:y|ies)[._-]?count)(?:[._-]?(?:count|number|no|nr))?$/i
const RETRIES = /(?:^|[._-])(?:retr(?:y|ies)|redeliver(?:y|ies)|resends?|resent)(?:[._-]?(?:count|number|no|nr))?$/i
/** So many words may stand between the verb and what says that it was done again. */
const REACH = 3

/** What is counted that was done again, as it stands in a question that nothing has read. */
const COUNTED_AGAIN =
  /\b(?:how many|how often|number of|count of|share of|percent(?:age)? of)\b.{2,80}\b(?:(?:were|was|been|got|had|be|are) (?:(?:to|be|all) ){0,2}(?!(?:work|fail|succe|recover|fix|resolv|restor|connect)[a-z]{0,12}\b)(?:[a-z]{2,20}ed|sent|made|given|put|taken|read|written|paid|run|done|sold)(?: [a-z]{1,12}){0,2} (?:again|once more|twice|more than once|repeatedly|several times|another time|a second time)\b|(?:retried|re-?sent|resubmitted|redelivered|repeated)\b)/

/** Whether a number of what was done again is one of all, however the question was read. */
export function isWithoutRepetition(text: string, plan: Plan, { templates }: Catalogue): boolean {
  if (plan.intent !== 'measure' || !COUNTED_AGAIN.test(text)) return false
  const among = plan.measure.of === 'ratio' ? (plan.measure.among ?? []) : []
  if (plan.measure.of === 'number' || plan.measure.of === 'metric') return false
  return ![...plan.conditions, ...among].some((one) => {
    if (one.on === 'number') return ATTEMPTS.test(one.key) || RETRIES.test(one.key)
    if (one.on === 'text') return SAYS_AGAIN.test(one.text)
    if (one.on !== 'templates') return false
    return templates.some(({ id, tokens }) => one.ids.includes(id) && tokens.some((token) => SAYS_AGAIN.test(token)))
  })
}

const SAYS_AGAIN =
  /\b(?:again|twice|retr\w+|re-?sen[dt]\w*|repeat\w*|redeliver\w*|resubmit\w*|duplicate\w*|already|attempts?|second)\b/

interface Repetition {
  readonly words: readonly Word[]
  readonly verb: Word
  /** A key that numbers attempts tells what was tried again, and not how many things were done more than once. */
  readonly isTwice: boolean
}

/** Restricts to what was done again, or leaves the word out aloud. */
export function takeRepetition(state: QuestionState): void {
  const { conditions, leftOut } = state
  const said = repetitionOf(state)
  if (said === null || conditions.some(({ on }) => on === 'templates' || on === 'text')) return
  const head = countedNoun(state).at(-1)
  const used = [...said.words, said.verb]
  const lines = head === undefined ? null : linesOf(state, head, said)
  if (lines !== null && head !== undefined) {
    conditions.push(lines)
    for (const word of [head, ...used]) word.usedBy = 'template'
    return
  }
  const bound = head === undefined || said.isTwice ? null : attemptsOf(state, head)
  if (bound !== null) {
    conditions.push({ on: 'number', key: bound.key, op: 'gt', value: bound.over })
    for (const word of used) word.usedBy = 'condition'
    return
  }
  for (const word of said.words) word.usedBy = 'left out'
  leftOut.push(said.words.map(({ text }) => text).join(' '))
}

function repetitionOf({ text, words, negations }: QuestionState): Repetition | null {
  const own = words.find((word) => word.usedBy === null && DONE_AGAIN.test(word.text))
  if (own !== undefined) return { words: [own], verb: own, isTwice: false }
  const at = words.findIndex(({ start }) => AGAIN.test(text.slice(start - 1)) || TWICE.test(text.slice(start - 1)))
  const first = words[at]
  if (first?.usedBy !== null || negations.some(({ scope, by }) => scope.has(at) || by.includes(at))) return null
  const rest = text.slice(first.start - 1)
  const isTwice = TWICE.test(rest)
  const length = (AGAIN.exec(rest) ?? TWICE.exec(rest))?.[0].length ?? 0
  const said = words.filter(({ start, end }) => start >= first.start && end < first.start + length)
  const before = words.slice(Math.max(0, at - REACH), at).reverse()
  const [beside] = before
  if (beside === undefined || STATE.test(beside.text)) return null
  const verb =
    before.find(({ text: one, usedBy }) => usedBy === null && DONE.test(one) && !STATE.test(one)) ??
    (HAS_DID.test(text) && /^[a-z]{3,}$/.test(beside.text) && beside.usedBy === null ? beside : undefined)
  return verb === undefined ? null : { words: said, verb, isTwice }
}

/** The lines of one service that say of the thing that it was done again. */
function linesOf({ context, conditions }: QuestionState, head: Word, { verb, words }: Repetition) {
  const services = conditions.flatMap((one) => (one.on === 'service' && one.not !== true ? one.values : []))
  const told = context.catalogue.templates.filter(
    (template) =>
      (services.length === 0 || services.includes(template.service)) &&
      template.tokens.some((token) => lemmaOf(token) === head.lemma) &&
      tellsAgain(template, verb),
  )
  if (told.length === 0 || new Set(told.map(({ service }) => service)).size > 1) return null
  return templateCondition(
    [head.text, ...(words.includes(verb) ? [] : [verb.text]), ...words.map(({ text }) => text)],
    told,
  )
}

function tellsAgain(template: KnownTemplate, verb: Word): boolean {
  const { tokens } = template
  return tokens.some((token, at) => {
    if (token === verb.text && DONE_AGAIN.test(token)) return true
    if (!TELLS.test(token) || isDenied(token, template)) return false
    if (token !== 'again' && token !== 'twice') return true
    return ANY_VERB.test(verb.text) || stemOf(tokens[at - 1] ?? '') === stemOf(verb.text.replace(/^re-?/, ''))
  })
}

/** The key that numbers the attempts of a thing, and over which number it was tried before. */
function attemptsOf({ context }: QuestionState, { text, lemma }: Word): { key: string; over: number } | null {
  const { keys, operations } = context.catalogue
  const { made } = routesOfThing(text, operations)
  const isOfThing = ({ key }: KnownKey): boolean => {
    const [first = '', second] = key.toLowerCase().split(/[._-]/)
    return (
      second === undefined ||
      lemmaOf(first) === lemma ||
      /^(?:retry|delivery|attempt|message|messaging|job)$/.test(first)
    )
  }
  const found = keys.filter(
    (known) =>
      (ATTEMPTS.test(known.key) || RETRIES.test(known.key)) &&
      isOfThing(known) &&
      made.length > 0 &&
      known.signal === 'spans',
  )
  const [only, more] = found
  if (only === undefined || more !== undefined) return null
  return { key: only.key, over: RETRIES.test(only.key) ? 0 : 1 }
}
