/**
 * By which words a turn that was not read asks something of the incident of its thread, and the plain way of asking it.
 * The first that fits counts, so the more telling ones stand first.
 */
export const INCIDENT_CUES: readonly (readonly [cue: RegExp, plain: string])[] = [
  [
    /\b(?:how|are you|you) (?:sure|certain|confident)\b|\d ?% sure\b|\bsure\?|\bcertain, or\b|\bguess(?:ing|work)?\b|\bprove \w+ wrong\b|\b(?:your|any|the|what) (?:evidence|proof|confidence)\b|\bhow do you know\b|\bconvince me\b/,
    'are you sure',
  ],
  [
    /\b(?:any|some|other|rival|alternative|another|different|second|next|further) (?:other |possible |likely )?(?:suspects?|theor(?:y|ies)|hypothes[ie]s|candidates?|causes?|explanations?|culprits?|possibilit(?:y|ies))\b|\b(?:could|might|can) (?:it|that|this) be (?:anything|something) else\b|\bjust as well\b|\bother explanation\b/,
    'what else could it be',
  ],
  [/\b(?:trace|span tree|spans?|waterfall|end[- ]to[- ]end)\b/, 'show me a failing trace'],
  [
    /\b(?:paste|give|quote|show|see|copy|send|what|have|got|need)\b.{0,30}\b(?:raw|exact|actual|real|sample|example|one|an?|the|single|original) (?:\w+ ){0,2}?(?:errors?|log ?(?:lines?|entr(?:y|ies)|messages?)|lines?|entr(?:y|ies)|messages?|stack ?traces?|exceptions?)\b/,
    'show its errors',
  ],
  [
    /\b(?:timeline|chronolog\w*|sequence of (?:events|things)|step by step|minute by minute|blow by blow|walk me through|in (?:the right )?order|post-?mortem|what happened when|from (?:the )?(?:first|start|beginning) .{0,40}\bto\b)/,
    'timeline of the incident',
  ],
  [
    /\b(?:for how long|how long|how many (?:minutes|hours)|from when (?:to|till|until) when|begin(?:ning)? to (?:the )?end|start to finish|first to last)\b/,
    'how long did it last',
  ],
  [
    /\b(?:chang\w*|touch\w*|trigger\w*|happen\w*|deploy\w*|releas\w*|do|did)\b.{0,40}\b(?:right |just |shortly |immediately |directly )?(?:before|ahead of|prior to|leading up|in the run-?up)\b/,
    'what changed before it',
  ],
  [
    /\b(?:spread\w*|drag(?:s|ged|ging)?|creep\w*|crept|eat(?:s|ing)? into|knock-?on|domino|cascad\w*|other (?:parts|services|systems|components)|pull(?:s|ed|ing)? (?:in|down)|what else (?:got|is|was|did)|else (?:got|is|was) (?:hit|affected|down|involved))\b/,
    'how did it spread',
  ],
  [
    /\b(?:chain|mechanism|link between|spell (?:it|that) out|how (?:does|did|can|could) (?:that|this|it)|why (?:would|does|did) (?:that|this|it)|what does .{2,30} have to do with)\b/,
    'what is the mechanism',
  ],
  [
    /\b(?:endpoints?|actions?|operations?|routes?|features?|functions?|calls)\b.{0,40}\b(?:dead|fail\w*|broken|errors?|affected|down|works?|hit)\b|\bwhat (?:can|could|can't|cannot|couldn't) (?:\w+ ){1,2}?(?:still |not |no longer )?do\b/,
    'failed requests per operation',
  ],
  [
    /\b(?:what|which|how|anything|quickest|fastest|best|safest|need|should|shall|must)\b.{0,50}\b(?:do|fix\w*|stop|mitigat\w*|bleeding|clean(?: ?up)?|roll(?:ing)? ?back|restart\w*|actions?|remed(?:y|ies)|workarounds?|prevent|by hand|repair|solve|keep (?:it|this|that) from)\b/,
    'what should we do',
  ],
  [
    /\b(?:still|resolved|settled|recover(?:ed|ing)?|calm(?:ed)?(?: down)?|stable|back to normal|all clear|burning|out of the woods|fixed|healed?|through (?:it|this|the worst)|is (?:it|that|this) over|over (?:yet|now))\b/,
    'is it over now',
  ],
  [
    /\b(?:since (?:when|what time)|(?:at )?what time|when (?:exactly )?(?:did|was|has))\b.{0,50}\b(?:start\w*|beg[iau]n\w*|first|br[eo]ke?\w*|fail\w*|nobody|stop\w*|wrong)\b/,
    'since when',
  ],
  [
    /\b(?:who|whom|whose|which (?!service|component)\w+|everybody|everyone|all or)\b.{0,50}\b(?:hit|feels?|felt|notic\w+|affect\w*|suffer\w*|hurts?|concern\w*|just some|only some|a part|impact\w*)\b/,
    'what is the impact',
  ],
  [
    /\b(?:how (?:bad|big|painful|severe|serious|wide)|cost us|damage|impact|in (?:plain )?numbers|blast radius)\b/,
    'what is the impact',
  ],
]
