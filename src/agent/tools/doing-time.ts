/** Reads how long it takes to do something with a thing as the time of the requests on which that is done. */
import type { AgentContext } from '../contract.ts'
import { routesWithLines } from '../questions/execute/done-requests.ts'
import { execute } from '../questions/execute/execute.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import { plainMeasure } from '../questions/plan/plain-measure.ts'
import type { PlanCondition } from '../questions/plan/plan.ts'
import { timeOf } from '../questions/reader/asked-time.ts'
import { type ReadContext, stateOf } from '../questions/reader/state.ts'
import { type Doing, doingAsked, routesOfDoing, withoutTime } from '../questions/reader/time-of-doing.ts'
import { cleaned } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'
import { askedBack } from './settled-reading.ts'

/** The reading by those requests; null where nothing of the kind is asked for, or it was read so already. */
export async function doingTime(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  reading: Reading,
  context: ReadContext,
): Promise<Reading | null> {
  const { plans, relation, language, notes } = reading
  if (relation !== 'new' || language !== 'en' || question.length > LONGEST || catalogue.records.spans === 0) return null
  const [read, more] = plans
  if (more !== undefined) return null
  const state = stateOf(cleaned(question), context, {})
  const doing = state.against === null && state.beside === null ? doingAsked(withoutTime(state)) : null
  if (doing === null) return null
  // What lines state of it is a number of its own.
  if (read?.intent === 'measure' && read.measure.of === 'number') return null
  const routes = await routesDoing(ctx, catalogue, doing)
  const services = state.named.flatMap(({ services, how }) =>
    services.length === 1 && how === 'exact' ? services : [],
  )
  const service: PlanCondition[] = services.length === 0 ? [] : [{ on: 'service', values: [...new Set(services)] }]
  const plan = plainMeasure({
    measure: { of: 'duration', statistic: doing.statistic },
    conditions: [{ on: 'operation', values: routes.slice(0, 50) }, ...service],
    time: timeOf(state),
  })
  const found = routes.length === 0 ? null : await execute(ctx, catalogue, plan)
  if (found?.kind === 'measure' && found.value !== null) {
    const { askBack: _, remark: __, ...rest } = reading
    return { ...rest, plans: [plan], notes: [], leftOut: [], unrestricted: [] }
  }
  // The verb or the noun is told by nothing: a broader number would be no answer.
  const isOfAll =
    read?.intent === 'measure' &&
    read.measure.of === 'duration' &&
    !read.conditions.some(({ on }) => on === 'operation' || on === 'templates' || on === 'attribute')
  const isOther = read !== undefined && read.intent !== 'measure'
  const isSaid = notes.some((note) => note.startsWith('I took'))
  return doing.noun.length > 0 && !isSaid && (isOfAll || isOther)
    ? askedBack(
        reading,
        `I could not tell on which requests that is done ("${[...doing.verbs.slice(0, 1), ...doing.noun].join(' ')}")`,
      )
    : null
}

/** The routes on which something is done, by their names or by the lines that are written on them; empty where none is. */
export async function routesDoing(
  ctx: AgentContext,
  catalogue: Catalogue,
  doing: Pick<Doing, 'verbs' | 'noun'>,
): Promise<readonly string[]> {
  const { sure, maybe, made, said, templates } = routesOfDoing(doing, catalogue)
  if (sure.length > 0 || templates.length === 0) return [...new Set(sure)]
  const desk = { ctx, catalogue, partial: new Set<string>() }
  return (await routesWithLines(desk, said, templates, maybe)) ?? made
}

const LONGEST = 160
