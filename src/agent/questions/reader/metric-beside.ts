/**
 * "And waiting?" behind `pool.sessions.used`, "its disk" behind how a service is: another reading beside the last one,
 * by its name.
 */
import type { Catalogue } from '../grounding/catalogue.ts'
import { servicesOf } from '../plan/plan.ts'
import { bareMove } from './bare-move.ts'
import { metricOfPlan } from './metric-series.ts'
import { serviceOf } from './service-of-thread.ts'
import type { Previous } from './state.ts'
import { lemmaOf } from './words.ts'

const WORDS_MAX = 3
/** Said of any reading. */
const SAYS_NOTHING =
  /^(?:its|their|the|of|it|them|ones?|now|right|at|moment|level|value|currently|there|how|about|is|are|many|what|usage|used)$/
const RESOURCE =
  /^(?:(?:is there |are there )?(?:any )|its |their |the )?((?:cpu|memory|mem|ram|heap|disk|threads?|gc|connections?|pool|connection pool|queue|lag|backlog|load|file descriptors|fds)(?: (?:usage|use|load|utili[sz]ation|depth|size|length|pool|space))?)(?: (?:now|right now|currently|there))?$/

/** The question with the name of that metric; null where the words name none, or several. */
export function metricBeside(
  question: string,
  previous: Previous,
  catalogue: Pick<Catalogue, 'metrics' | 'templates'>,
): string | null {
  const text = bareMove(question.toLowerCase())
  return (
    otherGauge(text, previous, catalogue) ??
    siblingOf(text, previous, catalogue) ??
    resourceOf(text, previous, catalogue) ??
    gaugeOf(text, previous, catalogue)
  )
}

const OF_SERVICE = / (?:of|on|at|in|for) (?:the )?([a-z][\w.-]{1,60})$/

/** "And the queue depth of kintext" behind another metric: the only one of that service that has these words. */
function otherGauge(text: string, { plan }: Previous, { metrics }: Pick<Catalogue, 'metrics'>): string | null {
  const last = metricOfPlan(plan)
  const service = OF_SERVICE.exec(text)?.[1]
  if (last === null || service === undefined) return null
  const own = metrics.filter(({ services }) => services.some((name) => name.toLowerCase() === service))
  const said = text
    .replace(OF_SERVICE, '')
    .split(' ')
    .filter((word) => !SAYS_NOTHING.test(word))
    .map(lemmaOf)
  if (own.length === 0 || said.length === 0 || said.length > WORDS_MAX) return null
  const found = own.filter(({ name }) =>
    said.every((word) => name.toLowerCase().split(/[._]/).map(lemmaOf).includes(word)),
  )
  const [only, more] = found
  if (only === undefined || more !== undefined || only.name === last) return null
  return `last value of ${only.name} of ${service}`
}

/** "Its spindle temperature?" behind what one mill did: the metric that is called so, of that one. */
function gaugeOf(text: string, { plan, winner }: Previous, { metrics }: Pick<Catalogue, 'metrics'>): string | null {
  if (metricOfPlan(plan) !== null || !/^(?:(?:what|how) (?:is|was|high is|about) )?(?:its|their)\b/.test(text))
    return null
  const said = text
    .split(' ')
    .filter((word) => !SAYS_NOTHING.test(word) && !/^(?:high|was)$/.test(word))
    .map(lemmaOf)
  if (said.length === 0 || said.length > WORDS_MAX) return null
  const found = metrics.filter(({ name }) => {
    const parts = name.toLowerCase().split(/[._-]/).map(lemmaOf)
    return said.every((word) => parts.includes(word))
  })
  const [only, more] = found
  if (only === undefined || more !== undefined) return null
  const keys = new Set(only.attributes.map(({ key }) => key))
  const own = plan.conditions.flatMap((one) => {
    if (one.on === 'attribute') return one.not !== true && keys.has(one.key) ? one.values : []
    return one.on === 'text' && one.not !== true && !/\s/.test(one.text) ? [one.text] : []
  })
  const [value] = winner !== undefined && keys.has(winner.field) ? [winner.value] : own
  const [service] = servicesOf(plan).filter((name) => only.services.includes(name))
  const of = value ?? service
  return of === undefined ? null : `last value of ${only.name} of ${of}`
}

function siblingOf(text: string, { plan }: Previous, { metrics }: Pick<Catalogue, 'metrics'>): string | null {
  const last = metricOfPlan(plan)
  const own = metrics.find(({ name }) => name === last)
  const words = text.split(' ')
  const said = words.filter((word) => !SAYS_NOTHING.test(word)).map(lemmaOf)
  if (own === undefined || said.length === 0 || said.length > WORDS_MAX || words.length > WORDS_MAX + 3) return null
  const parts = (name: string): string[] => name.toLowerCase().split(/[._-]/).map(lemmaOf)
  const isNear = (name: string, services: readonly string[]): boolean =>
    parts(name)[0] === parts(own.name)[0] || services.some((service) => own.services.includes(service))
  const found = metrics.filter(
    ({ name, services }) =>
      name !== own.name && isNear(name, services) && said.every((word) => parts(name).includes(word)),
  )
  // What the last one is called by too asks for that one.
  if (said.every((word) => parts(own.name).includes(word))) return null
  const [only, more] = found
  if (only === undefined || more !== undefined) return null
  const [service, another] = servicesOf(plan).filter((name) => only.services.includes(name))
  const of = service === undefined || another !== undefined ? '' : ` of ${service}`
  return `last value of ${only.name}${of}`
}

/** "And cpu?" behind what was asked about one service. */
function resourceOf(text: string, previous: Previous, catalogue: Pick<Catalogue, 'templates'>): string | null {
  const noun = RESOURCE.exec(text)?.[1]
  const service = noun === undefined ? null : serviceOf(previous, catalogue)
  return service === null ? null : `${noun} of ${service}`
}
