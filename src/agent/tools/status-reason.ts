/**
 * "Why does quote-service answer 422?", "what does the 409 say in the logs there?": a status with which a service refuses
 * is no outage. What the lines within such requests say tells why.
 */
import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import { type PlanCondition, type PlanOf, type PlanTime, without } from '../questions/plan/plan.ts'
import { isOfSpans } from '../questions/reader/fit-measure.ts'
import { windowOf } from '../questions/reader/follow-up-time.ts'
import { countedOf } from '../questions/reader/move-base.ts'
import type { Previous } from '../questions/reader/state.ts'
import { cleaned } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'

const LEAD = '^(?:(?:so|and|but|ok|okay|hey|hm+|again)[, ]+)*'
const ANSWERS =
  '(?:answer(?:s|ed|ing)?|return(?:s|ed|ing)?|giv(?:e|es|en|ing)|gave|respond(?:s|ed|ing)?|send(?:s|ing)?|sent|throw(?:s|ing)?|get(?:s|ting)?|end(?:s|ed|ing)?|fail(?:s|ed|ing)?)(?: back)?(?: with| in)?(?: an?| the| so many| us)?'
const STATUS = '([1-5]\\d\\d)s?'
const PLACE = '(?: (?:on|for|from|of|at|by|in) (?!the logs?\\b|the lines?\\b)(?:the )?(.{2,80}?))?'
const LOGS = '(?: (?:in|according to) the (?:logs?|lines?))?'
const END = '(?: (?:there|then|now|today|lately|again))*[\\s?.!]*$'
/** What is asked behind a status that was told. */
const ASKS_OF_IT =
  "[,:;.?]+ ?(?:what(?:'s| is|s)? (?:that|it|this)(?: about| mean| for)?|what does (?:that|it|this) mean|why|how come|meaning|reasons?|what for)"
const FORMS: readonly { readonly form: RegExp; readonly place: number; readonly status: number }[] = [
  {
    form: new RegExp(
      `${LEAD}(?:why|for what reason) (?:do|does|did|would|is|are|was|were|can|could|might) (.{2,80}?) ${ANSWERS} ${STATUS}${LOGS}${END}`,
      'i',
    ),
    ...{ place: 1, status: 2 },
  },
  {
    form: new RegExp(
      `${LEAD}(.{2,80}?) ${ANSWERS} ${STATUS}[,:;. ]+(?:why|how come|reason|meaning|what(?:'s| is|s)? (?:that|it|this)(?: about| mean| for)?|what does (?:that|it|this) mean)${END}`,
      'i',
    ),
    ...{ place: 1, status: 2 },
  },
  {
    form: new RegExp(
      `${LEAD}(?:what(?:'s| is|s| are| do| does)?|explain|meaning of|reasons? (?:for|of|behind)) (?:behind |up with |wrong with )?(?:the |an? |all |those |these )*${STATUS}(?: (?:mean|say|about|tell(?: us)?|stand for|come from|due to|caused by))?${LOGS}${PLACE}${LOGS}${END}`,
      'i',
    ),
    ...{ place: 2, status: 1 },
  },
  {
    form: new RegExp(
      `${LEAD}(?:why|how come) (?:(?:the|all|those|these|so|many|are|there|do|we|get|see|have|is|it) )*${STATUS}${PLACE}${END}`,
      'i',
    ),
    ...{ place: 2, status: 1 },
  },
  {
    // "A customer sees 409 when booking, meaning?"
    form: new RegExp(
      `${LEAD}(?:an? |the |our |some )?[a-z ]{2,30} (?:sees?|gets?|got|saw|has|have|had|receives?|received) (?:an? |the )?${STATUS}(?: errors?)? (?:when|on|for|while|if|in|at|from) (?:[\\w -]{0,40} )?([\\w/.-]+)${ASKS_OF_IT}${END}`,
      'i',
    ),
    ...{ place: 2, status: 1 },
  },
  {
    // "A 422 on POST /orders, what is that about?"
    form: new RegExp(
      `${LEAD}(?:an? |the |some |these |those |got an? |getting )?${STATUS}(?: errors?| responses?)? (?:on|for|from|of|at|by|in) (?:the )?(.{2,80}?)${ASKS_OF_IT}${END}`,
      'i',
    ),
    ...{ place: 2, status: 1 },
  },
  {
    // "Why do customers get 409 when they start a session": on what the last noun names.
    form: new RegExp(
      `${LEAD}(?:why|how come) (?:do|does|did|are|is|were|was|would|have|has) [a-z ]{2,40}? (?:get(?:s|ting)?|got|see(?:s|ing|n)?|saw|receiv(?:e|es|ed|ing)|hit(?:s|ting)?|had|have|having) (?:an? |the |so many |some )?${STATUS}(?: errors?| responses?)? (?:when|on|if|while|for|from|at|in|with|trying) (?:[\\w -]{0,60} )?([\\w/.-]+)${END}`,
      'i',
    ),
    ...{ place: 2, status: 1 },
  },
  {
    form: new RegExp(`${LEAD}(?:the|those|these|all) ${STATUS}[,:; ]+(?:why|how come|reasons?)${END}`, 'i'),
    place: 2,
    status: 1,
  },
]

/** The reading of such a question; null of any other, and where the thread or the data has no such requests. */
export async function statusReason(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  previous: Previous | undefined,
  read: (question: string) => Promise<Reading>,
): Promise<Reading | null> {
  const text = question.trim()
  if (text.length > 200 || /["`\n]/.test(text)) return null
  for (const { form, place, status } of FORMS) {
    const found = form.exec(text)
    const code = Number(found?.[status])
    if (found === null || !(code >= 400 && code < 500)) continue
    const where = found[place]?.trim()
    const isOfThread = where === undefined || POINTS.test(cleaned(where))
    const asked =
      (isOfThread ? ofThread(previous, code, catalogue) : null) ??
      (await ofPlace(isOfThread ? null : where, code, read))
    if (asked === null) return null
    const { reading, conditions, time } = asked
    const plan: PlanOf<'patterns'> = { intent: 'patterns', isOfRequests: true, conditions, time, limit: 10 }
    const lines = await execute(ctx, catalogue, plan)
    if (lines.kind !== 'patterns' || (lines.requests?.total ?? 0) === 0) return null
    return { ...reading, plans: [plan] }
  }
  return null
}

const POINTS = /^(?:it|that|this|those|them|these|they|there)$/

interface Asked {
  readonly reading: Reading
  readonly conditions: PlanCondition[]
  readonly time: PlanTime
}

/** Of the requests that the thread counts. */
function ofThread(previous: Previous | undefined, code: number, catalogue: Catalogue): Asked | null {
  const base = previous === undefined ? null : countedOf(previous.plan)
  if (base === null || !isOfSpans(base.measure) || base.conditions.length === 0) return null
  const conditions = without(base.conditions, 'status_code', 'outcome')
  const { lastMs } = catalogue
  const reading: Reading = {
    ...{ plans: [], notes: [], leftOut: [], relation: 'follow_up', language: 'en' },
    lastRecord: lastMs === null ? null : new Date(lastMs).toISOString(),
  }
  const status = { on: 'status_code', from: code, to: code } as const
  return { reading, conditions: [...conditions, status], time: windowOf(base.time) }
}

/** Of the requests of a service or a route, as a count of them is read. */
async function ofPlace(
  where: string | null,
  code: number,
  read: (question: string) => Promise<Reading>,
): Promise<Asked | null> {
  const forms =
    where === null
      ? [`how many requests with status ${code}`]
      : [
          `how many requests on ${where} with status ${code}`,
          `how many requests of ${where} with status ${code}`,
          `how many ${where} with status ${code}`,
          `how many ${where}s with status ${code}`,
        ]
  for (const form of forms) {
    const reading = await read(form)
    const [plan, more] = reading.plans
    const isRead =
      plan?.intent === 'measure' && more === undefined && reading.leftOut.length + reading.notes.length === 0
    if (!isRead || plan.measure.of !== 'requests' || !plan.conditions.some(({ on }) => on === 'status_code')) continue
    return { reading, conditions: plan.conditions, time: plan.time }
  }
  return null
}
