/**
 * `npm run test:chaos [-- --target runs|intake|deliveries] [--kills n] [--seed n]`: SIGKILL of the whole process group
 * at random moments, 100 times during runs, 200 times during intake and 100 times between an alert, its investigation
 * and the word that goes out. Exit code 1 when anything was lost or doubled.
 */
import { parseArgs } from 'node:util'
import { deliveryChaos } from './deliveries.ts'
import { intakeChaos } from './intake.ts'
import { runChaos } from './runs.ts'

const { values } = parseArgs({
  options: { target: { type: 'string' }, kills: { type: 'string' }, seed: { type: 'string', default: '1' } },
})

function whole(name: string, text: string | undefined, fallback: number): number {
  const value = text === undefined ? fallback : Number(text)
  if (Number.isInteger(value) && value >= 1) return value
  console.error(`--${name} must be a whole number, at least 1`)
  process.exit(64)
}

async function killRuns(): Promise<boolean> {
  const kills = whole('kills', values.kills, 100)
  const report = await runChaos({ kills, seed, log: (line) => console.log(`runs: ${line}`) })
  for (const finding of report.findings) console.error(`${finding.threadId}: ${finding.problem}`)
  console.log(
    `runs: ${report.kills} kills (${report.killsDuringRuns} while runs were under way), ` +
      `${report.messagesSent} messages sent, ${report.messagesAcknowledged} acknowledged, ` +
      `${report.messagesCutOff} cut off, ${report.findings.length} lost or doubled`,
  )
  return report.findings.length === 0
}

async function killIntake(): Promise<boolean> {
  const kills = whole('kills', values.kills, 200)
  const report = await intakeChaos({ kills, seed, log: (line) => console.log(`intake: ${line}`) })
  console.log(
    `intake: ${report.kills} kills, ${report.batches} batches sent, ${report.batchesAcknowledged} acknowledged, ` +
      `${report.partitions} partitions, ${report.records} records read back, ${report.lost} lost, ${report.doubled} doubled, ${report.unknown} unknown`,
  )
  return report.lost + report.doubled + report.unknown === 0
}

async function killDeliveries(): Promise<boolean> {
  const kills = whole('kills', values.kills, 100)
  const report = await deliveryChaos({ kills, seed, log: (line) => console.log(`deliveries: ${line}`) })
  for (const finding of report.findings) console.error(finding)
  console.log(
    `deliveries: ${report.kills} kills, ${report.alertsAcknowledged} alerts acknowledged, ${report.incidents} incidents, ` +
      `${report.events} events told, ${report.repeated} messages repeated under their id, ${report.findings.length} lost or doubled`,
  )
  return report.findings.length === 0
}

const seed = whole('seed', values.seed, 1)
const targets = { runs: killRuns, intake: killIntake, deliveries: killDeliveries }
const chosen = Object.entries(targets).filter(([name]) => values.target === undefined || values.target === name)
if (chosen.length === 0) {
  console.error(`--target must be one of ${Object.keys(targets).join(', ')}`)
  process.exit(64)
}
let isIntact = true
for (const [, attack] of chosen) isIntact = (await attack()) && isIntact
process.exitCode = isIntact ? 0 : 1
