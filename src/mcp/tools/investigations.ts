/** Questions to the agent: an investigation that goes on by itself, its result, and any question with follow-ups. */
import { z } from 'zod'
import { timeInput } from '../../agent/tools/window.ts'
import { withShortMarks } from '../../contracts/citations.ts'
import type { RunView } from '../../contracts/thread-protocol.ts'
import { assertCredits } from '../../domain/billing/enforcement.ts'
import { awaitRun } from '../../domain/runs/read-runs.ts'
import { appendMessage, createThread } from '../../domain/threads/start-run.ts'
import { accessThread } from '../../domain/threads/thread-scope.ts'
import type { ToolAnswer } from '../answer.ts'
import { defineTool } from '../tool.ts'
import { linkTo } from '../uris.ts'

/** As long as the API waits. Clients give up after a minute, and a proxy between may do so earlier. */
const WAIT_SECONDS_MAX = 20
const QUESTION_CHARS_MAX = 10_000

const runOutput = {
  runId: z.string().describe('For get_investigation.'),
  threadId: z.string().describe('For follow-ups with ask.'),
  status: z.enum(['processing', 'completed', 'aborted', 'error']),
  answer: z.string().nullable().describe('Markdown. It may quote telemetry. [1] cites the look-up of that mark.'),
  citations: z
    .array(z.object({ mark: z.number().int(), toolCallId: z.string() }))
    .describe('What the marks stand for. The resource of the thread has the look-ups.'),
  error: z.string().nullable(),
}

const waitSeconds = z
  .number()
  .int()
  .min(0)
  .max(WAIT_SECONDS_MAX)
  .optional()
  .describe(`How long to wait for the answer (default ${WAIT_SECONDS_MAX}).`)

export const startInvestigation = defineTool({
  name: 'start_investigation',
  title: 'Start an investigation',
  description:
    'Has the service find the root cause of trouble: what broke, where, since when, why, with evidence and confidence. Answers at once with a runId; get the result with get_investigation. Uses credits. Incidents opened by alerts are investigated already: see get_incident.',
  permission: 'threads:write',
  isReadOnly: false,
  input: {
    symptom: z.string().min(1).max(1000).optional().describe('What is seen, such as "checkout answers 500".'),
    service: z.string().min(1).max(256).optional().describe('Where it is seen.'),
    from: timeInput.optional().describe('About when it began, ISO 8601 UTC.'),
    to: timeInput.optional().describe('When it ended, ISO 8601 UTC.'),
  },
  output: runOutput,
  async run({ ctx, access, input }) {
    const scope = await access.project()
    await assertCredits({ ctx, scope })
    const run = await createThread({
      ctx,
      scope,
      input: { message: questionOf(input), context: undefined, wait: false, timeoutSeconds: 1, clientSource: 'mcp' },
    })
    return runAnswer(run, scope.projectId)
  },
})

/** English that the embedded model reads as well as a person would. */
export function questionOf(input: {
  readonly symptom?: string | undefined
  readonly service?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}): string {
  const { symptom, service, from, to } = input
  const where = service === undefined ? '' : ` in ${service}`
  const when =
    from === undefined
      ? to === undefined
        ? ''
        : ` before ${to}`
      : to === undefined
        ? ` since ${from}`
        : ` between ${from} and ${to}`
  const seen = symptom === undefined ? '' : ` What is seen: ${symptom}`
  return `What is the root cause of the trouble${where}${when}?${seen}`
}

export const getInvestigation = defineTool({
  name: 'get_investigation',
  title: 'Get an investigation',
  description:
    'The result of start_investigation, of an unfinished ask, or of the automatic investigation of an incident (its runId). Waits for it.',
  permission: 'threads:read',
  input: { runId: z.uuid(), waitSeconds },
  output: runOutput,
  async run({ ctx, access, input }) {
    const scope = await accessThread(ctx, access, input.runId, 'The run')
    const waitMs = (input.waitSeconds ?? WAIT_SECONDS_MAX) * 1000
    return runAnswer(await awaitRun({ ctx, scope, input: { waitMs } }), access.projectId)
  },
})

export const ask = defineTool({
  name: 'ask',
  title: 'Ask the observability agent',
  description:
    'Asks the agent of the service in plain words and waits for its answer: what broke, why, since when, health of a service, dependencies, delivery of sources, anything the other tools do not answer. Follow up with threadId. Uses credits.',
  permission: 'threads:write',
  isReadOnly: false,
  input: {
    question: z.string().min(1).max(QUESTION_CHARS_MAX),
    threadId: z.uuid().optional().describe('To follow up on an earlier answer.'),
    waitSeconds,
  },
  output: runOutput,
  async run(call) {
    const { ctx, access, input } = call
    const timeoutSeconds = input.waitSeconds ?? WAIT_SECONDS_MAX
    const message = {
      message: input.question,
      context: undefined,
      wait: timeoutSeconds > 0,
      timeoutSeconds,
      clientSource: 'mcp',
    }
    if (input.threadId !== undefined) {
      const scope = await accessThread(ctx, access, input.threadId, 'The thread')
      return runAnswer(await appendMessage({ ctx, scope, input: message }), access.projectId)
    }
    const scope = await access.project()
    await assertCredits({ ctx, scope })
    return runAnswer(await createThread({ ctx, scope, input: message }), scope.projectId)
  },
})

const ENDINGS = { completed: 'is completed', aborted: 'was stopped', error: 'ended with an error' } as const

function runAnswer(run: RunView, projectId: string | null): ToolAnswer {
  const { runId, threadId, status, response, error } = run
  const { answer, citations } = cited(response)
  return {
    summary:
      status === 'processing'
        ? `It is under way. Call get_investigation with runId ${runId}.`
        : `It ${ENDINGS[status]}. Follow up with ask and threadId ${threadId}.`,
    data: { runId, threadId, status, answer, citations, error: error?.message ?? null },
    ...(projectId === null ? {} : { links: [linkTo('thread', projectId, threadId)] }),
    readOn: 'The resource of the thread has the whole answer.',
  }
}

/** The answer with the marks that people see, `[1]`, in place of the ids of calls. */
function cited(response: string | null) {
  if (response === null) return { answer: null, citations: [] }
  const { blocks, footnotes } = withShortMarks([{ type: 'message', message: response }])
  const citations = footnotes.map(({ mark, toolCallId }) => ({ mark, toolCallId }))
  return { answer: blocks[0]?.message ?? response, citations }
}
