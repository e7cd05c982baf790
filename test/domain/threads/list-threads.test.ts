import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { LIST_THREADS, LIST_THREADS_BY_STATUS } from '../../../src/domain/threads/list-threads.ts'

async function planOf(statement: string, ...values: unknown[]): Promise<string> {
  const { results } = await env.DB.prepare(`explain query plan ${statement}`)
    .bind(...values)
    .all<{ detail: string }>()
  return results.map((row) => row.detail).join('; ')
}

describe('the list of threads', () => {
  it('walks an index from the cursor, without a scan, a sort or an offset', async () => {
    const all = await planOf(LIST_THREADS, 'p', 'g', 51)
    expect(all).toMatch(/^SEARCH threads USING (COVERING )?INDEX threads_by_project \(project_id=\? AND id<\?\)$/)
    const byStatus = await planOf(LIST_THREADS_BY_STATUS, 'p', 'g', 51, 'regular')
    expect(byStatus).toMatch(
      /^SEARCH threads USING INDEX threads_by_project_and_status \(project_id=\? AND status=\? AND id<\?\)$/,
    )
    expect(LIST_THREADS + LIST_THREADS_BY_STATUS).not.toMatch(/offset/i)
  })
})
