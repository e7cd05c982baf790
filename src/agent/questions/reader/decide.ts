/** From what was found in a question to its plan: the intent first, then what that intent needs. */

import type { Plan, PlanTime } from '../plan/plan.ts'
import { FUNCTION_WORDS } from '../vocabulary/function-words.ts'
import { SMALL_WORDS } from '../vocabulary/small-words.ts'
import { readConditions } from './conditions.ts'
import { decideMeasure, isMeasured } from './decide-measure.ts'
import type { Decision } from './decision.ts'
import { spanField } from './fields.ts'
import { groundFreeWords, type Lookups, PEOPLE } from './grounds.ts'
import { whenAsked } from './measure-plan.ts'
import { defaultTime } from './shape.ts'
import { freeWords, has, phraseWords, type QuestionState, type TextHits } from './state.ts'
import { templateCondition, templatesWith } from './texts.ts'

const NOTHING: Lookups = { words: [] }

export function decide(state: QuestionState, hits: TextHits | null): Decision {
  readConditions(state)
  const time = timeOf(state)
  const shared = { conditions: state.conditions, time }
  if (state.recordId !== null) return done({ intent: 'record', id: state.recordId, ...shared })
  if (state.traceId !== null) {
    if (has(state, 'log_noun')) {
      state.conditions.push({ on: 'trace', id: state.traceId })
      return done({ intent: 'list', of: 'logs', ...shared, order: 'oldest', limit: 50 })
    }
    return done({ intent: 'trace', id: state.traceId, ...shared })
  }
  const id = idAsked(state, hits)
  if (id !== null && hits === null) return { plan: null, lookups: { words: [id] } }
  if (id !== null) {
    state.conditions.splice(0)
    state.conditions.push({ on: 'text', text: id, mode: 'phrase' })
    state.notes.splice(0)
    return done({ intent: 'list', of: 'logs', ...shared, order: 'oldest', limit: 20 })
  }
  if (has(state, 'what_broke', 'why') && isAboutId(state)) {
    const lookups = groundFreeWords(state, hits, true)
    if (lookups.words.length > 0) return { plan: null, lookups }
    return done({ intent: 'list', of: 'logs', ...shared, order: 'oldest', limit: 20 })
  }
  const isNextStep =
    /^(?:so |ok |and )?(?:what|now what)(?: do)?(?: i| we)? ?(?:now|next|first|then)\W*$|^what (?:would|should|could|can) .{1,40} (?:do|check|look at|try|recommend|suggest)\b.{0,20}$/.test(
      state.text.trim(),
    )
  if (isNextStep) return done({ intent: 'cause', aspect: 'next_step', ...shared })
  const isOfMetric = state.context.catalogue.metrics.some(({ name }) =>
    state.words.some(({ text }) => text === name.toLowerCase()),
  )
  if (isOfMetric && !has(state, 'why', 'next_step') && !isMeaning(state)) return decideMeasure(state, time, hits)
  const isWhenFailing =
    /\b(?:first|last|latest)\b/.test(state.text) &&
    whenAsked(state) !== null &&
    has(state, 'failed_word', 'premise_failing', 'failure_noun', 'error_noun')
  if (isWhenFailing && !has(state, 'deployment', 'silent')) return decideMeasure(state, time, hits)
  const still = stillLogged(state)
  if (still !== null) return done(still)
  const operation = aboutOperation(state, shared)
  if (operation !== null) return aboutServices(state, operation, hits)
  const simple = simpleIntent(state, shared)
  if (simple !== null) return aboutServices(state, simple, hits)
  if (isMeasured(state)) return decideMeasure(state, time, hits)
  if (isDataPhrase(state)) return decideMeasure(state, time, hits)
  const trouble = troubleIntent(state, shared)
  if (trouble !== null) return aboutServices(state, trouble, hits)
  return fallback(state, time, hits)
}

const NOW_MS = 5 * 60_000

/** "Are scans still being lost?": lines say it, so the last minutes are asked for them; null where no line does. */
function stillLogged(state: QuestionState): Plan | null {
  if (!/^(?:and |so |ok )?(?:are|is|do|does|has|have)\b.*\bstill\b/.test(state.text)) return null
  const isOpen = ({ text, usedBy }: QuestionState['words'][number]): boolean =>
    !FUNCTION_WORDS.has(text) && (usedBy === null || usedBy === 'service')
  const inStill = state.phrases
    .filter(({ tag }) => tag === 'still' || tag === 'state' || tag === 'silent')
    .flatMap((phrase) => phraseWords(state, phrase))
  const words = state.words.filter((word) => isOpen(word) && !inStill.includes(word))
  // A service named by its whole name is who is asked about; a part of its name may be a word of its lines.
  const own = state.named
    .filter(({ how }) => how === 'exact')
    .flatMap(({ at, length }) => state.words.slice(at, at + length))
  const asked = words.filter((word) => !own.includes(word)).map(({ text }) => text)
  if (asked.length < 2) return null
  const kept = state.conditions.filter(({ on }) => on !== 'service' || own.length > 0)
  const services = kept.flatMap((condition) => (condition.on === 'service' ? condition.values : []))
  const condition = templateCondition(asked, templatesWith(asked, state.context.catalogue, services))
  if (condition === null) return null
  const toMs = Math.min(state.context.askedAtMs, (state.context.catalogue.lastMs ?? state.context.askedAtMs) + 1)
  const iso = (ms: number): string => new Date(ms).toISOString()
  state.notes.splice(0)
  return {
    intent: 'measure',
    measure: { of: 'records' },
    conditions: [...kept.filter(({ on }) => on === 'service'), condition],
    time: state.time ?? { from: iso(toMs - NOW_MS), to: iso(toMs), basis: 'now' },
    groupBy: [],
    order: 'highest',
    limit: 10,
    per: null,
    intervalMs: null,
    isYesNo: true,
    against: null,
  }
}

/** What is counted or listed of an id's records is another question. */
const NO_ID = [
  'count',
  'failure_ratio',
  'success_ratio',
  'share',
  'duration',
  'distinct',
  'rate',
  'trend',
  'compare',
  'by',
  'error_noun',
  'warn_noun',
  'log_noun',
  'request_noun',
  'failure_noun',
  'show',
] as const

/** "PX-427 - customer asks, status?": an id that some line says is asked about, whatever else is said; null without one. */
function idAsked(state: QuestionState, hits: TextHits | null): string | null {
  if (has(state, ...NO_ID)) return null
  const word = freeWords(state).find(
    ({ text }) => /^(?=.*\d{2})(?=.*[a-z])[a-z0-9_-]{5,}$/.test(text) && !/^p\d+$/.test(text),
  )
  // A value of few is a class, such as a carrier or a region.
  const isClass = state.context.values.some(
    ({ values }) => values.length <= 20 && values.some(({ value }) => value.toLowerCase() === word?.text),
  )
  if (word === undefined || isClass || (hits !== null && (hits[word.text] ?? 0) === 0)) return null
  return word.text
}

/** "What happened to AUTH-730?": its records are asked for, not a cause. */
function isAboutId(state: QuestionState): boolean {
  return (
    /\b(?:to|with|of|for)\b/.test(state.text) &&
    freeWords(state).some(({ text }) => /^(?=.*\d)(?=.*[a-z-])[\w-]{5,}$/.test(text))
  )
}

function done(plan: Plan): Decision {
  return { plan, lookups: NOTHING }
}

export function timeOf(state: QuestionState): PlanTime {
  return anchored(state, state.time ?? defaultTime(state))
}

/** "Since it started", "during the incident", "since the rollback of web". */
export function anchored(state: QuestionState, time: PlanTime): PlanTime {
  if (has(state, 'since_onset'))
    return { ...time, anchor: /\b(?:during|while|throughout)\b/.test(state.text) ? 'incident' : 'onset' }
  if (!has(state, 'since_deploy')) return time
  return {
    ...time,
    anchor: 'deployment',
    ...(state.anchorService === null ? {} : { anchorService: state.anchorService }),
  }
}

type Shared = { conditions: QuestionState['conditions']; time: PlanTime }

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

/** Intents with words of their own. */
function simpleIntent(state: QuestionState, shared: Shared): Plan | null {
  const text = state.text
  if (isMeaning(state)) return meaning(state, shared)
  const isCounted = has(state, ...HAS_MEASURE)
  const impact: Plan = { intent: 'cause', aspect: 'impact', ...shared }
  if (has(state, 'impact') && !(isCounted && /\brequests? per\b/.test(text))) return affected(state, shared) ?? impact
  if (has(state, 'timeline')) return { intent: 'timeline', ...shared }
  if (has(state, 'next_step')) return { intent: 'cause', aspect: 'next_step', ...shared }
  if (has(state, 'deploy_cause')) return { intent: 'cause', aspect: 'deployment', ...shared }
  const isBlamed =
    /\b(?:was|is|were) (?:it|this|that)\b|\b(?:link|linked|related|connected|introduced?|behind|coincid\w+|correlat\w+|caused?|causing|blame|fault|guilty|responsible|because|due to|break|broke)\b/.test(
      text,
    )
  const isOfVersion = /\bv?\d+\.\d+\.\d+\b/.test(text) && !/\b(?:on|with|in|of|version) v?\d+\.\d+\.\d+/.test(text)
  if ((has(state, 'deployment') || isOfVersion) && (has(state, 'why') || isBlamed) && !isCounted)
    return { intent: 'cause', aspect: 'deployment', ...shared }
  if (has(state, 'mechanism')) return { intent: 'cause', aspect: 'mechanism', ...shared }
  if (has(state, 'how_long')) return { intent: 'cause', aspect: 'how_long', ...shared }
  if (
    has(state, 'since_when') &&
    !isCounted &&
    !has(state, 'silent') &&
    !has(state, 'deployment', 'premise_restarted', 'versions')
  )
    return { intent: 'cause', aspect: 'since', ...shared }
  if (has(state, 'sure') && state.words.length < 9) return { intent: 'cause', aspect: 'sure', ...shared }
  if (has(state, 'delivery')) return { intent: 'delivery', ...shared }
  if (has(state, 'silent') && !has(state, 'why'))
    return { intent: 'delivery', isYesNo: /^(?:is|are|do|does|did|has|have)\b/.test(text), ...shared }
  if (has(state, 'coverage') && !isCoverageInData(state)) return { intent: 'coverage', ...shared }
  if (has(state, 'metrics_list') && !isCounted) return { intent: 'metrics', ...shared }
  if (has(state, 'versions') && !isCounted && !has(state, 'highest', 'error_noun', 'by'))
    return { intent: 'versions', ...shared }
  if (
    has(state, 'premise_restarted') &&
    !has(state, 'why') &&
    !isCounted &&
    /\b(?:did|has|have|was|were|any|anything|when|which|restarts|is)\b/.test(text)
  )
    return { intent: 'deployments', isRestart: true, ...shared }
  if (has(state, 'deployment') && !isCounted && !has(state, 'since_deploy', 'error_noun', 'failure_noun'))
    return { intent: 'deployments', ...shared }
  if (has(state, 'topology')) return { intent: 'dependencies', direction: 'both', ...shared }
  if (has(state, 'callers') && !has(state, 'why'))
    return {
      intent: 'dependencies',
      direction: /\b(?:does|do) \S+(?: \S+)? (?:call|use|depend|talk|rely)/.test(text) ? 'callees' : 'callers',
      ...shared,
    }
  if (
    /\b(?:what|who|which services?)\b.{0,60}\b(?:does|do)\b.{1,60}\b(?:call|use|depend on|talk to|rely on|connect to|need)\b/.test(
      text,
    ) &&
    state.named.length > 0
  )
    return { intent: 'dependencies', direction: 'callees', ...shared }
  if (has(state, 'callees') && !has(state, 'why') && !isCounted && state.named.length > 0)
    return { intent: 'dependencies', direction: 'callees', ...shared }
  if (has(state, 'changes') && !isCounted) return { intent: 'changes', ...shared, against: null }
  return null
}

/** "How often was coverage denied?": the word stands in lines together with others of the question. */
function isCoverageInData(state: QuestionState): boolean {
  const isBare = state.phrases.some(({ tag, length }) => tag === 'coverage' && length === 1)
  const others = freeWords(state).map(({ text }) => text)
  return isBare && others.length > 0 && templatesWith(['coverage', ...others], state.context.catalogue, []).length > 0
}

/** "How many users are affected?": those whose requests failed during the incident, where requests name them. */
function affected(state: QuestionState, { conditions, time }: Shared): Plan | null {
  const many = state.words.findIndex(({ text }) => text === 'many' || text === 'which' || text === 'different')
  const noun = many < 0 ? undefined : state.words[many + 1]
  const field = noun === undefined ? null : spanField(noun.text, state.context.catalogue)
  if (noun === undefined || field === null || field.scope === 'builtin' || !field.signals.includes('spans')) return null
  const isWhich = state.words[many]?.text === 'which'
  noun.usedBy = 'measure'
  if (isWhich)
    return {
      intent: 'measure',
      measure: { of: 'requests' },
      conditions: [...conditions, { on: 'outcome', is: 'failed' }],
      time: { ...time, anchor: 'incident' },
      groupBy: [{ field: field.field, scope: field.scope }],
      order: 'highest',
      limit: 20,
      per: null,
      intervalMs: null,
      against: null,
    }
  return {
    intent: 'measure',
    measure: { of: 'distinct', what: noun.lemma, signal: 'spans', key: field.field, scope: field.scope },
    conditions: [...conditions, { on: 'outcome', is: 'failed' }],
    time: { ...time, anchor: 'incident' },
    groupBy: [],
    order: 'highest',
    limit: 10,
    per: null,
    intervalMs: null,
    against: null,
  }
}

function isMeaning(state: QuestionState): boolean {
  if (!has(state, 'meaning')) return false
  if (
    /\bwhat does .{2,400} mean\b|\bmeaning of\b|\bexplain (?:this|the|that)? ?(?:error|message|line|log|exception|warning)\b|\bwhat is this (?:error|message)\b|\bwhere does (?:the|this|that) (?:message|error|line|warning)\b/.test(
      state.text,
    )
  )
    return true
  return /^explain\b/.test(state.text) && (state.quoted.length > 0 || freeWords(state).length > 1)
}

function meaning(state: QuestionState, shared: Shared): Plan {
  const [quoted] = state.quoted
  const pasted = /:\s+(.{4,400})$/.exec(state.text)?.[1]?.trim()
  const said =
    quoted?.text ??
    pasted ??
    /(?::|\bmeaning of|\bwhat does|\bexplain(?: this| the| that)?(?: error| message| line| log| exception| warning)?|\bwhere does (?:the|this|that) (?:message|error|line|warning))\s*:? ?(.{2,400}?)(?: mean| come from| coming from|$|\?)/
      .exec(state.text)?.[1]
      ?.trim() ??
    state.text
  for (const word of state.words) if (word.usedBy === null) word.usedBy = 'meaning'
  const cleanText = said
    .replace(/^(?:the |this |that |an? )?(?:error|message|line|log|warning)?\s*:? ?/, '')
    .replace(/(?<!\?)\?+$/, '')
    .trim()
  return { intent: 'meaning', text: (cleanText === '' ? said : cleanText).slice(0, 500), ...shared }
}

/** "Is login affected? (POST /api/login)": the share of it that fails says yes or no. */
function aboutOperation(state: QuestionState, { conditions, time }: Shared): Plan | null {
  const isYesNo =
    /^(?:so |and |but |hey |ok )*(?:is|are|was|were|any|anything|does|do|did|has|have)\b/.test(state.text) ||
    (has(state, 'state') && state.words.length < 6)
  const isTrouble = has(state, 'impact', 'unusual', 'state', 'still', 'premise_failing', 'premise_down', 'what_broke')
  const isMeasuredToo = has(state, 'count', 'failure_ratio', 'duration', 'premise_slow', 'why', 'since_when')
  if (!isYesNo || !isTrouble || isMeasuredToo || !conditions.some(({ on }) => on === 'operation')) return null
  return {
    intent: 'measure',
    measure: { of: 'ratio', share: 'failed' },
    conditions,
    time,
    groupBy: [],
    order: 'highest',
    limit: 10,
    per: null,
    intervalMs: null,
    isYesNo: true,
    against: null,
  }
}

/** State, health and cause: questions about trouble without a number. */
function troubleIntent(state: QuestionState, shared: Shared): Plan | null {
  const service = onlyService(state)
  const isWhy = has(state, 'why', 'what_broke', 'since_when')
  const premise = premiseOf(state)
  const isAsked =
    /^(?:so |and |but |ok |hey |please )*(?:is|are|was|were|has|have|did|does|do|how is|how are|what is the (?:state|status|health)|anything|any|status|health|check)\b/.test(
      state.text,
    )
  if (has(state, 'still') && !has(state, 'error_noun', 'failure_noun', 'warn_noun') && service === null && !isWhy)
    return { intent: 'state', asks: asksOf(state), ...shared }
  if (service !== null && !isWhy && (premise !== null || has(state, 'state', 'unusual', 'still', 'what_broke'))) {
    if (has(state, 'show') && has(state, 'log_noun', 'error_noun')) return null
    return { intent: 'health', service, premise, ...shared }
  }
  if (
    service !== null &&
    has(state, 'what_broke') &&
    /\bwith\b|\bup with\b|\bwrong\b/.test(state.text) &&
    !has(state, 'why')
  )
    return { intent: 'health', service, premise: null, ...shared }
  const isWhenAsked = /\b(?:when|what time|since when)\b/.test(state.text)
  if (has(state, 'still', 'state') && isWhenAsked && !has(state, 'why'))
    return { intent: 'cause', aspect: 'how_long', ...shared }
  const isOfNow = /\b(?:now|currently|moment|open|ongoing|active|at present|today)\b/.test(state.text)
  if (isAsked && isOfNow && service === null && has(state, 'what_broke', 'unusual') && !has(state, 'why', 'since_when'))
    return { intent: 'state', asks: 'bad', ...shared }
  if (service !== null && /^(?:so |and |hey )?how (?:is|are)\b/.test(state.text) && !isWhy)
    return { intent: 'health', service, premise: null, ...shared }
  if (isWhy)
    return {
      intent: 'cause',
      aspect: has(state, 'since_when') ? 'since' : has(state, 'why') ? 'why' : 'what',
      ...(premise === null ? {} : { premise }),
      ...shared,
    }
  if (has(state, 'state') && service === null && !has(state, 'error_noun') && (isAsked || state.words.length < 9))
    return { intent: 'state', asks: asksOf(state), ...shared }
  if (has(state, 'still')) return { intent: 'state', asks: asksOf(state), ...shared }
  if (has(state, 'unusual')) return { intent: 'cause', aspect: 'anything', ...shared }
  if (premise !== null && premise !== 'unusual' && !has(state, 'error_noun', 'show'))
    return isAsked
      ? { intent: 'state', asks: asksOf(state), ...shared }
      : { intent: 'cause', aspect: 'what', ...shared }
  return null
}

/** What a yes would mean. */
function asksOf(state: QuestionState): 'good' | 'bad' | 'over' {
  if (
    /\b(?:over|resolved|fixed|recovered|recover|solved|gone|ended|finished|done|stopped|back to normal|back up|is it back)\b/.test(
      state.text,
    )
  )
    return 'over'
  if (
    /\b(?:failing|fail|fails|wrong|broken|down|slow|bad|lost|losing|going on|happening|ongoing|trouble|problems?|issues?|errors?|degraded|unhealthy|incident|outage|on fire|stuck|affected)\b/.test(
      state.text,
    )
  )
    return 'bad'
  return /\bstill\b/.test(state.text) && !has(state, 'state') ? 'bad' : 'good'
}

/** "Slow query": words about trouble that some line has together. */
function isDataPhrase(state: QuestionState): boolean {
  if (onlyService(state) !== null || has(state, 'why', 'what_broke', 'state') || state.words.length > 6) return false
  const asked = state.words.filter(
    ({ usedBy, text }) => usedBy === null && !FUNCTION_WORDS.has(text) && !SMALL_WORDS.has(text),
  )
  return (
    asked.length > 1 &&
    templatesWith(
      asked.map(({ text }) => text),
      state.context.catalogue,
      [],
    ).length > 0
  )
}

export function premiseOf(state: QuestionState): Extract<Plan, { intent: 'health' }>['premise'] {
  const premises = [
    ['premise_crashed', 'crashed'],
    ['premise_restarted', 'restarted'],
    ['premise_lagging', 'lagging'],
    ['premise_slow', 'slow'],
    ['premise_failing', 'failing'],
    ['premise_down', 'down'],
    ['unusual', 'unusual'],
  ] as const
  return premises.find(([tag]) => has(state, tag))?.[1] ?? null
}

export function onlyService(state: QuestionState): string | null {
  const services = state.conditions.flatMap((condition) =>
    condition.on === 'service' && condition.not !== true ? condition.values : [],
  )
  return services.length === 1 ? (services[0] ?? null) : null
}

/** Names in questions about services, their state or their trouble: what is no service is said to be none. */
function aboutServices(state: QuestionState, plan: Plan, hits: TextHits | null): Decision {
  if (plan.intent === 'meaning') return done(plan)
  for (const phrase of state.phrases) for (const word of phraseWords(state, phrase)) word.usedBy ??= 'intent'
  for (const word of freeWords(state))
    if (PEOPLE.test(word.lemma) || (plan.intent === 'cause' && plan.aspect === 'mechanism'))
      word.usedBy = 'no condition'
  const free = freeWords(state).filter(({ text }) => /^[\p{L}][\p{L}\p{N}._-]+$/u.test(text))
  const isNamed =
    plan.intent === 'health' ||
    plan.intent === 'state' ||
    plan.intent === 'cause' ||
    plan.intent === 'dependencies' ||
    plan.intent === 'deployments' ||
    plan.intent === 'versions' ||
    plan.intent === 'delivery'
  if (isNamed && free.length > 0 && state.conditions.every(({ on }) => on !== 'service' && on !== 'operation')) {
    const lookups = groundFreeWords(state, hits, false)
    if (lookups.words.length > 0) return { plan, lookups }
    // What lines tell of ("authorizations") is a subject of trouble, not the name of a service.
    for (const word of state.leftOut.splice(0)) {
      const isSubject = plan.intent === 'cause' && templatesWith([word], state.context.catalogue, []).length > 0
      if (isSubject) continue
      if (isNamePlace(state, word)) state.unknown.push(word)
      else state.leftOut.push(word)
    }
  } else {
    const lookups = groundFreeWords(state, hits, false)
    if (lookups.words.length > 0) return { plan, lookups }
  }
  return done(plan)
}

const NAME_BEFORE =
  /^(?:is|are|was|were|does|do|did|has|have|had|of|in|on|for|at|with|about|to|from|why|our|my|the|an?|and|or|by|status|health|hows?|what's|check|via)$/
const TECHNOLOGY =
  /^(?:redis|kafka|postgres(?:ql)?|mysql|mariadb|mongo(?:db)?|elastic(?:search)?|opensearch|rabbitmq|nats|nginx|envoy|istio|traefik|haproxy|cassandra|memcached|vault|consul|zookeeper|etcd|s3|dynamodb|sqs|sns|lambda|spark|airflow|jenkins|gitlab|docker|kubernetes|k8s|oracle|db2|mssql|solr|clickhouse|snowflake|bigquery|pubsub|celery|sidekiq|tomcat|jetty|apache|varnish|cdn|cloudfront|akamai|cloudflare|vpn|dns|ldap|keycloak|okta|auth0|stripe|paypal|twilio|sendgrid|smtp|ftp|sftp)$/

/** Whether a word stands where questions name services, or is written like a name; others are only left out. */
function isNamePlace(state: QuestionState, text: string): boolean {
  const at = state.words.findIndex((word) => word.text === text)
  const before = state.words[at - 1]
  if (/[-_\d]/.test(text) || TECHNOLOGY.test(text) || state.words.length === 1) return true
  if (before === undefined || before.usedBy === 'left out') return at === 0 && state.words.length <= 4
  return NAME_BEFORE.test(before.text)
}

/** No verb that says what to do: a service's name asks for its summary, words of the data for their records. */
function fallback(state: QuestionState, time: PlanTime, hits: TextHits | null): Decision {
  const service = onlyService(state)
  const isBare = state.words.every(
    ({ usedBy, text }) =>
      usedBy !== null ||
      /^(?:the|service|status|about|tell|me|please|show|give|info|details|summary|of|overview|on|for)$/.test(text),
  )
  if (service !== null && isBare && state.words.some(({ usedBy }) => usedBy === 'service')) {
    return done({ intent: 'health', service, premise: null, isSummary: true, conditions: state.conditions, time })
  }
  return decideMeasure(state, time, hits)
}
