/**
 * Readings of machines, runtimes and consumers under the words of engineers: "cpu load of pricing" of `cpu_percent`, "how
 * many files does pricing have open" of `process_open_fds`. The question is put with the name of the metric, where the
 * project has exactly one that tells of it.
 */
import type { MetricDescriptor } from '../../../telemetry/index.ts'
import type { Catalogue } from '../grounding/catalogue.ts'
import { FORMS, RESOURCES, type Resource } from '../vocabulary/resources.ts'

/** Longer messages are stories or pasted. */
const ASKED_MAX = 300
/** More metrics of one kind are no answer to one question. */
const EACH_MAX = 4
const QUOTED = /["`\u201c\u201d{}[\]<>=|\n\\]/

/** "Is it the cpu?" suspects it, and asks for no reading. */
const SUSPECTED =
  /^(?:(?:so|and|ok|hey) )*(?:(?:is|was) (?:it|this|that)|(?:could|can|may|might) (?:it|this|that) be)\b/i

/** The question with names of metrics in the place of what they tell of; as it is where none or several do. */
export function withResources(question: string, catalogue: Catalogue): string {
  if (SUSPECTED.test(question.trim())) return question
  if (catalogue.metrics.length === 0 || question.length > ASKED_MAX || QUOTED.test(question)) return question
  const said = question.toLowerCase()
  // "Connections were opened": what was done, and not what there is.
  if (WAS_DONE.test(said)) return question
  if (catalogue.metrics.some(({ name }) => /[._]/.test(name) && said.includes(name.toLowerCase())))
    return stateOfMetric(question, catalogue)
  for (const resource of RESOURCES) {
    const found = foundIn(question, resource)
    const [metric, ...more] = found === null ? [] : metricsOf(resource, question, catalogue)
    if (found === null || metric === undefined || more.length >= (resource.isOfEach === true ? EACH_MAX : 1)) continue
    const of = found.owner === null ? '' : ` of ${found.owner}`
    const put = [metric, ...more].map((name) => PUT[found.as](`${name}${of}`)).join('? ')
    return stateOfMetric(`${question.slice(0, found.at)}${put}${question.slice(found.at + found.length)}`, catalogue)
  }
  return question
}

const WAS_DONE =
  /\b(?:were|was|got|been) (?:opened|created|started|made|closed|added|removed|dropped|refused|rejected|lost)\b/

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

/** The metrics of the resource; of the services that are named only theirs. */
function metricsOf({ named, not }: Resource, question: string, catalogue: Catalogue): string[] {
  const all = catalogue.metrics.filter(({ name, type }) => {
    return named.test(name) && not?.test(name) !== true && type !== 'histogram' && !/_total$/.test(name)
  })
  const words = new Set(question.toLowerCase().match(/[a-z0-9][\w.-]{1,80}/g))
  // "The gateway" is `scada-gateway`.
  const services = catalogue.services.filter(({ name }) =>
    [name, ...name.split(/[-_.]/).filter((part) => part.length > 3)].some((part) => words.has(part.toLowerCase())),
  )
  const isTheirs = (metric: MetricDescriptor): boolean => services.some(({ name }) => metric.services.includes(name))
  return (services.length > 0 ? all.filter(isTheirs) : all).map(({ name }) => name)
}

const HIGH =
  /^(?<before>(?:(?:so|and|but|hey|ok) )*(?:is|are|was|were) (?:the |our )?)(?<metric>\S+)(?<of> (?:of|on|in|at|for) [\w][\w. -]{0,60}?)? (?:(?:too|very|really|still|unusually|quite) )?(?<state>high|elevated|maxed out|saturated|pegged|at (?:its|the) limit|low)(?<after>(?: (?:right now|now|currently|at the moment|again|today))?\W*)$/i
/** Of whom it is high is asked: who has the most of it is told with the others. */
const HIGH_ANYWHERE =
  /^(?:(?:so|and|but|hey|ok) )*(?:is|are|was|were) (?:the |our )?(?<metric>\S+) (?:(?:too|very|really) )?(?<state>high|elevated|maxed out|saturated|low) (?:(?:on|in|at|for) (?:any|some|one)(?: of (?:the|our))? \w{3,20}|anywhere|somewhere)\W*$/i
/** Above a number: the largest value says whether, and now the last one. */
const ABOVE =
  /^(?:(?:so|and|but|hey|ok) )*(?<when>is|are|did|has|have|was|were) (?:the |our )?(?<metric>\S+)(?<of> (?:of|on|in|at|for) [\w][\w. -]{0,60}?)? (?:ever )?(?:(?:go|gone|went|get|got|rise|risen|climb|climbed|been|be|come|jump) )?(?:(?:above|over|beyond|past|higher than|more than|greater than)|exceed(?:ed)?) \d[\w.,]{0,12}(?: ?(?:%|percent|seconds?|secs?|s|ms|minutes?|mins?|hours?|messages?|[kmg]i?b|mb|gb))?(?<owner> (?:of|on|in|at|for) [\w][\w. -]{0,60}?)?(?<after>(?: (?:right now|now|currently|at the moment|today|in the last .{1,30}|since .{1,30}))?\W*)$/i

/** "Is cpu_percent of pricing high": against what is everyday, which is all that a metric tells. */
function stateOfMetric(question: string, { metrics }: Catalogue): string {
  const isMetric = (name = ''): boolean => metrics.some((one) => one.name.toLowerCase() === name.toLowerCase())
  const high = HIGH.exec(question)?.groups
  if (high !== undefined && isMetric(high['metric'])) {
    const how = high['state']?.toLowerCase() === 'low' ? 'lower' : 'higher'
    return `${high['before']}${high['metric']}${high['of'] ?? ''} ${how} than usual${high['after'] ?? ''}`
  }
  const above = ABOVE.exec(question)?.groups
  if (above !== undefined && isMetric(above['metric'])) {
    const of = above['of'] ?? above['owner'] ?? ''
    const statistic = /^(?:is|are)$/i.test(above['when'] ?? '') ? 'what is' : 'what was the highest'
    return `${statistic} ${above['metric']}${of}${above['after'] ?? ''}`
  }
  const anywhere = HIGH_ANYWHERE.exec(question)?.groups
  if (anywhere !== undefined && isMetric(anywhere['metric'])) {
    const most = anywhere['state']?.toLowerCase() === 'low' ? 'lowest' : 'highest'
    return `which service has the ${most} ${anywhere['metric']}`
  }
  return question
}
