/**
 * The last reading of a question about trouble: its grammar says what kind of answer it wants (yes or no about a thing
 * that works, a cause, who else is hit), and its noun is the thing in question, where routes, values, services or the
 * lines of what fails go by it. What was taken is said first. Only used where every other reading asked back.
 */
import type { KnownTemplate } from '../grounding/catalogue.ts'
import { plainMeasure } from '../plan/plain-measure.ts'
import type { Plan, PlanCondition, PlanTime } from '../plan/plan.ts'
import { FUNCTION_WORDS, WHOLE_SYSTEM } from '../vocabulary/function-words.ts'
import { PEOPLE } from '../vocabulary/people.ts'
import { isContentWord } from '../vocabulary/small-words.ts'
import { ableRoutes, isDoneOn } from './able-routes.ts'
import { timeOf } from './asked-time.ts'
import { keysOf } from './fields.ts'
import { hitByName } from './hit-asked.ts'
import { classOfRequests, isValueOfRequests } from './known-values.ts'
import { joinedVerbs, lastMinutes, sinceBefore } from './noun-state.ts'
import { operationsNamed } from './routes.ts'
import { TECHNOLOGY } from './service-names.ts'
import { type QuestionState, type ReadContext, stateOf, type TextHits } from './state.ts'
import { templatesWith } from './texts.ts'
import { lemmaOf, stemOf, type Word } from './words.ts'

export interface ThingAsked {
  readonly plans: readonly [Plan]
  readonly notes: readonly string[]
}

/** What says how certain somebody has to be, or asks somebody else: no part of what is asked. */
const FRAME =
  /^(?:so |and |but |ok |hey |hi |please |well )*(?:is it (?:safe|fair|true|correct|right) (?:to say |to assume )?(?:that )?|(?:can|could) you (?:tell me|say|check|confirm) (?:if|whether|that) |do (?:you|we) know (?:if|whether) |(?:just )?tell me (?:if|whether) |i (?:wonder|want to know|need to know) (?:if|whether) )?/
/** "…? Just yes or no", "… or do I have to wake someone?": what is done with the answer. */
const ENDING =
  /(?:[\s,;.?!(-]+(?:just |only |please |a |simple |plain )*(?:yes or no|yes\/no|y\/n|yes no)(?: is (?:enough|fine)| will do| suffices| please)*|,? or (?:do|does|should|must|shall|can|will|is|are) (?:i|we|it|this|they|you) .{2,60}|[\s)?.!]+)$/

/** Words that ask for another kind of answer than yes or no about now. */
const OTHER_KIND =
  /\b(?:how|what|which|who|whom|whose|when|where|why|many|much|more|less|fewer|most|than|per|average|mean|median|p\d\d|list|show|count|number|share|percent\w*|rate|versions?|releas\w+|deploy\w*|rollouts?|restart\w*|because|while|only|just|caused?|causing|due|since|after|before|until|compared|slow\w*|fast\w*|latency|logs?|lines?|sent|sending|silent|metrics?|usual)\b|\d%|[<>=]/
const YES_NO = /^(?:is|are|was|were|do|does|did|can|could|has|have)\b/
const PAST = /^(?:was|were|did|had|could)\b/
const GOOD =
  /\b(?:work(?:s|ing|ed)?|ok|okay|fine|up|normal|normally|properly|smoothly|healthy|alive|possible|available|succeed(?:s|ing)?|through|well)\b/
const OVER = /\b(?:solved|resolved|fixed|repaired|recovered|over|back|gone|done)\b/
const BAD =
  /\b(?:fail(?:s|ed|ing|ure|ures)?|broken|down|stuck|blocked|los(?:e|es|ing|t)|reject(?:s|ed|ing)?|refus(?:e|ed|es|ing)|declin(?:e|ed|es|ing)|drop(?:s|ped|ping)?|delayed|late|missing|wrong|bad|problems?|issues?|trouble|errors?)\b/
const NOW =
  /\b(?:now|again|still|currently|already|yet|right now|at (?:the|this) moment|as we speak|these minutes|today|the (?:whole|entire) time|all the time|throughout|all along)\b/
const HIT = /\b(?:affected|impacted|hit|hits|hurt|concerned|touched|harmed|affect|impact|spared)\b/
/** "Did exports fail as well?": whether a part of all was hit. */
const AS_WELL = /\b(?:too|also|as well|either)\b/
/** "Portal-web fine at this moment?", "attachments back to normal?" */
const HEADLESS =
  /^.{3,60}\b(?:ok|okay|fine|back|up|working|normal|healthy|alive|affected|hit|broken|down|failing)(?: (?:to normal|again|now|right now|today|at (?:the|this) moment|as well|too|yet|already|running|and running|still))*$/

/** Words of such a question that say how something is or when. */
const STATE_WORDS =
  /^(?:whole|entire|time|moment|online|successfully|problem|problems|issue|issues|trouble|incident|outage|error|errors|app|site|everything|being|back|normal|normally|properly|smoothly|possible|available|solved|resolved|fixed|repaired|recovered|over|gone|done|broken|down|stuck|blocked|late|wrong|bad|affected|impacted|hit|hits|hurt|concerned|touched|harmed|affect|impact|spared|well|too|also|yet|already|today|tonight|still|again|up|fine|ok|okay|healthy|alive|able)$/
const IS_BAD_WORD = new RegExp(`^${BAD.source.slice(2, -2)}$`)
const IS_GOOD_WORD = new RegExp(`^${GOOD.source.slice(2, -2)}$`)

/** So many words of a question may be told by nothing, where another one is. */
const UNTOLD_MAX = 2

/** The plan of a question that nothing else could read; null where its noun is nothing in the project. */
export function thingAsked(question: string, context: ReadContext, hits: TextHits | null): ThingAsked | null {
  const text = withoutFrame(question)
  const restarts = RESTARTS.test(text) ? restartsOf(text, context, hits) : null
  if (restarts !== null) return restarts
  if (OTHER_KIND.test(text.replace(/\b(?:right after|no (?:more|longer)|any more)\b/g, ''))) return null
  if (!YES_NO.test(text) && !HEADLESS.test(text)) return null
  const state = stateOf(text, context, hits ?? {})
  if (state.quoted.length > 0 || state.traceId !== null || state.recordId !== null) return null
  if (state.negations.length > 0) return null
  const kind = kindOf(text)
  if (kind === null) return null
  return ofThing(state, kind)
}

const RESTARTS =
  /^(?:how (?:often|many times) (?:did|was|has|were|have) \S{2,60} (?:been )?(?:restart\w*|reboot\w*)|(?:how many|number of|count of) (?:restarts|reboots) (?:of|did|for|in|at) \S{2,60})\b/
const TELLS_OF_START = /^(?:restart\w*|reboot\w*|start(?:ed|ing|up)|boot(?:ed|ing))$/
const TELLS_OF_END = /^(?:sigterm|shutdown|shutting|exiting|drained)$/

/** "How often did web restart?", beside a metric of restarts that the question does not name: its lines of a start. */
function restartsOf(text: string, context: ReadContext, hits: TextHits | null): ThingAsked | null {
  const state = stateOf(text, context, hits ?? {})
  const [own, more] = state.named
  const service = own?.services[0]
  if (own?.how !== 'exact' || service === undefined || more !== undefined) return null
  const linesOf = (tells: RegExp): KnownTemplate[] =>
    context.catalogue.templates.filter(
      (one) =>
        one.service === service &&
        one.tokens.some((token) => tells.test(token)) &&
        // "Import started" is what a worker does all day.
        (one.template.toLowerCase().includes(`${service.toLowerCase()} `) ||
          /\b(?:server|service|process|application|container|sigterm)\b/i.test(one.template)),
    )
  const starts = linesOf(TELLS_OF_START)
  const [told, other] = starts.length > 0 ? starts : linesOf(TELLS_OF_END)
  // Of several kinds of lines each may tell of the same restart.
  if (told === undefined || other !== undefined) return null
  const words = told.tokens.find((token) => TELLS_OF_START.test(token) || TELLS_OF_END.test(token)) ?? 'restart'
  const conditions: PlanCondition[] = [
    { on: 'service', values: [service] },
    { on: 'templates', words, ids: [told.id], phrases: [words] },
  ]
  return {
    plans: [plainMeasure({ measure: { of: 'records' }, conditions, time: timeOf(state) })],
    notes: [`I took "restart" as the lines of ${service} that say "${words}".`],
  }
}

function withoutFrame(question: string): string {
  let text = question.toLowerCase().trim().replace(FRAME, '')
  for (let times = 0; times < 4; times++) text = text.replace(ENDING, '')
  return text
}

type Kind = 'good' | 'bad' | 'hit'

/** What stands before the service that is asked about: "is everything fine with the". */
const BEFORE_SERVICE =
  /^(?:the|our|my|an?|this|that|with|of|in|on|at|for|and|so|but|ok|okay|hey|please|now|everything|anything|something|all|things|there|it|matter|going|app|any|still)$/

function kindOf(text: string): Kind | null {
  if (HIT.test(text)) return 'hit'
  if (OVER.test(text)) return 'good'
  if (BAD.test(text)) return AS_WELL.test(text) && PAST.test(text) ? 'hit' : 'bad'
  if (GOOD.test(text) || NOW.test(text) || /^can\b/.test(text)) return 'good'
  return null
}

/** What the words that say no state name, in this order: routes, a class of requests, a service, what fails. */
function ofThing(state: QuestionState, kind: Kind): ThingAsked | null {
  const words = state.words.filter((word) => isThing(word))
  if (words.some(({ text }) => TECHNOLOGY.test(text) || /\d/.test(text))) return null
  const exact = state.named.filter(({ how }) => how === 'exact')
  const [own] = exact
  if (own !== undefined) {
    // "Do returns at the tour desk work?": everyday words may be what is asked about.
    const isOpen = ({ text }: Word): boolean => !isOfState(text) && !YES_NO.test(text) && !BEFORE_SERVICE.test(text)
    const isAlone =
      exact.length === 1 &&
      own.services.length === 1 &&
      words.every(({ usedBy }) => usedBy === 'service') &&
      !state.words.slice(0, own.at).some(isOpen)
    return isAlone && kind !== 'hit' ? ofService(state, own.services[0] ?? '', kind) : null
  }
  // "Is the claims service healthy?" of several: none of them is what routes go by.
  if (/\bservices?\b/.test(state.text)) return null
  const whole = wholeSystem(state, words, kind)
  if (whole !== null) return whole
  if (words.length === 0 || words.some(({ text }) => /[-_./]/.test(text) && !isRoutePart(text, state))) return null
  const classes = classesIn(words, state)
  const routes = routesFor(
    words.filter((word) => !classes.some((one) => one.word === word)),
    state,
  )
  const isTold = ({ text }: Word): boolean =>
    isRoutePart(text, state) || classes.some(({ word }) => word.text === text) || tellsRoutes(text, state)
  const untold = words.filter((word) => !isTold(word))
  // "Can people unlock zorblats?": what the project does not know is no other word for what its routes do.
  const place = (word: Word): number => state.words.indexOf(word)
  const isBeside = (word: Word): boolean => classes.some((one) => place(word) === place(one.word) + 1)
  if (untold.some((word) => !isKept(word, state) && !/(?:ed|ing)$/.test(word.text) && !isBeside(word)))
    return byName(state, words, kind)
  const head = headOf(words, state.text)
  // "Bids for jewellery": what restricts the thing has to be known, "at the kiosks" are all of them.
  const tail = words.filter((word) => !head.includes(word))
  if (tail.length > 0 && !tail.some((word) => isTold(word) || isKept(word, state))) return null
  if (kind === 'hit' && !head.some(isTold)) return hitByName(state, words)
  if (!head.some(isTold) || untold.some((word) => isOtherDeed(word, routes, state))) return null
  if ((routes.length === 0 && classes.length === 0) || untold.length > UNTOLD_MAX) return byName(state, words, kind)
  const conditions: PlanCondition[] = [
    ...(routes.length === 0 ? [] : [{ on: 'operation' as const, values: [...routes] }]),
    ...[...Map.groupBy(classes, ({ known }) => known.key)].map(([key, own]) => ({
      ...{ on: 'attribute' as const, key, scope: own[0]?.known.scope ?? 'attribute' },
      values: own.map(({ known }) => known.value),
    })),
  ]
  const said = words.map(({ text }) => text).join(' ')
  const taken = [
    ...classes.map(({ known: { key, value } }) => `requests with \`${key}\` \`${value}\``),
    ...routes.slice(0, 3).map((route) => `\`${route}\``),
  ].join(', ')
  return { plans: [shareOf(state, conditions, kind)], notes: [`I took "${said}" as ${taken}.`] }
}

/** Words that are values of requests: `acme charge` is no route, so "acme" is the value of a key that has it. */
function classesIn(words: readonly Word[], state: QuestionState) {
  return words.flatMap((word) => {
    const known = isValueOfRequests(word.text, state) ? classOfRequests(word.text, state) : null
    return known === null ? [] : [{ word, known }]
  })
}

/** "Is the bike app working?": what the whole is called, where no service is called so. */
function wholeSystem(state: QuestionState, words: readonly Word[], kind: Kind): ThingAsked | null {
  const [only, more] = words
  const next = state.words[state.words.indexOf(only as Word) + 1]
  if (only === undefined || more !== undefined || next === undefined || kind === 'hit') return null
  if (!WHOLE_SYSTEM.has(next.text) || /-/.test(only.text)) return null
  const asks = kind === 'bad' ? 'bad' : OVER.test(state.text) ? 'over' : 'good'
  return {
    plans: [{ intent: 'state', asks, conditions: [], time: timeOf(state) }],
    notes: [`I took "${only.text} ${next.text}" as the whole system.`],
  }
}

/** Whether a key or a line of the project has the word: then it is a part of what is told. */
function isKept({ text }: Word, { context: { catalogue } }: QuestionState): boolean {
  return keysOf(text, catalogue).length > 0 || templatesWith([text], catalogue, []).length > 0
}

/** Routes of what is asked about; "returns" is a word of grammar and a route of some projects. */
function routesFor(words: readonly Word[], state: QuestionState): readonly string[] {
  const { catalogue } = state.context
  const grammar = headOf(words, state.text).find(({ text }) => !isContentWord(text) && isRoutePart(text, state))
  if (grammar !== undefined) return operationsNamed(grammar.text, catalogue.operations).slice(0, 50)
  return ableRoutes(words, joinedVerbs(state.text), catalogue).routes
}

/** "Returns" of "do returns at the kiosks work?": what stands behind a preposition is not what is asked about. */
function headOf(words: readonly Word[], text: string): readonly Word[] {
  const at = text.search(/ (?:at|from|for|of|with|by|to|on|via|in (?=the |our |a ))/)
  const head = at < 0 ? words : words.filter(({ start }) => start < at)
  return head.length === 0 ? words : head
}

/** "Are sessions stopped?": lines tell of what is done, and the routes of the noun do something else. */
function isOtherDeed({ text }: Word, routes: readonly string[], { context: { catalogue } }: QuestionState): boolean {
  return /(?:ed|ing)$/.test(text) && !isDoneOn(text, routes) && templatesWith([text], catalogue, []).length > 0
}

/** Whether requests succeed now, or more of them failed during the incident than before. */
function shareOf(state: QuestionState, conditions: PlanCondition[], kind: Kind): Plan {
  const time = timeOf(state)
  const isAsked = time.basis === 'asked' || time.anchor !== undefined
  if (kind === 'hit' && !isAsked) return sinceBefore({ of: 'ratio', share: 'failed' }, conditions, time)
  const isWhole = PAST.test(state.text) || /\b(?:whole|entire|all the) time\b|\bthroughout\b/.test(state.text)
  return plainMeasure({
    measure: { of: 'ratio', share: kind === 'good' ? 'succeeded' : 'failed' },
    conditions,
    time: isAsked || isWhole ? time : lastMinutes(state),
    isYesNo: true,
  })
}

/** "Is voice control still failing?" of voice-link; "is the seal thing over?" where lines of failures say "seal". */
function byName(state: QuestionState, words: readonly Word[], kind: Kind): ThingAsked | null {
  const { catalogue } = state.context
  if (kind === 'hit') return hitByName(state, words)
  const parts = (name: string): string[] =>
    name
      .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-')
      .toLowerCase()
      .split(/[-_./: ]+/)
  const named = words.flatMap(({ text, lemma }) => {
    const own = catalogue.services.filter(({ name }) => parts(name).some((part) => part === text || part === lemma))
    return lemma.length >= 4 && own.length === 1 ? [{ text, name: own[0]?.name ?? '' }] : []
  })
  const [only] = named
  if (only !== undefined && new Set(named.map(({ name }) => name)).size === 1 && words.length - named.length < 2) {
    const read = ofService(state, only.name, kind)
    return { ...read, notes: [`I took "${only.text}" as ${only.name}.`] }
  }
  const isFailing = ({ text }: Word): boolean =>
    templatesWith([text], catalogue, []).some(({ severity }) => severity === 'error' || severity === 'fatal')
  const telling = words.filter(isFailing)
  if (telling.length === 0 || words.length - telling.length > 1) return null
  const said = words.map(({ text }) => text).join(' ')
  const asks = kind === 'bad' ? 'bad' : OVER.test(state.text) ? 'over' : 'good'
  return {
    plans: [{ intent: 'state', asks, conditions: [], time: timeOf(state) }],
    notes: [`I took "${said}" as the trouble as a whole, whose lines say it.`],
  }
}

function ofService(state: QuestionState, service: string, kind: Kind): ThingAsked {
  const time: PlanTime = timeOf(state)
  const conditions: PlanCondition[] = [{ on: 'service', values: [service] }]
  return {
    plans: [{ intent: 'health', service, premise: kind === 'bad' ? 'failing' : null, conditions, time }],
    notes: [],
  }
}

function isOfState(text: string): boolean {
  return STATE_WORDS.test(text) || IS_BAD_WORD.test(text) || IS_GOOD_WORD.test(text) || WHOLE_SYSTEM.has(text)
}

/** Words that may name what is asked about: none of grammar, of people, of how something is. */
function isThing({ text, lemma, usedBy, isCode }: Word): boolean {
  if (usedBy === 'time' || !/^[a-z]/.test(text)) return false
  if (isCode === true) return true
  if (isOfState(text)) return false
  return isContentWord(text) && !FUNCTION_WORDS.has(lemma) && !PEOPLE.test(lemma)
}

function isRoutePart(text: string, { context: { catalogue } }: QuestionState): boolean {
  const stem = stemOf(text.replace(/-/g, ''))
  return catalogue.operations.some((name) =>
    name
      .toLowerCase()
      .split(/[^a-z]+/)
      .some((part) => part.length > 2 && stemOf(part) === stem),
  )
}

/** "Register" of `/registrations`: a noun made of the verb is a part of a route. */
function tellsRoutes(text: string, { context: { catalogue } }: QuestionState): boolean {
  return ableRoutes([{ text, lemma: lemmaOf(text) } as Word], [], catalogue).routes.length > 0
}
