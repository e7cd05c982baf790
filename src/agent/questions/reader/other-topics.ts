/**
 * Questions of life, of the world and for advice ("which thermostat should I buy?", "is a scan legally valid?"). They
 * decide nothing by themselves: only a question that the project's telemetry does not explain is of another topic.
 */

const WHOSE = "(?:my|your|his|her|our|a|the|someone's)"
/** What people have at home, and what their lives are made of. */
const PRIVATE =
  '(?:flat|house|home|apartment|kitchen|garden|balcony|bedroom|bathroom|living room|car|bike|dog|cat|pet|kids?|child|children|son|daughter|baby|wife|husband|partner|girlfriend|boyfriend|mother|father|mom|mum|dad|parents|family|friends?|neighbours?|neighbors?|back|head|skin|hair|knee|teeth|stomach|heart|blood|blood pressure|sleep|diet|weight|health|body|doctor|tax(?:es)?|tax return|salary|mortgage|rent|pension|savings|money|cv|resume|phone|laptop|tv|holidays?|vacation|trip|wedding|birthday|hobby|exam|homework|essay|thesis|visa|passport|career|life|boss|policy|flight|ticket|parcel|claim|loan|insurance|prescription|subscription|membership|refund|booking|order)'

const SHAPES: readonly RegExp[] = [
  // "Which thermostat should I buy", "what should I wear to it".
  /\b(?:should|shall|could|can|do|must|may|would) (?:i|we|you|one|people|somebody|someone) (?:better |rather |ever |really )?(?:buy|purchase|wear|eat|drink|cook|bake|study|learn|visit|watch|play|rent|lease|invest|bet|marry|date|plant|grow|gift|drive|travel|fly|sleep|train|exercise|lose weight|get a refund|lower|save|earn|deduct|sue|adopt|name (?:my|our)|choose between|have for (?:lunch|dinner|breakfast))\b/,
  /\b(?:should|can|may|could) i (?:take|use|mix|combine|give|get|claim|cancel|return|trust|apply|book|pay)\b(?!.*\b(?:logs?|traces?|metrics?|query|queries|filters?|telemetry|dashboard)\b)/,
  /\b(?:to|worth) (?:buy(?:ing)?|invest(?:ing)? in|visit(?:ing)?|eat(?:ing)?|learn(?:ing)?)\b.{0,60}$/,
  // "How do I lower my taxes", "is coffee bad for my blood pressure".
  new RegExp(
    `^(?:so |and |but |hey |hi |ok )*(?:how|what|which|where|when|why|is|are|can|could|may|should|does|do|will|would|am) .{0,80}\\b(?:my|for (?:my|your|a|the)) (?:[a-z]+ )?${PRIVATE}\\b`,
  ),
  new RegExp(
    `^(?:is|are) .{2,60} (?:good|bad|healthy|unhealthy|safe|dangerous|harmful) for (?:me|you|us|kids|children|people|${WHOSE} [a-z]+)\\b`,
  ),
  // Law and money.
  /\b(?:legal(?:ly)?|illegal(?:ly)?|lawful(?:ly)?|unlawful|taxable|tax[- ]deductible|by law|the law|lawyer|court|constitutional|copyright(?:ed)?)\b/,
  /\b(?:what|how much) (?:does|do|would|will|did|is|are) .{2,60} (?:cost|costs|worth|sell for|go for)\b|\b(?:good|fair|right|best|usual|average) price (?:for|of) (?:an?|the|my)\b|\bhow (?:expensive|cheap) (?:is|are)\b/,
  // Taste, and the world.
  /\b(?:which|what|who) (?:is|are|was|tastes?|looks?) (?:the )?(?:better|nicer|tastier|healthier|cheaper|prettier|best [a-z]+ (?:in|of|for|ever|to))\b/,
  /\bwho (?:won|wins|will win|is going to win|invented|wrote|discovered|founded|painted|directed|is the (?:president|ceo|king|queen|mayor|author|owner|richest))\b/,
  /^(?:so |and |hey |hi )*(?:what|who|where) (?:is|are|was|were) (?:the )?(?:capital|president|population|history|meaning of life|weather|currency|king|queen|prime minister)\b/,
  /^(?:so |and |hey |hi )*(?:do|does|did) (?:you|your) (?:like|love|hate|prefer|believe|feel|dream|sleep|eat|drink|have (?:feelings|friends|a name|a girlfriend))\b/,
  /\b(?:recommend|suggest|any tips|any advice|advice on|tips for)\b/,
  // Texts and programs to be written.
  /^\W*(?:please |can you |could you |would you |hey |hi )*(?:write|compose|draft|generate|create|make|build|design|code|program|implement|translate) (?:me |us )?(?:an?|some|the|my|this|our) (?:[a-z]+ ){0,4}(?:workflow|script|program|function|class|regex|readme|test|tests|unit tests|dockerfile|playbook|manifest|website|app|logo|poem|song|letter|e?mail|contract|presentation|cv|resume|plan|advert|ad|tweet|post|text|code|query in \w+)\b/,
  /^\W*(?:please |can you |could you |would you |hey |hi )*translate\b.{0,160}\b(?:into|to|in) (?:english|german|french|spanish|italian|portuguese|dutch|polish|russian|turkish|arabic|chinese|mandarin|japanese|korean|hindi|greek|latin|swedish|danish|norwegian|finnish|czech|hungarian)\b/,
  /^\W*(?:so |and |hey |hi )*(?:how (?:do|can|could|should) (?:i|you|we|one)|how to) (?:make|cook|bake|fix|repair|build|install|clean|remove|grow|learn|get rid of|become|lose|gain|write|sell|start|open|set up|apply|train|sign|read) (?:an?|my|your|some|better|more) \b/,
]
/** What speaks of telemetry or of operating the system: such a question is none of these. */
const OF_TELEMETRY =
  /\b(?:errors?|logs?|logged|traces?|spans?|metrics?|latency|p\d\d|incident|outage|failures?|failed|failing|fails?|alerts?|releases?|rollback|deploy\w*|requests?|broke|broken|down|slow|slower|root cause|status codes?|\d{3}s|since|last (?:\d+|hour|minutes?)|\d{1,2}:\d{2})\b/

const BODY =
  '(?:tooth|teeth|back|head|neck|knee|knees|stomach|belly|throat|eyes?|ears?|foot|feet|legs?|arms?|hands?|shoulders?|wrist|ankle|finger|thumb|toe|chest|hip|heart|nose|skin|muscles|joints)'
const OF_BODY = new RegExp(
  `\\b(?:my|his|her|your) (?:left |right |lower |upper )?${BODY} (?:(?:really|still|so|just|always) )*(?:hurts?|aches?|is (?:sore|aching|hurting|swollen|bleeding|itchy|stiff|killing me)|are (?:sore|aching|hurting|swollen|itchy|stiff|killing me))\\b|\\b(?:i|we) (?:have|got|am having|feel|caught) (?:an? |the |some )?(?:(?:bad|terrible|slight|strong) )?(?:headache|migraine|toothache|backache|stomach ?ache|sore throat|fever|cough|cold|flu|hangover|rash|allergy)\\b`,
)

/** "My tooth hurts, what should I take?" In small letters. */
export function isOfBody(text: string): boolean {
  return text.length <= 240 && !OF_TELEMETRY.test(text) && OF_BODY.test(text)
}

/** Whether a question is shaped like one of another topic. In small letters. */
export function isOfOtherTopic(text: string): boolean {
  return text.length <= 240 && !OF_TELEMETRY.test(text) && SHAPES.some((shape) => shape.test(text))
}
