/** `npm run deploy -- --env staging|production [options of wrangler deploy]` */
import { spawnSync } from 'node:child_process'
import { targetOf } from './target.ts'

function run(command: string, args: readonly string[]): boolean {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit' })
  if (error) console.error(`${command} could not be started: ${error.message}`)
  process.exitCode = status ?? 1
  return status === 0
}

const target = targetOf(process.argv.slice(2))
if (!target.ok) {
  console.error(target.message)
  process.exitCode = 1
} else if (run('npm', ['run', '--silent', 'build:assets'])) {
  run('wrangler', ['deploy', '--env', target.environment, ...target.rest])
}
