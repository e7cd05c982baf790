/** Praise, thanks and farewells that are put together in any order ("great job, merci", "perfect, that's all for tonight"). */

const PIECES = [
  '(?:many |a thousand |no )?thanks?(?: you)?(?: (?:so|very) much| a (?:lot|bunch|million|ton))?(?: again)?',
  'thx|ty|tysm|cheers|kudos|respect|bravo|chapeau',
  '(?:vielen |herzlichen |muchas |mille |molte )?(?:danke|merci|gracias|grazie|obrigad[oa]|bedankt|tack|takk)(?: (?:schoen|sehr|dir|euch|beaucoup|bien|mille|a todos))?',
  "(?:that|this|it)(?: is|'s|s| was| will be| would be)? (?:all|it|enough|everything|great|perfect|helpful|fine|good|awesome)(?: i (?:need|needed|wanted)(?: to know)?)?(?: for (?:now|today|tonight|the (?:moment|night|day)|this (?:shift|week|evening)|me))?",
  'thats (?:all|it|enough|everything|great|perfect|helpful|fine|good)(?: i (?:need|needed|wanted)(?: to know)?)?(?: for (?:now|today|tonight|the (?:moment|night|day)|this (?:shift|week|evening)))?',
  '(?:that|this|it)(?: really)? help(?:s|ed)(?: (?:me|us))?(?: a (?:lot|bunch)| (?:very )?much)?',
  '(?:very |really |so |super |most )?(?:great|perfect|cool|nice|good|awesome|excellent|wow|super|brilliant|amazing|lovely|wonderful|fantastic|helpful|impressive|sweet|neat|splendid)(?: (?:job|work|one|stuff|bot|answer|answers|help|catch|to know|to hear|news))?(?: (?:today|tonight))?',
  'well done|got it|understood|i see|makes sense|no worries|never ?mind|no problem|all good|all clear|fair enough|good to know|appreciate(?:d| it)|much appreciated',
  'have (?:a|an) (?:(?:nice|good|great|lovely|quiet|calm|wonderful|pleasant) )?(?:day|evening|night|weekend|one|shift|time|afternoon|week|rest)(?: everyone| all| then)?',
  '(?:you|this|that|it) (?:are|were|was|is|have been|has been|will be) (?:(?:of|such|really|very|so|quite|a|an|the) )*(?:(?:great|big|huge|real|good|wonderful|tremendous|enormous|massive|fantastic|amazing|much|very|lot of) )*(?:help|helpful|support|lifesaver|treasure|legend|hero|useful)',
  '(?:a |what a |real |my |such a |total |absolute )*(?:life ?savers?|legend|hero|star|gem|genius|champ|champion|treasure)|you (?:just |really )?(?:saved|made) (?:me|us|my (?:day|night|shift|evening|weekend|life|bacon))',
  '(?:back|off|straight|time) (?:to|for) (?:bed|sleep|work|lunch|dinner|home|my (?:coffee|bed|sofa|couch|pillow|blanket|book|movie|dinner|lunch|tea|desk|cave)|the (?:sofa|couch)|coffee|a coffee|another coffee)|(?:i can|can|i will|ill|going to|gonna|time to|let me|now i can) (?:go (?:back )?to (?:bed|sleep)|sleep|sleep (?:well|again|better)|go home|rest|get some sleep)',
  '(?:you|same to you|likewise) ?(?:too)?|you (?:are )?(?:rock|great|the best|awesome|amazing|a star|a lifesaver|helpful)',
  'see you(?: (?:later|tomorrow|soon|then|around|next time|on monday))?|talk (?:to you )?(?:later|soon)|until (?:tomorrow|next time)|bye(?: bye)?|goodbye|good ?night|take care|over and out',
  "(?:i am |i'm |im |we are |we're )?(?:done|finished|off|out|heading home|going home|logging off|signing off|going (?:back )?to (?:bed|sleep|lunch)|off (?:back )?to (?:bed|sleep|lunch|home))(?: (?:here|now|for (?:now|today|tonight|the day)))?",
  '(?:the |my )?(?:pager|phone|alerts?|alarms?|channel|night|shift|dashboards?) (?:is|are|has gone|went) (?:all )?(?:quiet|silent|calm|green|clear)(?: (?:again|now))?',
  "(?:(?:i am |i'm |im |we are |we're )?(?:handing over(?: to (?:the )?[a-z]{2,20}(?: (?:shift|team|crew))?)?|closing (?:the|this) (?:incident|ticket|page|alert|call)|writing (?:up )?(?:the |a |my )?(?:post-?mortem|report|summary|handover|notes)|calling it a (?:night|day)|getting (?:some )?(?:coffee|sleep|rest))|(?:i will|i'll|ill|we will|we'll) (?:hand over|close (?:the|this) (?:incident|ticket|page|alert)|write (?:up )?(?:the |a |my )?(?:post-?mortem|report|summary|handover|notes)|call it a (?:night|day)|get (?:some )?(?:coffee|sleep|rest)))(?: (?:tomorrow|later|now|in the morning|then|first))*",
  'nothing else|no more questions|no further questions|that will be all|we are good|i am good|enough for (?:now|today|tonight)',
  'for (?:your|the|all|all your|all the) (?:(?:quick|great|fast|prompt|kind) )?(?:help|support|answers?|update|info|work)',
  'ok(?:ay)?|alright|right|and|so|very much|everyone|everybody|all|team|guys|folks|mate|mates|buddy|friend|bot|agent|assistant|man|sir|lol|haha|yay|phew|yes|yeah|fine|again|then|now|today|tonight|indeed',
]
const PIECE = new RegExp(`^[\\s,.!;:)(-]{0,8}(?:(${PIECES.join('|')})(?![\\p{L}\\p{N}'_-]))`, 'u')
/** What alone says nothing: "ok, all right now" may be a question. */
const WEAK =
  /^(?:ok(?:ay)?|alright|right|and|so|everyone|everybody|all|team|guys|folks|now|today|tonight|again|then|yes|yeah|you|fine|all good|all clear|off|out|done|finished|good|it|got it|.{2,20} (?:quiet|silent|calm|green|clear)(?: (?:again|now))?)$/
const CHARS_MAX = 160

/** Whether a message is made of such pieces alone. In small letters. */
export function isSmallTalk(text: string): boolean {
  if (text.length > CHARS_MAX || /[?\d]/.test(text)) return false
  let isStrong = false
  let rest = text
  for (;;) {
    const [piece = '', said] = PIECE.exec(rest) ?? []
    if (said === undefined) return isStrong && /^[\s,.!;:)(^-]*$/.test(rest)
    if (!WEAK.test(said)) isStrong = true
    rest = rest.slice(piece.length)
  }
}

const GREETED =
  /^\W*(?:(?:good |gm,? ?)?(?:morning|afternoon|evening)|good day|gm|moin(?: moin)?|servus|hi|hello|hey|howdy|greetings|hi ?ya)(?: (?:there|all|team|everyone|everybody|folks|guys|again|bot|agent|assistant|together|colleagues))*\s*(?:[,!.;:)-]+\s*|(?=\b(?:is|are|was|were|what|which|who|how|why|when|any|anything|did|does|do|has|have|can|could)\b))(?=\S)/i

/** A message without the greeting it begins with ("morning, anything broken?"). */
export function withoutGreeting(message: string): string {
  const found = GREETED.exec(message)
  const rest = found === null ? message : message.slice(found[0].length)
  return /[\p{L}\p{N}]/u.test(rest) ? rest : message
}

/** Whether a message begins with a greeting and asks nothing: what it tells behind it is talk. */
export function isGreetingWithTalk(message: string): boolean {
  const rest = withoutGreeting(message)
  return rest !== message && !/\?/.test(rest) && !ASKS.test(rest)
}

const ASKS =
  /\b(?:how|what|which|who|when|where|why|is|are|was|were|do|does|did|has|have|can|could|any|anything|show|list|give|tell|count|number|check|compare|errors?|failures?|failed|failing|fail|slow|down|broken|problems?|issues?|trouble|status|health|healthy|not|need|want|please|pls)\b|\d/i
