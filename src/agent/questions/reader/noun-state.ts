/** Whether something that routes go by works: "can customers place orders?", "are previews working again?". */
import { plainMeasure } from '../plan/plain-measure.ts'
import type { Measure, Plan, PlanCondition, PlanOf, PlanTime } from '../plan/plan.ts'
import { isContentWord } from '../vocabulary/small-words.ts'
import { ableRoutes } from './able-routes.ts'
import type { Scope } from './decision.ts'
import { classOfRequests, isValueOfRequests, ofValue } from './known-values.ts'
import { quotedTexts } from './quoted-texts.ts'
import { fixedPartsOf, operationsNamed, routesDone } from './routes.ts'
import { has, onlyService, phraseWords, type QuestionState, useRest } from './state.ts'
import { templatesWith } from './texts.ts'
import { iso, minutesUpTo, NOW_MS } from './when.ts'
import { lemmaOf } from './words.ts'

const CAN =
  /^(?:so |and |but |ok |hey |please )*(?:can|could|are|is) (?:(?:our|the|all|any|most) )?(?:people|customers?|users?|anyone|anybody|everyone|everybody|we|they|clients?|drivers?|riders?|patients?|passengers?|players?|students?|members?|guests?|someone|somebody|shoppers?|buyers?|viewers?|subscribers?|visitors?|fans?|readers?|travell?ers?|residents?|employees|staff|partners?|merchants?|sellers?|teachers?|doctors|nurses|agents?|brokers?|([a-z]{3,20}s))(?: (?:still|currently|again|now))? (?:able to )?/

/** "Can leaks be reported again?", "can card payments be made?" */
const CAN_BE =
  /^(?:so |and |but |ok |hey |please )*(?:can|could) (?:the |our |all |any |new )*((?:[a-z][a-z-]{2,20} ){0,2}?[a-z][a-z-]{2,20}) (?:(?:still|again|now|currently|even) )*be (?!(?:the|due|related|caused|because|our|that|this|why|behind|guilty|responsible|connected|linked|involved)\b)(?=[a-z]{3,})/

/** "Can customers place orders?": whether requests on the routes that go by these words succeed, else how the system is. */
export function ability(state: QuestionState, { conditions, time }: Scope): Plan | null {
  const passive = CAN_BE.exec(state.text)
  const found = passive ?? CAN.exec(state.text)
  const isAble = found !== null && (passive !== null || / able to $/.test(found[0]) || !/\b(?:are|is) /.test(found[0]))
  if (found === null || !isAble || /\b(?:you|how|when|why)\b/.test(state.text)) return null
  // "Can candidates apply?", but not "can orders go through?": what routes go by does nothing itself.
  const others = found[1]
  const isThing =
    others !== undefined &&
    operationsNamed(others.split(' ').at(-1) ?? '', state.context.catalogue.operations).length > 0
  if (isThing && passive === null) return null
  // "Could people still pay during the outage?": the end says when.
  const when = state.phrases.filter(({ tag }) => tag === 'since_onset').flatMap((phrase) => phraseWords(state, phrase))
  for (const word of when) word.usedBy ??= 'time'
  // "Can leaks be reported again?": the thing stands in front.
  const from = passive === null ? found[0].length : found[0].indexOf(others ?? '')
  valuesOf(state, from, conditions)
  const words = state.words.filter(({ start, usedBy }) => start >= from && usedBy === null)
  const joined = joinedVerbs(state.text.slice(found[0].length))
  const { routes: named, untold } = ableRoutes(words, joined, state.context.catalogue)
  for (const word of words) word.usedBy = untold.includes(word.text) ? 'left out' : 'intent'
  state.leftOut.push(...untold)
  if (named.length === 0 && conditions.every(({ on }) => on !== 'operation'))
    return withoutRoute(state, [...words.map(({ text }) => text), ...joined], { conditions, time })
  const routes = named.length === 0 ? [] : [{ on: 'operation' as const, values: [...named] }]
  return plainMeasure({
    measure: { of: 'ratio', share: 'succeeded' },
    conditions: [...conditions.filter(({ on }) => named.length === 0 || on !== 'operation'), ...routes],
    time: askedOrLately(state, time),
    isYesNo: true,
  })
}

/** "Can people log in at acme?": for whom, where requests carry it. */
function valuesOf(state: QuestionState, from: number, conditions: PlanCondition[]): void {
  for (const word of state.words) {
    const value = word.start >= from && word.usedBy === null ? classOfRequests(word.text, state) : null
    const isName = value !== null && /[\d-]/.test(value.value) === false && isContentWord(word.text)
    if (value === null || !isName || conditions.some((one) => one.on === 'attribute' && one.key === value.key)) continue
    if (operationsNamed(word.text, state.context.catalogue.operations).length > 0) continue
    word.usedBy = 'attribute'
    conditions.push(ofValue(value))
  }
}

/** "Log in", "check out", "sign up": what a verb and its particle are as one noun, as routes and services are called. */
export function joinedVerbs(text: string): string[] {
  return [...text.matchAll(/\b([a-z]{3,8}) (in|out|up|on|off)\b(?! (?:the|our|a|an|this|that|my|your|their)\b)/g)].map(
    ([, verb = '', particle = '']) => verb + particle,
  )
}

/** No route goes by what people do: the service that is called after it, else all requests, which is said. */
function withoutRoute(state: QuestionState, said: readonly string[], scope: Scope): Plan {
  const names = state.context.catalogue.services.map(({ name }) => name)
  const own = names.filter((name) =>
    said.some((word) => word.length >= 4 && name.toLowerCase().split(/[-_.]/).includes(word)),
  )
  const [service] = own
  const values = scope.conditions.filter(({ on }) => on === 'attribute')
  if (values.length > 0 && values.length === scope.conditions.length)
    return plainMeasure({
      measure: { of: 'ratio', share: 'succeeded' },
      conditions: [...(own.length === 1 ? [{ on: 'service' as const, values: own }] : []), ...values],
      time: askedOrLately(state, scope.time),
      isYesNo: true,
    })
  if (own.length === 1 && service !== undefined && scope.conditions.length === 0)
    return {
      intent: 'health',
      service,
      premise: null,
      conditions: [{ on: 'service', values: [service] }],
      time: scope.time,
    }
  if (scope.conditions.length === 0)
    state.notes.push('I found no route that goes by that, so this is about all requests.')
  return { intent: 'state', asks: 'good', ...scope }
}

const HOUR_MS = 3_600_000

/** The last minutes that have telemetry. */
export function lastMinutes({ context }: QuestionState): PlanTime {
  const toMs = Math.min(context.askedAtMs, Math.floor(context.catalogue.lastMs ?? context.askedAtMs) + 1)
  return minutesUpTo(toMs)
}

/** Whether a window is that of the last minutes, also where a follow-up went on from it. */
export function isOfLastMinutes({ from, to, basis }: PlanTime): boolean {
  return basis === 'now' || (basis === 'inherited' && Date.parse(to) - Date.parse(from) === NOW_MS)
}

/** The hour up to the last record. */
export function hourUntil(lastMs: number): PlanTime {
  return { from: iso(lastMs - HOUR_MS), to: iso(lastMs + 1), basis: 'last_with_telemetry' }
}

/** The time that is asked for; the last minutes where none is. */
export function askedOrLately(state: QuestionState, time: PlanTime): PlanTime {
  return time.basis === 'asked' || time.anchor !== undefined ? time : lastMinutes(state)
}

const SLOWER =
  /^(?:so |and |but |ok |hey )*(?:(?:did|does|has|have|is|are|was|were) (.{2,60}?) (?:get|got|gotten|become|became|getting|becoming|grow|been|running)? ?(slower|faster)\b)/

/** "Did checkout get slower after 14:10?": p95 since then, compared with as long before. */
export function slowerSince(state: QuestionState, { conditions, time }: Scope): Plan | null {
  const [, subject = '', how = ''] = SLOWER.exec(state.text) ?? []
  const isWithVersion =
    /\b(?:slower|faster) (?:with|on|under|in|since|after|because of|due to) (?:(?:the|its|that|this) )?(?:new |latest |last )?(?:[a-z][\w-]{1,40} )?(?:(?:version )?v?\d+(?:\.\d+)+|release|version|rollout|deploy(?:ment)?|update|upgrade)\W*$/.test(
      state.text,
    )
  const routesGiven = conditions.flatMap((one) => (one.on === 'operation' && one.not !== true ? one.values : []))
  const { traced } = state.context
  const isTraced = traced !== undefined && subject.split(' ').includes(traced.noun)
  const given = isTraced ? [traced.operation] : routesGiven
  const released = !isWithVersion ? [] : given.length > 0 ? given : routesSaid(subject, state)
  // "Did joins get slower with web 3.5.0": the service says what was released, and not what got slower.
  const isOther = released.length === 0 && isOtherThing(subject, state)
  if (isWithVersion && state.time === null && !isOther && (onlyService(state) !== null || released.length > 0)) {
    for (const { tag, at, length } of state.phrases)
      if (tag === 'deployment') for (const word of state.words.slice(at, at + length)) word.usedBy ??= 'time'
    useRest(state)
    // What another service released may slow these requests down.
    const ofService = isTraced ? [] : conditions.filter(({ on }) => on === 'service')
    const version = state.anchorVersion === null ? {} : { anchorVersion: state.anchorVersion }
    const since: PlanTime = { ...time, anchor: 'deployment', anchorSide: 'both', ...version }
    if (released.length > 0) return slowerPlan([...ofService, { on: 'operation', values: released }], since, null, how)
    // One route that got slower is hardly seen among all of them.
    const groupBy = [{ field: 'operation', scope: 'builtin' as const }]
    return { ...slowerPlan(ofService, since, null, how), groupBy, isGroupImplied: true, limit: 20 }
  }
  const isDuring =
    how !== '' &&
    /\b(?:slower|faster) (?:during|in|while) (?:it|this|that|the (?:incident|outage|problem|trouble|failure))\W*$/.test(
      state.text,
    )
  const isSince =
    time.basis === 'asked' &&
    /\b(?:after|since|from) (?:(?:the|about|around|start|beginning|onset|end|of|incident|outage|release|deployment|rollout) )*\S*\d/.test(
      state.text,
    )
  if (
    how === '' ||
    !(isSince || isDuring) ||
    state.against !== null ||
    /\b(?:than (?!before|it was|usual))/.test(state.text)
  )
    return null
  const routes = routesSaid(subject, state)
  const isNamed = conditions.some(({ on }) => on === 'service' || on === 'operation')
  if (!isNamed && routes.length === 0) return null
  useRest(state)
  const fromMs = Date.parse(time.from)
  const before: PlanTime = { from: iso(fromMs - (Date.parse(time.to) - fromMs)), to: time.from, basis: 'asked' }
  const ofRoutes: PlanCondition[] = isNamed ? [] : [{ on: 'operation', values: routes.slice(0, 50) }]
  const of = [...conditions, ...ofRoutes]
  if (!isDuring) return slowerPlan(of, time, before, how)
  const { from, to } = time
  const usual: PlanTime = { from, to, basis: 'inherited', anchor: 'onset', anchorSide: 'before' }
  return slowerPlan(of, { from, to, basis: time.basis, anchor: 'incident' }, usual, how)
}

/** Whether a subject is something of its own, and no service, pronoun or word of requests in general. */
function isOtherThing(subject: string, { words }: QuestionState): boolean {
  const said = words.filter(({ text }) => subject.split(' ').includes(text))
  return (
    said.every(({ usedBy }) => usedBy !== 'service') &&
    said.some(({ text, usedBy }) => usedBy === null && isContentWord(text) && !IN_GENERAL.test(text))
  )
}

const IN_GENERAL = /^(?:requests?|calls?|responses?|answers?|things?|everything|anything|it|traffic|system|service)$/

/** Routes that the words of a subject name. */
function routesSaid(subject: string, state: QuestionState): string[] {
  const { operations } = state.context.catalogue
  const words = state.words.filter(({ usedBy, text }) => usedBy === null && subject.split(' ').includes(text))
  const routes = words.flatMap(({ text }) =>
    text.length < 4 ? [] : routesDone(operationsNamed(text, operations), operations),
  )
  return [...new Set(routes)].slice(0, 50)
}

/** Whether p95 rose, or fell where "faster" was asked. */
function slowerPlan(
  conditions: PlanCondition[],
  time: PlanTime,
  against: PlanTime | null,
  how: string,
): PlanOf<'measure'> {
  // A release that makes all requests faster shows in the middle; the slowest ones wait for other things.
  const isOfRelease = time.anchor === 'deployment' && how === 'faster'
  return {
    ...plainMeasure({ measure: { of: 'duration', statistic: isOfRelease ? 'p50' : 'p95' }, conditions, time }),
    against,
    isTrendAsked: true,
    isYesNo: true,
    ...(how === 'faster' ? { isDownAsked: true } : {}),
  }
}

const NOUN =
  /^(?:so |and |but |ok |hey |hi |please )*(is|are|was|were|do|does|did|have|has) (?:the |our |all |any |all the )?([a-z][a-z-]{3,40})((?: [a-z]+){1,6})\W*$/
/** "The outage map", "card payments". */
const NOUN_OF_TWO =
  /^(?:so |and |but |ok |hey |hi |please )*(is|are|was|were|do|does|did|have|has) (?:the |our |all |any |all the )?([a-z][a-z-]{3,30} [a-z][a-z-]{2,30})((?: [a-z]+){1,6})\W*$/
const GOOD =
  /^(?:(?:still|all|currently|now|again|right|yet|already|normally|properly|at|the|moment|well|being|be|get|getting|go|going|come|coming|as|usual|to|been|back|possible) )*(?:working|work|ok|okay|fine|healthy|back|up|available|possible|normal|out|through|in|flowing|flow|running|run|(?:reach(?:ing|ed)?|arriv(?:e|ing|ed) (?:at|in)|get(?:ting)? (?:to|into|through to)|go(?:ing)? (?:out |through )?to|mak(?:e|ing) it (?:to|into)) (?:the |our |their )?[a-z-]{3,20}|processed|succeed|succeeding|recovered|accepted|good|[a-z]{3,}(?:ed|en|nt|ld) (?:normally|properly|correctly|fine|ok|as usual))\b/
const BAD =
  /^(?:(?:still|all|currently|now|again|right|being|been|also) )*(?:failing|fail|broken|down|stuck|blocked|affected|impacted|hit|hurt)\b/
/** Words that say when, or nothing else: more than these asks for something else. */
const TAIL =
  /^(?:(?:by (?:it|this|that|the (?:incident|outage|problem|issue|trouble|failure))|during (?:it|this|that|the (?:incident|outage|problem|issue|trouble))|again|now|right|yet|already|at|the|moment|as|well|too|also|normally|properly|currently|ok|fine|still|usual|today|by|this|time|any|more|up|and|running) ?)*$/

const AFFECTED = /^(?:(?:still|all|also|being|been) )*(?:affected|impacted|hit|hurt)\b/

/** "Were payments hit by the outage?": whether more of their requests failed during it than before, as some always do. */
function harmed(routes: readonly string[], time: PlanTime): Plan {
  return sinceBefore({ of: 'ratio', share: 'failed' }, [{ on: 'operation', values: [...routes] }], time)
}

/** Whether there is more of something during the incident than before it began. */
export function sinceBefore(measure: Measure, conditions: PlanCondition[], { from, to, basis }: PlanTime): Plan {
  const usual: PlanTime = { from, to, basis: 'inherited', anchor: 'onset', anchorSide: 'before' }
  return {
    ...plainMeasure({ measure, conditions, time: { from, to, basis, anchor: 'incident' } }),
    against: usual,
    isTrendAsked: true,
    isYesNo: true,
  }
}

/** What is asked of a pasted line that may be new or bad (`pasted-template.ts`). */
export function moreOfQuoted(state: QuestionState, { time }: Scope): Plan | null {
  if (!/^are there more\s+since the incident than before\W*$/.test(state.text) || state.quoted.length === 0) return null
  useRest(state)
  quotedTexts(state)
  return sinceBefore({ of: 'records' }, state.conditions, time)
}

/** "Are payouts going out?" where only a service goes by the noun: how that is. */
function ofItsService(state: QuestionState, noun: string, { time }: Scope): Plan | null {
  const lemma = lemmaOf(noun)
  const own = state.context.catalogue.services.filter(({ name }) =>
    name
      .toLowerCase()
      .split(/[-_. ]/)
      .includes(lemma),
  )
  const [service] = own
  if (service === undefined || own.length > 1 || lemma.length < 4) return null
  useRest(state)
  state.notes.push(`I took "${noun}" for ${service.name}.`)
  const conditions = [{ on: 'service' as const, values: [service.name] }]
  return { intent: 'health', service: service.name, premise: null, conditions, time }
}

/** "Are previews working again?", "is login down?": the share of requests on the routes that go by the noun. */
export function stateOfNoun(state: QuestionState, { conditions, time }: Scope): Plan | null {
  return (
    stateOfSubject(state, { conditions, time }, NOUN) ??
    stateOfSubject(state, { conditions, time }, NOUN_OF_TWO) ??
    stateOfOwned(state, { conditions, time })
  )
}

const OF_OWNER = / (?:of|for|at|from|by) (?:the )?([a-z][\w-]{1,30})(?= )/

/** "Are uploads of acme working?": the same of the requests that carry the value. */
function stateOfOwned(state: QuestionState, scope: Scope): Plan | null {
  const [said, owner = ''] = OF_OWNER.exec(state.text) ?? []
  const value = said === undefined ? null : classOfRequests(owner, state)
  if (said === undefined || value === null || scope.conditions.length > 0) return null
  const plan = stateOfSubject({ ...state, text: state.text.replace(said, '') }, scope, NOUN)
  if (plan?.intent !== 'measure' || plan.against !== null) return null
  return { ...plan, conditions: [...plan.conditions, ofValue(value)] }
}

/** Routes of one noun; of two words those that both say, or one of them where lines say both. */
function routesOfSubject(noun: string, { context }: QuestionState): string[] {
  const { catalogue } = context
  const { operations } = catalogue
  const words = noun.split(' ')
  // `acme charge` is no route of "acme", which is a value of requests.
  const isValue = words.length === 1 && isValueOfRequests(noun, { context })
  if (isValue) return []
  if (words.length === 1) return routesDone(operationsNamed(noun, operations), operations).slice(0, 50)
  const named = words.map((word) => operationsNamed(word, operations))
  const common = (named[0] ?? []).filter((route) => named.every((routes) => routes.includes(route)))
  if (common.length > 0) return routesDone(common, operations).slice(0, 50)
  // "Cash vends": lines say both, and requests carry the one as a value.
  if (words.some((word) => isValueOfRequests(word, { context }))) return []
  const some = named.findLast((routes) => routes.length > 0) ?? []
  const isTold = some.length > 0 && templatesWith(words, catalogue, []).length > 0
  return isTold ? routesDone(some, operations).slice(0, 50) : []
}

/** Whether a part of a path is made of the words: `/leak-reports` of "leak reports". */
export function isRouteNoun(noun: string, { context }: QuestionState): boolean {
  const said = lemmaOf(noun.replace(/[ -]/g, ''))
  return context.catalogue.operations.some((name) =>
    fixedPartsOf(name).some((part) => lemmaOf(part.replace(/[-_]/g, '')) === said),
  )
}

function stateOfSubject(state: QuestionState, { conditions, time }: Scope, form: RegExp): Plan | null {
  const [, verb = '', noun = '', rest = ''] = form.exec(state.text) ?? []
  const said = rest.trim()
  const kind = [GOOD, BAD].find((one) => one.test(said))
  if (noun === '' || kind === undefined || !TAIL.test(said.replace(kind, '').trim())) return null
  // "Are leak reports working?" of /leak-reports: what a route is called is no part of a service's name.
  const { traced } = state.context
  const isTraced = traced?.noun === noun
  const isRoute = isTraced || (noun.includes(' ') && isRouteNoun(noun, state))
  const service = isRoute ? null : onlyService(state)
  // "Are payouts going out?" of payout-runner: no other word asks how it is.
  if (
    service !== null &&
    kind === GOOD &&
    !has(state, 'premise_failing', 'state', 'still', 'what_broke', 'why', 'since_when', 'silent')
  ) {
    useRest(state)
    return { intent: 'health', service, premise: null, conditions, time }
  }
  if (service !== null || (!isTraced && conditions.some(({ on }) => !isRoute || on !== 'service'))) return null
  const routes = isTraced ? [traced.operation] : routesOfSubject(noun, state)
  const isOfTwo = noun.includes(' ')
  if (routes.length === 0 && isOfTwo) return null
  if (routes.length === 0) return kind === GOOD ? ofItsService(state, noun, { conditions, time }) : null
  useRest(state)
  if (AFFECTED.test(said) && time.basis !== 'asked') return harmed(routes, time)
  const isPast = /^(?:was|were|did)$/.test(verb)
  return plainMeasure({
    measure: { of: 'ratio', share: kind === GOOD ? 'succeeded' : 'failed' },
    conditions: [{ on: 'operation', values: routes }],
    time: time.basis === 'asked' || isPast ? time : lastMinutes(state),
    isYesNo: true,
  })
}
