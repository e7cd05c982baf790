/**
 * Whether something that lines tell of still happens: "do positions still come in", "do we still lose alarms". What
 * comes in is told by everyday lines of it, what gets lost by lines of errors; the last minutes say yes or no.
 */
import type { KnownTemplate } from '../grounding/catalogue.ts'
import { plainMeasure } from '../plan/plain-measure.ts'
import { PATTERN_IDS_MAX, type Plan, type PlanCondition } from '../plan/plan.ts'
import type { Scope } from './decision.ts'
import { lastMinutes } from './noun-state.ts'
import { onlyService, type QuestionState, useRest } from './state.ts'
import { lemmaOf } from './words.ts'

const LEAD = '^(?:(?:so|and|but|ok|okay|hey|hi|please|pls|well|then) )*'
const TAIL =
  '(?: (?:again|now|right now|at the moment|currently|at all|any ?more|today|tonight|still|yet|as usual|normally))*\\W*$'
const COMES = new RegExp(
  `${LEAD}(?:do|does|are|is) (?:the |our |all |any |new )*([a-z][\\w -]{2,40}?) (?:(?:still|all|currently|again|even) )*(?:come|comes|coming|flow|flows|flowing|arrive|arrives|arriving|get|gets|getting|trickle|trickling|pour|pouring) ?(?:in|through|into .{2,30}|to us)?${TAIL}`,
)
const WE_GET = new RegExp(
  `${LEAD}(?:do|are) we (?:still |currently |even )*(?:get|getting|receive|receiving|see|seeing|have) (?:the |our |any |new )*([a-z][\\w -]{2,40}?)(?: coming)?(?: in)?${TAIL}`,
)
const WE_LOSE = new RegExp(
  `${LEAD}(?:do|are) (?:we|they|customers|people|users) (?:still |currently |even )+(?:lose|losing|drop|dropping|miss|missing|reject|rejecting|refuse|refusing|fail|failing|throw|throwing away) (?:the |our |any |new )*([a-z][\\w -]{2,40}?)${TAIL}`,
)
const GET_LOST = new RegExp(
  `${LEAD}(?:do|does|are|is) (?:the |our |any |new )*([a-z][\\w -]{2,40}?) still (?:get|getting|being|be)? ?(?:lost|dropped|missed|rejected|thrown away|swallowed)${TAIL}`,
)
const RECEIVED =
  /^(?:received|receiving|receive|stored|arrived|ingested|recorded|accepted|taken|processed|handled|seen|published|consumed)$/
const NO_THING =
  /^(?:it|that|this|they|we|logs?|data|telemetry|lines|records|metrics|traces|spans|errors?|warnings?|alerts?|requests?|traffic)$/
const BAD = /^(?:error|fatal)$/
/** So often an everyday line comes that a few minutes without any tell that it stopped. */
const EVERYDAY_MIN = 100

/** The plan of such a question; null where no lines tell of the thing. */
export function goesOnAsked(state: QuestionState, { time }: Scope): Plan | null {
  if (time.basis === 'asked' || state.quoted.length > 0) return null
  const comes = COMES.exec(state.text)?.[1] ?? WE_GET.exec(state.text)?.[1]
  const lost = WE_LOSE.exec(state.text)?.[1] ?? GET_LOST.exec(state.text)?.[1]
  const noun = comes ?? lost
  if (noun === undefined) return null
  const [thing = noun, source] = noun.split(/ (?:from|of|out of) (?:the |our |all )*/)
  const words = thing.split(' ')
  if (words.length > 3 || words.some((word) => NO_THING.test(word))) return null
  // A service that still sends is another question.
  const service = onlyService(state)
  if (service !== null && state.named.some(({ said }) => said === service.toLowerCase())) return null
  const told = state.context.catalogue.templates.filter((one) => tellsOf(one, words))
  const lines =
    comes !== undefined
      ? told.filter(({ severity, tokens }) => severity === 'info' && tokens.some((token) => RECEIVED.test(token)))
      : told.filter(({ severity }) => BAD.test(severity))
  const count = lines.reduce((sum, one) => sum + one.count, 0)
  if (comes !== undefined && source !== undefined && count < EVERYDAY_MIN) return ofItsReceiver(state, thing, told)
  if (lines.length === 0 || (comes !== undefined && count < EVERYDAY_MIN)) return null
  useRest(state)
  for (const open of [state.leftOut, state.unknown, state.notes]) open.splice(0)
  const conditions: PlanCondition[] = [
    {
      on: 'templates',
      words: saidBy(lines, words) || noun,
      ids: lines.map(({ id }) => id).slice(0, PATTERN_IDS_MAX),
      phrases: [],
    },
  ]
  return plainMeasure({ measure: { of: 'records' }, conditions, time: lastMinutes(state), isYesNo: true })
}

/** "Do we still get readings from the containers": only lines of one service tell of readings, so its requests do. */
function ofItsReceiver(state: QuestionState, thing: string, told: readonly KnownTemplate[]): Plan | null {
  const services = [...new Set(told.map(({ service }) => service))]
  const [service] = services
  if (service === undefined || services.length > 1 || state.context.catalogue.records.spans === 0) return null
  useRest(state)
  for (const open of [state.leftOut, state.unknown, state.notes]) open.splice(0)
  state.notes.push(`I took "${thing}" as what ${service} receives.`)
  const conditions: PlanCondition[] = [{ on: 'service', values: [service] }]
  return plainMeasure({ measure: { of: 'requests' }, conditions, time: lastMinutes(state), isYesNo: true })
}

/** What the most frequent of the lines says of the thing. */
function saidBy(lines: readonly KnownTemplate[], words: readonly string[]): string {
  const [most] = lines.toSorted((a, b) => b.count - a.count)
  const tokens = (most?.tokens ?? []).filter((token) => /^[a-z]/.test(token))
  const lemmas = words.map(lemmaOf)
  const at = tokens.findLastIndex((token) => lemmaOf(token) === lemmas.at(-1))
  const from = lemmas.includes(lemmaOf(tokens[at - 1] ?? '')) ? at - 1 : at
  return at < 0 ? '' : tokens.slice(from, from + 4).join(' ')
}

/** Whether a line is about the thing: its message has the noun, its text or its service's name the words before it. */
function tellsOf({ tokens, template, service }: KnownTemplate, words: readonly string[]): boolean {
  const noun = lemmaOf(words.at(-1) ?? '')
  const text = `${template} ${service}`.toLowerCase()
  return (
    tokens.some((token) => lemmaOf(token) === noun) &&
    words.slice(0, -1).every((word) => new RegExp(`(?<![a-z])${RegExp.escape(lemmaOf(word))}`).test(text))
  )
}
