/**
 * What a thread asks of the record that the last answer showed: "and the one before that?", "errors at that time", and
 * "why?" behind a restart. Each is known as a whole.
 */
const LEAD = '^(?:(?:so|and|but|ok|hey|please|what about|how about|show me|show|give me|what was|what is|which was) )*'
const RECORD =
  '(?:one|error|warning|line|record|entry|message|request|log|failure|event|occurrence|crash|restart|trace)'
const BESIDE = new RegExp(
  `${LEAD}(?:the )?(?:(?:very )?(?:(previous|preceding|prior)|(next|following)) ${RECORD}|${RECORD} (?:(?:right|just|directly) )?(?:(before)|(after))(?: (?:it|that|this|that one|this one))?)\\W*$`,
)

/** Which neighbour of the shown record is asked for; null of any other question. */
export function neighbourAsked(text: string): 'before' | 'after' | null {
  const found = BESIDE.exec(text)
  if (found === null) return null
  return found[1] !== undefined || found[3] !== undefined ? 'before' : 'after'
}

const THEN =
  /^(.{3,100}?),? (?:then|at that time|at that moment|at the time|at this time|around then|around that time|around that moment|at that point|in that minute)\W*$/
/** "What happened then", "was it ok back then": all of it, which has its own answer. */
const NO_THEN = /^(?:(?:so|and|but|ok|what|why|who|now) ?)+$|\b(?:back|until|since|before|after|by|and|ok|so|what) $/

/** The question without "then", where that means the moment of the last answer; null of any other. */
export function askedThen(text: string): string | null {
  const said = THEN.exec(text)?.[1]
  return said === undefined || NO_THEN.test(`${said} `) || /\bif\b/.test(said) ? null : said
}

const WHY_RESTART = [
  /^(?:(?:so|and|but|ok|hey|please) )*why (?:did|was|has|had) (?:the )?([a-z][\w.-]{1,60})(?: (?:been|get|got))? (?:restart|restarted|reboot|rebooted|bounce|bounced|recreated|come back up)((?: (?:around|at|about|near|shortly|today|in|this|earlier|again)\b.{0,40})?)\W*$/,
  /^(?:(?:so|and|but|ok|hey|please) )*(?:what (?:is|was) )?(?:the )?(?:reason|cause) (?:for|of|behind) (?:the |a )?restart of (?:the )?([a-z][\w.-]{1,60})((?: (?:around|at|about|near|today|in|this)\b.{0,40})?)\W*$/,
  /^(?:(?:so|and|but|ok|hey|please) )*what (?:caused|triggered|made|forced|led to) (?:the )?(?:restart of )?(?:the )?([a-z][\w.-]{1,60})(?: (?:to )?restart)?((?: (?:around|at|about|near|today|in|this)\b.{0,40})?)\W*$/,
] as const
const BARE_WHY =
  /^(?:(?:so|and|but|ok) )*(?:why|why so|how come|for what reason|what for|reason|the reason|why was that|why is that|why did (?:it|that|they) (?:restart|happen)|what (?:was|is) the reason|what caused (?:it|that|the restart)|why the restart|was it planned)\W*$/

/** The service whose restart is to be explained, with the time that is named; null of any other question. */
export function restartExplained(text: string): { readonly service: string; readonly when: string } | null {
  for (const form of WHY_RESTART) {
    const found = form.exec(text)
    if (found !== null && /\b(?:restart|reboot|bounce|recreated|come back up)/.test(text))
      return { service: found[1] ?? '', when: found[2] ?? '' }
  }
  return null
}

export function isBareWhy(text: string): boolean {
  return BARE_WHY.test(text)
}

const HOW_FAST =
  /^(?:(?:so|and|but|ok) )*how (?:fast|quick|quickly|rapidly)(?: (?:does|is|did|has|was|do|are) (?:it|that|this|they|the number)(?: been)?(?: ([a-z]{3,12})(?: up| down| out)?)?)?(?: (?:now|currently|at the moment))?\W*$/
const FALLS = /^(?:fall|fell|drop|drain|shrink|sink|declin|decreas|empt)/

/** Behind a gauge "how fast?" asks for its course, and not for the duration of requests; null of any other question. */
export function courseAsked(text: string): string | null {
  const found = HOW_FAST.exec(text)
  if (found === null) return null
  return FALLS.test(found[1] ?? '') ? 'is it falling?' : 'is it rising?'
}
