/** What a question asks: its kind and everything named in it. Pure text in, plain data out. */
import type { MinimumSeverity } from '../tools/log-filter.ts'
import { readSearchText, type SearchText } from './search-text.ts'
import { namedServices, unknownNames } from './service-names.ts'
import { readTime, type TimeExpression } from './time-expression.ts'

export const QUESTION_KINDS = [
  'what_broke',
  'count',
  'trend',
  'show',
  'top',
  'compare',
  'connected',
  'delivery',
  'latency',
  'dependencies',
  'metric',
  'trace',
  'detail',
  'help',
  'thanks',
  'unknown',
] as const
export type QuestionKind = (typeof QUESTION_KINDS)[number]

export type FollowUp = 'before' | 'after' | 'those' | 'narrow' | 'same' | 'more' | 'sure' | null

export interface Question {
  readonly raw: string
  readonly isByOperation: boolean
  readonly kind: QuestionKind
  readonly followUp: FollowUp
  readonly time: TimeExpression | null
  /** The second time of a comparison ("compare 10:00-11:00 with yesterday"). */
  readonly isAgainstYesterday: boolean
  readonly isAgainstLastWeek: boolean
  readonly services: readonly string[]
  readonly severity: MinimumSeverity | null
  readonly text: string | null
  readonly textMode: SearchText['mode'] | null
  /** Names that look like services and are none of this project. */
  readonly unknownServices: readonly string[]
  readonly traceId: string | null
  readonly recordId: string | null
  readonly limit: number | null
  readonly isOldestFirst: boolean
}

/** A message may have 10,000 characters; what it asks stands at its beginning, and pasted logs follow. */
const CHARS_MAX = 2_500

export function readQuestion(raw: string, askedAtMs: number, known: readonly string[]): Question {
  const question = raw
    .slice(0, CHARS_MAX)
    .normalize('NFKC')
    .replace(/[\u2018\u2019]/g, "'")
    .trim()
  const named = namedServices(question, known)
  const againstYesterday =
    /\b(?:compared?|versus|vs\.?|against|than|from|different|differ\w*)\b.{0,40}\byesterday\b|\bsame time yesterday\b/i.test(
      question,
    )
  const againstLastWeek =
    /\b(?:compared?|versus|vs\.?|against|than|different|differ\w*)\b.{0,40}\blast week\b|\bsame (?:time|day) last week\b/i.test(
      question,
    )
  const withoutBaseline = question.replace(
    /\b(?:compared?|versus|vs\.?|against|than|with|to|from)\s+(?:it\s+|that\s+|this\s+)?(?:to\s+|with\s+|at\s+|the\s+)*(?:same time )?(?:yesterday|last week)\b/gi,
    ' ',
  )
  const time = readTime(againstYesterday || againstLastWeek ? withoutBaseline : question, askedAtMs, [
    ...known,
    ...named.words,
  ])
  const recordId =
    /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/i.exec(question)?.[0]?.toLowerCase() ?? null
  const traceId = /(?<![0-9a-f-])[0-9a-f]{32}(?![0-9a-f-])/i.exec(question)?.[0]?.toLowerCase() ?? null
  const sought = readSearchText(question, named.words)
  const text = sought?.text ?? null
  const kind = kindOf(question, { recordId, traceId, text })
  return {
    raw: question,
    isByOperation: /\b(?:endpoints?|operations?|routes?|paths?|urls?|spans?|apis)\b/i.test(question),
    kind,
    followUp: followUpOf(question, { hasTime: time !== null, hasServices: named.services.length > 0, kind }),
    time,
    isAgainstYesterday: againstYesterday,
    isAgainstLastWeek: againstLastWeek,
    services: named.services,
    // Words that are searched for do not filter by severity as well.
    severity: severityOf(sought?.mode === 'all' ? question.replace(sought.text, ' ') : question),
    text,
    textMode: sought?.mode ?? null,
    unknownServices: known.length === 0 ? [] : unknownNames(question, named.words, known),
    traceId,
    recordId,
    limit: limitOf(question),
    isOldestFirst: /\b(?:oldest|earliest|first)\b/i.test(question) && !/\bfirst seen\b/i.test(question),
  }
}

const HELP =
  /^\W*(?:help|hi|hello|hey|yo|good (?:morning|afternoon|evening)|\?+)\W*(?:there|you|agent|assistant)?\W*$|\bwhat (?:can|do|could) (?:you|i|this)\b.{0,20}\b(?:do|ask|help|answer|know)\b|\bhow (?:do|can|should) (?:i|you|we)\b.{0,20}\b(?:use|ask|help|work)\b|\bwho are you\b|\bhelp me (?:get started|understand what)|\byour (?:capabilities|features|commands)\b/i
const THANKS =
  /^\W*(?:thanks?(?: you)?|thx|ty|cheers|great|perfect|ok(?:ay)?|cool|nice|got it|bye|goodbye)[\s!.]*(?:a lot|so much|very much)?\W*$/i
const CONNECTED =
  /\b(?:what|which|any(?:thing)?)\b.{0,40}\b(?:connected|hooked up|integrated|sending|reporting|instrumented|onboarded|available|ingested)\b|\b(?:what|which|list|show|name|how many)\b(?: me)?(?: all)?(?: the| our| my)? (?:services|sources|data sources|components|integrations|connections|signals)\b(?!.{0,30}\b(?:error|fail|log|broke|wrong|slow|most|warn|noisiest)\w*)|\bcoverage\b|\bdo (?:you|we|i) (?:have|see|get|receive)\b.{0,30}\b(?:data|telemetry|traces?|spans?|metrics?|logs)\b(?!.{0,20}\b(?:with|contain|about|where|for)\b)|\bwhat (?:data|telemetry|signals|sources)\b|\b(?:went|gone|is|are|became) (?:silent|quiet)\b|\bstopped (?:sending|reporting|logging)\b|\bwhen did \S+(?: \S+)? last (?:log|report|send)/i
/** Whether what sends still sends, and what becomes of it; "services" went silent is a question to the telemetry. */
const DELIVERY =
  /\b(?:is|are|am) (?:\S+ ){0,5}?still (?:sending|delivering|reporting|logging|arriving|ingesting|flowing|coming in|getting (?:logs|data|telemetry))\b|\b(?:source|stream|drain|ingest(?:ion)?|intake|delivery|key|endpoint) health\b|\bhealth of (?:\S+ ){0,3}?(?:sources?|streams?|drains?|keys?|connections?|intake|ingestion)\b|\b(?:sources?|streams?|drains?|(?:intake |public )?keys?|senders?|shippers?|connections?)\b.{0,30}\b(?:silent|quiet|stopped|dead|broken|paused|expired|unhealthy|healthy|delivering|reject\w*|refus\w*|dropp\w*|not sending|never sent)\b|\b(?:reject|refus|dropp)(?:ed|ing)\b.{0,40}\b(?:by (?:the |our |your )?(?:intake|ingest\w*|endpoint)|logs|records|deliver(?:y|ies)|payloads?|bodies)\b|\b(?:logs|records|deliver(?:y|ies)|payloads?)\b.{0,20}\b(?:rejected|refused|dropped)\b|\b(?:why|how come|where)\b.{0,40}\b(?:no|not (?:see|seeing|get|getting|receiving|any)|don't|can't|aren't|missing|nothing)\b.{0,30}\b(?:logs|telemetry|data|records|traces|metrics|spans|arriv\w*|coming in|show(?:ing)? up)\b|^\W*where (?:are|is) (?:all )?(?:my|our|the) (?:logs|telemetry|data|traces|metrics|records)\b|\b(?:no|not any) (?:logs|telemetry|data|records|traces|metrics) (?:is |are )?(?:arriv\w*|com(?:e|ing) in|show(?:ing)? up|received)\b|\b(?:logs|telemetry|data|records|traces|metrics) (?:is|are|isn't|aren't|do(?:es)?n't|not) (?:not )?(?:arriv\w*|com(?:e|ing) in|show(?:ing)? up|missing)\b|\b(?:i|we) (?:see|get|have|receive) no (?:logs|telemetry|data|records|traces|metrics)\b/i
const STRONG_CAUSE =
  /\b(?:root[- ]?causes?|rca|culprits?|why|how come|post-?mortem)\b|\bwhat(?:'s|s| is| was| has| have| did| are| were| do| does)?\s+(?:\w+\s+){0,3}?(?:broke\b|broken|break|breaks|gone wrong|went wrong|wrong|going on|going wrong|failing|failed|down|the (?:problem|issue|matter|trouble|cause|reason)|happen(?:ed|ing|s)?|caus(?:ed|ing|es)|trigger(?:ed|ing)|up with|responsible)\b|\bwhat broke\b|\bsince when\b|\bwhen did\b.{0,50}\b(?:start|begin|break|fail|happen|go (?:down|wrong))|\bwhen (?:was|were) the (?:first|start|onset)|\b(?:investigate|diagnose|troubleshoot|debug|analy[sz]e|figure out|look into|dig into)\b|\bwho(?:'s| is| was)? (?:to blame|responsible|at fault)|\bwhich (?:service|component|one)\b.{0,30}\b(?:broke|is broken|is failing|failed|at fault|to blame|responsible|faulty|caused|causing|is the (?:problem|cause)|is down|started it|is unhealthy)\b|\bwhere (?:did|does) (?:it|this|that|the (?:problem|error|failure|issue)s?) (?:start|come from|originate|begin)/i
const COMPARE =
  /\bcompar(?:e|ed|ing|ison)\b|\bversus\b|\bvs\.?\b|\bdiff(?:er|erent|erence|erences)?\b|\bwhat(?:'s|s| is| has| have| are)?\s+(?:\w+\s+){0,2}?(?:changed|new|different)\b|\b(?:changes?|changed) (?:since|between|from|after|in)\b|\bnew (?:log )?(?:errors?|patterns?|messages?|log lines?)\b|\bthan (?:yesterday|usual|before|last|normal)\b|\b(?:disappeared|vanished|no longer (?:logged|seen))\b/i
const TOP =
  /\btop\b|\b(?:most|least)\s+(?:common|frequent|often|errors?|logs?|warnings?|noisy|active|logging)\b|\b(?:noisiest|loudest|busiest|worst|biggest|largest|chattiest)\b|\bwhich (?:services?|errors?|patterns?|messages?)\b.{0,40}\b(?:most|more|highest|worst)\b|\b(?:group(?:ed)?|break(?:down| ?down)|split|cluster(?:ed)?)\b|\bpatterns?\b|\bsummar(?:y|i[sz]e)\b|\bkinds? of (?:errors?|logs?|messages?|warnings?)\b|\btypes? of (?:errors?|logs?|messages?|warnings?)\b|\b(?:what|which) (?:\w+ )?(?:errors?|warnings?|exceptions?|messages?)\b(?!.*\b(?:trace|id)\b)|\bhave the most\b/i
const COUNT =
  /\bhow (?:many|much|often)\b|\bnumber of\b|\bcount\b|\btotal(?: number)?\b|\b(?:error|failure|log) rate\b|\brate of\b|\bare there (?:any|a lot|many)\b|^\W*any (?:\w+ )?(?:errors?|warnings?|failures?|exceptions?|fatals?)\b/i
const TREND =
  /\btrend(?:s|ing)?\b|\b(?:getting|become|becoming|got) (?:any )?(?:worse|better|more|less|fewer)\b|\b(?:worse|better) (?:now|than)\b|\bover time\b|\b(?:increas|decreas|ris|grow|dropp|declin)(?:e|es|ed|ing)\b|\b(?:going|gone|went) (?:up|down)\b(?!.*\bwhy\b)|\bspik(?:e|es|ed|ing)\b|\b(?:graph|chart|plot|histogram|timeline|timeseries|time series)\b|\b(?:log )?volumes?\b|\bper (?:second|minute|hour|day)\b|\b(?:hourly|by (?:the )?(?:minute|hour))\b/i
const SHOW =
  /\b(?:show|find|list|search|give|display|fetch|print|see|look(?:ing)? (?:for|at)|grep|tail|view|pull|read|query|filter)\b|^\W*(?:please |can you )?get\b|\bget me\b|\blogs? (?:of|from|for|with|containing|about|mentioning|where|in|at|by)\b|\b(?:errors?|warnings?|exceptions?|lines|records|messages|entries|logs)\b.{0,30}\b(?:of|from|in|for|with|containing|mentioning|where|by)\b|\b(?:latest|recent|newest|last|first|oldest|earliest)\s+(?:\d+\s+)?(?:\w+\s+){0,2}(?:logs?|errors?|warnings?|lines|records|messages|entries|exceptions?)\b/i
const WEAK_CAUSE =
  /\b(?:slow(?:er|ness)?|latenc(?:y|ies)|timeouts?|timing out|incidents?|outages?|anomal(?:y|ies|ous)|unhealthy|degraded|degradation|problems?|issues?|trouble|broken|broke|fail(?:s|ed|ing|ures?)?|crash(?:ed|es|ing)?|down|faulty|flapping|unavailable|alerts?|paged?|5xx|500s?|on fire|wrong|stuck)\b|\b(?:is|are) (?:\S+ ){0,4}?(?:ok(?:ay)?|fine|healthy|alright|working|up|all right|normal)\b|\bhow (?:is|are|'s) (?:everything|things|the system|we|production|prod|it|\S+)(?: doing)?\b|\bhealth(?: check)?\b|\bstatus\b|\bonset\b|\bimpact\b/i
const BARE_ERRORS = /\b(?:errors?|warnings?|warns?|exceptions?|fatals?|criticals?|logs?|stack ?traces?)\b/i

const TRACE_WORD = /\btraces?\b|\bspans?\b|\bwaterfall\b/i
const DEPENDENCIES =
  /\b(?:dependenc(?:y|ies)|depends? on|upstreams?|downstreams?|callers?|callees?|service (?:map|graph)|topology|architecture)\b|\bwho (?:calls|uses|talks to)\b|\b(?:what|which services?|who) (?:does|do) .{0,60}\b(?:call|use|talk to|depend)\b|\bwhich services? (?:calls?|uses?)\b/i
const LATENCY =
  /\b(?:slowest|fastest|latenc(?:y|ies)|response times?|durations?|p50|p90|p95|p99|percentiles?|throughput|request rate|requests? per|failed requests|failing (?:endpoints|operations|routes)|slow (?:endpoints|operations|requests|spans|routes|queries|traces))\b/i
const METRIC =
  /\bmetrics?\b|\b(?:cpu|memory|heap|disk|gc|garbage collection|load average|queue (?:length|size|depth)|connection pool|restarts?)\b/i

function kindOf(
  question: string,
  named: { recordId: string | null; traceId: string | null; text: string | null },
): QuestionKind {
  if (named.recordId !== null) return 'detail'
  if (HELP.test(question)) return 'help'
  if (THANKS.test(question)) return 'thanks'
  if (named.traceId !== null) return /\blogs?\b/i.test(question) ? 'show' : 'trace'
  // What stands in quotes is searched for, not asked.
  const text = question.replace(/"[^"]*"|`[^`]*`|\u201c[^\u201d]*\u201d/g, ' ')
  if (DELIVERY.test(text)) return 'delivery'
  if (CONNECTED.test(text)) return 'connected'
  if (STRONG_CAUSE.test(text)) return 'what_broke'
  if (COMPARE.test(text)) return 'compare'
  if (DEPENDENCIES.test(text)) return 'dependencies'
  if (LATENCY.test(text) || (TRACE_WORD.test(text) && SHOW.test(text))) return 'latency'
  if (METRIC.test(text) && !BARE_ERRORS.test(text)) return 'metric'
  if (/^\W*how (?:many|often)\b/i.test(text)) return 'count'
  if (TOP.test(text)) return 'top'
  if (COUNT.test(text)) return 'count'
  if (TREND.test(text)) return 'trend'
  if (SHOW.test(text)) return 'show'
  if (WEAK_CAUSE.test(text)) return 'what_broke'
  if (named.text !== null || BARE_ERRORS.test(text)) return 'show'
  return 'unknown'
}

function followUpOf(question: string, has: { hasTime: boolean; hasServices: boolean; kind: QuestionKind }): FollowUp {
  if (
    /\b(?:before (?:that|this|then|it)|prior to (?:that|this)|(?:the )?(?:hour|minutes|window|time|day) before|and earlier|earlier than that|further back)\b|^\W*(?:and )?earlier\W*$/i.test(
      question,
    )
  )
    return 'before'
  if (/\b(?:after (?:that|this|then)|since then|and later|afterwards|and now)\b|^\W*(?:and )?later\W*$/i.test(question))
    return 'after'
  if (
    /^\W*(?:more|next(?: page)?|show (?:me )?more|the rest|older(?: ones)?|continue|go on|keep going|any more|and more)\W*$/i.test(
      question,
    )
  )
    return 'more'
  if (
    /\b(?:are you (?:sure|certain)|how (?:sure|certain|confident) are you|what(?:'s| is)? (?:the|your) evidence|how do you know|prove it|why do you think)\b/i.test(
      question,
    )
  )
    return 'sure'
  if (/\b(?:those|these|them|the same|that service'?s?|its|their|said)\b/i.test(question) && has.kind === 'show')
    return 'those'
  if (
    /^\W*(?:(?:and|but|now|ok|please) )*(?:only|just|filter(?:ed)?|restrict(?:ed)?|limit(?:ed)?|narrow(?: it)?(?: down)?|focus)\b/i.test(
      question,
    ) &&
    !has.hasTime
  )
    return 'narrow'
  if (
    /^\W*(?:(?:and|but|now|ok|then|same) )*(?:what about|how about|and|same|also|only|just|in|for|with|but|now)\b/i.test(
      question,
    ) &&
    question.length < 60
  ) {
    if (
      has.kind === 'unknown' ||
      /^\W*(?:and |ok |but |now )*(?:what|how) about\b|^\W*(?:the )?same\b|^\W*only\b/i.test(question)
    )
      return 'same'
  }
  if (has.kind === 'unknown' && (has.hasTime || has.hasServices) && question.length < 60) return 'same'
  const isBaselineOnly = has.kind === 'compare' && /\b(?:yesterday|last week)\b/i.test(question)
  if (isBaselineOnly && !has.hasServices && !has.hasTime) return 'same'
  if (
    /\b(?:it|that|this)\b/i.test(question) &&
    ['compare', 'what_broke', 'trend', 'count', 'top'].includes(has.kind) &&
    !has.hasServices &&
    !has.hasTime
  )
    return 'same'
  if (/^\W*(?:but )?(?:why|since when|how come)\W*$/i.test(question)) return 'same'
  return null
}

function severityOf(question: string): MinimumSeverity | null {
  const text = question.replace(/"[^"]*"|`[^`]*`/g, ' ')
  if (/\b(?:fatals?|critical|emergenc(?:y|ies)|panics?)\b/i.test(text)) return 'fatal'
  if (/\bwarn(?:ing)?s?\b/i.test(text)) return 'warn'
  if (/\b(?:errors?|exceptions?|failures?|failed|failing|erroring|stack ?traces?)\b/i.test(text)) return 'error'
  if (/\binfo(?:rmational)?\b(?! about)/i.test(text)) return 'info'
  return null
}

function limitOf(question: string): number | null {
  const found =
    /\b(?:top|first|last|latest|newest|oldest|limit|show|give me|show me)\s+(?:the\s+)?(?:top\s+)?(\d{1,3})\b(?!\s*(?:s|m|h|d|w|sec|min|hour|hr|day|week|month|second|minute)s?\b|[:.]\d)/i.exec(
      question,
    )?.[1]
  const limit = found === undefined ? 0 : Number(found)
  return limit >= 1 ? Math.min(limit, 100) : null
}
