/**
 * `npm run test:chaos [-- --kills 100] [--seed 1]`: SIGKILL of the whole process group at random moments of runs.
 * Ends with exit code 1 when anything was lost or doubled.
 */
import { parseArgs } from 'node:util'
import { runChaos } from './runs.ts'

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '100' }, seed: { type: 'string', default: '1' } },
})
const kills = Number(values.kills)
const seed = Number(values.seed)
if (!Number.isInteger(kills) || kills < 1 || !Number.isInteger(seed)) {
  console.error('--kills and --seed must be whole numbers, kills at least 1')
  process.exit(64)
}

const report = await runChaos({ kills, seed, log: (line) => console.log(line) })
for (const finding of report.findings) console.error(`${finding.threadId}: ${finding.problem}`)
console.log(
  `runs: ${report.kills} kills (${report.killsDuringRuns} while runs were under way), ` +
    `${report.messagesSent} messages sent, ${report.messagesAcknowledged} acknowledged, ` +
    `${report.messagesCutOff} cut off, ${report.findings.length} lost or doubled`,
)
process.exitCode = report.findings.length === 0 ? 0 : 1
