/**
 * A window that is compared with what was before trouble or a release: "error rate now vs before the incident", "last 10
 * minutes compared to the 10 minutes before the deploy". When that was is found out later; here it is read which moment
 * is meant and how long the window before it is.
 */
import type { PlanTime } from '../plan/plan.ts'
import { lengthMsOf, NUMBER } from '../vocabulary/number-words.ts'
import { type BesideMoment, NO_CLOCK, ONSET, ROLLOUT, UNIT, withoutBeside } from './beside-onset.ts'

export interface BeforeMoment {
  readonly anchor: 'onset' | 'deployment'
  /** Whose deployment, where one is named. */
  readonly service: string | null
  /** Null: as long as the window it is compared with, or half an hour. */
  readonly lengthMs: number | null
  readonly phrase: string
}

const HOUR_MS = 3_600_000
const LEAD = '(?:(?:in|during|over|for|within|from) )?'
const OWN = '(?:the |our |this |that |its |last |latest |new )'
const RELEASE = `${OWN}?${OWN}?(?:([a-z][\\w-]{2,60}) )?${ROLLOUT}(?: of (?:the )?([a-z][\\w-]{2,60}))?`
const MOMENT = `(?:right |just |shortly |immediately )?(?:before|prior to|ahead of) (?:${ONSET}|${RELEASE})\\b${NO_CLOCK}`
const BEFORE = `${LEAD}(?:(?:the |what it was |how it was |that |it was |those )+)?(?:(?:last )?(?:(${NUMBER}) ?)?(${UNIT}) )?${MOMENT}`
const NOW = `(?:(?:right )?now|currently|at the moment|these minutes|${LEAD}(?:the )?(?:last|past) (?:(?:${NUMBER}) ?)?(?:${UNIT}))`
const JOINT =
  ',? ?(?:(?:and )?compar(?:ed?|es|ing) (?:to|with|against)|vs\\.?|versus|against|relative to|than|with|to|and) '

/** "… before the incident with the last ten minutes", "… 10 min before the onset vs now". */
const BEFORE_THEN_NOW = new RegExp(`\\b${BEFORE}${JOINT}(${NOW})\\b`)
/** "… now compared to before the incident", "last 10 min vs the 10 min before the deploy". */
const NOW_THEN_BEFORE = new RegExp(`\\b(${NOW})${JOINT}${BEFORE}`)
/** "… compared to before the incident": what is compared is what has been since. */
const THAN_BEFORE = new RegExp(
  `\\b(?:(?:and )?compar(?:ed?|es|ing) (?:to|with|against)|vs\\.?|versus|relative to|than) ${BEFORE}`,
)
/** "From ten minutes before the incident to now" is one window. */
const IS_RANGE =
  /\b(?:from|between|since|starting) (?:[^?]{0,40} )?(?:before|prior to|ahead of) .{2,60} (?:to|and|until|till) /
const IS_COMPARED = /\b(?:compar\w{1,6}|differ\w{0,6}|diff|vs|versus|against|than|relative)\b/
const COMPARES = /^((?:and |so |ok |please |can you )*)(?:compare|comparing|comparison of|diff) (?:the )?/
/** "How does the error rate now compare to before": the rate now, compared. */
const HOW_COMPARES = /^((?:and |so |ok )*)how (?:does|do|did) (?:the )?/
const PRE_AND_POST =
  /\b(?:pre|before)[- ]?(?:and|vs\.?|versus|&|\/|or) ?(?:post|after)[- ](?=(?:incident|outage|onset|release|deploy|deployment|rollout)\b)/g
const PRE =
  /\bpre-(incident|outage|onset|release|deploy|deployment|rollout)\b(?: (?:levels?|values?|baseline|period|times?|window))?/g
const POST = /\bpost-(incident|outage|onset|release|deploy|deployment|rollout)\b(?! ?mortem)/g

export interface WithoutMoments {
  readonly text: string
  readonly beside: BesideMoment | null
  readonly before: BeforeMoment | null
}

/** The question without the windows that trouble or a release bounds, and those windows. */
export function withoutMoments(asked: string): WithoutMoments {
  const plain = withoutPrefixes(asked)
  const { text, before } = withoutBefore(plain)
  return before === null ? { ...withoutBeside(plain), before } : { text, beside: null, before }
}

/** "Pre-incident" is before the incident, "post-release" after the release. */
function withoutPrefixes(text: string): string {
  if (!/\b(?:pre|post)\b|\bbefore ?[/&]/.test(text)) return text
  return text.replace(PRE_AND_POST, 'before and after the ').replace(PRE, 'before the $1').replace(POST, 'after the $1')
}

/** The question without the window before a moment that it compares with, and that window. */
function withoutBefore(text: string): { readonly text: string; readonly before: BeforeMoment | null } {
  if (!IS_COMPARED.test(text) && (IS_RANGE.test(text) || !/ and /.test(text))) return { text, before: null }
  const first = BEFORE_THEN_NOW.exec(text)
  if (first !== null) return without(text, first, first[5] ?? '', first.slice(1, 5))
  const second = NOW_THEN_BEFORE.exec(text)
  if (second !== null) return without(text, second, second[1] ?? '', second.slice(2, 6))
  const third = THAN_BEFORE.exec(text)
  return third === null ? { text, before: null } : without(text, third, '', third.slice(1, 5))
}

function without(
  text: string,
  found: RegExpExecArray,
  now: string,
  [count, unit, called, of]: readonly (string | undefined)[],
): { readonly text: string; readonly before: BeforeMoment | null } {
  const [phrase] = found
  const rest = `${text.slice(0, found.index)}${now}${text.slice(found.index + phrase.length)}`
  const isRelease = new RegExp(`\\b${ROLLOUT}\\b`).test(phrase.slice(phrase.search(/before|prior|ahead/)))
  const service = of ?? called
  const isNamed =
    service !== undefined && !/^(?:bad|new|last|latest|first|recent|the|this|that|its|our|any)$/.test(service)
  return {
    text: rest.replace(COMPARES, '$1').replace(HOW_COMPARES, '$1').trim(),
    before: {
      anchor: isRelease ? 'deployment' : 'onset',
      service: isRelease && isNamed ? service : null,
      lengthMs: unit === undefined ? null : lengthMsOf(count, unit),
      phrase: phrase.slice(0, 200),
    },
  }
}

/** The window to compare with, until its moment is found: the hour before `time`, or before the last hour. */
export function windowOfBefore(
  { anchor, service, lengthMs, phrase }: BeforeMoment,
  time: PlanTime | null,
  lastMs: number,
): PlanTime {
  const toMs = time === null ? lastMs - HOUR_MS : Date.parse(time.from)
  return {
    from: new Date(toMs - (lengthMs ?? HOUR_MS)).toISOString(),
    to: new Date(toMs).toISOString(),
    basis: 'asked',
    phrase,
    anchor,
    anchorSide: 'before',
    ...(service === null ? {} : { anchorService: service }),
    ...(lengthMs === null ? {} : { anchorLengthMs: lengthMs }),
  }
}
