/**
 * Questions that ask for a name, a kind or a person by what lines say of it, taken apart: the noun, and the rest as a
 * count. "Which driver got the most texts that could not be delivered" asks for drivers of "texts that could not be
 * delivered"; "who corrected most cues" for who did "cues corrected".
 */
import { participle } from './plain-order.ts'
import { lemmaOf } from './words.ts'

export interface SlotAsked {
  /** What is asked for: a noun, "kind of text", or "who". */
  readonly noun: string
  /** What is counted of it, as a question of its own; the likeliest first. */
  readonly counts: readonly string[]
  readonly order: 'highest' | 'lowest'
}

const LEAD =
  /^(?:(?:so|and|but|ok|hey|hi|please|pls|show(?: me)?|give me|list|tell me|name|what are|what is|the|our|number of|count of|how many(?: of)?)[ ,]+)*/
const TIME =
  / ?((?:(?:in|over|during|within|for) (?:the )?(?:last|past) .{2,25}|(?:since|after|before|between|until) .{0,12}\d.{0,20}|today|so far|since then)\W*)$/
const RANK =
  /\b(?:the )?(?:most(?: often| frequently| of all)?|more(?: often)?|best|worst|least(?: often)?|fewest|(?:highest|largest|biggest|lowest|smallest) (?:number|count) of)\b/
const LEAST = /\b(?:least|fewest|lowest|smallest)\b/
const BY =
  /^(.{3,120}?),? (?:(?:broken down|grouped|split|separated|divided|counted|ranked|sorted|listed) (?:up )?)?(by|per|for each|for every|of each|in each) (?:the )?((?:(?:kind|type|sort|category) of )?[a-z][a-z-]{1,25}(?: [a-z][a-z-]{1,25})?)$/
const KIND = /^(?:which|what) (?:kinds?|types?|sorts?|categor(?:y|ies)) of ([a-z-]{3,30}) (.{3,100})$/
const KINDS = /^(?:kinds?|types?|sorts?) of ([a-z-]{3,30}) (.{3,100})$/
const WHICH = /^(?:which|what) ([a-z][a-z -]{3,120})$/
const WHO = /^(?:who|whom) (?:has |have |had |did |was it (?:that|who) )?(.{4,100})$/
const MOST_DONE =
  /^(?:most|least)(?: often| frequently| commonly)? ([a-z]{2,20}(?:ed|en|ght|ld|id|ut|ne|me)) ([a-z][a-z -]{2,40}?)(?: (?:for|of|in|among|at|on) (.{3,60}))?$/
const TOP =
  /^(?:top|busiest|biggest|favou?rite|commonest|most (?:common|frequent|popular|active)) (?:\d{1,2} )?([a-z][a-z -]{2,40}?) (?:for|of|in|by|among|with) (.{3,80})$/

/** "Cranes that had to hoist slowly, which one most often": the thing stands first. */
const OF_THEM =
  /^([a-z][a-z-]{2,30}s) (?:that |which |who )?(.{4,90}?),? (?:which|what) (?:one|of them)(?: is| was| did)?(?: it)?(?: the)? (?:most|worst)(?: often| frequently)?$/

/** Verbs that say nothing of the event: "got the most texts", "handled most batches". */
const LIGHT =
  /^(?:(?:has|have|had|gets?|got|sees?|saw|takes?|took|makes?|made|handles?|handled|does|did|run|runs|ran|holds?|held|taken|carry|carries|carried|receives?|received|is|are|was|were|used|common|frequent|popular)(?: |$))+/

/** The question taken apart; empty where it asks for no such thing. */
export function slotsAsked(cleanText: string): SlotAsked[] {
  const whole = cleanText.replace(/[?!.]+$/, '').trim()
  const time = TIME.exec(whole)?.[1] ?? ''
  const text = (time === '' ? whole : whole.slice(0, -time.length).trim()).replace(LEAD, '')
  const order = LEAST.test(text) ? ('lowest' as const) : ('highest' as const)
  const asked = (noun: string, counts: readonly string[]): SlotAsked => ({
    noun,
    counts: [...new Set(counts)].map((count) => `how many ${`${count} ${time}`.replace(/\s+/g, ' ').trim()}`),
    order,
  })
  const by = BY.exec(text)
  if (by !== null) return ofBy(by, text, asked)
  const kind = KIND.exec(text) ?? KINDS.exec(text)
  if (kind !== null) {
    const [, thing = '', said = ''] = kind
    const rest = said.replace(RANK, ' ').replace(LIGHT, '').trim()
    return [asked(`kind of ${lemmaOf(thing)}`, [`${severalOf(thing)} ${rest}`, ...(rest === '' ? [] : [rest])])]
  }
  const them = OF_THEM.exec(text)
  if (them !== null) {
    const [, things = '', said = ''] = them
    return [asked(lemmaOf(things), [`${things} ${said}`, said.replace(/^(?:had|have|has) to /, '')])]
  }
  const who = WHO.exec(text)?.[1]
  if (who !== undefined) return [asked('who', countsOf(who))]
  const done = MOST_DONE.exec(text)
  if (done !== null) {
    const [, verb = '', noun = '', of] = done
    const said = LIGHT.test(`${verb} `) ? [] : [verb, `were ${verb}`]
    return noun === '' ? [] : nounsOf(noun).map((one) => asked(one, of === undefined ? said : [`${of} ${verb}`, of]))
  }
  const top = TOP.exec(text)
  if (top !== null) return nounsOf(top[1] ?? '').map((one) => asked(one, [top[2] ?? '']))
  const which = WHICH.exec(text)?.[1]
  if (which === undefined || !RANK.test(which)) return []
  const words = which.split(' ')
  return [2, 1, 3].flatMap((length) => {
    const rest = words.slice(length).join(' ')
    // "Which courier takes | most boxes": a longer noun leaves its verb behind.
    const isWhole = length === 1 || (RANK.exec(rest)?.index ?? 0) > 0
    return RANK.test(rest) && isWhole ? [asked(lemmaed(words.slice(0, length)), countsOf(rest))] : []
  })
}

function ofBy(
  [, rest = '', by = '', noun = '']: RegExpExecArray,
  text: string,
  asked: (noun: string, counts: readonly string[]) => SlotAsked,
): SlotAsked[] {
  if (/\b(?:which|what|who|when|why)\b/.test(text) || /^(?:is|are|was|were|did|do|does|has|have)\b/.test(text))
    return []
  if (/^(?:second|minute|hour|day|week|month|how|far)s?$/.test(noun)) return []
  // "Photos sent by field teams" says who sent them; "orders shipped by courier" tells couriers apart.
  if (by === 'by' && /(?:ed|en|sent|made|done)$/.test(rest) && /s$/.test(noun)) return []
  const counted = rest.replace(LEAD, '').replace(RANK, ' ').trim()
  const ofKind = /^(kind|type|sort|category)(?: of ([a-z-]+))?$/.exec(noun)
  const things = ofKind === null ? [] : ofKind[2] === undefined ? counted.split(' ').slice(0, 2) : [ofKind[2]]
  const nouns = ofKind === null ? nounsOf(noun) : things.map((thing) => `kind of ${lemmaOf(thing)}`)
  return nouns.map((one) => asked(one, [counted]))
}

/** The noun as a whole, and the word of it that says most: "payment card", "card"; "class type", "class". */
function nounsOf(noun: string): string[] {
  const words = noun
    .trim()
    .split(' ')
    .filter((word) => word !== '')
  const isOfKind = words.length > 1 && /^(?:types?|kinds?|names?|sorts?|ids?)$/.test(words.at(-1) ?? '')
  return [...new Set([lemmaed(words), lemmaed(isOfKind ? words.slice(0, -1) : words.slice(-1))])]
}

function lemmaed(words: readonly string[]): string {
  return words.map((word, at) => (at === words.length - 1 ? lemmaOf(word) : word)).join(' ')
}

/** "Rejects most logins": logins rejected; "got the most texts that could not be delivered": these texts. */
function countsOf(said: string): string[] {
  const found = RANK.exec(said)
  const before = (found === null ? (said.split(' ')[0] ?? '') : said.slice(0, found.index)).trim()
  const after = (found === null ? said.split(' ').slice(1).join(' ') : said.slice(found.index + found[0].length)).trim()
  const object = after.replace(/^(?:the|our|a|an|of) /, '')
  const verb = before.split(' ').at(-1) ?? ''
  const form = lemmaOf(verb)
  const isDone = /(?:ed|en)$/.test(verb)
  const done = isDone ? verb : participle(form)
  if (object === '') return [before.replace(LIGHT, '')].filter((one) => one !== '')
  const [head = '', ...more] = object.split(' ')
  const isLight = LIGHT.test(`${before} `)
  const own = [`${head} ${done} ${more.join(' ')}`, `${verb} ${object}`]
  return (isLight ? [object, ...own] : own).map((one) => one.trim())
}

function severalOf(noun: string): string {
  return /s$/.test(noun) ? noun : `${noun}s`
}
