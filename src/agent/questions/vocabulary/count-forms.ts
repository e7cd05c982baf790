/**
 * Everyday ways of asking for counts and groups, and the plain way of asking the same. Part of `plain-forms.ts`; no form
 * takes a condition away or adds one.
 */
import { form, type PlainForm } from './plain-form.ts'

/** What people say of something that failed. */
const BLEW_UP =
  "(?:blew up|blown up|bombed(?: out)?|went (?:belly up|broken|south|sideways|up in smoke|down in flames|kaput|haywire)|fell (?:over|flat|through)|keeled over|conked out|crapped out|tanked|flopped|choked|ended badly|came to nothing|did not make it|didn't make it|did not go through|didn't go through)"
const NOUN = '[a-z][\\w-]{2,30}(?: [a-z][\\w-]{2,30}){0,2}?'
const TIME = '(?: (?:in|since|during|between|after|before|today|yesterday|this|over|from|so far)\\b.{0,60})?'

export const COUNTS: readonly PlainForm[] = [
  // "Estimates that blew up since 12:25", "how many tours went belly up".
  form(
    `^^(?:how many (?:of the )?|number of |count of |all |the )*(${NOUN}) (?:that |which )?(?:just |simply )?(?:have )?${BLEW_UP}(${TIME})$$`,
    'how many $1 failed$2',
  ),
  // "Refused cause the card had expired", "held back cuz of the weather".
  form(
    "\\b([a-z]{3,20}(?:ed|en|ck|back|down|off|out|up|ost|ld)|fail) (?:'?cause|cuz|'?coz|'?cos|'?cus)(?= of\\b)",
    '$1 because',
  ),
  form(
    "\\b([a-z]{3,20}(?:ed|en|ck|back|down|off|out|up|ost|ld)|fail) (?:'?cause|cuz|'?coz|'?cos|'?cus) (?=(?:the|a|an|of|it|they|there|their|we|no|not|some|more|[a-z]{3,20})\\b)",
    '$1 because ',
  ),
  // "Bookings refused, number please", "tours lost: give me a number".
  form(
    '^^(?!how\\b|what\\b|which\\b|when\\b|where\\b|why\\b|who\\b|is\\b|are\\b|was\\b|were\\b|did\\b|does\\b|do\\b|give\\b|show\\b|mean\\b|average\\b|sum\\b|total\\b)(.{4,90}?)(?:[,:;]| -) ?(?:(?:the |a |just the |just a )?(?:number|count|figure|tally)|(?:give|tell) me (?:the|a) (?:number|count|figure)|in numbers)(?: please| pls| plz)?$$',
    'how many $1',
  ),
  // "One number for each type", "one count per type".
  form(
    ',? (?:and )?(?:(?:give me |i want |with )?(?:one|a|its|the) (?:number|count|total|figure)) (?:for (?:each|every)|per) (?=[a-z])',
    ' by ',
  ),
  // "Occurrences of x509", "give me the count of refused bookings".
  form(
    '^^(?:(?:give|tell|get|show) (?:me|us) |what(?: is|\'s| was) |i need |i want )?(?:the |a )?(?:number of |count of |how many )?(?:occurrences?|instances|mentions) of (?=[a-z0-9_"\\ue000-])',
    'how many lines say ',
  ),
  form(
    '^^(?:(?:give|tell|get|show) (?:me|us) |i need |i want )(?:the |a )?(?:total )?(?:count|number|tally) of (?:all |the |our )?(?=[a-z])(?!.{1,80} and (?:the )?(?:count|number|tally) of )',
    'how many ',
  ),
  form('^^(?:when|at what time) (was|were) the most recent (?=[a-z])', 'when $1 the last '),
]
