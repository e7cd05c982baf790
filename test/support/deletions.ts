/** Delivers deletion jobs as the outbox's sweeper and the queue would, at a time the test chooses. */
import { env } from 'cloudflare:workers'
import { organizationDeletionStatements } from '../../scripts/admin/delete-organization.ts'
import { newId } from '../../src/contracts/ids.ts'
import type { DomainContext } from '../../src/domain/context.ts'
import { consumeDeletion } from '../../src/queues/deletion/consume.ts'

/** When no isolate remembers what was deleted any more. */
export const JOB_TIME_MS = 61_000

/** What the operator's command does. */
export async function deleteOrganizationAsOperator(organizationId: string): Promise<void> {
  await env.DB.batch(organizationDeletionStatements(organizationId).map((statement) => env.DB.prepare(statement)))
}

/** One delivery of every deletion job there is. Returns how many remain. */
export async function deliverDeletions(ctx: DomainContext): Promise<number> {
  const pending = "select id, payload from outbox where queue = 'deletion'"
  const { results } = await env.DB.prepare(pending).all<{ id: string; payload: string }>()
  for (const { id, payload } of results) {
    const body = { outboxId: id, payload: JSON.parse(payload) }
    const message = { id: newId(), timestamp: new Date(), attempts: 1, body, ack: () => {}, retry: () => {} }
    // The consumer looks at the messages alone.
    await consumeDeletion({ messages: [message] } as unknown as MessageBatch, ctx)
  }
  return (await env.DB.prepare(pending).all()).results.length
}
