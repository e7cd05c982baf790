import type { ProcessorEvent } from '../../billing/processor/processor.ts'

type Db = D1Database | D1DatabaseSession

export async function isEventKnown(db: Db, id: string): Promise<boolean> {
  return (await db.prepare('select 1 from billing_processor_events where id = ?').bind(id).first()) !== null
}

export async function rememberEvent(db: Db, event: ProcessorEvent, now: number): Promise<void> {
  await db
    .prepare('insert or ignore into billing_processor_events (id, type, occurred_at, received_at) values (?, ?, ?, ?)')
    .bind(event.id, event.type, event.occurredAt, now)
    .run()
}
