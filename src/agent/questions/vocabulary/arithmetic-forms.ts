/** Sums, rates and comparisons of two windows, in the grammar that the vocabularies know. */
import { form, type PlainForm } from './plain-form.ts'

const CLOCK = '\\d{1,2}:\\d{2}'
const AMOUNT = '(?:\\d{1,3}|two|three|five|ten|fifteen|twenty|thirty)'
const UNIT = '(?:minutes?|mins?|hours?|hrs?)'
const AGAINST = '(?:vs\\.?|versus|against|next to|beside|alongside|compared (?:to|with)|and)'
const VERSION = 'v?\\d+\\.\\d+(?:\\.\\d+)*'
const RELEASE = '(?:release|version|update|deploy|deployment|rollout)'
const LATENCY =
  '(?:(?:mean|average|avg|median|p\\d\\d|95th percentile|99th percentile) )?(?:response times?|latency|latencies|durations?|error rate|failure rate|success rate)'
const CURRENCY = '(?:euros?|eur|usd|us dollars?|dollars?|gbp|pounds?|chf|francs?)'

export const ARITHMETIC_FORMS: readonly PlainForm[] = [
  // "How did 2.9.0 change the mean response time of web": both sides of its release.
  form(
    `^^(?:how (?:much )?|in what way |what )?(?:did|has|have) (?:the )?(?:(?:new|latest|last) )?(?:${RELEASE} )?(${VERSION})(?: ${RELEASE})? (?:changed?|affect(?:ed)?|influenced?|impact(?:ed)?|do(?:ne)? to|do(?:ne)? for) (?:the |our )?(${LATENCY}(?: (?:of|for|on|in) [^?,;.]{2,60}| of [\\w.-]{2,60})?)$$`,
    '$2 before and after $1',
  ),
  form(
    `^^(?:how (?:much )?|in what way |what )?(?:did|has|have) (?:the |our )?(?:new|latest|last|recent) ${RELEASE} (?:changed?|affect(?:ed)?|influenced?|impact(?:ed)?|do(?:ne)? to|do(?:ne)? for) (?:the |our )?(${LATENCY}(?: (?:of|for|on|in) [^?,;]{2,60})?)$$`,
    '$1 before and after the last release',
  ),
  // "Active visits, one number for each type please".
  form(
    '(?:,| -|:)? (?:one|a|the|1) (?:number|figure|value|count|total|line|row) (?:for each|for every|per|each per) ([a-z][\\w.-]{1,40}(?: [a-z][\\w-]{1,20})?)(?:,? (?:please|pls|thanks))?$$',
    ' for each $1',
  ),
  // "Amount of failed payments in euro" is what they come to, and not how many.
  form(
    `^^(?:what (?:is|was) |what's |show (?:me )?|give me |tell me )?(?:the )?(?:total )?amount of (?!money\\b)(?=.{3,120}\\bin ${CURRENCY}\\b)`,
    'sum of the amount of ',
  ),
  // "Between 22 and 23h".
  form('(?<=\\b(?:between|from) )(\\d{1,2})(?: ?h)? (and|to|until|till) (\\d{1,2}) ?h(?![\\w:])', '$1:00 $2 $3:00'),
  // "Ok now merge conflicts, how many": next, and not in these minutes.
  form(
    '^^(?:ok|okay|and|so|alright)?,? ?now,? (?=[a-z]{3,20} [a-z]{3,20}(?: [a-z]{2,20})?,? (?:how many|number|count))',
    '',
  ),
  form('^^(?:the )?(slowest|fastest|worst) (?:app|api|backend|http|rest) (endpoints?|routes?)\\b', '$1 $2'),
  // "Which city is running out of viewing slots".
  form(
    '^^(which|what) ([a-z]{3,20}) (?:is|are) (?:running|getting) (?:out of|low on|short of) (?=[a-z])',
    '$1 $2 has the fewest ',
  ),
  form(',? (?:how many and which(?: ones?)?|which ones? and how many)$$', ', list them'),
  // "How quickly do we send a mail", "how many seconds to upload a chunk", "worst time to submit an exam".
  form(
    '^^how (?:quickly|fast) (?:do|does|did|can) (?:we|you|they|it) (?=[a-z]{3,} (?:an?|the|our|one)\\b)',
    'how long does it take to ',
  ),
  form(
    '^^how many (?:ms|milliseconds|seconds|secs|minutes) (?:do we need |is needed |are needed )?to (?=[a-z]{3,} (?:an?|the|our|one)\\b)',
    'how long does it take to ',
  ),
  form(
    '^^(?:what is |whats |the )*(?:time|seconds|minutes) (?:needed|required|taken|it takes|it took) to (?=[a-z]{3,} )',
    'how long does it take to ',
  ),
  form(
    '^^(?:what is |whats |the |our )*(?:worst|longest|slowest) time (?:needed |it took )?to (?=[a-z]{3,} )',
    'max time to ',
  ),
  // "Euros paid out in refunds", "order value accepted per shop", "value of accepted orders": what they come to.
  form(`^^(?:the |our )*(?=${CURRENCY} (?:paid|spent|lost|[a-z]{3,14}ed)\\b)`, 'total '),
  form(
    '^^(?:the |our |total |overall )*(order|basket|cart|booking|sale|ticket|refund|payout|invoice|purchase|parcel|claim) (?:values?|worth) ((?:[a-z]{2,14}ed|paid|sold|sent))\\b',
    'how much were the $1s $2 worth',
  ),
  form(
    '^^(?:what (?:is|was) )?(?:the )?(?:total |overall )?value of (?:the |all |our )?((?:[a-z]{2,14}ed|paid|sold|sent) [a-z]{3,20}s|[a-z]{3,20}s (?:[a-z]{2,14}ed|paid|sold|sent))(?=,? (?:per|by|since|in the|over|today|tonight|so far|between|before|after)\\b|[\\s?.!]*$)',
    'how much were the $1 worth',
  ),
  // "Conversion value in eur attributed today", "value of refunds in euro": what they come to.
  form(
    `^^(?:what (?:is|was) )?(?:the )?(?!total\\b|mean\\b|average\\b|median\\b|highest\\b|lowest\\b|amount\\b)([a-z]{3,20}) (value|amount|volume) in ${CURRENCY}\\b`,
    'total $1 $2',
  ),
  form(
    `^^(?:what (?:is|was) )?(?:the )?value of (?:the |all |our )?([a-z][a-z -]{2,40}?) in ${CURRENCY}\\b`,
    'total value of $1',
  ),
  // "Add up the cents of all deposits": arithmetic, and no order to change something.
  form('^^(?:please )?(?:add|total|tally) up (?:all )?(?:of )?(?:the |our )?(?=[a-z])', 'total '),
  form(
    '^^(?:please )?sum up (?:all )?(?:of )?(?:the |our )?(?=[a-z]+s\\b (?:of|that|in|from|on|by|for|which)\\b)',
    'total ',
  ),
  form(
    ',? ?(?<!\\bto be )\\b(?:summed|added|totall?ed) (?:up|together)\\b(?=[\\s?.!]*$| (?:since|in|over|from|between|until|before|after|for|during|today)\\b)',
    ' in total',
  ),
  // "Rise of http_requests_total": what a counter gained.
  form('^^(?:the )?(?:rise|growth|gain) (?:of|in) (?=[a-z][a-z0-9]*[._][\\w.]{2,80}\\b)', 'increase of '),
  form(
    '^^by how much (?:did|has|have) (?:the )?([a-z][a-z0-9]*[._][\\w.]{2,80}) ((?:[^\\s?]{1,40} ){0,6})(?:rise|risen|grow|grown|increase|increased|climb|climbed|go up|gone up)\\b',
    'increase of $1 $2',
  ),
  // "Purchases a minute since 19:05": a unit behind "a" is a rate, where a time of its own stands behind it.
  form(
    `(?<=^(?:[a-z][\\w.-]{1,40} ){0,4}(?!(?:lasts|takes|needs|times|lasted|needed|waited|ended)\\b)[a-z][\\w-]{1,40}(?:s|ed)) an? (second|minute|hour)(?=[\\s?.!]*$| (?:since|between|from|until|in the last|over the last|during the last) )`,
    ' per $1',
  ),
  // "The last 10 min next to the 10 min half an hour earlier".
  form(
    `\\b(last|past) (${AMOUNT}) ?(${UNIT}),? ${AGAINST} (?:the )?\\2 ?${UNIT} (half an hour|an hour|one hour|${AMOUNT} ?${UNIT}) (?:earlier|before(?: that)?|ago|previously)\\b`,
    '$1 $2 $3 compared to $4 earlier',
  ),
  form(
    `\\b(last|past) ten (minutes?|mins?),? ${AGAINST} the ten (?:\\2 )?(?=before\\b|earlier\\b)`,
    '$1 10 $2 vs the 10 $2 ',
  ),
  form(`(?<=${CLOCK}) (?:next to|alongside|side by side with) (?=${CLOCK})`, ' against '),
  // "Did the 3.5.0 release slow down the planner", "slower after the 3.5.0 release".
  form(
    `^^(?:did|has|have) (?:the )?(?:(?:new|latest|last) )?(?:${RELEASE} )?(${VERSION})(?: ${RELEASE})? (?:slow|slowed)(?: down)? (?:the |our )?(.{2,40}?)(?: down)?$$`,
    'did $2 get slower with $1',
  ),
  form(
    `\\bget (slower|faster) (?:after|since|with|because of|due to|from|in) (?:the )?(?:new )?(?:${RELEASE} )?(?:of )?(${VERSION}) ${RELEASE}$$`,
    'get $1 with $2',
  ),
  form(
    `^^did (?:the |our )?(?:new|latest|last) ([a-z][\\w-]{2,40}) ${RELEASE} make (?:it|things|that|everything) (slower|faster)$$`,
    'did $1 get $2 since the release',
  ),
]
