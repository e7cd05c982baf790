/**
 * How people talk who count: kinds of something, halves and "95 of 100", particles behind verbs, "how busy". Part of
 * `plain-forms.ts` and `everyday-paraphrases.ts`.
 */

import type { Paraphrase } from './paraphrases.ts'
import { SEVERAL_PEOPLE as PEOPLE } from './people.ts'
import { form, type PlainForm } from './plain-form.ts'

const KIND = '(?:kind|type|sort|class|category)s?'
const HUNDRED = '(?:100|a hundred|one hundred|hundred)'
const TOOK = '(?:take|took|taken|need|needed|last|lasted|run|ran|done|finished|answered|ready|served|completed|over)'

export const SPOKEN_FORMS: readonly PlainForm[] = [
  // "How many checks failed and how many were fine since 9:10".
  form(
    '(?<=\\bhow many .{3,80}),? (?:and|but) how many (?:of (?:them|those|these) )?(?:were|was|are|came out|turned out|ended) (?:fine|ok|okay|good|alright|all right)(?= (?:since|in|during|between|today|over|from|before|after)\\b|[\\s?.!]*$)',
    ' and how many went through',
  ),
  // "First time the pool was exhausted", "when was it incomplete for the first time": the first of these lines.
  form(
    `^^(?:when was )?(?:the )?(?:very )?(first|last) time (?:that |when )?(?:the |our |an? )?(.{3,60}?) (was|were|got) ([a-z]{3,30})\\b`,
    'when $3 $2 $4 $1',
  ),
  form('^^(when (?:was|were) .{3,80}?) for the (?:very )?(first|last) time\\b', '$1 $2'),
  // "By kind of customer": by customer, which the key's own name tells.
  form(`\\b(?:by|per|for each|for every) (?:the )?${KIND} of (?:the |a |an |our )?(?=[a-z])`, 'per '),
  // "Booked by the citizens": who did it, and no group.
  form(
    `\\b((?:was|were|been|are|is|got|get) [a-z]{3,20}(?:ed|en|t|d|n)) by (?:all )?(?:the|our|all) ${PEOPLE}(?=[\\s?.!]*$| (?:in|since|between|before|after|during|over|from|today|yesterday|until|so|this|within|per|altogether|in total)\\b)`,
    '$1',
  ),
  // "How many euro did we pay back".
  form(
    '\\b(how (?:many|much) .{2,60}?) (?:did|have|has) (?:we|you|they|people) (?:pay|paid) back\\b',
    '$1 were refunded',
  ),
  form('\\bpaid back\\b', 'refunded'),
  // "Called off" makes no calls, and "take in" takes no time.
  form('\\b(?:called|call|calling) off\\b', 'cancelled'),
  form('\\b(how (?:many|much) .{2,60}? (?:do|does|did) (?:we|you|they|it|[\\w-]{2,40})) take in\\b', '$1 receive'),
  // "Half of the refunds are faster than what? So the median."
  form(
    `^^(?:(?:the )?(?:half|50 ?%|50 percent)) of (?:all )?(?:the |our )?(.{3,60}?) (?:is|are|was|were|takes?|took|need|needs|needed|run|ran) (?:faster|quicker|shorter|less|done|below|under)(?: (?:than|in|within|after))? (?:what|how (?:much|long|many (?:ms|milliseconds|seconds))(?: time)?|which (?:time|duration))(?:\\?? ?,? ?(?:so |i mean |that is |meaning )?(?:the )?median(?: please)?)?$$`,
    'median duration of $1',
  ),
  // "In what time are 95 of 100 bookings done", "how long do 95 % of bookings take at most".
  form(
    `^^(?:in (?:what|which|how much) time|within what time|how (?:long|fast|quick(?:ly)?)|after (?:what|which) time|below (?:what|which) (?:time|duration)) (?:is|are|was|were|do|does|did|will|have|has) (50|75|90|95|99) ?(?:of|out of|in|from) (?:every )?${HUNDRED} (?:of )?(?:all )?(?:the |our )?(.{3,80}?) (?:be )?${TOOK}(?: (?:at most|at the most|or less|maximum))?$$`,
    'p$1 duration of $2',
  ),
  form(
    `^^(?:in (?:what|which|how much) time|within what time|how (?:long|fast|quick(?:ly)?)|after (?:what|which) time) (?:is|are|was|were|do|does|did|will|have|has) (50|75|90|95|99) ?(?:%|percent) of (?:all )?(?:the |our )?(.{3,80}?) (?:be )?${TOOK}(?: (?:at most|at the most|or less|maximum))?$$`,
    'p$1 duration of $2',
  ),
  form(
    `^^(?:in (?:what|which|how much) time|within what time|how (?:long|fast|quick(?:ly)?)) (?:is|are|was|were|do|does|did|will|have|has) (?:9|nine) (?:of|out of|in) (?:10|ten) (?:of )?(?:all )?(?:the |our )?(.{3,80}?) (?:be )?${TOOK}(?: (?:at most|at the most|or less|maximum))?$$`,
    'p90 duration of $1',
  ),
  // "Average time of a weighing": how long it takes.
  form(
    '\\b(average|mean|median|typical|longest|shortest|max(?:imum)?|p\\d\\d) time (?:of|for) (?:an?|one|each|the|every) (?=[a-z])',
    '$1 duration of a ',
  ),
]

/** Particles that only belong to their verb, where the question is not read with them. */
export const SPOKEN_PARAPHRASES: readonly Paraphrase[] = [
  [/\b(wr(?:ite|ites|ote|itten|iting)|not(?:e|es|ed)|put|logs?|logged|record(?:s|ed)?) down\b/g, '$1'],
  [
    /\b(sends?|sent|sending|answer(?:s|ed)?|repl(?:y|ies|ied)|report(?:s|ed)?|thr(?:ow|ows|ew|own)|hand(?:s|ed)?|return(?:s|ed)?) back\b/g,
    '$1',
  ],
  [/\b(how (?:many|much) .{2,60}?) (?:went|gone|go) out\b/g, '$1 were sent'],
  [/\b(how (?:many|much) .{2,60}?) (?:came|come) in\b/g, '$1 were received'],
  // "Could not book because the slot was gone": what is refused for a reason.
  [
    /\b(how many )(?:of )?(?:the |our )?(?:[a-z]{3,20} )?(?:could not|couldn't|were not able to|were unable to|cannot|can not) ([a-z]{3,20}) (?:because(?: of)?|as|since|due to) /g,
    '$1$2s refused because ',
  ],
  // "Which kind of waste do people want to get rid of most?"
  [
    /\b(?:which|what) (?:(?:kind|type|sort|class|category) of )?((?:[a-z][\w.-]{1,30} ){0,2}[a-z][\w.-]{1,30}) (?:do|did|does) (?:people|users|customers|clients|they|we|citizens|most people|everybody|our [a-z]{3,20}|the [a-z]{3,20}) (?:(?:want|like|try|prefer|need|have)(?: to)? ?)?(?:[a-z]{2,20} ?){0,3}? ?(?:the )?most(?: often| frequently| of all)?(?=\W*$)/g,
    'which $1 is the most frequent',
  ],
  // "How busy was web in the last half hour, in requests?"
  [
    /^(?:so |and |but |ok )*how (?:busy|loaded|much in use|much used|heavily used) (?:is|was|were|are|has|have|did) (?:the |our )?(\S{2,60})(?: been| get)?(.{0,60}?),? (?:in|by|as|counted in|measured in|in terms of)(?: number of)? (requests|calls|lines|log lines)(?=\W*$)/g,
    'how many $3 of $1$2',
  ],
  [
    /^(?:so |and |but |ok )*how (?:busy|loaded|much in use|much used|heavily used) (?:is|was|were|are|has|have|did) (?:the |our )?(\S{2,60})(?: been| get)?(?= (?:in|since|between|over|during|from|after|before|now|right now|at the moment|today)\b|\W*$)/g,
    'how many requests of $1',
  ],
  [
    /\b(?:which|what) (?:programs?|programmes?|software|parts|modules|processes) (?:do|can|are) (?:you|we|there)(?: (?:see|have|know|watch|monitor|find))?(?: (?:here|there|in (?:the )?(?:system|project)))?(?=\W*$)/g,
    'which services are there',
  ],
]
