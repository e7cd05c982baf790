/** Reads how many people do something, or how often they do it, by the requests on which that is done. */
import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import { plainMeasure } from '../questions/plan/plain-measure.ts'
import type { PlanCondition, PlanOf } from '../questions/plan/plan.ts'
import { timeOf } from '../questions/reader/asked-time.ts'
import { ofValue, valueFor } from '../questions/reader/known-values.ts'
import { isDoingLost, peopleDoing } from '../questions/reader/people-doing.ts'
import { segmentsOf } from '../questions/reader/routes.ts'
import { type QuestionState, type ReadContext, stateOf } from '../questions/reader/state.ts'
import { templatesWith } from '../questions/reader/texts.ts'
import { SHOWS, withoutTime } from '../questions/reader/time-of-doing.ts'
import { cleaned, stemOf } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'
import { routesDoing } from './doing-time.ts'
import { measuresOf } from './people-apart.ts'
import { askedBack } from './settled-reading.ts'

/** The reading by those requests; null where nothing of the kind is asked for, or it was read so already. */
export async function peopleDoingThings(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  reading: Reading,
  context: ReadContext,
): Promise<Reading | null> {
  const { plans, relation, language } = reading
  const [read, more] = plans
  if (relation !== 'new' || language !== 'en' || question.length > LONGEST || more !== undefined) return null
  const state = stateOf(cleaned(question), context, {})
  const rates = /\b(?:per|each|every|an?) (?:second|minute|hour|day)$/
  const text = withoutTime(state)
  const doing = state.against === null ? peopleDoing(text.replace(rates, '').trim()) : null
  if (doing === null || isAnyRequest(doing.noun) || !isDoingLost(text, read, doing, catalogue)) return null
  const routes = await routesDoing(ctx, catalogue, doing)
  const said = `${doing.verbs.at(0) ?? ''} ${doing.noun.join(' ')}`.trim()
  // Lines that tell a part of it may mean it.
  const isBroad = read !== undefined && !read.conditions.some(({ on }) => on === 'templates')
  if (routes.length === 0)
    return isBroad ? askedBack(reading, `I could not tell on which requests that is done ("${said}")`) : null
  const values = valuesBeside(doing.noun, routes, state)
  if (values === null) return isBroad ? askedBack(reading, `I could not tell what restricts that ("${said}")`) : null
  const conditions: PlanCondition[] = [{ on: 'operation', values: routes.slice(0, 50) }, ...values]
  const per = rates.exec(text)?.[0].split(' ').at(-1)
  const requests = plainMeasure({ measure: { of: 'requests' }, conditions, time: timeOf(state) })
  const counted: PlanOf<'measure'> = isRate(per) ? { ...requests, per } : requests
  const { askBack: _, remark: __, ...rest } = reading
  const done = { ...rest, leftOut: [], unrestricted: [] }
  const apart = doing.who === null || isRate(per) ? [] : measuresOf(requests, doing.who, catalogue)
  for (const measure of apart) {
    const plan = { ...requests, measure }
    const found = await execute(ctx, catalogue, plan)
    if (found.kind === 'measure' && (found.value ?? 0) > 0) return { ...done, plans: [plan], notes: [] }
  }
  return { ...done, plans: [counted], notes: [] }
}

/** Who sends requests sends any of them. */
function isAnyRequest(noun: readonly string[]): boolean {
  return noun.length === 1 && /^(?:requests?|traffic|calls?)$/.test(noun[0] ?? '')
}

const LONGEST = 160

/** "Cancelled premium orders": words that neither routes nor lines have are values; null where one is none. */
function valuesBeside(
  noun: readonly string[],
  routes: readonly string[],
  state: QuestionState,
): readonly PlanCondition[] | null {
  const { catalogue } = state.context
  const open = noun.filter(
    (word) =>
      !SHOWS.test(word) &&
      !routes.some((route) => segmentsOf(route).includes(stemOf(word))) &&
      templatesWith([word], catalogue, []).length === 0,
  )
  const known = open.map((word) => valueFor(state, word))
  const found = known.filter((value) => value !== null)
  return found.length < known.length ? null : found.map(ofValue)
}

function isRate(unit: string | undefined): unit is 'second' | 'minute' | 'hour' | 'day' {
  return unit !== undefined && ['second', 'minute', 'hour', 'day'].includes(unit)
}
