/**
 * `npm run eval:demo [-- --seeds 1,3,7,11,42] [--logs-only]`: for each seed sends the demo's incident through the intake
 * into an organization of its own and asks in one thread what broke, why, since when, how bad it is, whether it still goes
 * on and what to do. Each answer is judged against the simulation. Prints `right R of N`; exit code 1 when the cause or
 * the answers of fewer than nine of ten are right.
 */
import { parseArgs } from 'node:util'
import type { ContentBlock } from '../../src/contracts/content-block.ts'
import type { Truth } from '../demo/model.ts'
import { sendSimulation } from '../demo/send.ts'
import { simulate } from '../demo/simulate.ts'
import { apiClient, type RunResult } from '../server/api.ts'
import { createWorkbench } from '../server/workbench.ts'
import { type DemoQuestion, demoQuestions } from './demo-questions.ts'
import { answerOf } from './questions/ask.ts'
import { judge } from './questions/judge/judge.ts'

const NEEDED_SHARE = 0.9
const START_TOLERANCE_MS = 120_000
const PATIENCE_MS = 60_000

const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '1-10' }, 'logs-only': { type: 'boolean', default: false } },
})
const seeds = values.seeds.split(',').flatMap((part) => {
  const [first = Number.NaN, last = first] = part.split('-').map(Number)
  return Number.isInteger(first) && Number.isInteger(last) && last >= first
    ? Array.from({ length: last - first + 1 }, (_, index) => first + index)
    : []
})
if (seeds.length === 0) {
  console.error('--seeds must be numbers or ranges, like 1-10 or 1,3,7')
  process.exit(64)
}

interface Verdict {
  readonly isService: boolean
  readonly isStart: boolean
  readonly named: string
  readonly offsetS: number | null
}

/** The first candidate of the answer's table: service and first sign. */
function firstCandidate(blocks: readonly ContentBlock[]): { service: string; firstSeen: string } | null {
  for (const block of blocks) {
    if (block.type !== 'artifact' || block.name !== 'table') continue
    const data = block.data as { id?: string; rows?: { service?: string; firstSeen?: string }[] } | undefined // docs/design/agent.md
    const row = data?.id === 'root_cause_candidates' ? data.rows?.[0] : undefined
    if (row !== undefined) return { service: row.service ?? '', firstSeen: row.firstSeen ?? '' }
  }
  return null
}

/** The text has to say it too: the table is for programs. */
function causeOf(truth: Truth, response: string, blocks: readonly ContentBlock[]): Verdict {
  const candidate = firstCandidate(blocks)
  const startMs = Date.parse(candidate?.firstSeen ?? '')
  const offsetMs = Number.isNaN(startMs) ? null : startMs - Date.parse(truth.startedAt)
  return {
    isService: candidate?.service === truth.faultyService && response.includes(truth.faultyService),
    isStart: offsetMs !== null && Math.abs(offsetMs) <= START_TOLERANCE_MS,
    named: candidate?.service ?? '(none)',
    offsetS: offsetMs === null ? null : Math.round(offsetMs / 1000),
  }
}

interface Answered {
  readonly question: DemoQuestion
  readonly verdict: string
  readonly why: string
  readonly text: string
  readonly blocks: readonly ContentBlock[]
  readonly tookMs: number
}

/** Asks in one thread, one after the other. */
async function askInTurn(api: ReturnType<typeof apiClient>, asked: readonly DemoQuestion[]): Promise<Answered[]> {
  const answered: Answered[] = []
  let threadId: string | null = null
  for (const question of asked) {
    const askedMs = Date.now()
    const path: string = threadId === null ? '/threads' : `/threads/${threadId}/messages`
    const run: RunResult = await api.finished(await api.post<RunResult>(path, { message: question.ask }), PATIENCE_MS)
    threadId = run.threadId
    const tookMs = Date.now() - askedMs
    const blocks = (await api.messages(run.threadId)).at(-1)?.content ?? []
    const answer = answerOf(blocks)
    const found = judge({ question: question.ask, answer, expect: question.expect, nowMs: askedMs })
    answered.push({ question, ...found, text: answer.text, blocks, tookMs })
  }
  return answered
}

const bench = await createWorkbench({ name: 'eval-demo', organizations: seeds.length })
const server = await bench.start()
let right = 0
let questions = 0
let answersRight = 0
try {
  for (const [index, seed] of seeds.entries()) {
    const credentials = bench.organizations[index]
    if (credentials === undefined) continue
    const simulation = simulate({ seed, endMs: Date.now(), durationMinutes: 60 })
    const { truth } = simulation
    if (truth === null) continue
    const sent = values['logs-only'] ? { ...simulation, spans: [], metrics: [] } : simulation
    await sendSimulation(sent, { intakeUrl: `${server.baseUrl}/intake`, publicKey: credentials.publicKey })
    const api = apiClient(server.baseUrl, credentials.secretKey)
    const asked = demoQuestions(simulation) ?? []
    const answered = await askInTurn(api, asked)
    const tookS = ((answered[0]?.tookMs ?? 0) / 1000).toFixed(1)
    const blocks = answered[0]?.blocks ?? []
    for (const { question, verdict, why, text } of answered) {
      questions++
      if (verdict === 'right') answersRight++
      else
        console.log(`seed ${seed}  ${verdict.toUpperCase()}  "${question.ask}": ${why}\n  said: ${text.slice(0, 300)}`)
    }
    const verdict = causeOf(truth, answered[0]?.text ?? '', blocks)
    if (verdict.isService && verdict.isStart) right++
    const offset =
      verdict.offsetS === null ? 'no start' : `start ${verdict.offsetS >= 0 ? '+' : ''}${verdict.offsetS} s`
    const mark = verdict.isService && verdict.isStart ? 'right' : 'WRONG'
    console.log(
      `seed ${seed}  ${mark}  ${truth.faultKind} in ${truth.faultyService}: named ${verdict.named}, ${offset}, ${tookS} s`,
    )
  }
} finally {
  await server.stop()
  bench.remove()
}
console.log(`causes right ${right} of ${seeds.length}`)
console.log(`right ${answersRight} of ${questions}`)
const isEnough = right >= seeds.length * NEEDED_SHARE && answersRight >= questions * NEEDED_SHARE
process.exitCode = isEnough ? 0 : 1
