/**
 * The memory that bodies hold at a time in one isolate, shared so that nobody can shut out the others. What one key or
 * one organization may hold depends on what is still free, so there is always room for one more:
 *
 * - a key holds at most 1.5 times the free bytes: alone 24 MiB, the largest single delivery (8 MiB as sent and 16 MiB
 *   decompressed), which leaves 16 MiB to all others;
 * - an organization, however many keys it makes, holds at most three times the free bytes: alone 30 MiB of the 40.
 */

/** Part of the isolate's 128 MB. */
const IN_FLIGHT_BYTES_MAX = 40 * 1024 * 1024
const KEY_SHARE_OF_FREE = 1.5
const ORGANIZATION_SHARE_OF_FREE = 3

let totalBytes = 0
const bytesByHolder = new Map<string, number>()

/** The key and organization a body counts against. */
export interface Sender {
  readonly keyId: string
  readonly organizationId: string
}

/** The memory of one delivery. Call `release` once, after the answer. */
export interface InFlight {
  /** Returns false when there is no room; nothing more is then held. */
  readonly hold: (bytes: number) => boolean
  readonly release: () => void
}

export function inFlightOf({ keyId, organizationId }: Sender): InFlight {
  const key = `key ${keyId}`
  const organization = `organization ${organizationId}`
  let held = 0
  return {
    hold: (bytes) => {
      const freeBytes = IN_FLIGHT_BYTES_MAX - totalBytes - bytes
      if (heldBy(key) + bytes > KEY_SHARE_OF_FREE * freeBytes) return false
      if (heldBy(organization) + bytes > ORGANIZATION_SHARE_OF_FREE * freeBytes) return false
      held += bytes
      add(key, organization, bytes)
      return true
    },
    release: () => {
      add(key, organization, -held)
      held = 0
    },
  }
}

const heldBy = (holder: string): number => bytesByHolder.get(holder) ?? 0

function add(key: string, organization: string, bytes: number): void {
  totalBytes += bytes
  for (const holder of [key, organization]) {
    const after = heldBy(holder) + bytes
    if (after > 0) bytesByHolder.set(holder, after)
    else bytesByHolder.delete(holder)
  }
}
