/**
 * Key rotation, the operator's side: asks the service to move every stored envelope to its current master key, and says
 * how many rows are under which key. The service does the work (only it holds MASTER_KEYS); this writes the row that
 * its sweeper sends to the rewrap queue, within half a minute.
 *
 *   npm run keys:rotate -- [--env production] [--state-dir <folder>] [--current <key id>] [--wait] [--status]
 *
 * --current  id of the new key: prints how many rows remain under others, and fails if --wait ends with some
 * --wait     stays until the rotation has looked at every row (ten minutes at most)
 * --status   only counts, starts nothing
 */
import { parseArgs } from 'node:util'
import { newId } from '../../src/contracts/ids.ts'
import { SEALED_COLUMNS } from '../../src/domain/keys/sealed-columns.ts'
import { sqlText } from './sql-text.ts'
import { type DatabaseTarget, executeSql, querySql } from './wrangler-d1.ts'

const POLL_MS = 5000
const WAIT_MS_MAX = 600_000

const { values } = parseArgs({
  options: {
    env: { type: 'string', default: 'local' },
    'state-dir': { type: 'string' },
    current: { type: 'string' },
    wait: { type: 'boolean', default: false },
    status: { type: 'boolean', default: false },
  },
})
const target: DatabaseTarget = { environment: values.env, stateDir: values['state-dir'] }

/** Rows by master key id, over all columns that hold envelopes (`e1.<key id>.…`). */
function rowsByKey(): Map<string, number> {
  const parts = SEALED_COLUMNS.map(
    ({ table, column }) =>
      `select substr(${column}, 4, instr(substr(${column}, 4), '.') - 1) as key from ${table} where ${column} is not null`,
  )
  const rows = querySql(target, `select key, count(*) as n from (${parts.join(' union all ')}) group by key`)
  return new Map(rows.map((row) => [String(row.key), Number(row.n)]))
}

function report(): number {
  const counts = rowsByKey()
  const remaining = [...counts].filter(([key]) => key !== values.current).reduce((sum, [, n]) => sum + n, 0)
  const rows = Object.fromEntries(counts)
  console.log(
    JSON.stringify(values.current ? { rowsByKey: rows, remainingUnderOldKeys: remaining } : { rowsByKey: rows }),
  )
  return values.current ? remaining : 0
}

function start(): string {
  const id = newId()
  const now = Date.now()
  executeSql(target, [
    `insert into outbox (id, queue, payload, next_attempt_at, created_at)
     values (${sqlText(id)}, 'rewrap', ${sqlText(JSON.stringify({ kind: 'rewrap' }))}, ${now}, ${now})`,
  ])
  return id
}

async function waitFor(id: string): Promise<void> {
  const until = Date.now() + WAIT_MS_MAX
  while (querySql(target, `select id from outbox where id = ${sqlText(id)}`).length > 0) {
    if (Date.now() > until) throw new Error('The rotation still runs; look again with --status.')
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

try {
  if (values.status) report()
  else {
    const id = start()
    if (values.wait) await waitFor(id)
    const remaining = report()
    if (values.wait && remaining > 0)
      throw new Error(`${remaining} rows are still under old keys: see the service's log.`)
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
