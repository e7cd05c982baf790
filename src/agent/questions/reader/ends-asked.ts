/** "First and last 503", "logs around the first error", "total vs failed per service": two numbers or records in one breath. */
const LEAD =
  '^(?:(?:so|and|but|ok|hey|please) )*(?:(?:show|give|tell|find)(?: me)? |what (?:is|are|was|were) |when (?:was|were|is|are) )?(?:the )?'
const BOTH_ENDS = new RegExp(
  `${LEAD}(?:first (?:and|&|\\+|/) (?:the )?(?:last|latest|most recent)|earliest (?:and|&) (?:the )?latest|oldest (?:and|&) (?:the )?newest|(last|latest|newest) (?:and|&) (?:the )?(?:first|earliest|oldest)) ([^?"]{2,80}?)(?: times?)?\\W*$`,
)

/** The first and the last of something, each asked for by itself; null of any other question. */
export function endsAsked(text: string): readonly [string, string] | null {
  const [, isLastFirst, thing] = BOTH_ENDS.exec(text) ?? []
  if (
    thing === undefined ||
    /^(?:\d+ )?(?:seconds?|minutes?|hours?|days?|weeks?|week|month|one|name|page|time)\b/.test(thing)
  )
    return null
  const ends = [`when was the first ${thing}`, `when was the last ${thing}`] as const
  return isLastFirst === undefined ? ends : [ends[1], ends[0]]
}

const AROUND =
  /^(?:(?:so|and|but|ok|hey|please) )*(?:(?:show|give|get)(?: me)? )?(?:the |all |all the )?(?:logs?|lines|log lines|records|entries|messages|context|what was (?:being )?logged|what else was logged|what is logged|everything(?: that was)? logged) (?:right |just |shortly )?(?:around|near|surrounding|next to|about|at the time of|in the minute of|(before and after)|(before)|(after)) (?:the )?(first|last|latest|earliest|most recent) ([^?"]{2,80}?)\W*$/

export interface AroundAsked {
  /** How the record itself is asked for. */
  readonly question: string
  readonly side: 'both' | 'before' | 'after'
}

/** The lines around one record; null of any other question. */
export function aroundAsked(text: string): AroundAsked | null {
  const [, , before, after, end, thing] = AROUND.exec(text) ?? []
  if (end === undefined || thing === undefined) return null
  const isFirst = end === 'first' || end === 'earliest'
  return {
    question: `when was the ${isFirst ? 'first' : 'last'} ${thing}`,
    side: before !== undefined ? 'before' : after !== undefined ? 'after' : 'both',
  }
}

const TOTAL_FAILED = new RegExp(
  `${LEAD}(?:(?:total|all|overall|succeeded|successful|ok) (?:requests? |calls? |number )?(?:vs\\.?|versus|and|&|against|or|,) (?:the )?failed|failed (?:vs\\.?|versus|and|&|against|of) (?:the )?(?:total|all|successful|succeeded|ok)) ?([^?"]{0,80}?)\\W*$`,
)
const GROUPED = /^(.{0,60}?)(?:^| )(?:per|by|for each|for every) (.{2,60})$/

/** "Total vs failed plays per country": the share of each that failed, which is told with both numbers; null of any other. */
export function totalAndFailed(text: string): string | null {
  const rest = TOTAL_FAILED.exec(text)?.[1]
  if (rest === undefined) return null
  const [, thing = rest, group = ''] = GROUPED.exec(rest) ?? []
  const noun = thing.trim() === '' ? 'requests' : thing.trim()
  return `failure rate of ${noun}${group === '' ? '' : ` by ${group}`}`
}
