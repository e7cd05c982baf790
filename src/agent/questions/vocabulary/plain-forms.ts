/**
 * The same asked in other grammar, whatever it is about: how times, rates, groups, moments and failures are put. Each
 * form is replaced by the one that the vocabularies know, before anything else is read. None takes a condition away or
 * adds one. Order matters: later forms read what earlier ones wrote.
 */
import { ARITHMETIC_FORMS } from './arithmetic-forms.ts'
import { ASKED_IN_PASSING } from './asked-in-passing.ts'
import { ASKING_FORMS } from './asking-forms.ts'
import { COLLOQUIAL_FORMS } from './colloquial-forms.ts'
import { COMPARED_FORMS } from './compared-forms.ts'
import { COUNTS } from './count-forms.ts'
import { DESK_FORMS } from './desk-forms.ts'
import { ENGINEERS_FORMS } from './engineers-forms.ts'
import { ON_CALL_FORMS } from './on-call-forms.ts'
import { SEVERAL_PEOPLE as PEOPLE } from './people.ts'
import { form, type PlainForm } from './plain-form.ts'
import { SERVICE_FORMS } from './service-forms.ts'
import { SHORTHAND } from './shorthand-forms.ts'
import { SPOKEN_FORMS } from './spoken-forms.ts'
import { TYPED_FORMS } from './typed-forms.ts'

const CLOCK = '\\d{1,2}:\\d{2}(?::\\d{2})?(?: ?(?:am|pm|utc|z)\\b)?'
const AMOUNT = '(?:\\d{1,3}|two|three|five|ten|fifteen|twenty|thirty|forty|sixty|ninety)'
const UNIT = '(?:minutes?|mins?|seconds?|secs?|hours?|hrs?)'

/** "From 14:05 on", "ahead of 14:05", "the past hour and a half", "in the 10 min leading up to 14:05". */
const TIMES: readonly PlainForm[] = [
  // "After the fix at 10:34": the clock says when.
  form(
    `\\b(since|after|before|until) (?:the |our )(?:fix|repair|remount|failover|switch|reload|mitigation|workaround) (?:at|of|around) (?=${CLOCK})`,
    '$1 ',
  ),
  form(
    `\\b(?:from|starting(?: at| from)?|beginning(?: at| with| from)?|as of) (${CLOCK}),? (?:on(?:wards?)?|forward|(?:up )?(?:until|till|to) (?:now|date|the present|this moment)|and later)\\b`,
    'since $1',
  ),
  form(`\\b(?:from )?(${CLOCK}) (?:onwards?|and later|or later)\\b`, 'since $1'),
  form(`\\bfrom (${CLOCK}) (?:up to|up until|until|till|through) (?=${CLOCK})`, 'from $1 to '),
  form(
    `\\b(${AMOUNT}) ?(${UNIT}) (?:ahead of|leading up to|up to|up until|preceding|prior to|right before|just before|immediately before|running up to) (?=(?:the |it\\b|that\\b|${CLOCK}))`,
    '$1 $2 before ',
  ),
  form(`\\b(?:up until|up to|ahead of|earlier than|previous to) (?=${CLOCK})`, 'before '),
  form(`\\b(?:following|later than) (?=${CLOCK})`, 'after '),
  form(`\\b(?:counting|counted|measured|starting) from (?=${CLOCK})`, 'since '),
  form(`\\b(${CLOCK}) (?:until|till|to) now\\b`, 'since $1'),
  form(`\\b(${CLOCK}) ?& ?(?=${CLOCK})`, '$1 and '),
  // "Since 20 minutes": for so long, and no moment.
  form(`\\bsince (?:the last )?(${AMOUNT}) ?(${UNIT})(?! (?:ago|before|after|earlier|past))\\b`, 'in the last $1 $2'),
  form('\\b(?:an? |one )?hour and a half\\b', '90 minutes'),
  form('\\bbefore ?(?:/|&|\\+) ?after\\b', 'before and after'),
  // "The last ten minutes against the ten before that".
  form(
    `\\b((?:last|past) (${AMOUNT}) (${UNIT}) (?:vs\\.?|versus|against|compared (?:to|with)|and) the )\\2 (?:before(?: that)?|earlier)\\b`,
    '$1$2 $3 before that',
  ),
  // "All four garages together": how many there are restricts nothing.
  form(
    '\\b(all|both|our|these) (?:of )?(?:the |our )?(?:two|three|four|five|six|seven|eight|nine|ten|[2-9]) (?=[a-z]{3,20}s\\b(?! (?:ago|before|later|earlier)))(?!minutes|hours|seconds|days|weeks)',
    '$1 ',
  ),
  form('\\b(?:two|2) and a half hours\\b', '150 minutes'),
  form("^(today|yesterday)'?s (.{3,200}?)(?=[\\s?.!]*$)", '$2 $1'),
]

/** "How many requests a minute", where nothing says that the minute is a length. */
const RATES: readonly PlainForm[] = [
  form(
    '(?<=\\b(?:how many|how much|number of|count of|rate|average|requests?|errors?|calls?|messages?|events?)\\b.{0,80}(?<!\\b(?:than|in|within|for|over|under|above|below|last|past|half|once|twice|times|about|around|exactly|nearly|almost|took|takes?|taking|after|before|of|at|least|most|by|and|or|to|until|lasted?|needs?|needed))) (?:an?|each|every) (second|minute|hour|day)\\b(?! (?:ago|earlier|later|before|after|or|and|long|time|to))',
    ' per $1',
  ),
  form(
    '(?<=\\b(?:how many|how much|number of|count of)\\b.{0,80}) (?:in|for|during) (?:each|every) (second|minute|hour|day)\\b',
    ' per $1',
  ),
  form(
    '\\b(how many .{2,60}?) do (we|you|they) (get|see|have|handle|process|receive|serve) in (?:an?|one) (second|minute|hour|day)\\b',
    '$1 do $2 $3 per $4',
  ),
  // "Purchases a minute since 14:05": a noun by itself, and no window of a minute.
  form(
    '^([a-z][a-z-]{2,30}s) (?:an?|each|every) (second|minute|hour)(?=[\\s?.!]*$| (?:since|between|before|after|from|in|during|over|on|of|at)\\b)',
    '$1 per $2',
  ),
  form('\\bper each (?=[a-z])', 'per '),
]

/** "Broken down per plan", "for each kind". */
const CUTS: readonly PlainForm[] = [
  form('\\b(?:for )?each(?: one)? of (?:the|our|these|those) (?=[a-z])', 'by '),
  form(
    '\\b(slower|faster|longer|more|less|higher|lower|fewer|bigger|older) then (?=\\d|an? |one |two |half )',
    '$1 than ',
  ),
  // "Not going to NORDX", "not coming from the app".
  form(
    '\\b(?:that (?:are|were|did|do|is|was) |which (?:are|were|did|do|is|was) |who (?:are|were|did|do) )?not (?:going|coming|sent|routed|made|sending|come|go|from|made through) (?:to|from|via|through|over|by|with) (?:the )?(?=\\S)',
    'except ',
  ),
  // "Requests by fleet users": whose requests, and no group.
  form(`\\bby ((?!(?:the|each|all|different|single) )[a-z-]{2,20} ${PEOPLE})\\b`, 'from $1'),
  form(`\\bby (${PEOPLE}) (?=(?:with|on|from|via|who|using) )`, 'from $1 '),
  form(
    '^(?:please )?(?:break down|split|group) (?:the |our )?(?!(?:it|this|that|them|these|those)\\b)(.{3,60}?) (?:per|by|for each) ',
    '$1 by ',
  ),
  form(
    '^per ((?!second|minute|hour|day|week)[a-z][\\w.-]{1,40}(?: [a-z]{2,20})?)[,:] (?=\\S)(.{3,120}?)(?=[\\s?.!]*$)',
    '$2 by $1',
  ),
  form('^per (second|minute|hour|day)[,:] (?=\\S)(.{3,120}?)(?=[\\s?.!]*$)', '$2 per $1'),
  form(
    ',? (?:when |and )?(?:broken|split|grouped|divided|separated|listed)(?: down| up| out)? (?:per|for each) ',
    ' by ',
  ),
  form(
    '^(?:please )?(?:break|split|divide)(?: down| up)? (?:me )?(?:the |our )?(?!(?:it|this|that|them|these|those)\\b)(.{3,80}?)(?: down| up)? (?:per|by|for each) ',
    '$1 by ',
  ),
  form(', for (?:each|every) (?=[a-z])', ' by '),
  // "Which plans were renewed how often", "tenants ranked by 429".
  form(
    '^(?:which|what) ([a-z]{3,30})s (?:were|was|got|get|are|have been) (.{2,50}?) how (?:often|many times)(?=[\\s?.!]*$)',
    'how many $2 by $1',
  ),
  form('^(?:the |our )?([a-z]{3,30})s ranked by (?:the )?(?:number of )?(?=\\S)(.{2,50}?)(?=[\\s?.!]*$)', '$2 by $1'),
  form(
    ', (?:the )?([^\\s,]+(?: [^\\s,]+){0,3}) (?:not (?:included|counted)|excluded|left (?:out|aside)|aside)(?=[\\s?.!]*$)',
    ' except $1',
  ),
]

/** "Time of the most recent 503", "at what time …". */
const MOMENTS: readonly PlainForm[] = [
  // "When did the first upload time out?": one record, and not since when there is trouble.
  form(
    '^(?:and |so |but )*(?:at )?(?:what time|when) (?:did|was|were|has) (?:the |our )?(?:very )?(first|earliest|last|latest|most recent) (.{3,40}?) (?:to )?(?:time out|timed out|(?:get|got|hit|run into|ran into|end in|have|had|see|receive) (?:an? |the )?(?:timeout|time-out|timed out))(?=[\\s?.!]*$)',
    'when was the $1 $2 that timed out',
  ),
  form(
    '^(?:and |so |but )*(?:at )?(?:what time|when) (?:did|was|were|has) (?:the |our )?(?:very )?(first|earliest|last|latest|most recent) (.{3,40}?) (?:(?:get |go |got |went )?(lost)|go missing|went missing|lost)(?=[\\s?.!]*$)',
    'when was the $1 $2 that was lost',
  ),
  form(
    '^(?:at )?(?:what time|when) (?:did|was) (?:an? |the )?(.{3,40}?) (?:get )?([a-z]{3,20}ed) (?:last|most recently|for the last time|the last time)(?=[\\s?.!]*$)',
    'when was the last $1 $2',
  ),
  form(
    '^(?:at )?(?:what time|when) did (?:an? |the )?(.{3,40}?) (fail|succeed|crash|time out) (?:most recently|last|the last time|for the last time)(?=[\\s?.!]*$)',
    'when was the last $1 that $2ed',
  ),
  form('^(?:so |and )*starting (?:when|at what time|from when)(?=[\\s?.!]*$)', 'since when'),
  form(
    "^(?:(?:give|tell) me |what(?: is|'s| was) )?(?:the )?(?:exact )?time(?:stamp)? of (?:the |our )?(?:very )?(?:most recent|latest|newest|last) ",
    'when was the last ',
  ),
  form(
    "^(?:(?:give|tell) me |what(?: is|'s| was) )?(?:the )?(?:exact )?time(?:stamp)? of (?:the |our )?(?:very )?(?:first|earliest|oldest) ",
    'when was the first ',
  ),
  form(
    "^(?:(?:give|tell) me |what(?: is|'s| was) )?(?:the )?(?:exact )?time(?:stamp)? of (?:the |our )?([a-z][\\w.-]{2,60}) (restart|crash|shutdown|deployment|release|rollout)(?=[\\s?.!]*$)",
    'when was the $2 of $1',
  ),
  form(
    "^(?:what(?: is|'s| was) )?(?:the )?(start|end) time of (?:the |our )?(?:most recent|latest|newest|last) (.{3,60}?)(?=[\\s?.!]*$)",
    'when did the last $2 $1',
  ),
  form(
    '^(?:the )?(?:very )?(last|latest|most recent|first) ([a-z][^,?]{2,60}), (?:at what time|when|what time) (?:did|was|has|is) (?:it|that|this)\\b[^?]{0,40}(?=[\\s?.!]*$)',
    'when was the $1 $2',
  ),
  form(
    '^(?:the )?(restart|crash|shutdown|shut down|start|deployment|release|rollout) of (\\S{2,60}) (?:was|is|happened|took place)(?: at)? (?:what time|when)(?=[\\s?.!]*$)',
    'when was the $1 of $2',
  ),
]

export const PLAIN_FORMS: readonly PlainForm[] = [
  ...ON_CALL_FORMS,
  ...SERVICE_FORMS,
  ...SHORTHAND,
  ...COLLOQUIAL_FORMS,
  ...ASKED_IN_PASSING,
  ...SPOKEN_FORMS,
  ...TYPED_FORMS,
  ...COMPARED_FORMS,
  ...DESK_FORMS,
  ...ENGINEERS_FORMS,
  ...COUNTS,
  ...ARITHMETIC_FORMS,
  ...TIMES,
  ...RATES,
  ...CUTS,
  ...MOMENTS,
  ...ASKING_FORMS,
]
