/**
 * Questions about what happened to a service and whether that did any harm: which version it ran before, when it started,
 * whether its restart or a release caused the trouble, and trouble that is told before it is asked for. They are known
 * by their grammar; what they are about has to be a service, a version or lines of the project.
 */
import type { Catalogue } from '../grounding/catalogue.ts'
import type { Plan, PlanOf, PlanTime } from '../plan/plan.ts'
import { servicesOf } from '../plan/plan.ts'
import { PEOPLE } from '../vocabulary/people.ts'
import { isContentWord } from '../vocabulary/small-words.ts'
import { suspicionOf } from './about-incident.ts'
import type { Scope } from './decision.ts'
import { isRouteNoun } from './noun-state.ts'
import { has, onlyService, type QuestionState, tellingWords, useRest } from './state.ts'
import { templatesWith } from './texts.ts'
import { withSubject } from './thing-in-trouble.ts'
import { allOfDay, iso } from './when.ts'
import type { Word } from './words.ts'

/** The plan of such a question; null for any other. */
export function eventsAsked(state: QuestionState, scope: Scope): Plan | null {
  if (state.quoted.length > 0 || state.text.length > 200) return null
  return (
    blamed(state, scope) ??
    versionRun(state, scope) ??
    releasedBy(state, scope) ??
    justBefore(state, scope) ??
    startMoment(state, scope) ??
    whyRestarted(state, scope) ??
    thanUsual(state, scope) ??
    toldTrouble(state, scope) ??
    lengthOfFailure(state, scope)
  )
}

const LEAD = '^(?:(?:so|and|but|ok|okay|hey|hi|please|pls|well|then) )*'
const CAUSES =
  '(?:cause[ds]?|causing|trigger(?:s|ed)?|provoke[ds]?|lead to|led to|result(?:ed)? in|br(?:ing|ought) (?:about|down|on)|the (?:root |real |actual )?(?:cause|reason|culprit|trigger|source|origin)|to blame|behind|responsible|at fault|guilty)'
/** "Did the restart break logins", but not "did web break today". */
const BREAKS =
  '(?:br(?:eak|oke)|kill(?:ed)?|t(?:ake|ook) down|disrupt(?:ed)?|hurt|slow(?:ed)? down) (?!(?:today|tonight|yesterday|at|in|on|during|since|after|before|again|down|up|last|this|or|and|now)\\b)(?=[a-z])'
const BLAMED = new RegExp(
  `${LEAD}(?:(?:did|does|do|has|have|had|could|can|might|may|would|is|was|were|are) )(?:it |perhaps |maybe |really |actually |also )*(?:the |our |that |this |an? |all )*(.{2,60}?) (?:that |which |what |be |have |been |was |is |were |really |actually |also |the one )*(?:${CAUSES}\\b|${BREAKS})`,
)
const CAUSED_BY = new RegExp(
  `${LEAD}(?:is|was|are|were|do|does|did|could|can) (?:the |our |that |this |all )*(.{0,60}?) ?(?:be |been |all |really |just )*(?:come from|coming from|because of|due to|caused by|triggered by|provoked by|brought on by|a (?:result|consequence) of|(?:linked|related|connected) to|the fault of) (?:the |our |that |this |an? )*(.{2,60}?)\\W*$`,
)
/** "Was it the restart that broke it?" */
const IT_WAS = new RegExp(
  `${LEAD}(?:is|was) it (?:really |actually |maybe |just )*(?:the |our |that |this |an? )*(.{2,60}?) (?:that|which|who|what) (?:${CAUSES}|br(?:oke|eaks)|killed|took down|started)\\b`,
)
/** "Is that why orders fail?": what was told just before is suspected. */
const IS_THAT_WHY = new RegExp(
  `${LEAD}(?:is|was|could|might|would) (?:that|this|it) (?:be |really |perhaps |maybe |also )*(?:the (?:reason|cause) )?(?:why|for which) [a-z]`,
)
/** "Be" stands alone behind "could that". */
const PRONOUN = /^(?:be|it|this|that|they|these|those|one|ones|either|any of (?:it|them|those|these))$/
const RESTART = /\b(?:re-?starts?|restarted|restarting|reboots?|rebooted|rebooting|bounce[ds]?)\b/
const RELEASE =
  /\b(?:release|released|deploy(?:ment|ed|s)?|rollout|rollback|version|update|upgrade|change[sd]?|hotfix|config(?:uration)?|settings?|flags?|push|v?\d+\.\d+[\w.]*)\b/
/** "The release of web", by itself. */
const IS_RELEASE =
  /^(?:new )?(?:[\w.-]+ )?(?:release|deploy(?:ment)?|rollout|update|upgrade|version)(?: of (?:the )?[\w.-]+)?$/
const ASKS_OF_RELEASE = /\breason\b|^(?:(?:so|and|but|ok|okay|hey|then) )*(?:could|can|might|may) /
const OF_TROUBLE =
  /^(?:fail\w*|errors?|outage|incident|problems?|issues?|trouble|timeouts?|caused?|causing|trigger\w*|provok\w*|led|result\w*|have|been|behind|responsible|it|this|that|these|those|all|slow\w*|refus\w*|reject\w*|\d{3}s?)$/
/** A line that came more often is everyday work, and no event. */
const EVENT_LINES_MAX = 40

/** "Did the restart of web cause the 502s?": yes or no, by what an investigation finds instead. */
function blamed(state: QuestionState, { time }: Scope): Plan | null {
  const { text, context } = state
  const isWhy = IS_THAT_WHY.test(text)
  if (!isWhy && /\b(?:how|what|which|who|why|when|where)\b/.test(text)) return null
  const said = isWhy ? 'that' : ((IT_WAS.exec(text) ?? BLAMED.exec(text))?.[1] ?? CAUSED_BY.exec(text)?.[2])?.trim()
  if (said === undefined || / or /.test(said)) return null
  const open: PlanTime = { from: time.from, to: time.to, basis: time.basis, ...phraseOf(time) }
  const shared = { intent: 'cause' as const, conditions: [], time: open }
  if (PRONOUN.test(said)) {
    const last = context.previous?.plan
    if (last?.intent !== 'deployments') return null
    useAll(state)
    const services = servicesOf(last)
    if (last.isRestart === true) return { ...shared, ...suspected('the restart', services, true) }
    // What is asked about is the release of that service, and no other one that fits better.
    return { ...shared, ...releaseOf(services), aspect: 'deployment', isReleaseAsked: true }
  }
  const words = state.words.filter(({ text: one }) => said.split(/[\s,]+/).includes(one))
  const named = state.named
    .filter(({ at }) => words.includes(state.words[at] as Word))
    .flatMap(({ services }) => services)
  if (RESTART.test(said)) {
    useAll(state)
    return { ...shared, ...suspected(said, named, true) }
  }
  const [only] = named
  if (only !== undefined && named.length === 1 && IS_RELEASE.test(said) && ASKS_OF_RELEASE.test(text)) {
    const caused = text.slice(text.indexOf(said) + said.length)
    const blamedFor = tellingWords(state).filter(
      ({ text: one, usedBy }) => usedBy === null && caused.includes(one) && !OF_TROUBLE.test(one),
    )
    useAll(state)
    state.unrestricted.push(...blamedFor.slice(0, 3).map(({ text: one }) => one))
    return { ...shared, ...releaseOf(named), aspect: 'deployment', isReleaseAsked: true }
  }
  if (RELEASE.test(said) || suspicionOf(said).length > 0) return null
  const others = words.filter((word) => word.usedBy !== 'service' && isContentWord(word.text))
  if (only !== undefined && named.length === 1 && others.length === 0) {
    useAll(state)
    return { ...shared, ...suspected(only, [only], false) }
  }
  const services = tellersOf(others, state)
  if (named.length > 0 || services.length === 0) return null
  useAll(state)
  return { ...shared, ...suspected(said, services, false) }
}

function releaseOf(services: readonly string[]): Pick<Plan, 'conditions'> {
  return { conditions: services.length === 0 ? [] : [{ on: 'service', values: [...services] }] }
}

function suspected(word: string, services: readonly string[], isRestart: boolean) {
  return {
    aspect: 'mechanism' as const,
    isYesNo: true,
    suspects: [
      {
        word: word.slice(0, 60),
        mechanisms: [],
        ...(services.length === 0 ? {} : { services: services.slice(0, 4) }),
        ...(isRestart ? { isRestart: true } : {}),
      },
    ],
  }
}

/** Whose rare lines have all of the words: "the map import" of `map import MI-3 finished`. */
function tellersOf(words: readonly Word[], { context }: QuestionState): string[] {
  if (words.length === 0 || words.some(({ lemma }) => PEOPLE.test(lemma))) return []
  const found = templatesWith(
    words.map(({ text }) => text),
    context.catalogue,
    [],
  ).filter(({ count }) => count <= EVENT_LINES_MAX)
  return [...new Set(found.map(({ service }) => service))]
}

const RAN = new RegExp(
  `${LEAD}(?:do you know |tell me )?(?:what|which|whats)\\b(?: (?:version|versions|build|release|code|image|tag|one)s?)?(?: of \\S{2,40})?.{0,60}\\b(?:ran|run|runs|running)\\b`,
)
const HAD = new RegExp(
  `${LEAD}(?:what|which) (?:version|build|release|image|tag)s? .{0,60}\\b(?:on|have|had|use|used|live|deployed|active|at|before|previously|earlier)\\b`,
)

/** "What ran on web before 3.5.0", "what was web running before 19:05": its versions, and no lines of that version. */
function versionRun(state: QuestionState, scope: Scope): Plan | null {
  const { text, context } = state
  if (onlyService(state) === null || has(state, 'count', 'error_noun', 'why', 'mean', 'duration')) return null
  if (!RAN.test(text) && !HAD.test(text)) return null
  if (!context.catalogue.keys.some(({ key }) => /version/i.test(key))) return null
  const others = tellingWords(state).filter(
    ({ text: one }) =>
      !/^v?\d+\.\d+/.test(one) && !/^(?:ran|run|runs|running|code|image|tag|build|live|active)$/.test(one),
  )
  const conditions = scope.conditions.filter(
    (one) => one.on === 'service' || (one.on === 'attribute' && /version/i.test(one.key)),
  )
  if (others.length > 0 || conditions.length < scope.conditions.length) return null
  useAll(state)
  return { intent: 'versions', conditions, time: scope.time }
}

const RELEASED_BY = new RegExp(
  `${LEAD}(?:did|has|have|was|were) (?:someone|somebody|anyone|anybody|we|you|they|the team|a colleague|there)? ?(?:just |recently |maybe )*(?:ship(?:ped)?|deploy(?:ed)?|release(?:d)?|roll(?:ed)? out|push(?:ed)?|publish(?:ed)?|install(?:ed)?|put(?: out)?) (?:an? |the |any )?(?:new |fresh |different |other )?`,
)
const RELEASED_THING =
  /^(?:new|fresh|different|other|version|build|release|image|code|update|ship|shipped|push|pushed|publish|published|install|installed|put|out|live|roll|rolled)$/

/** "Did someone ship a new web build in the last hour?": whether anything was released of it. */
function releasedBy(state: QuestionState, scope: Scope): Plan | null {
  if (!RELEASED_BY.test(state.text) || onlyService(state) === null) return null
  if (scope.conditions.some(({ on }) => on !== 'service')) return null
  if (tellingWords(state).some(({ text }) => !RELEASED_THING.test(text) && !RELEASE.test(text))) return null
  useAll(state)
  return { intent: 'deployments', isReleaseAsked: true, isYesNo: true, ...scope }
}

const JUST_BEFORE =
  /\b(?:right|just|shortly|immediately|directly|moments?|minutes?|a (?:bit|little|few minutes)) before (?:about |around )?\d/
const JUST_BEFORE_MS = 20 * 60_000

/** "A config change right before 19:22?", "anything odd in web just before 19:15?": what was changed or new in the minutes before. */
function justBefore(state: QuestionState, { conditions, time }: Scope): Plan | null {
  if (!JUST_BEFORE.test(state.text) || time.basis !== 'asked' || has(state, 'count', 'error_noun', 'why')) return null
  const toMs = Date.parse(time.to)
  const short: PlanTime = { ...time, from: iso(Math.max(Date.parse(time.from), toMs - JUST_BEFORE_MS)) }
  if (conditions.some(({ on }) => on !== 'service')) return null
  const isChange =
    has(state, 'deployment', 'changes') ||
    /\b(?:config\w*|settings?|flags?) (?:change|reload|push|update)/.test(state.text)
  const isOdd = has(state, 'unusual') && onlyService(state) !== null
  if (!isChange && !isOdd) return null
  if (tellingWords(state).some(({ text }) => !CHANGED.test(text))) return null
  useAll(state)
  if (isOdd) return { intent: 'changes', conditions, time: short, against: null }
  const isYesNo = /^(?:so |and |but |ok )*(?:was|were|is|did|has|any|have)\b/.test(state.text)
  return { intent: 'deployments', ...(isYesNo ? { isYesNo } : {}), conditions, time: short }
}

const CHANGED =
  /^(?:config\w*|settings?|flags?|changes?|changed|reload\w*|push\w*|updates?|updated|right|just|shortly|immediately|directly|odd|strange|weird|unusual|funny|suspicious|happen\w*)$/

const ASKS_MOMENT = /\b(?:when|what time|which (?:minute|moment|time)|since when|time of)\b/
const MOMENT_BEHIND =
  /[,;:-]? (?:and )?(?:when(?: (?:was|is) (?:that|it|this))?|(?:at |since )?what time(?: was (?:that|it))?|which minute)\W*$/
const STARTED =
  /\b(?:(?:re-?)?start(?:s|ed|ing)?|boot(?:s|ed|ing)?|launch(?:ed)?|came|come|coming|go|went|spun|spin|shut|shuts|shutting|stop(?:ped)?|terminat(?:e|ed)|exit(?:ed)?|reboot(?:s|ed)?|restarts?)\b/
const START_PARTICLES =
  /^(?:when|what|time|which|minute|moment|since|at|of|did|was|is|has|have|had|the|that|it|this|do|does|last|latest|most|recent|first|again|back|up|down|online|off|today|tonight|just|get|got|been|exactly|a|an|service|process|container|pod|instance|server|so|and|ok|hey)$/

/** "When did web start up?", "web restart, at what time?": the moment that lines of the service tell. */
function startMoment(state: QuestionState, scope: Scope): Plan | null {
  const service = onlyService(state)
  if (service === null || !ASKS_MOMENT.test(state.text) || has(state, 'why')) return null
  const text = state.text.replace(MOMENT_BEHIND, '')
  if (!STARTED.test(text)) return null
  const isOther = state.words.some(
    (word) =>
      word.usedBy !== 'service' &&
      word.usedBy !== 'time' &&
      !STARTED.test(word.text) &&
      !START_PARTICLES.test(word.text) &&
      /[a-z]/.test(word.text),
  )
  if (isOther || scope.conditions.some(({ on }) => on !== 'service')) return null
  const isRestart = RESTART.test(text)
  if (!isRestart && !tellsOfStart(state, service)) return null
  useAll(state)
  return { intent: 'deployments', isRestart: true, conditions: scope.conditions, time: scope.time }
}

/** "Why did web restart?": its lines tell, and not what broke elsewhere. */
function whyRestarted(state: QuestionState, { conditions, time }: Scope): Plan | null {
  const service = onlyService(state)
  if (service === null || !has(state, 'why') || !RESTART.test(state.text) || !tellsOfStart(state, service)) return null
  if (conditions.some(({ on }) => on !== 'service') || has(state, 'count', 'error_noun')) return null
  useAll(state)
  return { intent: 'deployments', isRestart: true, conditions, time }
}

const START_LINE =
  /\b(?:start(?:ed|ing)|restart(?:ed|ing)?|boot(?:ed|ing)|listening on|sigterm|shutting down|shutdown|terminated)\b/

function tellsOfStart({ context }: QuestionState, service: string): boolean {
  return context.catalogue.templates.some(
    (one) => one.service === service && one.count <= EVENT_LINES_MAX && START_LINE.test(one.tokens.join(' ')),
  )
}

const OTHER_THAN_USUAL =
  /\b(?:different(?:ly)?|unlike|other(?:wise)?|not (?:the same|like|as)|strangely|oddly|abnormally)\b(?: (?:than|from|to|as|like|compared (?:to|with)))? (?:it )?(?:usual(?:ly)?|normal(?:ly)?|always|before|ever|the usual|other (?:days|nights|times))\W*$/

/** "Does web behave differently than usual?": whether anything is unusual in it. */
function thanUsual(state: QuestionState, scope: Scope): Plan | null {
  const service = onlyService(state)
  if (service === null || !OTHER_THAN_USUAL.test(state.text)) return null
  const isMeasured = has(state, 'count', 'duration', 'error_noun', 'request_noun', 'metric' as never)
  if (
    isMeasured ||
    scope.conditions.some(({ on }) => on !== 'service') ||
    !/^(?:so |and |but |ok )*(?:does|do|is|are|did|was|has)\b/.test(state.text)
  )
    return null
  useAll(state)
  return { intent: 'health', service, premise: 'unusual', ...scope }
}

const WHAT_WAS_IT =
  /[,.;:!?-]? (?:and |so |but )?(?:(?:do you know |any idea |tell me )?what (?:(?:was|is) (?:it|that|this|up|wrong|the (?:problem|issue|matter|cause|reason))|happened|caused (?:it|that|this)|went wrong|broke)(?: there| then| about)?|why(?: was (?:that|it|this)| is (?:that|it|this))?|how come|what gives)\W*$/
const SAYS_TROUBLE =
  /\b(?:off|wrong|weird|odd|strange|funny|fishy|broken|broke|bad|failing|failed|fail|slow|down|trouble|problems?|issues?|errors?|hiccups?|stuck|lost|hanging|acting up|hardly|barely|scarcely|almost no\w*|(?:far|way|much) (?:fewer|less)|nothing|missing|complain\w*|not work\w*|(?:could|can|did|do|does|would) ?(?:not|n't))\b/

/** "Something was off with the bookings tonight, what was it": the trouble that is told first is asked for. */
function toldTrouble(state: QuestionState, { time }: Scope): Plan | null {
  const found = WHAT_WAS_IT.exec(state.text)
  if (found === null || found.index < 12 || onlyService(state) !== null) return null
  const before = state.text.slice(0, found.index)
  // "slots.available looks weird, what happened?": its own course is asked for.
  if (state.context.catalogue.metrics.some(({ name }) => before.includes(name.toLowerCase()))) return null
  if (!SAYS_TROUBLE.test(before) || /\b(?:how many|how much|how often|which|when|who)\b/.test(before)) return null
  const things = tellingWords(state).filter(
    (word) => word.usedBy !== 'time' && !SAYS_TROUBLE.test(word.text) && word.start < found.index,
  )
  useAll(state)
  state.unrestricted.push(...things.slice(0, 3).map(({ text }) => text))
  state.conditions.splice(0)
  return withSubject(state, {
    intent: 'cause',
    aspect: /\bwhy|how come/.test(found[0]) ? 'why' : 'what',
    conditions: [],
    time,
  })
}

const LENGTH_OF = new RegExp(
  `${LEAD}(?:for )?how long (?:was|were|is|are|did|do|have|has|had) (?:the |our |all )*([a-z][\\w -]{2,50}?) (?:(?:been|all|still|keep|kept|not|get|got|getting|being) )*(?:fail(?:ing|ed)?|broken|down|affected|impacted|unavailable|offline|refused|rejected|erroring|degraded|slow|in trouble|(?:not )?work(?:ing)?|lost|blocked|stuck|impossible|hit)\\W*$`,
)

/** "How long were work orders failing": the outage, whatever metrics are called after the noun. */
function lengthOfFailure(state: QuestionState, { time }: Scope): PlanOf<'cause'> | null {
  const noun = LENGTH_OF.exec(state.text)?.[1]
  if (noun === undefined || PRONOUN.test(noun)) return null
  // "Slot booking" beside slot-planner: a word more than a part of its name is another thing.
  const isMore = noun.includes(' ') && state.named.every(({ how, length }) => how !== 'exact' && length === 1)
  if (onlyService(state) !== null && !isMore && !(noun.includes(' ') && isRouteNoun(noun, state))) return null
  const words = noun.split(' ').filter((word) => isContentWord(word))
  if (words.length === 0 || words.length > 3) return null
  if (words.some((word) => isNowhere(word, state))) return null
  useAll(state)
  state.conditions.splice(0)
  state.unrestricted.push(...words)
  return { intent: 'cause', aspect: 'how_long', conditions: [], time }
}

/** Whether neither lines, routes, metrics nor values have the word. */
function isNowhere(word: string, { context }: QuestionState): boolean {
  const { catalogue } = context
  const stem = word.replace(/(?:ies|es|s)$/, '')
  const isIn = (name: string): boolean => name.toLowerCase().includes(stem)
  return !(
    stem.length >= 3 &&
    (catalogue.operations.some(isIn) ||
      catalogue.metrics.some(({ name }) => isIn(name)) ||
      templatesWith([word], catalogue, []).length > 0)
  )
}

function phraseOf({ phrase }: PlanTime): { phrase?: string } {
  return phrase === undefined ? {} : { phrase }
}

function useAll(state: QuestionState): void {
  useRest(state)
  for (const open of [state.leftOut, state.unknown]) open.splice(0)
}

/** "First 503 of web, when was that?" without a time: the first one there is, and not that of the last hour. */
export function firstOfAll(plan: Plan, { firstMs }: Pick<Catalogue, 'firstMs'>): Plan {
  const isOpen = plan.time.basis === 'last_with_telemetry' && plan.time.anchor === undefined
  if (plan.intent !== 'list' || plan.isTimeAsked !== true || plan.order !== 'oldest' || !isOpen || firstMs === null)
    return plan
  return { ...plan, time: allOfDay(plan.time, firstMs) }
}
