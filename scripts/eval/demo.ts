/**
 * `npm run eval:demo [-- --seeds 1-10]`: for each seed sends the demo's incident through the intake into an
 * organization of its own, asks "what broke?", and compares the answer with the truth: the right service first, its
 * start within two minutes. Exit code 1 when fewer than nine of ten are right.
 */
import { parseArgs } from 'node:util'
import type { ContentBlock } from '../../src/contracts/content-block.ts'
import type { Truth } from '../demo/model.ts'
import { sendSimulation } from '../demo/send.ts'
import { simulate } from '../demo/simulate.ts'
import { apiClient, type RunResult } from '../server/api.ts'
import { createWorkbench } from '../server/workbench.ts'

const NEEDED_SHARE = 0.9
const START_TOLERANCE_MS = 120_000
const PATIENCE_MS = 60_000

const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '1-10' }, 'logs-only': { type: 'boolean', default: false } },
})
const [first, last] = values.seeds.split('-').map(Number)
if (first === undefined || !Number.isInteger(first) || (last !== undefined && !Number.isInteger(last))) {
  console.error('--seeds must be a number or a range like 1-10')
  process.exit(64)
}
const seeds = Array.from({ length: (last ?? first) - first + 1 }, (_, index) => first + index)

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
function judge(truth: Truth, response: string, blocks: readonly ContentBlock[]): Verdict {
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

const bench = await createWorkbench({ name: 'eval-demo', organizations: seeds.length })
const server = await bench.start()
let right = 0
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
    const askedMs = Date.now()
    const run = await api.finished(await api.post<RunResult>('/threads', { message: 'what broke?' }), PATIENCE_MS)
    const tookS = ((Date.now() - askedMs) / 1000).toFixed(1)
    const blocks = (await api.messages(run.threadId)).at(-1)?.content ?? []
    const verdict = judge(truth, run.response ?? '', blocks)
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
console.log(`${right} of ${seeds.length} right`)
process.exitCode = right >= Math.ceil(seeds.length * NEEDED_SHARE) ? 0 : 1
