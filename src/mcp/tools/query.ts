/** Counts, shares, rates, percentiles and trends: a question in plain words, or a typed plan. */
import { z } from 'zod'
import { planSchema } from '../../agent/questions/plan/plan.ts'
import { ToolInputError } from '../../agent/tools/define-tool.ts'
import { queryTelemetryTool } from '../../agent/tools/query-telemetry.ts'
import { type ReadQuestionResult, readQuestionTool } from '../../agent/tools/read-question.ts'
import { type AgentToolCall, callAgentTool, type Found } from '../agent-tools.ts'
import { quoted } from '../answer.ts'
import { defineTool } from '../tool.ts'
import { counted } from './telemetry-tool.ts'

/** A question may ask for several things; each is a query of its own. */
const PLANS_MAX = 3
/** Plans of these intents are answered by other tools of this server. */
const OTHER_TOOLS: Readonly<Record<string, string>> = {
  cause: 'start_investigation',
  timeline: 'start_investigation',
  changes: 'compare_log_patterns',
  dependencies: 'ask',
  metrics: 'list_metrics',
  coverage: 'list_services',
  delivery: 'ask',
  trace: 'get_trace',
  record: 'get_log',
}

export const queryTelemetry = defineTool({
  name: 'query_telemetry',
  title: 'Query telemetry',
  description:
    'Counts, shares, rates, percentiles, top groups, trends and comparisons over logs, requests and metrics. Ask in plain words ("p99 of checkout per hour today", "share of failed requests by service since 10:00", "errors of pricing compared with yesterday"), or change the `plan` of an earlier answer and pass it. Numbers are exact unless `incomplete` says otherwise.',
  permission: 'telemetry:read',
  input: {
    question: z.string().min(1).max(2000).optional().describe('In English. Either this or `plan`.'),
    plan: z.looseObject({ intent: z.string() }).optional().describe('A plan from an earlier answer, changed.'),
  },
  output: {
    answers: z.array(z.looseObject({ plan: z.looseObject({}), kind: z.string() })),
    notes: z.array(z.string()).describe('How the question was understood.'),
  },
  async run({ ctx, access, input, signal }) {
    const scope = await access.project()
    const call = { ctx, scope, signal }
    if ((input.question === undefined) === (input.plan === undefined))
      throw new ToolInputError('Pass either `question` or `plan`.')
    const { plans, notes } =
      input.plan === undefined ? await readPlans(call, input.question ?? '') : givenPlan(input.plan)
    const found = await Promise.all(
      plans.slice(0, PLANS_MAX).map((plan) => callAgentTool(call, queryTelemetryTool.name, { plan })),
    )
    return {
      summary: `${counted(found.length, 'answer')}; the numbers follow with the plan that gave them.`,
      data: { answers: found.map(({ data }) => data), notes },
      suspicious: found.flatMap((one, index) => flagsOf(one, index)),
      readOn: 'Ask for fewer groups, or a wider interval.',
    }
  },
})

const flagsOf = ({ suspicious }: Found, index: number) =>
  suspicious.map((flag) => ({ ...flag, path: `answers[${index}].${flag.path}` }))

function givenPlan(given: Readonly<Record<string, unknown>>) {
  const parsed = planSchema.safeParse(given)
  if (parsed.success) return { plans: [parsed.data], notes: [] }
  const [issue] = parsed.error.issues
  throw new ToolInputError(`The plan is not valid: ${issue?.path.join('.') || 'plan'} ${issue?.message ?? ''}.`)
}

async function readPlans(call: AgentToolCall, question: string) {
  const { data } = await callAgentTool(call, readQuestionTool.name, { question })
  const reading = data as unknown as ReadQuestionResult
  const queried = reading.plans.filter(({ intent }) => OTHER_TOOLS[intent] === undefined)
  if (queried.length > 0) {
    const leftOut = reading.leftOut.length === 0 ? [] : [`These words were not used: ${reading.leftOut.join(', ')}.`]
    return { plans: queried, notes: [...reading.notes, ...leftOut] }
  }
  const [other] = reading.plans
  if (other !== undefined)
    throw new ToolInputError(`This question is one for ${OTHER_TOOLS[other.intent]}, not for query_telemetry.`)
  const why = reading.askBack === undefined ? '' : `\n${quoted(reading.askBack)}`
  throw new ToolInputError(
    `The question was not understood. Name what to count, of which service, and when; or use search_logs, log_patterns or query_metric.${why}`,
  )
}
