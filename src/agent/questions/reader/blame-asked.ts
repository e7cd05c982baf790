/** Whether a change that was told last is to blame, however it is put: "is that the cause?", "anything to do with it?". */
import { type Plan, servicesOf } from '../plan/plan.ts'

const THIS = '(?:it|that|this|they|those|these|one of (?:them|those|these))'
const LEAD = '^(?:(?:and|so|ok|but|hm+|then),? )*'
const SMALL = '(?:(?:then|really|maybe|perhaps|actually|just|also|likely|probably) )*'
const CAUSE =
  '(?:the |our |a |an )?(?:root |actual |real |likely )*(?:cause|reason|culprit|trigger|guilty one|guilty|origin|to blame|at fault|responsible|why|it|that|behind it|what (?:broke|caused|triggered|started) (?:it|this|that|everything))'
/** What it is to blame for. */
const TROUBLE = '([a-z\\d][a-z\\d -]{1,60}?)'
const END = '[\\s?.!]*$'

const BLAMES: readonly RegExp[] = [
  new RegExp(`${LEAD}(?:is|was|were|are) ${THIS} ${SMALL}${CAUSE}(?: (?:of|for|behind) ${TROUBLE})?${END}`),
  new RegExp(
    `${LEAD}(?:could|can|might|may) ${THIS} ${SMALL}(?:have been|be) ${SMALL}${CAUSE}(?: (?:of|for|behind) ${TROUBLE})?${END}`,
  ),
  new RegExp(
    `${LEAD}(?:did|does|do|has|have|could|can|might) ${THIS} ${SMALL}(?:have|had|got) (?:(?:anything|something|much) )?(?:to )?do with ${TROUBLE}${END}`,
  ),
  new RegExp(
    `${LEAD}(?:is|was|are|were) ${THIS} ${SMALL}(?:related|connected|linked)(?: (?:to|with) ${TROUBLE})?${END}`,
  ),
  new RegExp(`${LEAD}(?:anything|something) to do with ${TROUBLE}${END}`),
  new RegExp(
    `${LEAD}(?:does|did|do|could|can|would|might|may) ${THIS} ${SMALL}(?:explain|account for|have caused|be behind) ${TROUBLE}${END}`,
  ),
]

/** The same as a question for its guilt; null for any other follow-up. In small letters. */
export function blameOfLast(text: string, { plan }: { readonly plan: Plan }): string | null {
  const services = servicesOf(plan)
  // A version that somebody runs is no change; the release that brought it is.
  const change = plan.intent === 'deployments' ? 'it' : plan.intent === 'versions' ? `the ${services[0]} release` : null
  if (change === null || (plan.intent === 'versions' && services.length !== 1) || text.length > 160) return null
  const found = BLAMES.map((one) => one.exec(text.trim())).find((one) => one !== null)
  if (found === undefined) return null
  const trouble = found?.[1] ?? ''
  return `did ${change} cause ${trouble === '' || /^(?:it|this|that)$/.test(trouble) ? 'the errors' : trouble}?`
}
