/**
 * Words by which people ask for the life of a process: what happened to it, and what they want to know of that. Each word
 * of such a question has to be one of these, grammar, a name or a time.
 */
import type { PlanOf } from '../plan/plan.ts'

const PLACE = '(?:pods?|instances?|containers?|replicas?|process(?:es)?)'

/** It stopped or started. */
export const LIFE_EVENT = new RegExp(
  `\\b(?:re-?start(?:s|ed|ing)?|re-?boot(?:s|ed|ing)?|bounc(?:e|es|ed|ing)|recycl(?:e|ed|es|ing)|crash(?:es|ed|ing|-?loop\\w*)?|oom(?:s|ed)?(?:[- ]?kill(?:s|ed)?)?|killed|kills|evict(?:ed|ion|ions|s)?|drain(?:ed)?|terminat(?:ed|ion|ions|es)|exit(?:s|ed|ing)?|shut(?:ting)? ?down|shutdowns?|sigterm|sigkill|term|scale(?:d|-)? ?(?:down|to (?:0|zero))|downtimes?|uptime|${PLACE} (?:was |were |got |been |is |has )?(?:changed?|replaced|swapped|swap|moved|new|different)|(?:changed|replaced|swapped|new|different) ${PLACE})\\b`,
  'g',
)
/** It is not there, or only of late; of itself that says nothing of a process. */
export const LIFE_STATE =
  /\b(?:dead|died|dies?|silent|quiet|dark|mute|alive|(?:go|goes|went|going|gone|been) (?:down|away|off|dark|quiet|silent|offline|out)|gone|went|down|away|offline|stop(?:s|ped|ping)?|vanish(?:ed)?|disappear(?:ed)?|no longer|still (?:running|alive|up|there|working|sending|logging|writing)|(?:has|have|did) ?n[o']?t (?:log|send|write|say|report|logged|sent|written|said|reported) (?:anything|a (?:line|word|thing)|any (?:logs?|lines?)))\b/g

interface LifeAspect {
  readonly words: RegExp
  readonly asks: PlanOf<'life'>['asks']
}

/** Those of several words first. */
export const LIFE_ASPECTS: readonly LifeAspect[] = [
  {
    words:
      /\b(?:(?:what (?:was|were|is|did) )?(?:its|the|it) )?(?:very )?last (?:words?|lines?|signs? of life|things?(?: that)?|logs?|messages?|entry|output|heard|utterance)(?: (?:it |that it |was |ever )?(?:said|wrote|logged|sent|printed|say))?\b/g,
    asks: ['last'],
  },
  {
    words:
      /\b(?:(?:was|were|is) (?:it|that|this|they) )?(?:un-?)?(?:planned|on purpose|purposely|deliberate(?:ly)?|intended|intentional(?:ly)?|scheduled|by design|expected|maintenance|by accident|accidental(?:ly)?|an accident|purpose)\b/g,
    asks: ['planned'],
  },
  {
    words:
      /\b(?:by itself|by themselves|on its own|(?:and )?(?:did|has|is|was) (?:it|they) (?:ever )?(?:come|came|get|been)? ?back|(?:come|came|comes|coming|been|is|was) back|back (?:up|again|online|to life)|recover(?:ed)?|uptime|up since|since when is it up|how long has it been up)\b/g,
    asks: ['back'],
  },
  {
    words:
      /\b(?:how long|for how long|how many (?:seconds|secs|minutes|mins)|duration|how much downtime|time to (?:come )?back|until (?:it )?(?:was )?(?:back|up)|for (?:a|some|few|several) (?:moment|secs?|seconds?|minutes?|mins?|while)|(?:a|some|few|several) (?:secs?|seconds?|mins?|minutes?))\b/g,
    asks: ['length'],
  },
  { words: /\b(?:how often|how many(?: times)?|number of|count of|times)\b/g, asks: ['times'] },
  {
    words:
      /\b(?:what happened|what (?:was|is) (?:going on|up|that|it)|what went wrong|went wrong|why|how come|how so|reasons?|causes?|caused|causing|explanation|explain|because of what|what (?:made|triggered|took|brought|got|stopped)|triggers?|by what|(?:is |was )?(?:something|anything) (?:is |was )?wrong(?: (?:with|about) it| there)?)\b/g,
    asks: ['why'],
  },
  {
    words: /\b(?:who(?: or what)?|by whom|whom|what or who|someone|somebody|anyone|operator|admin|human)\b/g,
    asks: ['who'],
  },
  { words: /\b(?:since when|when(?: exactly)?|what time|at what time|since)\b/g, asks: ['when'] },
  {
    words:
      /\b(?:(?:same|new|other|different|which|what|old) (?:versions?|releases?|builds?)|versions?(?: too| as well| changed?)?|deploy(?:s|ed|ment|ments)?|releas(?:es?|ed)|roll-?outs?|upgrad(?:e|ed|es))\b/g,
    asks: ['version'],
  },
  { words: new RegExp(`\\b(?:which |what |same |other |its )?${PLACE}\\b(?= |$)`, 'g'), asks: ['instance'] },
  { words: /\b(?:crash(?:es|ed|ing|-?loop\w*)?|oom(?:s|ed)?(?:[- ]?kill(?:s|ed)?)?|killed|kills)\b/g, asks: ['crash'] },
  {
    words:
      /\b(?:los(?:e|es|t|ing)|drop(?:s|ped|ping)?|cost(?:s)?|hurts?|harm(?:s|ed)?|damage[ds]?|suffer(?:s|ed|ing)?|slower|slow(?:ed)?(?: down)?|faster|fail(?:s|ed|ing|ures?)?|errors?|affect(?:s|ed)?|impact(?:s|ed)?|(?:because|as a result) of (?:it|that|this)|(?:due to|from|by) (?:it|that|this)|fall-?out|consequences?|side effects?)\b/g,
    asks: ['effect'],
  },
]

export const LIFE_GRAMMAR: ReadonlySet<string> = new Set(
  `itself themselves or and then today tonight now earlier recently lately again ever once twice whole day evening morning
  there was were is it that this they its too also as well node nodes host hosts k8s kubernetes cluster orchestrator
  service services anything something anybody nobody any some got get been did does do has have had just only actually really
  right straight away immediately up utc sometime point at-all all always one else other hard clean cleanly graceful gracefully
  short shortly brief briefly blip hiccup moment while time times started start starts starting began begin came come
  us our we me my runs run running said say says wrote write logged log logs line lines anything's whats thats hasnt havent
  logging sending writing reporting ages forever
  changed replaced swapped different reason status state happened there's exactly approx roughly`
    .split(/\s+/)
    .filter((word) => word !== ''),
)
