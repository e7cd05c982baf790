/**
 * Counts of deliveries per key, gathered in the isolate and sent to the organization's object every few seconds, off
 * the request path: source health is worth a second of delay and not a write per delivery. What an isolate that dies
 * had not sent is lost; usage is counted elsewhere, with the records themselves.
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
