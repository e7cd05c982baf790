/**
 * What people ask of the course of a thing, at the end of a question: whether it is as ever, new, more, less, or part of
 * the trouble. Each list is of words that ask the same; `<it>` stands for the trouble, `<then>` for the moment it began.
 */

export type CourseAsks = 'usual' | 'odd' | 'new' | 'more' | 'less' | 'part' | 'fed'

interface CourseWords {
  readonly asks: CourseAsks
  /** A yes means the opposite: "harmless?" of what may be part of the trouble, "seen before?" of what may be new. */
  readonly isTurned?: true
  readonly words: readonly string[]
}

const TROUBLE =
  '(?:the |this |our |that )?(?:same )?(?:incident|outage|trouble|problem|problems|issue|mess|failure|failures|disruption|crash|onset|story|thing)'
const IT = `(?:it|this|that|things|${TROUBLE})`
const BEGAN = '(?:started|starts|begun|began|begins|broke|happened|hit|came up|failed|went down|went wrong|did)'
const WENT_WRONG =
  '(?:failed|broke(?: down)?|stopped(?: working)?|went (?:down|wrong|away)|died|crashed|hung|stalled|began|started)'
/** The moment whose two sides are meant: "since it broke", "when bookings failed", "at the same time". */
const THEN = `(?:(?:since|after|when|once|during|with|in|from) (?:it all |all (?:this|that) |everything |${IT})(?: ?${BEGAN})?(?: on)?|(?:since|after|when|once|while|as) (?:the |our |all )?[a-z-]{3,20}(?: [a-z-]{3,20})? ${WENT_WRONG}|since then|after that|back then|at (?:the same|that) time|meanwhile|then|in the meantime)`
const THAN = 'than (?:usual|normal|normally|before|always|ever|it was|they were|everyday)(?: <then>)?'

const LISTS: readonly CourseWords[] = [
  {
    asks: 'usual',
    words: [
      ...['(?:business )?as usual', 'the usual(?: [a-z]{3,10})?', 'usual', 'normal(?: for (?:us|it|them|this))?'],
      'normal (?:noise|amount|level|rate|number|behaviou?r|background)',
      ...['typical', 'expected', 'steady', 'stable', 'constant', 'flat', 'unchanged', 'regular'],
      ...['(?:the )?same as (?:ever|always|before|usual)', 'as (?:ever|always|before)'],
    ],
  },
  {
    asks: 'usual',
    isTurned: true,
    words: [
      'any (?:change|difference)',
      '(?:vs\\.?|versus|compared (?:to|with)|against) before(?: (?:the )?(?:incident|outage|trouble|it)(?: (?:began|started|broke))?)?',
    ],
  },
  {
    asks: 'part',
    words: [
      ...['related(?: to <it>)?', 'connected(?: (?:to|with) <it>)?', 'part of <it>', 'because of <it>', 'due to <it>'],
      ...['caused by <it>', 'relevant(?: (?:to|for|here)(?: <it>)?)?', 'worrying', 'concerning', 'worrisome'],
      'worth (?:worrying|a worry|a look|caring|looking(?: at| into)?)',
      ...['serious', 'significant', 'an? (?:problem|concern|worry|symptom|issue)', 'matters?'],
      '(?:should|need) (?:we|i) (?:to )?(?:care|worry|mind|be worried|look into (?:it|that|them|this))',
      '(?:do|does) (?:they|those|these|that|it|this|we) (?:matter|care|mean anything|hurt)',
      ...['(?:any|a) reason to worry', 'need to worry', 'to worry about'],
      '(?:does|do|did) (?:it|that|they|this|those) (?:move|go|change|correlate|coincide)(?: together)? with <it>',
      '(?:moves?|correlates?|coincides?|correlated) with <it>',
    ],
  },
  {
    asks: 'part',
    isTurned: true,
    words: [
      '(?:(?:background|everyday|harmless|plain|pure|white|known) )?(?:noise|chatter)',
      ...['(?:in the |from the )?background(?: noise)?', 'harmless', 'benign', 'unrelated(?: to <it>)?', 'ignorable'],
      ...['ignore or (?:act|fix|worry|react)', '(?:safe|ok|okay) to ignore'],
      '(?:can|could|should) (?:i|we) ignore (?:it|that|this|them|those)',
    ],
  },
  {
    asks: 'new',
    words: [
      `(?:brand[- ])?new(?: (?:today|here|ones?|things?|problems?|issues?|errors?|kinds?|since (?:<it>|then)))?(?: ?${BEGAN})?`,
      ...['recent', 'newly seen', 'never seen before', 'first seen (?:today|then|with <it>)'],
    ],
  },
  {
    asks: 'new',
    isTurned: true,
    words: [
      ...['old(?: news| ones?)?', 'nothing new', 'known(?: (?:issue|problem|thing|error|one))?'],
      '(?:there |around |here |seen |like (?:that|this) )?(?:since )?(?:forever|ever since|all along)',
      '(?:(?:always|already|ever|been) ){1,3}(?:there|around|here|seen|like (?:that|this))(?: before)?',
      '(?:ever |already )?(?:seen|happened|known|occurred|had (?:it|this|that|those)) before',
    ],
  },
  {
    asks: 'fed',
    words: [
      ...['starving', 'starved', 'idle', 'bored', 'underfed', 'out of work'],
      'short of (?:work|input|traffic|jobs|requests)',
      '(?:getting|receiving|given|fed) (?:enough|too few|too little|fewer|less|hardly any|any|no) [a-z]{3,20}(?: to do)?',
    ],
  },
  {
    asks: 'more',
    words: [
      `(?:more|higher|bigger|worse|longer)(?: often| frequent(?:ly)?)? ${THAN}`,
      '(?:more often|more frequent(?:ly)?|more|up|higher|rising|risen|rise|rose|growing|grow|grown|increasing|increased?|elevated|jump(?:ed)?|spik(?:e|ed|ing)|climb(?:ed|ing)?|(?:go|going|gone|went) up|get(?:ting)? worse|(?:come|came|coming) more often) <then>',
      '(?:any|a) (?:rise|spike|jump|increase|bump|surge)',
    ],
  },
  {
    asks: 'less',
    words: [
      `(?:fewer|less|lower|smaller|shorter|rarer)(?: often)? ${THAN}`,
      '(?:less often|less|fewer|down|lower|drop(?:ped|ping|s)?(?: off)?|fall(?:ing|en)?|fell|dip(?:ped|ping)?|declin(?:e|ed|ing)|decreas(?:e|ed|ing)|shrink(?:ing)?|shrunk|sink(?:ing)?|sunk|slump(?:ed)?|collapsed?|(?:go|going|gone|went) (?:offline|away|dark|missing|down)|dry up|dried up|disappear(?:ed)?) <then>',
      '(?:any|a) (?:dip|drop|slump|decline|fall)',
    ],
  },
  {
    asks: 'odd',
    words: [
      ...[
        'exhausted',
        'maxed out',
        'saturated',
        'through the roof',
        'out of hand',
        'elevated',
        'excessive',
        'abnormal',
      ],
      ...['unusual(?:ly high)?', 'weird', 'odd', 'strange', 'suspicious(?:ly high)?', 'out of the ordinary'],
      'too (?:high|many|much)',
    ],
  },
]

const DEGREE =
  '(?:(?:just|only|all|still|really|actually|quite|perfectly|somehow|any|a bit|a lot|rather|pretty|maybe|probably|just the|something|anything|a) )*'

/** What is asked by the words that a question ends with. */
export const COURSE_ENDS: readonly {
  readonly asks: CourseAsks
  readonly isTurned: boolean
  readonly end: RegExp
}[] = LISTS.map(({ asks, isTurned = false, words }) => {
  const all = words.join('|').replaceAll('<it>', IT).replaceAll('<then>', THEN)
  return {
    asks,
    isTurned,
    end: new RegExp(`(?:^|[ ,;:>(/-])${DEGREE}(?:${all})(?: about)?(?: (?:it|them|that|those))?$`),
  }
})

/** The moment at the end of a question. */
export const AT_MOMENT = new RegExp(`[ ,]${THEN}$`)
