/** "Most frequent reason for rejecting a comment": a field of lines by which they are counted, and no question why. */
import type { Catalogue } from '../grounding/catalogue.ts'
import { isContentWord } from '../vocabulary/small-words.ts'
import { keysOf } from './fields.ts'
import { inOwnRefusal } from './own-refusals.ts'
import { templatesWith } from './texts.ts'
import { cleaned, lemmaOf } from './words.ts'

const LEAD = '^\\W*(?:so |and |but |ok |hey |please )*'
const RANKED = new RegExp(
  `${LEAD}(?:what(?: is|'s| are|'re| was| were)? |show (?:me )?|which is )?(?:the )?(?:most (?:common|frequent|often)|commonest|top|usual|typical|frequent) (?:\\d+ )?(reasons?|causes?|codes?) (?:for|of|behind) (.{3,120}?)\\W*$`,
)

/** Why something broke is asked of these, whatever keys there are. */
const TROUBLE =
  /\b(?:outages?|incidents?|problems?|trouble|downtime|slowness|slow|down|broken|it|this|that|errors?|failures?|failing|failed|5xx|timeouts?)\b/

const COUNTED =
  '(?:(?:with|and|plus) (?:their |the )?(?:counts?|numbers?|frequenc(?:y|ies))|(?:by|in) (?:count|number|frequency)|ranked|counted)'
const WHY = `(?:why|how come) (?:is |are |was |were |do |did |does |have |has |get |got )?(?:the |our |most )?(.{3,80}?)`
const DENIED = '(?:is|are|was|were|got|get|have been|has been)'
/** "Why are cards declined, by reason": several reasons are told apart, each with its number. */
const SPLIT: readonly RegExp[] = [
  new RegExp(`${LEAD}${WHY} ?\\(reasons?\\)\\W*$`),
  new RegExp(
    `${LEAD}${WHY}[,;:?]? (?:(?:count(?:ed)?|split|group(?:ed)?|broken down|ranked|listed|sorted) )?(?:by|per) reasons?\\W*$`,
  ),
  new RegExp(`${LEAD}${WHY}[,;:?] ?(?:the |all )?reasons?,? ${COUNTED}\\W*$`),
  new RegExp(
    `${LEAD}(?:list |show |show me |what are |give me )?(?:the |all |all the )?reasons (?:why|that) (?:the |our )?([a-z][a-z -]{2,60}?) ${DENIED} ((?:not )?[a-z]{3,20}),? ?(?:${COUNTED})?\\W*$`,
  ),
  // "Reasons for declined payments and how many each".
  new RegExp(
    `${LEAD}(?:list |show |show me |what are |what were |give me )?(?:the |all |all the )?(?:different |various )?(?:reasons|causes) (?:for|of|behind) (?:the |our |all )?([a-z][a-z -]{2,60}?)(?:,|:|;)? (?:and |plus )?${COUNTED}\\W*$`,
  ),
  new RegExp(
    `${LEAD}for (?:what|which) reasons? (?:is|are|was|were|do|did|does) (?:the |our |most )?([a-z][a-z -]{2,60}?)(?: most(?:ly)?(?: often)?)?\\W*$`,
  ),
]
/** "Ban reasons we have seen": the reasons of one thing, by their names. */
const OF_THING = new RegExp(
  `${LEAD}(?:(?:what|which|list|show|show me|give me|what are|name|count)(?: me)? )?(?:all )?(?:the |our |all )?(?:different |various |possible )?([a-z][a-z-]{2,24}(?: [a-z][a-z-]{2,24})?) reasons(?: (?:are there|there are|exist|do we (?:see|have|get)|did we (?:see|have|get)|(?:that )?we (?:have |had )?(?:seen|had|have|got|see|get)|seen|so far|${COUNTED}))*\\W*$`,
)
/** "Rejections by reason", where no key is called so. */
const BY_REASON = new RegExp(`${LEAD}(?:count |number of |how many )?([a-z][a-z -]{2,60}?),? (?:by|per) reasons?\\W*$`)
/** What stands before "reasons" and is none of a thing. */
const NO_THING =
  /\b(?:what|which|these|those|such|other|main|possible|likely|some|any|good|best|different|top|most|common|frequent|by|for|and)\b/

/** The same as "… by reason", where the project has such a key; null for every other question. */
export function countedByReason(text: string, catalogue: Catalogue): string | null {
  const [, noun, counted] = RANKED.exec(text) ?? []
  if (noun !== undefined && counted !== undefined)
    return TROUBLE.test(counted) || keysOf(noun, catalogue).length === 0 ? null : `${counted} by ${noun}`
  const isUntold = keysOf('reason', catalogue).length === 0
  const thing = OF_THING.exec(text)?.[1] ?? (isUntold ? BY_REASON.exec(text)?.[1] : undefined)
  const said = SPLIT.map((form) => form.exec(text)).find((found) => found !== null)
  const parts = said?.slice(1) ?? (thing === undefined || NO_THING.test(thing) ? [] : [thing])
  const what = parts
    .filter((part) => part !== undefined)
    .join(' ')
    .trim()
  if (what === '' || TROUBLE.test(what)) return null
  if (isUntold && !isSaidByLines(what, catalogue)) return null
  // Where no key tells the reason, the lines themselves do: one kind of them for each.
  return `${what} by ${isUntold ? 'message' : 'reason'}`
}

/** "Why were sessions stopped? reasons with counts": one question. */
export function withReasons(message: string): string {
  return message
    .replace(
      /^((?:so |and |but |list |show (?:me )?|what (?:are|were) |give me )?(?:the |all |all the )?(?:different |various )?(?:reasons|causes) (?:for|of|behind) [^?]{3,80}?)(?:,|:|;)? (?:and |plus )?(?:how (?:many|often)(?: (?:of|for|times))? (?:each|every one)(?: of them| one)?|how many (?:per|by|for each) reason|(?:a|one|the) (?:number|count) (?:each|per reason|for each(?: one)?))(?=[\s?.!]{0,5}$)/i,
      '$1 with counts',
    )
    .replace(/^((?:so |and |but )?(?:why|how come) [^?]{3,80})\? ?(?=(?:the |all )?reasons?\b[^?]{0,40}\??$)/i, '$1, ')
}

const EACH = '(?:of |for |per |in |by )?each(?: one| reason| of them| kind)?'
/** "Orders refused, how many of each reason", "payouts held and why", "for what reasons were orders refused and how many each". */
const OWN: readonly RegExp[] = [
  /^([a-z][\w -]{3,80}?)[,:;] ?how many (?:of |for |per |in |by )each reason\W*$/i,
  /^(?:how many )?([a-z][\w -]{3,80}?),? and (?:why|what for|for what reasons?|the reasons?)\W*$/i,
  new RegExp(
    `^for (?:what|which) reasons? (?:is|are|was|were|do|did|does|have|has) (?:the |our )?([a-z][\\w -]{3,80}?)(?:,? (?:and |plus )?how (?:many|often) ${EACH})?\\W*$`,
    'i',
  ),
  new RegExp(
    `^(?:list |show (?:me )?|what (?:are|were) |give me )?(?:the |all |all the )?reasons (?:for|of|behind) (?:the |our |all )?([a-z][\\w -]{3,80}?)(?:,? (?:and |plus )?how (?:many|often) ${EACH})?\\W*$`,
    'i',
  ),
]

/** "Why are claims rejected?": what was refused all day has reasons, and no root cause. */
const WHY_REFUSED =
  /^(?:(?:so|and|but|ok) )*why (?:are|were|is|was|did|do) (?:(?:the|our|some|so many|these|those) )*([a-z][a-z-]{2,30}s)(?: (?:get|being|getting|been|still))? (rejected|refused|declined|denied|bounced|blocked|skipped|discarded|held)((?: (?:since|in|between|after|before|today|yesterday|over|during)\b.{0,60})?)\W*$/i

/** The same "by reason", where lines say all of it and carry the reason under a key; any other question as it is. */
export function withOwnReasons(question: string, catalogue: Catalogue): string {
  if (question.length > 160) return question
  const isKeyed = keysOf('reason', catalogue).some(({ signal }) => signal === 'logs')
  const [, thing = '', done = '', when = ''] = WHY_REFUSED.exec(question) ?? []
  const reasons = OWN.map((form) => form.exec(question)?.[1]).find((found) => found !== undefined)
  // Of reasons that no key tells only those of refusals are in messages.
  const isOfRefusals = isKeyed || /\b(?:rejected|refused|declined|denied|bounced|blocked)\b/i.test(reasons ?? '')
  const refused = thing === '' ? undefined : `${inOwnRefusal(`${thing} ${done}`, catalogue).text}${when}`
  // "Most frequent reason for …" is a form of its own, read where its words are.
  const apart = RANKED.test(cleaned(question)) ? undefined : reasonApart(question)
  const what = refused ?? (isOfRefusals ? reasons : undefined) ?? apart
  if (what === undefined || SHARE.test(what) || TROUBLE.test(what.toLowerCase())) return question
  const words = what
    .toLowerCase()
    .split(' ')
    .filter((word) => isContentWord(word) && !OF_TIME.test(word))
  const lines = words.length > 1 ? templatesWith(words, catalogue, []) : []
  if (lines.length === 0) return question
  // "Payout held, tax form is missing": where the fields of the lines have no reason, their messages tell it.
  const isPlain = refused === undefined
  const isTold =
    isKeyed &&
    lines.some(({ template }) => (isPlain && !/^\{|=/.test(template)) || /reason["']?\s?[=:]/i.test(template))
  // "Photo rejected: no_face": the reason is a value that stands in the line.
  const isInLine = isKeyed && lines.some(({ template }) => /: <\*>/.test(template))
  if (!isTold && (refused !== undefined || !isKeyed)) return `top log messages that say ${what}`
  return `${what} by ${isTold || isInLine ? 'reason' : 'message'}`
}

const SHARE = /\b(?:share|percentage|percent|fraction|proportion)\b/i

/** "What share of uploads was refused and for what reason": the share, and the reasons of what it is a share of. */
export function withShareApart(question: string): string {
  const subject = question.length > 160 ? undefined : reasonApart(question)
  if (subject === undefined || !SHARE.test(subject)) return question
  const things = subject.replace(
    /^(?:what |which )?(?:share|percentage|percent|fraction|proportion) of (?:the |our )?/i,
    '',
  )
  const counted = things.replace(/ (?:got|get|was|were|is|are) /i, ' ')
  return things === subject ? question : `what share of ${things}? how many ${counted} by reason?`
}

/** Small words that stand with "reason" and ask for it. */
const BESIDE_REASON =
  /^(?:and|for|by|per|with|what|which|the|their|its|is|are|was|were|most|mostly|mainly|common|commonest|frequent|often|usual|typical|main|top|biggest|list|show|me|each|split|grouped|counted|please|pls|so|but|ok|hey|behind|of|why|that)$/
/** How many there are stands in each of the groups. */
const COUNT_FIRST = /^(?:how many|number of|count(?: of)?|the) /i
/** "By reason code" is another noun, and a time is none of what was refused. */
const SUBJECT = /^[a-z][\w' -]{3,100}$/i

/**
 * What is counted where "reason" stands at the end or the beginning of a question with nothing but small words: "payment declines,
 * most common reason", "which reason is behind most refusals". The words left are the subject, in whatever form they are.
 */
export function reasonApart(question: string): string | undefined {
  const words = question
    .replace(/[?!.\s]+$/, '')
    .split(/[\s,;:]+/)
    .filter((word) => word !== '' && word !== '-')
  const at = words.findIndex((word) => /^reasons?$/i.test(word))
  if (at < 0) return undefined
  const isBeside = (word: string | undefined): boolean => word !== undefined && BESIDE_REASON.test(word.toLowerCase())
  let from = at
  while (isBeside(words[from - 1])) from--
  let to = at + 1
  while (isBeside(words[to])) to++
  if (from > 0 === to < words.length) return undefined
  const subject = [...words.slice(0, from), ...words.slice(to)].join(' ').replace(COUNT_FIRST, '')
  return SUBJECT.test(subject) && !/\b(?:and|when|who|where)\b/i.test(subject) ? subject : undefined
}

const OF_TIME = /^(?:today|yesterday|now|far|since|last|past|hour|hours|minutes|half|morning|night|\d.*|got|get|gets)$/

/** Whether lines of one service have all the words, each in some form: other words for them tell of other things. */
function isSaidByLines(what: string, catalogue: Catalogue): boolean {
  const words = what.split(' ').filter((word) => !/^(?:not|the|our|get|got)$/.test(word))
  const lines = templatesWith(words, catalogue, [])
  const isOwn = ({ tokens }: (typeof lines)[number]): boolean =>
    words.every((word) => tokens.some((token) => token.startsWith(lemmaOf(word).slice(0, STEM))))
  return lines.length > 0 && lines.every((line) => isOwn(line) && line.service === lines[0]?.service)
}

/** So many letters tell a word in its forms: "ban" and "banned", "rejection" and "rejected". */
const STEM = 5
