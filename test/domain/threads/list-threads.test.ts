import { describe, expect, it } from 'vitest'
import { pageOfThreads } from '../../../src/db/threads.ts'
import { explained } from '../../support/query-plans.ts'

const planOf = async (status: 'regular' | undefined) => {
  const page = { projectId: 'p', status, cursor: undefined, limit: 51 }
  const [statement] = await explained((db) => pageOfThreads(db, page))
  return { sql: statement?.sql, plan: statement?.plan.join('; ') }
}

describe('the list of threads', () => {
  it('the list of threads walks an index from the cursor, without a scan, a sort or an offset', async () => {
    const all = await planOf(undefined)
    expect(all.plan).toMatch(/^SEARCH threads USING (COVERING )?INDEX threads_by_project \(project_id=\? AND id<\?\)$/)
    const byStatus = await planOf('regular')
    expect(byStatus.plan).toMatch(
      /^SEARCH threads USING INDEX threads_by_project_and_status \(project_id=\? AND status=\? AND id<\?\)$/,
    )
    expect(`${all.sql} ${byStatus.sql}`).not.toMatch(/offset/i)
  })
})
