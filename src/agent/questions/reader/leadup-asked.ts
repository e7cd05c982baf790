/**
 * Questions for what came before a thing: "dropped trips, what kicked that off", "config change before the alloc failures?",
 * "anything before it that could explain it". A word that looks back parts such a question: on one side stand words that
 * ask for anything, on the other the thing. A word on the asking side that is none of these leaves the question to others.
 */

export interface LeadupAsked {
  /** As it was said; empty for what the thread or the incident is about. */
  readonly thing: string
  readonly isChange: boolean
  readonly isYesNo: boolean
  /** A moment that was named instead. */
  readonly at: string | null
}

const CHARS_MAX = 160
const LEAD = /^(?:(?:ok|okay|so|and|but|well|hm+|hey|then)[, ]+)+/
const NEAR =
  '(?:(?:right|just|shortly|immediately|directly|briefly|a bit|a little|in the (?:last )?(?:\\d{1,2} )?(?:minutes?|mins?|seconds?|moments?)|(?:\\d{1,2} |some |a few )?(?:minutes?|mins?|seconds?|secs?)) )?'
const BEFORE = new RegExp(
  `(?:^|[\\s,;:-])${NEAR}(?:before(?:hand)?|prior to|ahead of|leading (?:up )?to|led (?:up )?to|preced(?:ed|es|ing))(?=$|[\\s,;?])`,
)
const IT = '(?:it|that|this|them|those|these|all (?:this|that))'
const VERB = '(?:set|kicked|touched|sparked|triggered|provoked|precipitated|brought)'
const SET_OFF = [
  new RegExp(
    `^(?:what|who|which change|what change) (?:has )?${VERB} (?:off |on |about )?(.{1,80}?)(?: off| on| about)?$`,
  ),
  new RegExp(
    `^(.{3,80}?)[ ,;:-]{1,3}(?:so )?(?:what|who) (?:has )?${VERB}(?: off| on)?(?: ${IT})?(?: off| on| about)?$`,
  ),
  /^(.{3,80}?)[,;:-]{1,2} ?(?:any |what(?:'s| is| was) the )?(?:trigger|triggered by(?: what)?)$/,
  /^(?:what(?:'s| is| was) )?the trigger (?:for|of|behind) (.{2,80})$/,
] as const
/** Words by which anything that came before is asked for. */
const ASKING =
  /^(?:anything|something|what|which|any|was|were|is|are|there|did|do|does|has|had|have|a|an|the|some|someone|somebody|anyone|anybody|who|happen(?:ed)?|chang(?:e|es|ed)|config(?:uration)?|settings?|deploy(?:s|ed|ment|ments)?|releas(?:e|es|ed)|roll(?:ed|out|outs)?|out|loaded|reloaded|logged|written|said|told|odd|unusual|strange|weird|suspicious|interesting|special|rare|new|different|else|other|going|go|on|or|and|in|of|touch(?:ed)?|restart(?:s|ed)?|events?|lines?|logs?|warnings?|signs?|came|come|we|see|seen|done|by|get|got|been|made|flags?|feature|migrations?|maintenance|work|job|started)$/
const CHANGE =
  /\b(?:chang\w+|config\w*|settings?|deploy\w*|releas\w+|roll\w*|reloaded|loaded|flags?|migrations?|touch\w*)\b/
const EXPLAINS =
  / ?\b(?:that|which) (?:could|might|would|may|can) (?:have )?(?:explain(?:ed|s)?|caused?|be (?:why|it|the reason)|trigger(?:ed)?) ?(?:it|that|this|them)?\b/
const CLOCK = /^(?:at )?(\d{1,2}:\d\d(?::\d\d)?)(?: utc)?$/
/** How a clause says that a thing began. */
const BEGAN =
  / (?:first )?(?:began|begun|started|starting|came up|appeared|showed up|popped up|set in|kicked in|broke out|happened|occurred|went up|hit)$/
const BEGAN_TO = / (?:began|started) (?:to )?(?=[a-z]{3,20}(?: |$))/
const PRONOUN = new RegExp(
  `^(?:${IT}|(?:the |this |that )?(?:incident|outage|trouble|problem|issue|mess|it all|whole thing))$`,
)
/** "And the 10 minutes before that?": the last question of another time. */
const SHIFTED =
  /^(?:(?:what|how) about )?(?:in |for )?(?:the )?(?:\d{1,3} ?|an? |half an |few )?(?:seconds?|secs?|minutes?|mins?|min|hours?|h) (?:right |just )?before\b/
const YES_NO = /^(?:was|were|is|are|did|do|does|has|had|any|anything|something|config|deploy|setting|release|change)\b/

/** Reads such a question, in small letters; null of any other. */
export function leadupAsked(question: string): LeadupAsked | null {
  const text = question
    .replace(LEAD, '')
    .replace(/[\s?.!]+$/, '')
    .replace(EXPLAINS, '')
    .trim()
  if (SHIFTED.test(text)) return null
  if (text.length > CHARS_MAX || /[\n"`]/.test(text) || / (?:vs|versus|and after|than|or after) ?/.test(text))
    return null
  for (const form of SET_OFF) {
    const [, said] = form.exec(text) ?? []
    if (said !== undefined) return asked(said, /\bchange\b/.test(text), false)
  }
  const found = BEFORE.exec(text)
  if (found === null) return null
  const before = text.slice(0, found.index).trim()
  const behind = text.slice(found.index + found[0].length).replace(/^[\s,;]+/, '')
  // "Vector errors, anything loaded shortly before": the thing stands in front.
  const cut = before.search(/[,;:](?= )| - /)
  const isPointing = behind === '' || PRONOUN.test(behind)
  const [front, lead] = isPointing && cut > 0 ? [before.slice(0, cut), before.slice(cut + 1)] : ['', before]
  const words = lead
    .replace(/[,;:]/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '' && word !== '-')
  if (words.length === 0 || !words.every((word) => ASKING.test(word))) return null
  return asked(front === '' ? behind : front, CHANGE.test(lead), YES_NO.test(lead.trim()))
}

function asked(said: string, isChange: boolean, isYesNo: boolean): LeadupAsked {
  const bare = said.replace(/[\s,;:-]+$/, '').replace(/^(?:the|our|those|these|all the) (?=\S)/, '')
  const at = CLOCK.exec(bare)?.[1] ?? null
  const thing =
    at !== null || PRONOUN.test(said.trim()) || PRONOUN.test(bare) ? '' : bare.replace(BEGAN, '').replace(BEGAN_TO, ' ')
  return { thing: thing.trim(), isChange, isYesNo, at }
}
