/** Runs SQL on the database of an environment through wrangler, which knows how to reach each. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface DatabaseTarget {
  /** `local`, or an environment of wrangler.toml. */
  readonly environment: string
  /** Where local state is kept; wrangler's default when left out. */
  readonly stateDir: string | undefined
}

export function executeSql(target: DatabaseTarget, statements: readonly string[]): Record<string, unknown>[] {
  const folder = mkdtempSync(join(tmpdir(), 'd1-'))
  const file = join(folder, 'statements.sql')
  writeFileSync(file, `${statements.join(';\n')};\n`, { mode: 0o600 })
  try {
    return run(target, ['--file', file])
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export function querySql(target: DatabaseTarget, query: string): Record<string, unknown>[] {
  return run(target, ['--command', query])
}

function run(target: DatabaseTarget, what: readonly string[]): Record<string, unknown>[] {
  const isLocal = target.environment === 'local'
  const place = isLocal
    ? ['--local', ...(target.stateDir ? ['--persist-to', target.stateDir] : [])]
    : ['--remote', '--env', target.environment]
  const result = spawnSync('wrangler', ['d1', 'execute', 'DB', '--json', '--yes', ...place, ...what], {
    encoding: 'utf8',
    env: { ...process.env, CI: '1', WRANGLER_SEND_METRICS: 'false' },
  })
  if (result.status !== 0) throw new Error(`wrangler d1 execute failed:\n${result.stderr}\n${result.stdout}`)
  const start = result.stdout.indexOf('[')
  // wrangler prints an array of {results, success, meta}, one per statement.
  const answers = JSON.parse(result.stdout.slice(start)) as { results?: Record<string, unknown>[] }[]
  return answers.flatMap((answer) => answer.results ?? [])
}
