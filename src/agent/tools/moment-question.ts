/**
 * "When was the last movement written successfully?" where a counter goes by these words: what it gained is no moment.
 * The question is read again without metrics, and without the word that only says that it went well.
 */
import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import type { Catalogue, KnownTemplate } from '../questions/grounding/catalogue.ts'
import type { PlanOf } from '../questions/plan/plan.ts'
import { isDenying, isOfSuccess, templateCondition } from '../questions/reader/texts.ts'
import { cleaned } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'
import { askedBack } from './settled-reading.ts'

type Read = (question: string, own: Catalogue) => Promise<Reading>

const ASKED =
  /^(?:(?:so|and|but|ok|hey|please) )*(?:when|(?:at |around )?what time) (?:was|were|is|did|has) (?:the |our )?(?:very )?(?:first|last|latest|earliest|newest|oldest|most recent) (?=[a-z])/
const WELL =
  / (?:successfully|with success|correctly|properly|without (?:an? |any )?(?:errors?|problems?|failures?|trouble|issues?)|fine|ok|okay)(?=\W*$| )/

/** The reading of such a question as a moment; null of any other, and where it is read as one anyway. */
export async function momentQuestion(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  read: Read,
): Promise<Reading | null> {
  const text = cleaned(question)
  if (text.length > 200 || /["`]/.test(text) || !ASKED.test(text)) return null
  const isWell = WELL.test(text)
  const whole = await read(question, catalogue)
  if (whole.relation !== 'new' || whole.language !== 'en' || whole.remark !== undefined) return null
  const [own, further] = whole.plans
  if (further !== undefined) return null
  const isNumber = own?.intent === 'measure' && own.isPeakAsked !== true
  if (!isWell && !isNumber) return null
  const without = { ...catalogue, metrics: [] }
  for (const asked of new Set([text, text.replace(WELL, '')])) {
    const reading = await read(asked, without)
    const [plan, more] = reading.plans
    if (plan?.intent !== 'list' || plan.isTimeAsked !== true || more !== undefined || reading.leftOut.length > 0)
      continue
    const done = isWell ? doneWell(plan, catalogue) : plan
    const found = done === null ? null : await execute(ctx, catalogue, done)
    if (done !== null && found?.kind === 'list' && found.total > 0) return { ...reading, plans: [done] }
  }
  return isNumber ? askedBack(whole, 'a number does not tell when that was') : null
}

/** The list without records of what did not go well; null where nothing is left of it. */
function doneWell(plan: PlanOf<'list'>, { templates }: Catalogue): PlanOf<'list'> | null {
  if (plan.of !== 'logs') return { ...plan, conditions: [...plan.conditions, { on: 'outcome', is: 'succeeded' }] }
  const said = plan.conditions.find(({ on }) => on === 'templates')
  if (said?.on !== 'templates') return plan
  const isWell = (template: KnownTemplate): boolean =>
    said.ids.includes(template.id) && isOfSuccess(template) && !isDenying(template)
  const condition = templateCondition(said.words.split(' '), templates.filter(isWell))
  return condition === null
    ? null
    : { ...plan, conditions: plan.conditions.map((one) => (one === said ? condition : one)) }
}
