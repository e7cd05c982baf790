/**
 * What is put right in the middle of a spoken question: "on the a9 no wait i mean the a7", "at the kiosk or no sorry on
 * the web", "cars i mean vehicles". What is said second takes the place of what it puts right; the rest stays.
 */
const BACK =
  /^(.{2,240}?)[\s,.;-]+(?:(?:or |and |oh |ah |actually |um+ |uh+ ){0,2}(?:(?:no+,? wait|wait,? no|no+,? sorry|sorry,? no|no+,? actually|actually,? no|nope|scratch that|strike that|make that|correction|or rather|sorry)(?:,? (?:i (?:mean|meant|wanted)|not that|make that|make it|rather))?|(?:no|wait),? (?:i (?:mean|meant|wanted)|not that|make that|make it))|(?:or |well )?i meant?|or no),?\s+(.{2,240})$/i
const PLACES = /^(?:on|in|at|for|of|from|with|by|to|via)$/i
const TIMES = /^(?:since|until|till|before|after|during|around|between|last|past|the last|over)$/i
const ASKS =
  /^(?:how|what|which|who|when|where|why|is|are|was|were|does|do|did|has|have|can|could|show|list|give|tell|count)$/i
/** Nothing is put right where only this stands before it. */
const TALK =
  /^(?:(?:so|ok|okay|oh|ah|well|hey|no+|nope|yes|yeah|and|but|uh+|um+|sorry|wait|actually|right|just|hm+|not that|my bad|o+ps)[\s,.!;-]*){1,5}$/i
/** Said instead of a noun or a name, and not of the whole. */
const NEGATED = /^not (?:the |on |in |at |for |of )*(\S{1,40})(?: \S{1,30})?,? (?:but|rather|its|it is) (.{1,200})$/i

/** The question as it was put right; as it was said where it puts nothing right. */
export function withTakenBack(said: string): string {
  const [, wrong = '', right = ''] = BACK.exec(said) ?? []
  if (
    wrong === '' ||
    TALK.test(wrong) ||
    /^(?:no|there (?:is|are|were|was)|is|are|was|with|has|have|had|say|says)$/i.test(lastOf(wrong))
  )
    return said
  const [, other = '', meant = ''] = NEGATED.exec(right) ?? []
  if (other !== '') return replacedWord(wrong, other, meant) ?? replaced(wrong, meant)
  return /^(?:there|errors?|data|logs?|longer|more|one)\b/i.test(right) && !/\bi meant?\b/i.test(said)
    ? said
    : replaced(wrong, right)
}

const lastOf = (text: string): string => text.split(' ').at(-1) ?? ''

function replacedWord(wrong: string, other: string, meant: string): string | null {
  const at = wrong.toLowerCase().lastIndexOf(other.toLowerCase())
  return at < 0 ? null : `${wrong.slice(0, at)}${meant}${wrong.slice(at + other.length)}`
}

function replaced(wrong: string, right: string): string {
  const said = wrong.split(' ')
  const meant = right.split(' ')
  const [first = ''] = meant
  // A question of its own.
  if (ASKS.test(first) && meant.length > 2) return right
  const at = placeOf(said, meant)
  return [...said.slice(0, at.from), ...meant, ...said.slice(at.to)].join(' ')
}

/** Which words what was meant takes the place of. */
function placeOf(said: readonly string[], meant: readonly string[]): { from: number; to: number } {
  const [first = ''] = meant
  const kind = PLACES.test(first) ? PLACES : TIMES.test(first) ? TIMES : null
  if (kind !== null) {
    const from = said.findLastIndex((word) => word.toLowerCase() === first.toLowerCase())
    const at = from >= 0 ? from : said.findLastIndex((word) => kind.test(word))
    if (at > 0) return { from: at, to: endOfPhrase(said, at) }
    return { from: said.length, to: said.length }
  }
  const shape = shapeOf(meant[/^(?:the|a|an)$/i.test(first) ? 1 : 0] ?? '')
  const alike = shape === null ? -1 : said.findLastIndex((word) => shapeOf(word) === shape)
  const joined = (words: readonly string[]): string =>
    words
      .join('')
      .toLowerCase()
      .replace(/[^a-z\d]/g, '')
  // "Toll 512 I mean TOLL-512."
  if (said.length > 2 && joined(said.slice(-2)) === joined(meant.slice(0, 1)))
    return { from: said.length - 2, to: said.length }
  if (alike > 0) {
    const isArticle = /^(?:the|a|an)$/i.test(said[alike - 1] ?? '') && /^(?:the|a|an)$/i.test(first)
    return { from: alike - (isArticle ? 1 : 0), to: alike + 1 }
  }
  const isArticle = /^(?:the|a|an|our)$/i.test(first) && /^(?:the|a|an|our)$/i.test(said.at(-2) ?? '')
  return { from: Math.max(1, said.length - (isArticle ? 2 : 1)), to: said.length }
}

/** A phrase reaches to the next word of place, time or asking. */
function endOfPhrase(said: readonly string[], from: number): number {
  const next = said.findIndex(
    (word, at) =>
      at > from + 1 &&
      (PLACES.test(word) || TIMES.test(word) || ASKS.test(word) || /^(?:today|yesterday|now)$/i.test(word)),
  )
  return next < 0 ? said.length : next
}

/** Letters and digits of a code told as one: "a9" and "a7", "14:05" and "15:00". */
function shapeOf(word: string): string | null {
  return /\d/.test(word) ? word.toLowerCase().replace(/\d+/g, '0') : null
}
