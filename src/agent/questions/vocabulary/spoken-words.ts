/** Words of questions that are spoken into a phone or typed on one, and what stands for them in writing. */
import { wordTable } from './word-table.ts'

/** Sounds that are made while one thinks. They never ask or restrict anything. */
export const SOUNDS = '(?:u+h+m*|u+m+|erm+|hm+|ehm+|mhm+)'

/** Talk at the beginning of a spoken question, before it asks anything. */
export const OPENERS = [
  `${SOUNDS}`,
  // "Ok now again?" asks whether all is well.
  '(?:ok|okay|kay|alright)(?=,? (?:so|u+h+m*|u+m+|hey|and|but|then|like|how|hows|what|whats|which|who|when|where|why|is|are|was|were|do|does|did|has|have|can|could|show|give|list|tell|any|in|on|for|the|since|same)\\b)',
  'so(?! far| much| many| few| long)',
  'hey(?: there| you| siri| google)?',
  'hi(?: there)?',
  'yo',
  'listen',
  'look',
  'sorry',
  'like(?! (?:this|that|before|the))',
  'well',
  'basically',
  'honestly',
  'real quick(?:ly)?',
  'quick(?:ly)?(?: question| one)(?: for you)?',
  'you know(?: what)?',
  'i mean(?= (?:how|what|which|who|when|where|why|is|are|was|were|do|does|did|show|give)\\b)',
  'i was wondering(?: if)?',
  'let me see',
  'lets see',
]

/** Talk between the words of a spoken question. */
export const BETWEEN = [
  `${SOUNDS}`,
  '(?<!\\b(?:do|did|if|as|what|would|will|must|should|let|to) )you know(?! (?:what|if|how|when|why|which|who|about|of|the|any)\\b)',
  'real quick(?:ly)?',
  'basically',
  '(?<=\\b(?:we|they|you|i|it) )even(?= (?:have|get|got|know|see|run|use|still|do)\\b)',
  'by the way',
  '(?:just )?(?:super|very) quick(?:ly)?',
]

/** Where somebody is while asking: says nothing of what is asked. */
export const ASIDES = [
  "(?:sorry,? )?(?:i am|i'm|im|i m) (?:just |still |currently )?(?:at|in|on|driving|walking|running|stuck|sitting|standing|heading|about to) (?:at |in |on |to |into )?(?:my |a |an |the )?(?:[a-z]{2,12} ){0,2}?(?:lights?|car|bus|train|plane|tram|cab|taxi|phone|mobile|meeting|call|road|motorway|highway|way|move|go|traffic|queue|airport|station|lift|elevator|kitchen|bed|stage|home|parking lot|board)(?: right now| now| here)?(?:,? (?:so|but|and))?(?= )",
  '(?:my |the )?(?:boss|manager|cto|ceo|vp|board|support|sales) (?:is asking|wants to know|asks|is on the phone)(?:,? (?:so|and))?(?= )',
  // "Duty manager next to me asks: …", "the shift lead wants to know: …".
  '(?:(?:my|our|the|an?) )?(?:[a-z-]{2,20} ){1,3}(?:(?:right |sitting |standing ){0,2}(?:next to|beside|behind) (?:me|us) |here |on the phone )?(?:asks?|is asking|are asking|wants? to know|wanna know|would like to know)(?: me| us)? ?:',
  '(?:(?:i|we) )?(?:need |want )?(?:(?:two|three|2|3|a couple of|some|a few|these|the) )?(?:quick )?(?:numbers|figures|counts) for (?:(?:the|my|our|an?) )?(?:[a-z-]{2,20} ){0,2}[a-z-]{2,20} ?:',
  '(?:give me )?(?:two|three|2|3|a couple of|some|a few) (?:quick )?(?:numbers|things|questions|figures)(?= (?:how|what|which|is|are|did)\\b)',
]

/** What an answer is for, at the end. */
export const ENDINGS = [
  '(?:i|we) need (?:it|this|that|them|the number) (?:for|in|before|by|asap|now|quick|right) ?(?:[a-z]{1,12} ?){0,4}',
  '(?:can you )?(?:tell|let) me (?:know )?(?:please|real quick|quick|quickly)',
  '(?:just )?give it to me straight',
  '(?:im|i am) (?:on|in) (?:a|the) (?:call|meeting|car|phone|road|train|bus)',
  '(?:you know|like|huh|yeah|though|tho|man|dude|mate|or what|or something|do you know)',
]

/** Contractions as they are typed without the apostrophe, which mean one thing only. */
export const WITHOUT_APOSTROPHE = wordTable<string>({
  ...{ whats: 'what is', hows: 'how is', whos: 'who is', wheres: 'where is', whens: 'when is', whys: 'why is' },
  ...{ thats: 'that is', theres: 'there is', heres: 'here is', im: 'i am', ive: 'i have', weve: 'we have' },
  ...{ youre: 'you are', theyre: 'they are', theyve: 'they have', youve: 'you have', whatre: 'what are' },
  ...{ dont: 'do not', doesnt: 'does not', didnt: 'did not', isnt: 'is not', arent: 'are not', wasnt: 'was not' },
  ...{ werent: 'were not', hasnt: 'has not', havent: 'have not', hadnt: 'had not', cant: 'can not' },
  ...{ couldnt: 'could not', wouldnt: 'would not', shouldnt: 'should not', wont: 'will not', aint: 'is not' },
})

/** What people call trouble and courses of numbers when they speak, and the plain words for it. */
export const SLANG: readonly (readonly [string, string])[] = [
  ['(?:did not|do not|does not|didn.?t|don.?t|doesn.?t) (?:go|get|make it|come) through', 'failed'],
  ['busiest (services?|routes?|endpoints?)', '$1 with the most requests'],
  [
    '(?:is|are) (?:stuff|things|anything|something|everything|it all|we|the (?:house|place)) (?:on fire|burning|toast|tanking|hosed|borked|going to hell|going down)',
    'is anything broken',
  ],
  [
    '(?:are we|we) (?:all )?(?:good|okay|fine|safe|in the clear)(?: now| again| right now)?(?=\\W*$)',
    'is everything ok now',
  ],
  [
    '(?:did|has|have) (?:it|everything|stuff|things|the whole thing) (?:all )?(?:tank|tanked|die|died|blow up|blown up|crap out|go south|gone south)',
    'is anything broken',
  ],
  [
    '(?<=\\b(?:is|are|was|were|looks|look|seems|totally|completely|still|[\\w-]{3,40}) )(?:toast|hosed|borked|busted|kaput|fubar|wonky|janky|on fire|acting (?:weird|up|funny|strange|odd)|playing up|misbehaving|tanking|going nuts|going crazy|in the toilet|belly up)(?= |\\W*$)',
    'broken',
  ],
  [
    'through the roof|(?:sky ?rocketing|sky ?rocketed|shooting up|shot up|creeping up|crept up|ballooning|exploding)',
    'rising',
  ],
  ['(?:nose ?diving|falling off a cliff|fell off a cliff|going down the drain|plummeting|plummeted)', 'falling'],
  [
    '(?<=\\bdid (?:the |our |we |it )?(?:[\\w-]{2,40} ){0,2})(?:tank|tank out|crap out|go belly up|go south|go haywire)(?=\\W*$)',
    'fail',
  ],
  ['(?:thrown|tossed|chucked) (?:away|out)', 'discarded'],
]
