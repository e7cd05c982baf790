/** "Anything odd in jvm memory?", "when did queue depth start to rise?": one metric, or durations, against their own past. */
import type { Plan, PlanTime } from '../plan/plan.ts'
import { METRIC_WORDS } from '../vocabulary/meanings.ts'
import { type Decision, decided } from './decision.ts'
import { groundFreeWords } from './grounds.ts'
import { COMMON_PARTS, gaugeNamed, namedMetric } from './measures.ts'
import { has, phraseWords, type QuestionState, type TextHits } from './state.ts'

const ODD =
  /\b(?:odd|weird|strange|strangely|unusual|unusually|abnormal\w*|anomal(?:y|ies|ous)|outliers?|fishy|suspicious|erratic|jumpy|spik(?:e|es|y|ed|ing)|leak(?:s|y|ed|ing)?(?! [a-z]{3,20}s\b)|(?:any|some)thing (?:off|funny|amiss|up) (?=with|about|in|on|at)|out of (?:the )?(?:ordinary|norm|line|range)|off the charts|irregular\w*)\b/
const NORMAL =
  /\b(?:normal|usual|as always|in (?:its|the) (?:usual|normal) range|within (?:its )?(?:normal|usual) (?:range|limits))\b/
const RISE =
  'ris(?:e|es|en|ing)|rose|grow(?:s|n|ing)?|grew|climb(?:s|ed|ing)?|increas(?:e|es|ed|ing)|jump(?:s|ed|ing)?|spik(?:e|es|ed|ing)|shoot(?:ing)? up|shot up|go(?:es|ing)? up|went up|creep(?:ing)? up|crept up|build(?:ing)? up|leak(?:s|ed|ing)?|explod(?:e|ed|ing)|pil(?:e|ed|ing) up|get(?:ting)? (?:worse|higher|slower|slow)|got (?:worse|higher|slower|slow)'
const FALL =
  'fall(?:s|en|ing)?|fell|dip(?:s|ped|ping)?|plung(?:e|ed|ing)|plummet(?:s|ed|ing)?|slump(?:s|ed|ing)?|collaps(?:e|ed|ing)|drop(?:s|ped|ping)?|decreas(?:e|es|ed|ing)|shrink(?:s|ing)?|shrank|sink(?:s|ing)?|sank|go(?:es|ing)? down|went down|declin(?:e|es|ed|ing)'
const WHEN = /\b(?:when|since when|what time|at what|from when)\b/
const WHEN_RISES = new RegExp(`${WHEN.source}.{1,80}\\b(?:${RISE})\\b`)
const WHEN_FALLS = new RegExp(`${WHEN.source}.{1,80}\\b(?:${FALL})\\b`)
const MOVES = new RegExp(`^(?:${RISE}|${FALL}|up|down|start(?:ed|ing)?|begin|began|begun)$`)
const MORE_THAN_USUAL =
  /\b(?:higher|lower|more|less|fewer|worse|bigger|larger|smaller|slower|longer)\b.{0,40}\bthan (?:usual|normal|always|everyday|it should)\b/
/** "Is the number of refills on hold normal?" asks for no number. */
const AMOUNT_OF = /\b(?:is|are|was|were) (?:the |our )?(?:amount|number|count|quantity) of\b/
/** Asked of a metric that is called by its whole name: "what is wrong with queue.depth", "queue.depth normal?". */
const WRONG_WITH =
  /\b(?:(?:wrong|up|the matter|going on|happening|happened|off|the problem|the deal) (?:with|in|to|at) \S+|\S+ (?:looks?|seems?|is|behaves?|acting|behaving) (?:off|bad|wrong|broken|sick|funny|strange\w*|odd\w*))\W*(?:$|\b(?:to you|now|today|right now|at the moment)\b)/
const LOOKS_NORMAL =
  /^(?:so |and |but |hey )*(?:is |are |does |do |did |was )?(?:the |our )?\S+ (?:(?:of \S+ )?(?:look|looks|seem|seems|still|all|currently|now|being|behave|behaves|stay|stays|in) )*(?:normal|usual|stable|steady|as expected|in range|within limits|normally)(?: (?:to you|now|today|right now|at the moment|or not))*\W*$/
/** What machines and runtimes have: asked about where no metric tells of it, nothing else is an answer. */
const MACHINE =
  /^(?:cpu|processor|memory|ram|heap|disk|storage|gc|threads?|goroutines?|connections?|pool|queue|backlog|lag|bandwidth|descriptors?)$/

/** The plan or look-ups of a question about one metric's own past; null for any other question. */
export function anomalyAsked(state: QuestionState, time: PlanTime, hits: TextHits | null): Decision | null {
  const text = withoutNames(state)
  const [isRise, isFall] = [WHEN_RISES.test(text), WHEN_FALLS.test(text)]
  const isWhole = isNamedWhole(state)
  const isOdd = ODD.test(text) || MORE_THAN_USUAL.test(text) || (isWhole && WRONG_WITH.test(text))
  const isNormal =
    !isOdd &&
    ((NORMAL.test(text) && /^(?:so |and |but |hey )*(?:is|are|was|were|does|do)\b/.test(text)) ||
      (isWhole && LOOKS_NORMAL.test(text)))
  if (!isOdd && !isNormal && !isRise && !isFall) return null
  const isOfRecords =
    has(state, 'error_noun', 'log_noun', 'warn_noun', 'failure_noun', 'failed_word', 'why') ||
    (has(state, 'count') && !MORE_THAN_USUAL.test(text) && !(isNormal && AMOUNT_OF.test(text)))
  const isShown = has(state, 'show', 'by', 'patterns', 'compare') && !MORE_THAN_USUAL.test(text)
  if (isOfRecords || isShown || state.quoted.length > 0) return null
  const subject = subjectOf(state)
  if (subject === null) return null
  if (subject === 'unknown') return notMeasured(state)
  for (const phrase of state.phrases) for (const word of phraseWords(state, phrase)) word.usedBy ??= 'measure'
  for (const word of state.words) if (isSaidSo(word.text)) word.usedBy ??= 'intent'
  const lookups = groundFreeWords(state, hits, false)
  if (lookups.words.length > 0) return { plan: null, lookups }
  const direction =
    isFall || /\b(?:lower|less|fewer|smaller) /.test(text)
      ? 'down'
      : isRise || /\bspik|\bleak|\b(?:higher|more|bigger|larger|slower|longer)\b.*\bthan\b/.test(text)
        ? 'up'
        : null
  const plan: Plan = {
    intent: 'anomaly',
    subject,
    conditions: state.conditions,
    time,
    ...(direction === null ? {} : { direction }),
    ...(WHEN.test(text) ? { isWhenAsked: true } : {}),
    ...(isNormal ? { isNormalAsked: true } : {}),
  }
  return decided(plan)
}

/** "Sum of leak.alarms.open": a word of a metric's name asks for nothing. */
function withoutNames({ text, context }: QuestionState): string {
  const names = new Set(context.catalogue.metrics.map(({ name }) => name.toLowerCase()))
  return text.replace(/[\w.]{3,200}/g, (word) => (/[._]/.test(word) && names.has(word) ? 'it' : word))
}

type Subject = Extract<Plan, { intent: 'anomaly' }>['subject']

/** The metric that is named, or the duration of requests; `unknown` for what no metric tells of. */
function subjectOf(state: QuestionState): Subject | 'unknown' | null {
  const isOfDuration = has(state, 'duration') && !/\bmetrics?\b/.test(state.text)
  const gauge = gaugeNamed(state)
  if (isOfDuration && gauge === null) return state.context.catalogue.records.spans > 0 ? { of: 'duration' } : null
  if (has(state, 'request_noun')) return null
  const asked = state.words.filter(({ usedBy, text }) => usedBy === null && MACHINE.test(text))
  const metric = isNamed(state) || gauge !== null || asked.length > 0 ? namedMetric(state, gauge) : null
  if (metric !== null && asked.every(({ text, lemma }) => isToldBy(metric.name, text) || isToldBy(metric.name, lemma)))
    return { of: 'metric', metric: metric.name }
  return asked.length > 0 ? 'unknown' : null
}

/** Whether a word of the question stands in the name of a metric. */
function isNamed({ words, context }: QuestionState): boolean {
  const names = context.catalogue.metrics.map(({ name }) => name.toLowerCase())
  return words.some(
    ({ text, lemma, usedBy }) =>
      usedBy === null &&
      text.length >= 4 &&
      !COMMON_PARTS.has(lemma) &&
      names.some((name) => name === text || name.split(/[._/-]+/).some((part) => part === text || part === lemma)),
  )
}

/** "RAM" is told by `process.memory.usage`. */
function isToldBy(name: string, word: string): boolean {
  const parts = METRIC_WORDS.filter(([asked]) => asked.includes(word)).flatMap(([, told]) => told)
  return [word, ...parts].some((part) => name.toLowerCase().includes(part))
}

function notMeasured(state: QuestionState): Decision {
  const said = state.words.filter(({ text }) => MACHINE.test(text)).map(({ text }) => `"${text}"`)
  state.askBack = {
    because: `no metric of this project tells of ${said.join(' and ')}`,
    readings: ['which metrics are there?', 'is anything unusual?', 'what broke?'],
  }
  return { plan: null, lookups: { words: [] } }
}

function isNamedWhole({ words, context }: QuestionState): boolean {
  return words.some(
    ({ text }) => /[._]/.test(text) && context.catalogue.metrics.some(({ name }) => name.toLowerCase() === text),
  )
}

/** Words that say what is asked of the series. */
function isSaidSo(text: string): boolean {
  const isBeside =
    /^(?:wrong|matter|with|off|any|anything|something|funny|amiss|look|looks|ok|okay|fine|healthy|stable|steady|good|right|well|range|limits|expected|still|problem|higher|lower|more|less|fewer|worse|bigger|larger|smaller|slower|longer|using|normal|usual)$/.test(
      text,
    )
  return isBeside || MOVES.test(text) || ODD.test(text)
}
