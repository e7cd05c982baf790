/**
 * `npm run test:idempotency -- 1000000 [operations]`: so many random sequences of requests and changes of rights against
 * the decisions (default), or against whole operations with their SQL, which takes some ten times longer.
 */
import { spawnSync } from 'node:child_process'

const [count = '100000', level = 'decisions'] = process.argv.slice(2)
if (!/^[1-9]\d{0,8}$/.test(count) || !['decisions', 'operations'].includes(level)) {
  console.error('Say how many sequences, and of what: npm run test:idempotency -- 1000000 [decisions|operations]')
  process.exitCode = 2
} else {
  const { status } = spawnSync('vitest', ['run', '--project', 'node', 'test/http/idempotency-model'], {
    stdio: 'inherit',
    env: { ...process.env, SEQUENCES: count, LEVEL: level },
  })
  process.exitCode = status ?? 1
}
