/** Webhooks of the processor that have been handled. */
import { eq } from 'drizzle-orm'
import type { ProcessorEvent } from '../../billing/processor/processor.ts'
import { type Database, ormOf } from '../database.ts'
import { billingProcessorEvents as events } from '../schema/billing.ts'

export async function isEventKnown(db: Database, id: string): Promise<boolean> {
  return (await ormOf(db).select({ id: events.id }).from(events).where(eq(events.id, id))).length > 0
}

export async function rememberEvent(db: Database, event: ProcessorEvent, now: number): Promise<void> {
  const { id, type, occurredAt } = event
  await ormOf(db).insert(events).values({ id, type, occurredAt, receivedAt: now }).onConflictDoNothing()
}
