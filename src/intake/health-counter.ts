/**
 * Counts deliveries per key in the isolate and sends the counts to the organization's object every few seconds, outside
 * of the request path. Source health may lag by seconds; a write per delivery would cost too much. Counts not yet sent
 * are lost when the isolate dies; usage is counted elsewhere, with the records.
 */

import type { DeliveryCount } from '../contracts/organization-protocol.ts'

const FLUSH_DELAY_MS = 3000

interface Buffer {
  readonly counts: Map<string, DeliveryCount>
  isFlushing: boolean
}

const buffers = new Map<string, Buffer>()

export interface NoteInput {
  readonly organizationId: string
  readonly keyId: string
  readonly records: number
  readonly bytes: number
  readonly dropped?: number
  readonly rejected?: Readonly<Record<string, number>>
  readonly repaired?: Readonly<Record<string, number>>
  readonly nowMs: number
  readonly waitUntil: (work: Promise<unknown>) => void
  readonly send: (organizationId: string, counts: readonly DeliveryCount[]) => Promise<void>
}

/**
 * Counts a delivery for the health of its source. Counts are passed on within seconds, at most one call at a time for
 * each organization.
 */
export function noteDelivery(input: NoteInput): void {
  const buffer = buffers.get(input.organizationId) ?? { counts: new Map(), isFlushing: false }
  buffers.set(input.organizationId, buffer)
  const count = buffer.counts.get(input.keyId) ?? {
    keyId: input.keyId,
    records: 0,
    bytes: 0,
    dropped: 0,
    rejected: {},
    repaired: {},
    lastRecordMs: null,
  }
  buffer.counts.set(input.keyId, count)
  count.records += input.records
  count.bytes += input.bytes
  count.dropped += input.dropped ?? 0
  if (input.records > 0) count.lastRecordMs = input.nowMs
  addCounts(count.rejected, input.rejected)
  count.repaired ??= {}
  addCounts(count.repaired, input.repaired)
  if (buffer.isFlushing) return
  buffer.isFlushing = true
  input.waitUntil(flushLater(input.organizationId, buffer, input.send))
}

function addCounts(into: { [reason: string]: number }, counts: Readonly<Record<string, number>> = {}): void {
  for (const [reason, n] of Object.entries(counts)) into[reason] = (into[reason] ?? 0) + n
}

async function flushLater(organizationId: string, buffer: Buffer, send: NoteInput['send']): Promise<void> {
  await scheduler.wait(FLUSH_DELAY_MS)
  const counts = [...buffer.counts.values()]
  buffers.delete(organizationId)
  await send(organizationId, counts)
}
