/**
 * The clause of a follow-up in its plainest form. What only points at the thread ("because of it", "from that") goes; a key
 * with a verb of undergoing and a superlative ("which tenant suffers most", "which site got it worst") is the key that has
 * the most; a supposed change ("was it the cache restart?") is asked whether it caused the trouble; what was done with
 * "them" ("what were they refused for") asks for their reasons; a noun with what was done with it ("and the payments that
 * were refused") is how many there are. Each goes by the grammar of the clause, whatever it is about.
 */
import type { Catalogue } from '../grounding/catalogue.ts'
import { chosenLines } from '../grounding/chosen-lines.ts'
import { isOfTrouble, type Plan } from '../plan/plan.ts'
import { NUMBER } from '../vocabulary/number-words.ts'
import { PARTICIPLE } from '../vocabulary/participles.ts'
import { PEOPLE } from '../vocabulary/people.ts'
import { incidentTurn } from './incident-turn.ts'
import type { Previous } from './state.ts'
import { isDenying } from './texts.ts'
import { lemmaOf, stemOf } from './words.ts'

export interface TurnClause {
  readonly text: string
  /** It is about the trouble of its thread, whatever was asked since. */
  readonly isOfTrouble: boolean
  /** The same by itself: it names all that it counts, and keeps of its thread what its records carry. */
  readonly alone?: string
  /** It says all that it asks, so it goes on from nothing. */
  readonly isWhole?: boolean
  /** A whole question about the time before that trouble, or before the first of what failed. */
  readonly isBefore?: boolean
}

const CHARS_MAX = 120
const IT = '(?:it|that|this|they|them|those|these)'
const LEAD = /^(?:(?:and|so|but|ok|okay|hm+|well|now|then|also)[, ]+)+/
const END = /[\s?.!,]{1,10}$/
const TROUBLE = '(?:incident|outage|trouble|problem|issue|disruption|failure|mess)'

/** "Because of it", "from all that": joins a clause to the thread and says nothing of its own. */
const POINTING = new RegExp(
  `,? (?:because of|due to|as a result of|thanks to|owing to|from|by|over|through|under|with) (?:all )?(?:it|that|this|them|those|these|the ${TROUBLE}|that ${TROUBLE}|this ${TROUBLE})$`,
)
const CAUSED = /^,? (?:because|due|as|thanks|owing)/

/** What such a clause goes on from: the trouble of its thread, where the last answer was of what does not fail. */
export function troubleIn(previous: Previous, catalogue: Catalogue): Previous | null {
  const { plan, trouble, troubleQuestion } = previous
  if (isOfTrouble(plan) || isOfFailures(plan, catalogue)) return previous
  if (trouble === undefined) return null
  const { before: _, last: __, winner: ___, ranked: ____, root: _____, parts: ______, ...thread } = previous
  return { ...thread, plan: trouble, question: troubleQuestion }
}

/** What failed, or lines of what was not done. */
function isOfFailures(plan: Plan, catalogue: Catalogue): boolean {
  if (plan.intent !== 'measure' && plan.intent !== 'list' && plan.intent !== 'patterns') return false
  if (plan.intent === 'measure' && plan.measure.of === 'ratio') return plan.isUnharmedAsked !== true
  if (plan.conditions.some((one) => one.on === 'outcome' && one.is === 'failed')) return true
  const lines = chosenLines(plan.conditions, catalogue)
  return lines.length > 0 && lines.every((one) => isDenying(one) || /^(?:warn|error|fatal)$/.test(one.severity))
}

const TALK_BEFORE =
  /^.{8,100}?(?: [-\u2013\u2014]+|[,;.:])+ (?=(?:so |and |or )?(?:is|was|were) (?:it|that|this|they) )/

/** "Change 17 went live just before - was it the web release?": what is told before it is talk; null of any other. */
export function supposedBehindTalk(text: string): string | null {
  const said = text.trim()
  const clause = said.length > 2 * CHARS_MAX ? said : said.replace(TALK_BEFORE, '').replace(END, '').replace(LEAD, '')
  return clause.length < said.length - 8 && SUPPOSED.test(clause) ? clause : null
}

/** The clause of a follow-up; null where it is plain already. In small letters. */
export function turnClause(
  text: string,
  previous: Previous | undefined,
  isLastOpen: boolean,
  catalogue: Catalogue,
): TurnClause | null {
  if (previous === undefined || text.length > CHARS_MAX || /["`\n]/.test(text)) return null
  const said = text.trim().replace(END, '').replace(LEAD, '')
  const pointing = POINTING.exec(said)?.[0] ?? ''
  const bare = said.slice(0, said.length - pointing.length)
  return (
    incidentTurn(said, previous, isLastOpen) ??
    undergone(bare, pointing !== '', previous, catalogue) ??
    supposed(said) ??
    doneWithThem(bare, previous) ??
    sinceThen(said) ??
    nounDone(bare) ??
    partOfDay(said) ??
    namesOfThem(said) ??
    whose(said) ??
    ofTheirs(said) ??
    newest(said) ??
    asCourse(said) ??
    hadDone(said) ??
    howManyHit(bare, previous) ??
    sinceMomentOf(said, previous) ??
    ofWhom(said, previous) ??
    beforehand(said, previous) ??
    inTrouble(bare, pointing, previous)
  )
}

const KEY = '([a-z][a-z_-]{2,30}(?: [a-z][a-z_-]{2,30})??)'
const WHICH = new RegExp(
  `^(?:(?:in|on|at|for|from|with|by|to|of|through) )?(?:which|what|whose) ${KEY} ([a-z -]{4,60})$`,
)
const WHO = /^(who) ([a-z -]{4,60})$/
/** Verbs of undergoing, and the small words beside them. */
const UNDERGO =
  /^(?:suffers?|suffered|suffering|gets?|got|getting|sees?|saw|feels?|felt|bears?|bore|has|have|had|is|are|was|were|been|be|being|takes?|took|hit|hurt|struck|affected|impacted|concerned|involved|troubled|harmed|it|this|that|the|by|off|up|worst|most|hardest|heaviest|badly|bad|hard|heavily|least|of|all|so|far)$/
const OF_HARM =
  /\b(?:suffer\w*|hit|hurt|struck|affected|impacted|troubled|harmed|worst|hardest|heaviest|badly|heavily|lost|loses?|losing|missed)\b/
const LOSES = /^(?:lost|loses?|losing|missed|misses)$/
/** Verbs of bringing in, of what was added up. */
const EARNS = /^(?:brings?|brought|earns?|earned|makes?|made|takes?|took|pays?|paid|spends?|spent|in|us)$/

/** "Which label suffers most", "which account lost the most": the key that has the most of what the thread is about. */
function undergone(said: string, isPointing: boolean, previous: Previous, catalogue: Catalogue): TurnClause | null {
  const [, key = '', verbs] = WHICH.exec(said) ?? WHO.exec(said) ?? []
  const words = verbs?.split(' ') ?? []
  const end = words.includes('least')
    ? 'least'
    : words.some((word) => /^(?:most|worst|hardest|heaviest)$/.test(word))
      ? 'most'
      : null
  if (end === null || UNDERGO.test(key.split(' ').at(-1) ?? '')) return null
  const isLoss =
    (isOfTrouble(previous.plan) || isOfFailures(previous.plan, catalogue)) && words.some((word) => LOSES.test(word))
  const isOfSum = previous.plan.intent === 'measure' && previous.plan.measure.of === 'number'
  const isKnown = (word: string): boolean =>
    UNDERGO.test(word) || (isLoss && LOSES.test(word)) || (isOfSum && EARNS.test(word))
  if (!words.every(isKnown)) return null
  const isOfHarm = OF_HARM.test(verbs ?? '') || isPointing
  const text = key === 'who' ? `who has the ${end}` : `which ${key} has the ${end}`
  return text === said && !isOfHarm ? null : { text, isOfTrouble: isOfHarm }
}

const CHANGE =
  '(?:restart|reboot|bounce|eviction|drain|reload|migration|(?:settings?|config(?:uration)?|flag) change|failover|rollback|upgrade|update|deploy(?:ment)?|release|rollout)'
const SUPPOSED = new RegExp(
  `^(?:is|was|were|could|might|may|can) ${IT} (?:(?:be|have been|all|maybe|perhaps|really|just|then|actually|due to|because of|down to|caused by|from) )*(?:the |our |that |this )?((?:[\\w.-]{2,40} ){1,3}${CHANGE}|${CHANGE} of [\\w.-]{2,40})(?: then| maybe| perhaps| again)?(?: that (?:did|caused|broke|started|triggered) (?:it|this|that|everything))?$`,
)
const RELEASES = /\b(?:upgrade|update|deploy(?:ment)?|release|rollout)$/
const RESTARTS = /\b(?:restart|reboot|bounce|eviction|drain|failover)\b/

/** "Was it the cache restart?": a change that somebody takes for the cause. A release is known as a whole already. */
function supposed(said: string): TurnClause | null {
  const change = SUPPOSED.exec(said)?.[1]
  if (change === undefined) return null
  // "Was it the web release" is known as it stands.
  if (!RESTARTS.test(change))
    return RELEASES.test(change)
      ? { text: `was it the ${change.replace(RELEASES, 'release')}`, isOfTrouble: true, isWhole: true }
      : null
  return { text: `did the ${change} cause the errors`, isOfTrouble: true, isWhole: true }
}

const WITH_THEM = new RegExp(
  `^(?:(?:what|why|how come)(?: reasons?)?|for (?:what|which)(?: reasons?)?) (?:is|are|was|were|did|do|does|has|have|had|got|get) ${IT} (?:been |being |get |got |all )?([a-z]{3,20})(?: (for|over|on|with|because of))?$`,
)
const DONE = new RegExp(`^(?:${PARTICIPLE})$`)

/** "What were they refused for" behind what was refused. */
function doneWithThem(said: string, previous: Previous): TurnClause | null {
  if (/^(?:what for|for what)(?: mostly| mainly| exactly| usually)?$/.test(said))
    return { text: 'why', isOfTrouble: false }
  const [, verb = '', end] = WITH_THEM.exec(said) ?? []
  const isAsked = /^(?:why|how come|for )/.test(said) || end !== undefined
  if (!isAsked || !DONE.test(verb) || !wordsOf(previous).has(stemOf(verb))) return null
  return { text: 'why', isOfTrouble: false }
}

/** What the thread counts, word by word. */
function wordsOf({ plan, question = '', root = '' }: Previous): Set<string> {
  const told = plan.conditions.flatMap((one) =>
    one.on === 'templates' ? [one.words] : one.on === 'text' ? [one.text] : [],
  )
  return new Set(
    (
      [question, root, ...told]
        .join(' ')
        .toLowerCase()
        .match(/[a-z][a-z-]*/g) ?? []
    ).map(stemOf),
  )
}

const LIKE =
  /^(?:since when|since what time|from when(?: on)?|from what time(?: on)?|how long) (?:is|was|are|were|has|have|does|do) (?:it|that|this|they) (?:been )?(?:like (?:that|this|it)|so|this way|that way|(?:so|that|this) (?:bad|slow|high|low|long|much|many|fast))$/

const ALWAYS =
  /^(?:is|was|were|has|have) (?:it|that|this|they) always (?:been )?(?:like (?:that|this|it)|so|this way|that way|(?:so|that|this) (?:bad|slow|high|low|long|much|many|fast))$/

/** "Since when is it like that", "has it always been so slow". */
function sinceThen(said: string): TurnClause | null {
  if (ALWAYS.test(said)) return { text: 'is that as usual', isOfTrouble: false }
  return LIKE.test(said) ? { text: 'since when', isOfTrouble: false } : null
}

const NOUN_DONE = new RegExp(
  `^(?:(?:and|what about|how about) )*(?:all |any )?the ((?:[a-z][a-z-]{2,30} )?[a-z][a-z-]{1,30}s) (?:that|which|who) (?:(?:were|was|are|had been|have been|got|did|have|had) )?((?:not |never )?(?:been )?(?:${PARTICIPLE})(?: [a-z]{2,10})?)$`,
)

/** "And the payments that were refused?": a noun with what was done, which names all that it counts. */
function nounDone(said: string): TurnClause | null {
  const [, noun = '', done] = NOUN_DONE.exec(said) ?? []
  if (done === undefined || noun === '') return null
  const text = `how many ${noun} were ${done.replace('been ', '')}`
  return { text: `and ${text}`, alone: text, isOfTrouble: false }
}

const PART_OF_DAY =
  /^(?:(?:for|over|in|during|of|from|what about|how about) )?(?:(?:the|this|all|whole|entire|full|complete|of) )*(evening|night|morning|afternoon)(?: long| instead| now| then| please)?$/

/** "For the whole evening": the last plan in another window. */
function partOfDay(said: string): TurnClause | null {
  const part = PART_OF_DAY.exec(said)?.[1]
  if (part === undefined) return null
  return { text: `and ${part === 'evening' || part === 'night' ? 'tonight' : `this ${part}`}`, isOfTrouble: false }
}

const NAMES_OF_THEM =
  /^(?:(?:can i (?:get|have|see)|give|show|tell|list|get|name|send|what (?:are|were))(?: me| us)? )?(?:all )?(?:their|its|those|these) (?:(?:reference|id|order|ticket|serial|case) )?(?:ids?|numbers?|names?|codes?|references?|identifiers?)$/

/** "Give me their numbers": which they are, one by one. */
function namesOfThem(said: string): TurnClause | null {
  return NAMES_OF_THEM.test(said) ? { text: 'list them', isOfTrouble: false } : null
}

const WHOSE = /^whose (?:[a-z-]{2,30} )?[a-z-]{1,30}s (?:are|were) (?:they|those|these)$/

/** "Whose tickets were those": of whom the thread counted. */
function whose(said: string): TurnClause | null {
  return WHOSE.test(said) ? { text: 'whose are those', isOfTrouble: false } : null
}

const OF_THEIRS = new RegExp(
  `^(?:(?:in|on|at|for|from|with|by|to|of|through) )?(?:which|what) ${KEY} (?:did|do|were|are|have|had) (?:they|those|these) (?:all |mostly |mainly )?(?:use|have|had|run|come|go|belong|get|got|using|on|from|in|at|with|for|to|made|sent|coming)(?: (?:on|from|in|at|with|for|to|through|mostly|mainly|most))*$`,
)

/** "Which software did they use": by that. */
function ofTheirs(said: string): TurnClause | null {
  const key = OF_THEIRS.exec(said)?.[1]
  return key === undefined ? null : { text: `by ${key}`, isOfTrouble: false }
}

const NEWEST = new RegExp(
  `^(?:(?:give|show|list|get|print|see)(?: me| us)? )?the (${NUMBER}) (newest|latest|last|most recent|oldest|first|earliest)(?: ones?| of (?:them|those|these))?$`,
)

/** "Give me the ten newest": the last ten. */
function newest(said: string): TurnClause | null {
  const [, count, end = ''] = NEWEST.exec(said) ?? []
  if (count === undefined) return null
  return { text: `the ${/^(?:oldest|first|earliest)$/.test(end) ? 'first' : 'last'} ${count}`, isOfTrouble: false }
}

const AS_COURSE =
  /^(?:(?:show|give|plot|draw|chart|graph|see|put)(?: me| us)? (?:it|that|this|them|those) )?(?:(?:a |the )?(minute|hour)[- ]by[- ](?:minute|hour)|by (?:the )?(minute|hour)|(?:as|in) an? (?:time ?)?(?:series|chart|graph|plot|curve|timeline)|plotted|over time)(?: please| pls)?$/

/** "Minute by minute", "as a series": the course of what the thread counts, and not the story of an incident. */
function asCourse(said: string): TurnClause | null {
  const found = AS_COURSE.exec(said)
  if (found === null) return null
  return { text: `per ${found[1] ?? found[2] ?? 'minute'} over time`, isOfTrouble: false }
}

const HAD_DONE = new RegExp(
  `^how many (?:of (?:them|those|these) )?(?:had|have|got) (?:their|the|an?) ([a-z][a-z-]{2,30}) (${PARTICIPLE})$`,
)

/** "How many had their card declined": how many cards were. */
function hadDone(said: string): TurnClause | null {
  const [, noun = '', done] = HAD_DONE.exec(said) ?? []
  if (done === undefined) return null
  return { text: `how many ${noun.replace(/s?$/, 's')} were ${done}`, isOfTrouble: false }
}

const HOW_MANY = new RegExp(
  `^how many (?:different |distinct |of (?:our|the) )?(?!(?:requests|calls|errors|failures|lines|records|of)\\b)${KEY} ([a-z -]{3,40})$`,
)
/** "Ran into it", "had the problem". */
const MET = /^(?:ran|run|running|into|experienced|noticed|met|faced|the|problem|trouble|error|incident|outage)$/

/** "How many listeners ran into it" behind trouble: those whom it hit. */
function howManyHit(bare: string, { plan, trouble }: Previous): TurnClause | null {
  const [, key = '', verbs = ''] = HOW_MANY.exec(bare) ?? []
  const words = verbs.split(' ')
  const isHit = OF_HARM.test(verbs) || /\b(?:it|that|this|problem|trouble|error|incident|outage)\b/.test(verbs)
  const isSaid = words.every((word) => UNDERGO.test(word) || MET.test(word))
  if (!(isOfTrouble(plan) || trouble !== undefined) || key === '' || !isHit || !isSaid || UNDERGO.test(key)) return null
  return { text: `how many ${key} are affected`, isOfTrouble: true }
}

const SINCE_THEN = /^(.{12,80}) (since|before|until|after) (?:then|that time|that moment)$/
const AT_CLOCK = /\b(\d{1,2}:\d\d(?::\d\d)?)$/

/** "… since then" behind "at 22:15": since that. */
function sinceMomentOf(said: string, { plan }: Previous): TurnClause | null {
  const [, asked, side] = SINCE_THEN.exec(said) ?? []
  const at = AT_CLOCK.exec(plan.time.phrase ?? '')?.[1]
  return asked === undefined || at === undefined ? null : { text: `${asked} ${side} ${at}`, isOfTrouble: false }
}

const OF_WHOM = new RegExp(
  `^(?:which|what|whose) ${KEY} (?:does|did|do|is|was|has|have) ${IT} (?:all )?(?:concern|affect|hit|touch|involve|hurt|impact|reach|about|affected|hit|touched|involved)(?: most| mostly| mainly)?$`,
)

/** "Which tenants does it concern". */
function ofWhom(said: string, { plan }: Previous): TurnClause | null {
  const key = OF_WHOM.exec(said)?.[1]
  if (key === undefined) return null
  return isOfTrouble(plan) || plan.intent === 'health'
    ? { text: `which ${key} are affected`, isOfTrouble: true }
    : { text: `by ${key}`, isOfTrouble: false }
}

const BEFOREHAND = new RegExp(
  `^((?:did|were|was|had|is|are|any|how many|which|what) .{6,80}?),? (?:beforehand|in advance|ahead of (?:it|that|time|the ${TROUBLE})|before (?:it|that|this)(?: (?:started|began|happened|broke|all|went wrong))*|(?:in the )?(?:run-?up|lead-?up) to (?:it|that))$`,
)

/** "Were there disk warnings beforehand" in a thread about trouble: before that began. */
function beforehand(said: string, { onset }: Previous): TurnClause | null {
  const asked = onset === undefined ? undefined : BEFOREHAND.exec(said)?.[1]
  return asked === undefined ? null : { text: asked, isOfTrouble: true, isBefore: true }
}

const COUNTS = /^(?:how many|how much|which|who|what|did|were|was|are|is) /

/** "How many orders did we lose because of it" behind trouble: during that. */
function inTrouble(bare: string, pointing: string, { onset }: Previous): TurnClause | null {
  if (pointing === '' || onset === undefined || !CAUSED.test(pointing) || !COUNTS.test(bare)) return null
  const words = bare.split(' ')
  if (words.length < 4 || PEOPLE.test(lemmaOf(words.at(-1) ?? ''))) return null
  return { text: `${bare} during the incident`, isOfTrouble: true }
}
