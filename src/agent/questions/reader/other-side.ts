/**
 * "How many were started before 02:18 and how many were refused after?": a later part of a message that ends in a bare
 * "before" or "after" means the moment of the part before it, and not its window.
 */

const CLOCK = '\\d{1,2}:\\d{2}(?::\\d{2})?(?: ?(?:am|pm|utc|z))?'
/** A clock time or an event with an article, behind the side that is meant. */
const MOMENT = new RegExp(
  `\\b(?:before|until|till|up to|prior to|since|after|from) (${CLOCK}|(?:the|our|its|this|that) (?:[\\w.-]{1,40} ){0,2}?(?:release|rollout|deploy|deployment|rollback|restart|outage|incident))\\b`,
  'i',
)
const BARE =
  /\b(before|since|after)(?: (?:that|then|it|this))?(?=\W*$)|\b(afterwards|thereafter|from then on|until then)(?=\W*$)/i

/** Asks for the same again. */
const SAME =
  /^(?:(?:and|but|then) )?(?:how (?:many|much|often)|(?:what|the)? ?(?:number|count))(?: of (?:them|those|these))?\W*$/i

/** "How many after?", "how many bills after?" behind "how many bills were issued before 02:00". */
function isSame(own: string, before: string): boolean {
  const said = own.trim().toLowerCase()
  return SAME.test(said) || (said.length > 8 && before.toLowerCase().startsWith(`${said} `))
}

/** "Rooms created before 02:00 and after": the same twice. */
const BOTH = /^(.{4,120}) (?:and|, ?) ?(?:how (?:many|much) )?(before|after|since|afterwards)(\W*)$/i

/** "In the 30 minutes before 02:00 and in the 30 minutes after": the same in two windows of one length. */
const BOTH_LENGTHS = new RegExp(
  `^(.{4,160}?) (?:(?:in|during|over|for|within) )?(?:the )?((?:\\d{1,3} ?)?[a-z]{3,10}) (before|after) (${CLOCK}),? and (?:(?:in|during|over|for|within) )?(?:the )?(?:(?:same|\\2) )?(?:time )?(before|after)(?: (?:it|that|then|\\4))?(\\W*)$`,
  'i',
)

/** The question for each of two windows beside one moment; null for any other. */
export function inBothLengths(part: string): [string, string] | null {
  const [, asked = '', length = '', first, moment, second, end = ''] = BOTH_LENGTHS.exec(part) ?? []
  if (first === undefined || second === undefined || first === second || !/^(?:\d|hour$|minute$|half)/i.test(length))
    return null
  const within = (side: string): string => `${asked} in the ${length} ${side} ${moment}${end}`
  return [within(first), within(second)]
}

/** "Open files at 22:20, 22:25 and 22:30": the same at each of these times. */
const AT_TIMES = new RegExp(
  `^(.{4,120}?) at (${CLOCK})((?:(?:, ?(?:and )?| and | & |/)(?:at )?${CLOCK}){1,3})(\\W*)$`,
  'i',
)

/** The question at each of several clock times; null for any other. */
export function atEachTime(part: string): string[] | null {
  const [, asked, first, more = '', end = ''] = AT_TIMES.exec(part) ?? []
  if (asked === undefined || first === undefined || /\b(?:between|from)\b/i.test(asked)) return null
  const times = [first, ...(more.match(new RegExp(CLOCK, 'gi')) ?? [])]
  return times.map((time) => `${asked} at ${time}${end}`)
}

/** The parts, each with a moment of its own. */
export function withOtherSides(parts: readonly string[]): string[] {
  const told: string[] = []
  let before: { readonly part: string; readonly window: string; readonly moment: string } | null = null
  for (const part of parts.flatMap((one) => {
    const windows = inBothLengths(one) ?? atEachTime(one)
    if (windows !== null) return windows
    const [, first = '', side = '', end = ''] = BOTH.exec(one) ?? []
    return MOMENT.test(first) ? [first, `how many ${side}${end}`] : [one]
  })) {
    const said: RegExpExecArray | null = MOMENT.exec(part)
    const bare = said === null ? BARE.exec(part) : null
    if (said !== null) before = { part, window: said[0], moment: said[1] ?? '' }
    if (bare === null || before === null) {
      told.push(part)
      continue
    }
    const [whole, side, adverb = ''] = bare
    const isBefore = (side ?? adverb).toLowerCase().startsWith('before') || adverb.toLowerCase() === 'until then'
    const isTrouble = /(?:outage|incident)$/i.test(before.moment)
    const meant = `${isBefore ? 'before' : isTrouble ? 'since' : (side ?? 'after')} ${before.moment}`
    const own = part.slice(0, bare.index)
    const rest = part.slice(bare.index + whole.length)
    told.push(isSame(own, before.part) ? before.part.replace(before.window, meant) : `${own}${meant}${rest}`)
  }
  return told
}
