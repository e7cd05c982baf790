/**
 * Further ways of asking, and the plain way of asking the same: of callers and stores, of codes that still come, of where
 * something comes from. Like those of paraphrases.ts they only take the place of a question that could not be answered.
 */
import type { Paraphrase } from './paraphrases.ts'

export const EVERYDAY_PARAPHRASES: readonly Paraphrase[] = [
  // "Who is calling web?", "which services does web call directly?"
  [/\b(who|what|which services?) (?:is|are) (?:currently |all |still )?(?:calling|invoking|querying)\b/g, '$1 calls'],
  [/\b(call|use|depend on|talk to|calls|uses|talks to) (?:directly|itself|straight)(?=\W*$)/g, '$1'],
  [
    /\b(?:which|what) (database|db|data ?store|store|cache|broker) (?:is|sits|stands|runs|lies) (?:behind|under|below) (?:the |our )?(\S{2,60})(?=\W*$)/g,
    'which $1 does $2 use',
  ],
  // "p95 before vs after the rollout"
  [/\bbefore (?:vs\.?|versus|against|or|then) after\b/g, 'before and after'],
  [/\bbefore and after (?:version |v)?\d+\.\d+(?:\.\d+)*(?=\W*$)/g, 'before and after the release'],
  // "Where do most warnings come from?"
  [
    /\bwhere (?:do|did) (?:the )?most (?:of (?:the |our )?)?(.{3,40}?) (?:come|originate|stem) from\b/g,
    'which service has the most $1',
  ],
  [
    /\b(?:who|what) (?:logs|logged|writes|wrote) (?:the )?most (?=errors|warnings|lines|logs)/g,
    'which service has the most ',
  ],
  [/\bresponses\b(?= (?:by|per|of|with|from|on)\b)/g, 'requests'],
  // "Is web still answering 503?"
  [
    /^(?:so |and |but |ok )*(?:is|are) (?:the |our )?(\S{2,60}) (?:still )?(?:answering|returning|giving|sending|throwing|responding with|serving)(?: with| us)?(?: any)? ([45](?:\d\d|xx))s?\b/g,
    'any $2s of $1 in the last 5 minutes',
  ],
  // "Is web sending?"
  [
    /^(?:so |and |but |ok )*(?:is|are) (?:the |our )?(\S{2,60}) (?:sending|logging|reporting|emitting)(?: (?:anything|something|data|logs|telemetry))?(?: (?:now|at all|right now|at the moment))?(?=\W*$)/g,
    'is $1 still sending',
  ],
  // "Where did MSG-1234 get lost?", "upload F-1234: what was wrong?"
  [
    /^(?:so |and |but |ok )*(?:where|how|why|when) (?:did|was|is|has|were) (?:the )?(?:[a-z]+ )?([a-z]{1,8}[-_]?\d{3,}) (?:get |got |go |been |be |not )?[a-z]{3,20}(?=\W*$)/g,
    'what happened to $1',
  ],
  [
    /^(?:[a-z]+ )?([a-z]{1,8}[-_]?\d{3,})\s*[:,-]? ?(?:what (?:was|is|went|has gone) (?:wrong|the (?:problem|issue|matter|reason))|what happened|why|what about it)(?=\W*$)/g,
    'what happened to $1',
  ],
  // "Open websocket connections": as they are now.
  [/\b(?:open|live|concurrent|simultaneous) (?=[a-z]+ )/g, 'active '],
]
