/**
 * Words by which people ask what a release did, in any order: which release is meant, and what is asked of it. Each word
 * of such a question has to be one of these, grammar, or a thing of the project.
 */

/** What comes when a new version does. */
const ROLLOUT =
  '(?:releases?|roll-?outs?|deploys?|deployments?|upgrades?|updates?|versions?|builds?|bumps?|patch|rollback|roll-back|downgrade)'
const OWN = '(?:the|its|our|this|that|last|latest|new|newest|most recent|recent|current|a)'
/** "The new version", "its last release", "a new version"; a service that was named is a mark here. */
export const RELEASE_SAID = new RegExp(`\\b(?:${OWN} )+${ROLLOUT}\\b|\\b(?:new|latest|newest) (?:${ROLLOUT}\\b|@)`, 'g')
/** "The router release", "the new router deploy": whose it is stands between. */
export const RELEASE_OF_NAMED = new RegExp(
  `\\b(?:${OWN} )+((?:[a-z][\\w-]* ){1,2})(?:releases?|roll-?out|deploy|deployment|upgrade|rollback)\\b`,
)
/** "Since the release": of whatever service it is. */
export const RELEASE_APART = new RegExp(
  `\\b(?:since|after|with|by|from|through|because of|due to) (?:${OWN} )+${ROLLOUT}\\b(?! (?:of|@|#))`,
)
/** Beside a service or a version alone: "web release", "release 4.2.0". */
export const RELEASE_BARE = new RegExp(`\\b${ROLLOUT}\\b`, 'g')
/** "Was upgraded", "went live". */
export const RELEASED =
  /\b(?:(?:get|gets|got|getting|was|were|is|has|had|have|been|be|just) )*(?:released|deployed|redeployed|upgraded|updated|shipped|rolled out|bumped|rolled back|reverted|downgraded|rolling out|rolls out|deploying|releasing|go(?:es|ne)? live|went live|go(?:ne)? out|went out)\b/g
export const WENT_BACK = /\b(?:roll-?back|rolled back|roll-back|reverted|downgraded?)\b/

/** What is asked of a release. */
export type Asked = 'duration' | 'failures' | 'traffic' | 'routes' | 'when'

export interface AspectWords {
  readonly words: RegExp
  /** Empty of words that ask for anything. */
  readonly asks: readonly Asked[]
  /** Whether they compare by themselves: "slower", "impact"; not "latency". */
  readonly isCompared?: boolean
  /** Whether it points at what the thread counts: "to do with it", "or before as well". */
  readonly isOfCounted?: boolean
  /** Whether it says how much there is of something that other words name: "more errors". */
  readonly isQuantity?: boolean
  readonly direction?: 'worse' | 'better' | 'unharmed'
}

/** Those of several words first. */
export const ASPECTS: readonly AspectWords[] = [
  {
    words:
      /\b(?:(?:go|goes|gone|going|went|run|runs|running|work|works|working) )?(?:ok|okay|fine|well|healthy|stable|smooth|smoothly)(?= *(?:;|$))/g,
    ...{ asks: [], isCompared: true, direction: 'unharmed' },
  },
  {
    words:
      /\b(?:(?:have|has|had|got|get) )?(?:anything |something |much )?to do with(?: (?:it|that|this|them|those|these))?\b/g,
    ...{ asks: [], isCompared: true, isOfCounted: true },
  },
  {
    words:
      /\b(?:(?:or|and) (?:(?:was|were|did|is) (?:it|that|they|there|those) )?(?:(?:already|even|also) )?before(?: (?:as well|too|already|that|it|then))?|already (?:there )?before|before (?:as well|too|already)|(?:new|only) since)\b(?! (?:and|vs|versus|after))/g,
    ...{ asks: [], isCompared: true, isOfCounted: true },
  },
  {
    words:
      /\bbefore (?:and|vs|versus|against|to) (?:after|since)\b|\bbefore and since\b|\b(?:pre|before) (?:and|vs) post\b/g,
    ...{ asks: [], isCompared: true },
  },
  {
    words: /\b(?:by )?how (?:much|many (?:ms|milliseconds|seconds|percent))\b/g,
    ...{ asks: [], isCompared: true },
  },
  {
    words:
      /\b(?:from|to|off) (?:which|what) (?:version|release)\b(?: (?:and )?to (?:which|what)(?: (?:version|release))?)?/g,
    asks: ['when'],
  },
  { words: /\b(?:since when|when exactly|when|what time)\b/g, asks: ['when'] },
  {
    words:
      /\b(?:which|what) (?:of (?:its|the) )?(?:routes?|endpoints?|operations?|calls?|paths?)\b|\b(?:by|per|each) (?:route|endpoint|operation)\b/g,
    asks: ['routes'],
  },
  {
    words: /\b(?:still|just|equally) as (?:fast|quick|slow)\b|\bas (?:fast|quick) as (?:before|ever)\b/g,
    ...{ asks: ['duration'], isCompared: true, direction: 'better' },
  },
  {
    words: /\b(?:error|failure|fail) (?:rates?|shares?|counts?)\b|\bsuccess rates?\b|\bshare (?:of )?failed\b/g,
    asks: ['failures'],
  },
  { words: /\b(?:requests?|calls?) (?:rate|per (?:minute|second|hour))\b|\brequest rate\b/g, asks: ['traffic'] },
  {
    words:
      /\b(?:response|reply|answer|processing|service|execution|run|request) times?\b|\btime per (?:request|call)\b/g,
    asks: ['duration'],
  },
  {
    words:
      /\b(?:what|anything|something|nothing|much|it) (?:did|does|has|do) (?:it|that|this)? ?(?:do|done|change|changed|cause)\b/g,
    ...{ asks: [], isCompared: true },
  },
  {
    words:
      /\b(?:do|did|does|done|doing) (?:to|for|with|anything|something|nothing|much)\b|\bwhat happened (?:to|with)\b|\bwhat (?:changed|change|changes|is different)\b/g,
    ...{ asks: [], isCompared: true },
  },
  {
    words:
      /\b(?:better|good) or (?:worse|bad)\b|\b(?:worse|bad) or (?:better|good)\b|\b(?:faster|quicker) or slower\b|\bslower or (?:faster|quicker)\b|\bup or down\b/g,
    ...{ asks: [], isCompared: true },
  },
  {
    words:
      /\b(?:slow(?:s|ed|ing)? down|slow-?downs?|slower|slow(?:ed|ing|s)?|sluggish|laggier|laggy|(?:take|takes|taking|took) longer|longer)\b/g,
    ...{ asks: ['duration'], isCompared: true, direction: 'worse' },
  },
  {
    words:
      /\b(?:faster|quicker|quick|fast|snappier|speed(?:s|ed|ing)? up|sped up|speedier|speedup|speed-up|shorter)\b/g,
    ...{ asks: ['duration'], isCompared: true, direction: 'better' },
  },
  {
    words:
      /\b(?:latency|latencies|durations?|timings?|perf|performance|speed|percentiles?|p50|p90|p95|p99|median|mean|average|avg|tail|ms|milliseconds|time|times)\b/g,
    asks: ['duration'],
  },
  {
    words: /\b(?:errors?|failures?|fail|fails|failed|failing|5xx|exceptions?)\b/g,
    asks: ['failures'],
  },
  { words: /\b(?:traffic|throughput|volume|load|rpm|rps|requests)\b/g, asks: ['traffic'] },
  {
    words:
      /\b(?:hurts?|hurting|harm(?:s|ed|ful)?|damag(?:e|es|ed)|regress(?:ed|ion|ions|es)?|degrad(?:e|es|ed|ation|ations)|worse(?: off)?|wors(?:en|ened|ens)|problems?|issues?|trouble|suffer(?:s|ed|ing)?|tank(?:s|ed)?|bad|cost|costs)\b/g,
    ...{ asks: [], isCompared: true, direction: 'worse' },
  },
  {
    words:
      /\b(?:better(?: off)?|improv(?:e|es|ed|ement|ements|ing)|help(?:s|ed)?|good|gains?|pa(?:y|id|ys) off|worth it)\b/g,
    ...{ asks: [], isCompared: true, direction: 'better' },
  },
  {
    words:
      /\b(?:impact(?:s|ed)?|effects?|affect(?:s|ed)?|side-effects?|influenc(?:e|es|ed)|differences?|different|diffs?|changes?|changed|compar(?:e|es|ed|ing|ison)|noticeabl[ey]|notic(?:e|ed)|vs|versus|moved?|moves|shift(?:s|ed)?|deltas?|fall-?out|noise|doing|behav(?:e|es|ed|ing)|holding up|perform(?:s|ed|ing)?)\b/g,
    ...{ asks: [], isCompared: true },
  },
  {
    words: /\b(?:more|higher|up|increased?|rose|risen|grew|grown|jump(?:ed)?|spiked?)\b/g,
    ...{ asks: [], isQuantity: true, direction: 'worse' },
  },
  {
    words: /\b(?:fewer|less|lower|down|decreased?|dropp?(?:ed)?|fell|fallen|shrank)\b/g,
    ...{ asks: [], isQuantity: true, direction: 'better' },
  },
]

/**
 * Words that ask something else of a release, or of another kind of thing: why, who, what to do, whether it is to blame,
 * windows of their own and exclusions.
 */
export const ANOTHER_QUESTION =
  /\b(?:bad (?:release|deploy|deployment|roll-?out|version|build|update)|which (?:services?|customers?|users?|tenants?|regions?|ones?)|before or after|after or before|earlier|first|which came|why|reasons?|because(?! of)|causes?|caused|causing|blame|fault|culprits?|responsible|related|due(?! to)|suspects?|who|whom|whose|should|would|could|can|will|break|breaks|broke|broken|crash\w*|restart\w*|except|without|excluding|not|no|nobody|nothing|else|fix(?:ed|es)?|other|others|another|besides|first|within|until|during|average of|up to|how long|how often|list|show|trace|traces|logs?|lines?|metrics?|flags?|settings?|config\w*|incident|outage|ago|yesterday|tomorrow|hours?|minutes?|mins?|slowest|fastest|usual|normal|right now|currently|now (?:vs|versus|compared|against|and)|(?:vs|versus|than|to|against) now|last (?:hour|minutes?|day|week|night|\d+))\b/

/** Grammar that is no thing, whatever routes are called. */
export const GRAMMAR: ReadonlySet<string> = new Set(
  `a an the of in on at to for from with and or but is are was were be been being am do does did done has have had having
  i me my we us our you your they their it its he she this that these those there here them then than so as if
  since after afterwards before now any some all every also too very really actually just still even ever yet
  make makes made making get gets got getting gotten become became becomes go goes going gone went come came
  by per about into over what which how whether after-that overall total exactly much many
  hm hmm please pls tell me know say says see seen look looks noticeably visible visibly measurable measurably
  significant significantly bit lot little at-all anything something anyone anybody live running run runs runs
  today tonight evening afternoon morning tonight's production prod service thereafter then later immediately
  because due thanks quantify numbers rolling compared against between versus rates rate times new old previous latest current`
    .split(/\s+/)
    .filter((word) => word !== ''),
)
