/** Intents that a question names by words of their own: impact, timeline, deployments, versions, callers and others. */

import { plainMeasure } from '../plan/plain-measure.ts'
import type { Plan, PlanTime } from '../plan/plan.ts'
import type { Tag } from '../vocabulary/english.ts'
import { PEOPLE } from '../vocabulary/people.ts'
import { SMALL_WORDS } from '../vocabulary/small-words.ts'
import { affected, ofPeople, peopleUnable, servicesHit } from './affected.ts'
import type { Scope } from './decision.ts'
import { keysOf } from './fields.ts'
import { firstQuoted } from './first-line.ts'
import { valueFor } from './known-values.ts'
import { isMeaning, meaning } from './meaning.ts'
import { freeWords, has, onlyService, phraseWords, type QuestionState, tellingWords, useRest } from './state.ts'
import { storeAsked } from './store-asked.ts'
import { templatesWith } from './texts.ts'
import { isCauseFirst } from './trouble.ts'

/** A line of a release is rare; one that came more often tells of everyday work. */
const EVERYDAY_MIN = 20

/** Words that ask for a number, which is another intent. */
const HAS_MEASURE = [
  'count',
  'failure_ratio',
  'success_ratio',
  'rate',
  'duration',
  'distinct',
  'p50' as never,
  'p95',
  'p99',
  'mean',
  'median',
  'max',
] as const

/** "What restarted?", "who got restarted last night". */
const ASKS_RESTARTED = /^(?:so |and |but |ok |hey )*(?:what|who) (?:all )?(?:got |just )?(?:restarted|rebooted)\b/

/** "Voice-link restarted?", "web just got rebooted?" */
const IS_RESTARTED =
  /^(?:so |and |but |ok |hey )*(?:the |our )?(?!(?:what|who|which|when|how|why|anything|nothing)\b)[a-z][\w.-]{1,60} (?:just |already |really |been |got |was |has been )*(?:restarted|rebooted)(?: (?:today|tonight|recently|again|at all|yesterday))*\W*$/

/** "How often did web restart?", where no metric counts restarts. */
function isOftenRestarted({ text, context }: QuestionState): boolean {
  const isAsked = /\bhow (?:often|many times|many restarts)\b|\bnumber of restarts\b/.test(text)
  return isAsked && !context.catalogue.metrics.some(({ name }) => /restart/i.test(name))
}

const IS_YES_NO =
  /^(?:so |and |but |hey |ok |please )*(?:is|are|was|were|did|does|has|have|had|any|anything|anybody|anyone)\b/

/** "How many workspaces saw errors": those whose requests failed, as where they are said to be affected. */
const TROUBLED =
  /\bhow many (?:different |distinct |of our )?[a-z-]{3,40} (?:have |has |had )?(?:saw|seen|see|had|have|got|get|gotten|hit|met|faced|experienced|ran into|run into|suffered|received) (?:an? |any |some |at least one )?(?:errors?|failures?|failed requests?|trouble|problems?)\W*(?:$|(?:in|since|during|between|over|today|within|after|before|from|on|yesterday)\b)/
const TROUBLE_WORD =
  /^(?:saw|seen|see|had|have|got|get|gotten|hit|met|faced|experienced|ran|run|into|suffered|received|errors?|failures?|failed|requests?|trouble|problems?|at|least|one)$/

/** The plan for the intent that the words name; null where they name none. */
export function namedIntent(state: QuestionState, scope: Scope): Plan | null {
  const text = state.text
  if (isMeaning(state)) return meaning(state, scope)
  const isCounted = has(state, ...HAS_MEASURE)
  // "How many had to …", "proofs that ended in 422": things are counted, and nothing is advised or judged.
  const isCountedThing =
    isCounted || scope.conditions.some(({ on }) => on === 'status_code' || on === 'operation' || on === 'attribute')
  const hit = servicesHit(state, scope)
  if (hit !== null) return hit
  const impact: Plan = { intent: 'cause', aspect: 'impact', ...scope }
  if (has(state, 'impact') && !(isCounted && /\brequests? per\b/.test(text)))
    return affected(state, scope) ?? ofPeople(state, impact)
  const troubled = TROUBLED.test(text) ? affected(state, scope) : null
  if (troubled !== null) {
    for (const word of state.words) if (TROUBLE_WORD.test(word.text)) word.usedBy ??= 'intent'
    return troubled
  }
  const unable = peopleUnable(state, scope)
  if (unable !== null) return unable
  if (has(state, 'timeline')) return { intent: 'timeline', ...scope }
  if (has(state, 'next_step') && !isCountedThing) return nextStep(state, scope)
  const isRelease = has(state, 'deployment', 'deploy_cause') && !ASKS_SETTINGS.test(text)
  const blamed: Plan = {
    intent: 'cause',
    aspect: 'deployment',
    ...(isRelease || (SAYS_RELEASE.test(text) && !SAYS_SETTING.test(text)) ? { isReleaseAsked: true } : {}),
    ...scope,
  }
  if (has(state, 'deploy_cause')) return blamed
  const isBlamed =
    /\b(?:was|is|were) (?:it|this|that)\b|\b(?:link|linked|related|connected|introduced?|behind|coincid\w+|correlat\w+|caused?|causing|blame|fault|guilty|responsible|because|due to|break|broke)\b/.test(
      text,
    )
  const isOfVersion = /\bv?\d+\.\d+\.\d+\b/.test(text) && !/\b(?:on|with|in|of|version) v?\d+\.\d+\.\d+/.test(text)
  if ((has(state, 'deployment') || isOfVersion) && (has(state, 'why') || isBlamed) && !isCounted) return blamed
  const crashed = crashMoment(state, scope)
  if (crashed !== null) return crashed
  const harmed = harmedService(state, scope)
  if (harmed !== null) return harmed
  if (isSilentSince(state)) return { intent: 'delivery', ...scope }
  if (has(state, 'mechanism')) return { intent: 'cause', aspect: 'mechanism', ...scope }
  if (has(state, 'how_long')) return { intent: 'cause', aspect: 'how_long', ...scope }
  if (
    has(state, 'since_when') &&
    !isCauseFirst(state) &&
    !isCounted &&
    !has(state, 'silent') &&
    !has(state, 'deployment', 'premise_restarted', 'versions')
  ) {
    const version = state.time === null ? versionBegan(state, scope) : null
    if (version !== null) return version
    const lines = state.time === null ? firstQuoted(state) : null
    if (lines !== null) return lines
    // "When did web start throwing errors": the beginning is what is asked for.
    for (const word of freeWords(state))
      if (/^(?:start|begin|began|begun|break|broke|fail|stop)/.test(word.text)) word.usedBy = 'intent'
    return { intent: 'cause', aspect: 'since', ...scope }
  }
  if (
    has(state, 'sure') &&
    !isCountedThing &&
    state.words.length < 9 &&
    !has(state, 'mean', 'max', 'min', 'median', 'highest', 'lowest')
  )
    return { intent: 'cause', aspect: 'sure', ...scope }
  if (has(state, 'delivery')) return { intent: 'delivery', ...scope }
  if ((has(state, 'silent') || sendsNothing(state)) && !has(state, 'why'))
    return {
      intent: 'delivery',
      isYesNo:
        /^(?:is|are|do|does|did|has|have)\b|^(?:[\w.-]+ ){1,4}still (?:\w+ing|alive|up|there|on|here|online|around|connected)\b.{0,20}$/.test(
          text,
        ),
      ...(asksForSilence(text) ? { isSilenceAsked: true } : {}),
      ...scope,
    }
  if (has(state, 'coverage') && !has(state, 'versions') && !isCoverageInData(state))
    return { intent: 'coverage', ...scope }
  if (has(state, 'metrics_list') && !isCounted) return { intent: 'metrics', ...scope }
  if (has(state, 'versions') && !isCounted && !isVersionOfRequests(state) && !has(state, 'highest', 'error_noun', 'by'))
    return { intent: 'versions', ...scope }
  if (
    has(state, 'premise_restarted') &&
    !isToldOfData(state, 'premise_restarted') &&
    !has(state, 'why') &&
    (!isCounted || isOftenRestarted(state)) &&
    (/\b(?:did|has|have|was|were|any|anything|when|which|restarts|is)\b/.test(text) ||
      ASKS_RESTARTED.test(text) ||
      IS_RESTARTED.test(text) ||
      isCounted)
  )
    return {
      intent: 'deployments',
      isRestart: true,
      ...(IS_YES_NO.test(text) || IS_RESTARTED.test(text) ? { isYesNo: true } : {}),
      ...scope,
    }
  if (
    has(state, 'deployment') &&
    !isCounted &&
    !isToldOfData(state, 'deployment') &&
    !has(state, 'since_deploy', 'error_noun', 'failure_noun')
  )
    return {
      intent: 'deployments',
      ...(isRelease ? { isReleaseAsked: true } : {}),
      ...(IS_YES_NO.test(text) ? { isYesNo: true } : {}),
      ...scope,
    }
  if (has(state, 'topology')) return { intent: 'dependencies', direction: 'both', ...scope }
  const between = callAsked(state, scope)
  if (between !== null) return between
  const isOfRequests = state.named.length === 0 && /\b(?:which|what) (?:requests?|calls?|queries)\b/.test(text)
  // "Which service uses the most memory" ranks, and asks for no callers.
  if (has(state, 'callers') && !isOfRequests && !has(state, 'why', 'highest', 'lowest'))
    return {
      intent: 'dependencies',
      direction:
        /\b(?:does|do) \S+(?: \S+)? (?:call|use|depend|talk|rely)/.test(text) && !/\b(?:called|used) by\b/.test(text)
          ? 'callees'
          : 'callers',
      ...scope,
    }
  if (
    /\b(?:what|who|which services?)\b.{0,60}\b(?:does|do)\b.{1,60}\b(?:call|use|depend on|talk to|rely on|connect to|need)\b/.test(
      text,
    ) &&
    state.named.length > 0
  )
    return { intent: 'dependencies', direction: 'callees', ...scope }
  if (has(state, 'callees') && !has(state, 'why') && !isCounted && state.named.length > 0)
    return { intent: 'dependencies', direction: 'callees', ...scope }
  if (has(state, 'changes') && !isCounted) return changed(state, scope)
  return null
}

/** "Requests with build 1.57": a value that restricts what is counted, and no question for versions. */
function isVersionOfRequests({ text }: QuestionState): boolean {
  return /^(?:all |the )*(?:requests?|calls?|traffic|hits)\b.{0,60}\b(?:build|version) v?\d/.test(text)
}

/** "When did web panic?": the moment of its crash, and no beginning of trouble; null where that is not asked. */
function crashMoment(state: QuestionState, scope: Scope): Plan | null {
  const service = onlyService(state)
  const isWhen = /^(?:so |and |but |ok )*(?:when|at what time|what time|at which (?:time|moment|minute))\b/.test(
    state.text,
  )
  if (service === null || !isWhen || has(state, 'why')) return null
  if (!has(state, 'premise_crashed') && !/\b(?:panic\w*|crash\w*|oom|segfault\w*)\b/.test(state.text)) return null
  useRest(state)
  return { intent: 'health', service, premise: 'crashed', ...scope }
}

const VERSION_BEGAN =
  /^(?:so |and |but |ok |hey )*(?:when|since when|from when|(?:at )?what time) .{0,60}\bv?\d+\.\d+(?:\.\d+)*(?: (?:first|start|started|begin|began|run|running|come|came|up|live|go|went|get|getting|in|use|used|appear|arrive|out|on|production|there))*\W*$/

/** "When did web 2.4.0 start?": when the version came, and no beginning of trouble. */
function versionBegan(state: QuestionState, scope: Scope): Plan | null {
  if (!VERSION_BEGAN.test(state.text) || has(state, 'error_noun', 'premise_failing', 'premise_slow', 'what_broke'))
    return null
  for (const word of state.words) if (!/\d\.\d/.test(word.text)) word.usedBy ??= 'intent'
  return { intent: 'deployments', isReleaseAsked: true, ...scope }
}

const ASKS_CALL =
  /^(?:so |and |but |ok |hey )*(?:does|do|is|are|did) .{1,80}\b(?:call(?:s|ed|ing)?|use[sd]?|using|depend(?:s|ent|ing)?|talk(?:s|ing)?|rel(?:y|ies|ying)|connect(?:s|ed)?|need(?:s|ed)?|reach(?:es)?)\b/

/** "Does web depend on db?": yes or no, of two services. */
function callAsked(state: QuestionState, { time }: Scope): Plan | null {
  const [first, second] = [...state.named].sort((a, b) => a.at - b.at).map(({ services }) => services)
  if (!ASKS_CALL.test(state.text)) return null
  const store = state.named.length === 1 && first?.length === 1 ? storeAsked(state) : null
  if (store !== null) {
    useRest(state)
    const conditions = [{ on: 'service' as const, values: [...(first ?? [])] }]
    return { intent: 'dependencies', direction: 'callees', calleeAsked: store, conditions, time }
  }
  if (state.named.length !== 2 || first?.length !== 1 || second?.length !== 1) return null
  const isPassive = /\b(?:called|used|needed|reached) by\b/.test(state.text)
  const [caller = '', callee = ''] = isPassive ? [second[0], first[0]] : [first[0], second[0]]
  if (caller === callee || caller === '' || callee === '') return null
  useRest(state)
  const conditions = [{ on: 'service' as const, values: [caller] }]
  return { intent: 'dependencies', direction: 'callees', calleeAsked: callee, conditions, time }
}

/** A release is asked for, whatever else was changed: "a new version before it broke". */
const SAYS_RELEASE = /\b(?:versions?|releases?|released|deploy\w*|rollouts?|v?\d+\.\d+\.\d+)\b/
const SAYS_SETTING = /\b(?:chang\w*|config\w*|settings?|flags?|toggle\w*|reload\w*|parameters?)\b/

/** Words of a question that means settings and other changes as well as releases. */
const ASKS_SETTINGS =
  /\b(?:chang\w*|config\w*|settings?|parameters?|flags?|toggles?|toggled|feature|switch\w*|scal\w*|reload\w*|updated?|updates?|pushed|canary|rolled out|rollback|rolled back|reverted|went out|push|ship|ships|break|broke)\b/

/** "Since when is web quiet?": when it was last heard of, and no beginning of trouble. */
function isSilentSince(state: QuestionState): boolean {
  const words = state.words.filter(({ text }) => /^(?:quiet|silent|mute|dark)$/.test(text))
  const isSince = has(state, 'since_when', 'how_long') || /^(?:when|since when|how long)\b/.test(state.text)
  const last = state.context.previous?.plan
  const isOfLast =
    (last?.intent === 'health' || last?.intent === 'delivery') && /\b(?:it|that|this|they)\b/.test(state.text)
  if (!isSince || words.length === 0 || (onlyService(state) === null && !isOfLast)) return false
  for (const word of words) word.usedBy = 'intent'
  return true
}

const JUST_BEFORE_MS = 20 * 60_000

/** "What changed before 14:05": shortly before, compared with as long before that. */
function justBefore(time: PlanTime): PlanTime {
  if (!/^(?:before|until|up to)\b/.test(time.phrase ?? '') || time.basis !== 'asked') return time
  const fromMs = Math.max(Date.parse(time.from), Date.parse(time.to) - JUST_BEFORE_MS)
  return { ...time, from: new Date(fromMs).toISOString() }
}

/** "What changed?" without a time means since trouble began, where it did. */
function changed({ against, context }: QuestionState, { conditions, time }: Scope): Plan {
  if (context.catalogue.records.logs === 0) return { intent: 'cause', aspect: 'anything', conditions, time }
  const isOpen = time.basis === 'last_with_telemetry' && time.anchor === undefined && against === null
  return {
    intent: 'changes',
    conditions,
    time: isOpen ? { ...time, anchor: 'onset' } : justBefore(time),
    against: null,
  }
}

/** "Which services send nothing any more?": the silent ones, and not who sends. */
function sendsNothing(state: QuestionState): boolean {
  const found =
    /\b(?:send|sends|sending|sent|log|logs|logging|report|reports|reporting|emit|emits|emitting|deliver|delivers)(?: us)? nothing(?: (?:any more|anymore|any longer|now|at all))?\W*$/.exec(
      state.text,
    )
  if (found === null) return false
  for (const word of state.words) if (word.start >= found.index) word.usedBy ??= 'intent'
  return true
}

/** "Has any service stopped sending?" is answered with no where all send; "are all still sending?" with yes. */
function asksForSilence(text: string): boolean {
  return /\b(?:silent|quiet|dark|mute|missing|stopped|stop|quit|ceased|no longer|nothing|gone|not|lost)\b/.test(text)
}

/** "Was web hurt by the release?": how the service is, not what was released. */
function harmedService(state: QuestionState, scope: Scope): Plan | null {
  const service = onlyService(state)
  const isHarm =
    /\b(?:hurt|harmed?|damaged?|affected|impacted|suffer\w*|degraded?|regress\w*|worse|slower|unhealthy|survived?|ok|fine|healthy)\b.*\b(?:by|after|since|from|through)\b|\b(?:after|since)\b.*\b(?:regress\w*|degrad\w*|worse|slower|healthy|ok|fine|problems?|issues?|trouble)\b/.test(
      state.text,
    )
  if (service === null || !isHarm || !has(state, 'deployment', 'since_deploy')) return null
  for (const word of freeWords(state))
    if (/^(?:hurt|harmed?|damaged?|affected|impacted|suffer\w*|regress\w*|survived?)$/.test(word.text))
      word.usedBy = 'intent'
  const { anchor: _, ...time } = scope.time
  const isGood = /\b(?:ok|fine|healthy|survived?)\b/.test(state.text)
  const premise = isGood ? null : /\bslower\b/.test(state.text) ? 'slow' : 'unusual'
  return { intent: 'health', service, premise, conditions: scope.conditions, time }
}

/** "Purchases that were rolled back", "reports released": everyday lines have the word beside what it is said of. */
function isToldOfData(state: QuestionState, tag: Tag): boolean {
  const said = state.phrases.filter((phrase) => phrase.tag === tag).flatMap((phrase) => phraseWords(state, phrase))
  const nouns = freeWords(state).filter((word) => !said.includes(word) && !SMALL_WORDS.has(word.text))
  if (nouns.length === 0) return false
  const words = [...nouns, ...said].sort((a, b) => a.start - b.start).map(({ text }) => text)
  return templatesWith(words, state.context.catalogue, []).some(({ count }) => count > EVERYDAY_MIN)
}

/** "How often was coverage denied?": log lines have the word together with other words of the question. */
function isCoverageInData(state: QuestionState): boolean {
  const isBare = state.phrases.some(({ tag, length }) => tag === 'coverage' && length === 1)
  const others = freeWords(state).map(({ text }) => text)
  return isBare && others.length > 0 && templatesWith(['coverage', ...others], state.context.catalogue, []).length > 0
}

/** "Who do I call?": who is on call is not in telemetry. */
function nextStep({ text, notes }: QuestionState, scope: Scope): Plan {
  const isPerson = /\b(?:who|whom|which team)\b.{0,20}\b(?:call|page|wake|contact|escalate|ping|notify|talk to)\b/.test(
    text,
  )
  if (isPerson) notes.push('Who is on call is not in the telemetry; what has to be looked at is.')
  return { intent: 'cause', aspect: 'next_step', ...scope }
}

/** "Are gold members affected too?": the share of failed requests that carry the value says yes or no. */
export function aboutValue(state: QuestionState, { conditions, time }: Scope): Plan | null {
  if (!PART_AFFECTED.test(state.text) || /\bor (?:just|only)\b|\ball\b/.test(state.text) || conditions.length > 0)
    return null
  const free = tellingWords(state)
  const found = free.flatMap((word) => {
    const known = valueFor(state, word.text)
    const isOfRequests = state.context.catalogue.keys.some(
      ({ key, scope, signal }) => key === known?.key && scope === known.scope && signal === 'spans',
    )
    return known !== null && isOfRequests ? [{ word, known }] : []
  })
  const [only] = found
  const isRest = free.every(
    (word) => word === only?.word || PEOPLE.test(word.lemma) || keysOf(word.text, state.context.catalogue).length > 0,
  )
  if (only === undefined || found.length > 1 || !isRest) return null
  useRest(state)
  const { key, scope, value } = only.known
  return plainMeasure({
    measure: { of: 'ratio', share: 'failed' },
    conditions: [{ on: 'attribute', key, scope, values: [value] }],
    time,
    isYesNo: true,
  })
}

const PART_AFFECTED = /^(?:so |and |but |ok |hey )*(?:is|are|was|were|did) .{1,60}\b(?:affected|hit|impacted|hurt)\b/

/** "Is login affected? (POST /api/login)": the share of its requests that fails says yes or no. */
export function aboutOperation(state: QuestionState, { conditions, time }: Scope): Plan | null {
  const isYesNo =
    /^(?:so |and |but |hey |ok )*(?:is|are|was|were|any|anything|does|do|did|has|have)\b/.test(state.text) ||
    (has(state, 'state') && state.words.length < 6)
  const isTrouble = has(state, 'impact', 'unusual', 'state', 'still', 'premise_failing', 'premise_down', 'what_broke')
  const isMeasuredToo = has(state, 'count', 'failure_ratio', 'duration', 'premise_slow', 'why', 'since_when')
  if (!isYesNo || !isTrouble || isMeasuredToo || !conditions.some(({ on }) => on === 'operation')) return null
  return plainMeasure({
    measure: { of: 'ratio', share: 'failed' },
    conditions,
    time,
    isYesNo: true,
  })
}
