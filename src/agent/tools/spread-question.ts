/**
 * "Is it only one tenant or everyone?", "does it hit all regions?", "are all customers affected or only some?": over how
 * many of the values of a key the failed requests are spread.
 */
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import { plainMeasure } from '../questions/plan/plain-measure.ts'
import { type FieldChoice, spanField } from '../questions/reader/fields.ts'
import { isOfSpans } from '../questions/reader/fit-measure.ts'
import { LEAD } from '../questions/reader/incident-forms.ts'
import { countedOf } from '../questions/reader/move-base.ts'
import type { Previous } from '../questions/reader/state.ts'
import { cleaned, lemmaOf } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'
import { PEOPLE } from '../questions/vocabulary/people.ts'
import { WHOM } from '../questions/vocabulary/whom.ts'

const IT =
  '(?:it|this|that|they|(?:the|our|this|that) (?:[a-z-]{2,20} )?(?:incident|outage|problem|issue|trouble|failures?|errors?))'
const ONE = '(?:an?|one|just one|only one|a single|just a single|single|a specific|a certain|a particular)'
const ALL = '(?:all|all (?:of )?(?:the|our)|every|each|every single)'
const SOME =
  '(?:some|only some|just some|a few|just a few|only a few|certain|specific|several|many|multiple|a couple of)'
const MANY = `(?:${ONE}|${ALL}|${SOME})`
const NOUN = '([a-z][a-z-]{2,20}(?: [a-z-]{2,20})?)'
const HIT =
  '(?:affected|hit|impacted|failing|broken|down|hurt|in trouble|suffering|seeing (?:it|this|errors)|having (?:issues|problems|errors|trouble))'
const HITS =
  '(?:affect(?:s|ing)?|hit(?:s|ting)?|impact(?:s|ing)?|concern(?:s|ing)?|happen(?:s|ing)? (?:to|for|on|in|with|at)|touch(?:es|ing)?)'
const OR = '(?:,? or .{2,40})?'
const END = '(?: (?:now|right now|at the moment|then|too|here|there))*\\W{0,5}$'
const EVERYONE = '(?:everyone|everybody|everyone else|all of them)'

const FORMS = [
  `${LEAD}(?:is|was) ${IT} (?:only |just |all |limited to |confined to |isolated to |restricted to |specific to |about |${HITS} |on |in |for |with |across |from )*${MANY} ${NOUN}?${OR}${END}`,
  `${LEAD}(?:do|does|did) ${IT} (?:only |just )?(?:affect|hit|impact|concern|touch|happen (?:to|for|on|in|with|at)) ${MANY} ${NOUN}?${OR}${END}`,
  `${LEAD}(?:are|were|is|was) (?:only |just )?${MANY} ${NOUN}? ${HIT}${OR}${END}`,
  `${LEAD}(?:just |only )?(?:one|all|a single) ${NOUN}?,? or (?:.{0,20} )?(?:all|every|several|many|more|one|some|${EVERYONE})\\b.{0,20}${END}`,
].map((form) => new RegExp(form))
const OF_EVERYONE = [
  `${LEAD}(?:is|was|are) (?:only |just )?${EVERYONE} ${HIT}${OR}${END}`,
  `${LEAD}(?:(?:is|was) ${IT} (?:only |just )?(?:${HITS} |for |about )*|(?:do|does|did) ${IT} (?:affect|hit|impact|happen (?:to|for|with)) )${EVERYONE}${OR}${END}`,
].map((form) => new RegExp(form))
/** What is told otherwise: by the chain of the incident, and by what runs. */
const OTHERWISE =
  /^(?:service|component|microservice|version|release|build|thing|request|error|time|one|day|minute|hour)$/

/** The reading of such a question; null of any other, and where requests carry no such key. */
export async function spreadQuestion(
  catalogue: Catalogue,
  question: string,
  previous: Previous | undefined,
  read: (question: string) => Promise<Reading>,
): Promise<Reading | null> {
  const text = cleaned(question)
  if (text.length > 160 || /["`\n]/.test(question)) return null
  const noun = FORMS.map((form) => form.exec(text)?.[1]).find((said) => said !== undefined)
  const isOfAll = OF_EVERYONE.some((form) => form.test(text))
  const field = noun === undefined ? (isOfAll ? ofPeople(catalogue) : null) : fieldSaid(noun, catalogue)
  const untold = field === null ? untoldOf(noun, isOfAll) : null
  if ((field === null && untold === null) || field?.scope === 'builtin') return null
  const base = previous === undefined ? null : countedOf(previous.plan)
  if (field !== null && base !== null && !isOfSpans(base.measure)) return null
  const reading = await read('how many requests failed')
  const [own] = reading.plans
  if (own?.intent !== 'measure') return null
  if (field === null)
    return {
      ...reading,
      plans: [{ intent: 'cause', aspect: 'impact', conditions: [], time: own.time }],
      notes: [`Requests do not say which ${untold} they are from, so this counts requests.`],
    }
  const counted = base === null ? null : base.conditions.filter(({ on }) => KEPT.has(on))
  const isOfStatus = counted?.some(({ on }) => on === 'status_code') === true
  const time = base === null ? own.time : base.time
  const plan = plainMeasure({
    measure: { of: 'ratio', share: isOfStatus ? 'matching' : 'failed' },
    conditions: counted ?? [],
    time: base === null || time.basis === 'last_with_telemetry' ? { ...time, anchor: 'incident' } : time,
    groupBy: [{ field: field.field, scope: field.scope }],
    isSpreadAsked: true,
    limit: 20,
  })
  return { ...reading, plans: [plan], relation: base === null ? 'new' : 'follow_up' }
}

/** What requests may be from, where no key of them says so. */
const SENDERS =
  /^(?:region|zone|country|city|site|location|device|platform|browser|plan|tier|pod|host|node|machine|instance|cluster|datacenter)$/

function untoldOf(noun: string | undefined, isOfAll: boolean): string | null {
  const said = noun?.split(' ').find((word) => PEOPLE.test(lemmaOf(word)) || SENDERS.test(lemmaOf(word)))
  if (said !== undefined) return `${lemmaOf(said)}s`.replace(/ys$/, 'ies')
  return isOfAll && noun === undefined ? 'people' : null
}

/** What stays of the requests that a thread counts. */
const KEPT: ReadonlySet<string> = new Set(['service', 'operation', 'status_code'])

/** The noun, or its first word where something else stands behind it. */
function fieldSaid(noun: string, catalogue: Catalogue): FieldChoice | null {
  const words = noun.split(' ')
  for (const said of [noun, words[0] ?? '', words[1] ?? '']) {
    if (said === '' || OTHERWISE.test(lemmaOf(said))) continue
    const field = spanField(said, catalogue)
    if (field !== null) return field
  }
  return words.some((word) => PEOPLE.test(lemmaOf(word))) ? ofPeople(catalogue) : null
}

/** The key that tells whose requests they are. */
function ofPeople(catalogue: Catalogue): FieldChoice | null {
  for (const noun of WHOM) {
    const field = spanField(noun, catalogue)
    if (field !== null) return field
  }
  return null
}
