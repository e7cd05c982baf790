/** "Was it the network, the gpu or the release?": what was found of each that is named, whatever telemetry calls it. */
import type { Plan } from '../plan/plan.ts'
import { suspicionOf } from './about-incident.ts'
import type { Scope } from './decision.ts'
import type { QuestionState } from './state.ts'

const LEAD = '^(?:(?:ok|okay|so|and|but|now|well|hey|hi|please|pls|tell me|just) )*'
const CAUSE = '(?:problem|cause|outage|trouble|incident|issue|fault|culprit|reason|root cause|bottleneck|error|failure)'
/** What stands before the list, or between its first item and the others. */
const FORMS: readonly RegExp[] = [
  new RegExp(
    `${LEAD}(?:(?:is|was) (?:it|this|that|the ${CAUSE})|(?:could|can|might|may) (?:it|this|that|the ${CAUSE}) (?:be|have been)|what (?:is|was) it,?) (?:rather |more |really |just )?(?:caused by |because of |due to |down to |on |at |in |with )?(.{5,120})$`,
  ),
  new RegExp(
    `${LEAD}(?:is|was|were|are) ((?:the |our |a )?.{2,30}?) (?:the ${CAUSE}|to blame|at fault|guilty|broken)(,? or .{2,80})$`,
  ),
  new RegExp(`${LEAD}(?:is|was|were|are) (.{2,60} or .{2,60}?) (?:the ${CAUSE}|to blame|at fault|guilty)$`),
  new RegExp(
    `${LEAD}(?:who|what|whose fault|which (?:one|service|of (?:them|these|the two)))(?: (?:is|was|broke|failed|began|started|caused)(?: (?:it|this|that|to blame|at fault|guilty|broken|responsible|first|the (?:real )?${CAUSE}|behind (?:it|this|that)))*)?[,:-]? (.{2,60},? or .{2,60})$`,
  ),
  new RegExp(
    `${LEAD}(?:did|do) (?:we|it|they) run (out of [a-z]{2,20}) (or (?:what|something|anything|was|is).{0,30})$`,
  ),
  // "Are the 502s on web caused by auth or by cart?", "is it auth or cart that causes the 502s?"
  new RegExp(
    `${LEAD}(?:is|was|are|were) (?:the |these |those |all )*(?:[45]\\d\\ds?|[45]xxs?|errors?|failures?|timeouts?)(?: (?:on|of|in|at|from) \\S{2,40})? (?:caused by|triggered by|coming from|due to|because of|down to) (.{5,120})$`,
  ),
  new RegExp(
    `${LEAD}(?:is|was) (?:it )?(.{2,40}? or .{2,40}?) (?:that |which |who )?(?:causes?|caused|causing|triggers?|triggered|is behind|was behind) (?:the |these |those |our |all )*.{2,40}$`,
  ),
  new RegExp(
    `${LEAD}(?:\\S{2,40} (?:\\S{2,20} )?(?:-|:) ?)?((?:[a-z][a-z' -]{0,24}, ?){0,4}[a-z][a-z' -]{0,24},? or [a-z][a-z' -]{0,24})$`,
  ),
]
const TAIL =
  /(?: ?[-,:;?]+ ?| )(?:which (?:one )?(?:is|was|did|broke|caused) it|which one|which of (?:them|these)|what (?:is|was) it|is (?:an? )?.{2,30} involved|who is to blame|whose fault is (?:it|this))$/
const WORDS_AROUND =
  /^(?:is |was )?(?:at |on |in |with |by |because of |due to |rather |just |maybe |really |more |it is |is it |was it |it was )*(?:the |an? |our own |some |our |its |their )*(?:last |latest |new |bad |broken |full |slow |failed )*/
const WORDS_BEHIND =
  /(?: (?:problems?|issues?|trouble|failures?|outage|errors?|itself|side|end|fault|thing|move|switch|switchover|failover|relocation|maintenance))+$/
const US = /^(?:us|ours?|we|ourselves|internal|(?:our |my )?(?:own )?(?:side|end|fault))$/
const THEM =
  /^(?:them|theirs?|the other side|(?:the )?(?:partners?|vendors?|suppliers?|third[- ]part(?:y|ies)|providers?|externals?)|external(?: \S+)?|(?:payment|cloud|hosting|sms|mail|card|network|identity) (?:provider|processor|partner|gateway)|someone else|somebody else|cdn|isp|outside)$/
const OTHERWISE = /^(?:what|something|anything|some|else|not|neither|both|none|no)\b/
const RELEASE =
  /(?:^|\s)(?:release|deploy(?:ment)?|rollout|version|update|upgrade|change|hotfix|migration|config(?:uration)?|settings?|flag|push)s?$/

const RESTART = /(?:^| )(?:re-?starts?|reboots?)$|^(?:re-?start|reboot) of (?:the )?/

/** "The grading restart": a restart of the only service that is called so, of any where none is. */
function restartedOf(named: string, { catalogue }: QuestionState['context']): Pick<Suspect, 'isRestart' | 'services'> {
  const own = catalogue.services
    .map(({ name }) => name)
    .filter(
      (name) =>
        name.toLowerCase() === named ||
        name
          .toLowerCase()
          .split(/[-_. ]/)
          .includes(named),
    )
  return { isRestart: true, ...(own.length === 1 ? { services: own } : {}) }
}

interface Suspect {
  readonly word: string
  readonly mechanisms: ReturnType<typeof suspicionOf>
  readonly services?: string[]
  readonly isRelease?: true
  readonly isRestart?: true
  readonly side?: 'own' | 'outside'
}

/** The plan of such a question; null for any other. */
export function suspectsAsked(state: QuestionState, { time }: Scope): Plan | null {
  const whole = state.text.replace(/[\s?.!]+$/, '')
  const text = whole.replace(TAIL, '')
  if (text.length > 180 || /\bhow (?:many|much|often|long)\b|\bwh(?:en|ere|y)\b/.test(text)) return null
  for (const form of FORMS) {
    const found = form.exec(text)
    if (found === null) continue
    const said = found.slice(1).filter((part) => part !== undefined)
    const items = itemsOf(said.join(' '))
    const suspects = items.map((item) => suspectOf(item, state))
    const isList = items.length >= 2 || form === FORMS[4]
    const known = suspects.filter(
      ({ mechanisms, services, isRelease, isRestart, side }) =>
        mechanisms.length > 0 ||
        services !== undefined ||
        isRelease === true ||
        isRestart === true ||
        side !== undefined,
    )
    // A bare list may be of values, and of everything else: nearly all of it has to be known.
    // "… - which one was it?" says that they are suspects.
    const isBare = form === FORMS.at(-1) && text === whole
    const worded = known.filter(({ services }) => services === undefined)
    // "Is it web or api?" of an incident; "web or api?" may be anything.
    const isOfServices = !isBare && known.length === items.length && items.length >= 2
    if (!isList || items.length > 5 || (worded.length === 0 && !isOfServices)) continue
    const isOther = suspects.filter((one) => !known.includes(one)).some(({ word }) => word.includes(' '))
    if (isBare && (known.length < suspects.length - 1 || worded.length < 2 || isOther)) continue
    for (const word of state.words) word.usedBy = word.usedBy === 'time' ? 'time' : 'intent'
    for (const open of [state.leftOut, state.unknown, state.notes, state.conditions]) open.splice(0)
    return { intent: 'cause', aspect: 'mechanism', suspects, conditions: [], time }
  }
  return null
}

function itemsOf(list: string): string[] {
  return list
    .split(/,? or |, ?|\/| and /)
    .map((item) => item.trim().replace(WORDS_AROUND, '').replace(WORDS_BEHIND, '').trim() || item.trim())
    .filter((item) => item !== '' && item.split(' ').length <= 4 && !OTHERWISE.test(item))
}

function suspectOf(item: string, { context }: QuestionState): Suspect {
  const word = item.slice(0, 60)
  if (RESTART.test(item)) return { word, mechanisms: [], ...restartedOf(item.replace(RESTART, '').trim(), context) }
  const mechanisms = suspicionOf(item.replace(/^out of /, ''))
  const services = context.catalogue.services
    .map(({ name }) => name)
    .filter((name) => {
      const parts = name.toLowerCase().split(/[-_. ]/)
      return name.toLowerCase() === item || (item.length >= 4 && (parts[0] === item || parts.join(' ') === item))
    })
  return {
    word,
    mechanisms,
    ...(services.length === 1 ? { services } : {}),
    ...(RELEASE.test(item) ? { isRelease: true as const } : {}),
    ...(US.test(item) ? { side: 'own' as const } : THEM.test(item) ? { side: 'outside' as const } : {}),
  }
}
