/**
 * Readings of machines, runtimes and consumers under the words of engineers: "cpu load of pricing" of `cpu_percent`, "how
 * many files does pricing have open" of `process_open_fds`. The question is put with the name of the metric, where the
 * project has exactly one that tells of it.
 */
import type { MetricDescriptor } from '../../../telemetry/index.ts'
import type { Catalogue } from '../grounding/catalogue.ts'
import { AMOUNTS, RESOURCES, type Resource, SHORTAGES } from '../vocabulary/resources.ts'

/** Longer messages are stories or pasted. */
const ASKED_MAX = 300
const QUOTED = /["`\u201c\u201d{}[\]<>=|\n\\]/

/** How questions for the amount of a resource, and for its state, are put. */
interface Forms {
  readonly amounts: readonly RegExp[]
  readonly states: readonly RegExp[]
}

const FORMS: ReadonlyMap<Resource, Forms> = new Map(
  RESOURCES.map((resource) => {
    const { things, idioms = [], states = [] } = resource
    const of = (forms: readonly string[]): RegExp[] =>
      things === undefined ? [] : forms.map((one) => new RegExp(one.replace('THINGS', things), 'i'))
    return [resource, { amounts: [...idioms, ...of(AMOUNTS)], states: [...states, ...of(SHORTAGES)] }]
  }),
)

/** The question with names of metrics in the place of what they tell of; as it is where none or several do. */
export function withResources(question: string, catalogue: Catalogue): string {
  if (catalogue.metrics.length === 0 || question.length > ASKED_MAX || QUOTED.test(question)) return question
  const said = question.toLowerCase()
  if (catalogue.metrics.some(({ name }) => /[._]/.test(name) && said.includes(name.toLowerCase())))
    return stateOfMetric(question, catalogue)
  for (const resource of RESOURCES) {
    const found = foundIn(question, resource)
    const metric = found === null ? null : metricOf(resource, question, catalogue)
    if (found === null || metric === null) continue
    const asked = `${metric}${found.owner === null ? '' : ` of ${found.owner}`}`
    const put = PUT[found.as](asked)
    return stateOfMetric(`${question.slice(0, found.at)}${put}${question.slice(found.at + found.length)}`, catalogue)
  }
  return question
}

interface Found {
  readonly at: number
  readonly length: number
  /** Whose it is, where the phrase that is replaced says so. */
  readonly owner: string | null
  /** What the phrase is: a noun of the question, or the question itself. */
  readonly as: keyof typeof PUT
}

const PUT = {
  noun: (metric: string): string => metric,
  amount: (metric: string): string => `what is ${metric}`,
  state: (metric: string): string => `is ${metric} higher than usual`,
} as const

function foundIn(question: string, resource: Resource): Found | null {
  const { amounts = [], states = [] } = FORMS.get(resource) ?? {}
  for (const [as, forms] of [
    ['amount', amounts],
    ['state', states],
  ] as const)
    for (const expression of forms) {
      const found = expression.exec(question)
      if (found === null) continue
      const owner = found.groups?.['owner'] ?? ''
      const isSomebody = owner !== '' && !/^(?:we|you|they|it|there|things|everything)$/i.test(owner)
      return { at: found.index, length: found[0].length, owner: isSomebody ? owner : null, as }
    }
  const noun = resource.noun?.exec(question) ?? null
  return noun === null ? null : { at: noun.index, length: noun[0].length, owner: null, as: 'noun' }
}

/** The only metric of the resource, or the only one of the services that are named. */
function metricOf({ named, not }: Resource, question: string, catalogue: Catalogue): string | null {
  const all = catalogue.metrics.filter(({ name, type }) => {
    return named.test(name) && not?.test(name) !== true && type !== 'histogram' && !/_total$/.test(name)
  })
  const words = new Set(question.toLowerCase().match(/[a-z0-9][\w.-]{1,80}/g))
  // "The gateway" is `scada-gateway`.
  const services = catalogue.services.filter(({ name }) =>
    [name, ...name.split(/[-_.]/).filter((part) => part.length > 3)].some((part) => words.has(part.toLowerCase())),
  )
  const isTheirs = (metric: MetricDescriptor): boolean => services.some(({ name }) => metric.services.includes(name))
  const theirs = services.length > 0 ? all.filter(isTheirs) : all
  const [only, more] = theirs
  return only === undefined || more !== undefined ? null : only.name
}

const HIGH =
  /^(?<before>(?:(?:so|and|but|hey|ok) )*(?:is|are|was|were) (?:the |our )?)(?<metric>\S+)(?<of> (?:of|on|in|at|for) [\w][\w. -]{0,60}?)? (?:(?:too|very|really|still|unusually|quite) )?(?<state>high|elevated|maxed out|saturated|pegged|at (?:its|the) limit|low)(?<after>(?: (?:right now|now|currently|at the moment|again|today))?\W*)$/i
/** Of whom it is high is asked: who has the most of it is told with the others. */
const HIGH_ANYWHERE =
  /^(?:(?:so|and|but|hey|ok) )*(?:is|are|was|were) (?:the |our )?(?<metric>\S+) (?:(?:too|very|really) )?(?<state>high|elevated|maxed out|saturated|low) (?:(?:on|in|at|for) (?:any|some|one)(?: of (?:the|our))? \w{3,20}|anywhere|somewhere)\W*$/i
/** "Is cpu_percent of pricing high": against what is everyday, which is all that a metric tells. */
function stateOfMetric(question: string, { metrics }: Catalogue): string {
  const isMetric = (name = ''): boolean => metrics.some((one) => one.name.toLowerCase() === name.toLowerCase())
  const high = HIGH.exec(question)?.groups
  if (high !== undefined && isMetric(high['metric'])) {
    const how = high['state']?.toLowerCase() === 'low' ? 'lower' : 'higher'
    return `${high['before']}${high['metric']}${high['of'] ?? ''} ${how} than usual${high['after'] ?? ''}`
  }
  const anywhere = HIGH_ANYWHERE.exec(question)?.groups
  if (anywhere !== undefined && isMetric(anywhere['metric'])) {
    const most = anywhere['state']?.toLowerCase() === 'low' ? 'lowest' : 'highest'
    return `which service has the ${most} ${anywhere['metric']}`
  }
  return question
}
