/** `npm run bench -- <name> [arguments]`. Each is a program of its own; what it compares takes turns within one run. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const PROGRAMS: Readonly<Record<string, string>> = {
  alerts: 'alerts/main.ts',
  api: 'api/main.ts',
  runs: 'runs/main.ts',
  formats: 'intake/formats.ts',
  intake: 'telemetry/intake.ts',
  mcp: 'mcp/main.ts',
  monitors: 'monitors/main.ts',
  pauses: 'pauses/main.ts',
  queries: 'telemetry/queries.ts',
  questions: 'questions/main.ts',
  read: 'intake/read.ts',
  segment: 'telemetry/segment.ts',
  stalls: 'stalls/main.ts',
  steady: 'telemetry/steady.ts',
}

const [name = '', ...rest] = process.argv.slice(2)
const program = PROGRAMS[name]
if (program === undefined) {
  console.error(`npm run bench -- <${Object.keys(PROGRAMS).join('|')}> [arguments]`)
  process.exit(64)
}
const result = spawnSync('tsx', [join(import.meta.dirname, program), ...rest], { stdio: 'inherit' })
process.exitCode = result.status ?? 1
