/**
 * The memory that bodies hold at a time in one isolate, shared so that nobody can shut out the others. What one key or
 * one organization may hold depends on what is still free, so there is always room for one more:
 *
 * - a key holds at most 1.5 times the free bytes, 60% of the whole where it is alone;
 * - an organization, however many keys it makes, holds at most three times the free bytes: alone 75%.
 *
 * Deliveries, deliveries without a key in header or path, requests to the API, and webhooks have a whole of their own
 * each, of the isolate's 128 MB: bodies of strangers never take room from those of a key.
 */

/** One key alone holds 24 MiB of it: the largest delivery, 8 MiB as sent and 16 MiB decompressed. */
const DELIVERY_BYTES_MAX = 40 * 1024 * 1024
/** One network address alone holds 19 bodies of 256 KiB, which is the largest. */
const STRANGER_BYTES_MAX = 8 * 1024 * 1024
/** One credential alone holds nine bodies of 1 MiB, which is the largest. */
const REQUEST_BYTES_MAX = 16 * 1024 * 1024
/** One network address alone holds nine bodies of 256 KiB, the largest; an event is a few kilobytes. */
const WEBHOOK_BYTES_MAX = 4 * 1024 * 1024
const KEY_SHARE_OF_FREE = 1.5
const ORGANIZATION_SHARE_OF_FREE = 3

/** The key and organization a body counts against. */
export interface Sender {
  readonly keyId: string
  readonly organizationId: string
}

/** The memory of one body. Call `release` once, when the body is no longer needed. */
export interface InFlight {
  /** Returns false when there is no room; nothing more is then held. */
  readonly hold: (bytes: number) => boolean
  readonly release: () => void
}

export type InFlightOf = (sender: Sender) => InFlight

/** A whole of its own, which all that is held by what it returns shares. */
function memoryOf(bytesMax: number): InFlightOf {
  let totalBytes = 0
  const bytesByHolder = new Map<string, number>()
  const heldBy = (holder: string): number => bytesByHolder.get(holder) ?? 0
  const add = (holders: readonly string[], bytes: number) => {
    totalBytes += bytes
    for (const holder of holders) {
      const after = heldBy(holder) + bytes
      if (after > 0) bytesByHolder.set(holder, after)
      else bytesByHolder.delete(holder)
    }
  }
  return ({ keyId, organizationId }) => {
    const key = `key ${keyId}`
    const organization = `organization ${organizationId}`
    let held = 0
    return {
      hold: (bytes) => {
        const freeBytes = bytesMax - totalBytes - bytes
        if (heldBy(key) + bytes > KEY_SHARE_OF_FREE * freeBytes) return false
        if (heldBy(organization) + bytes > ORGANIZATION_SHARE_OF_FREE * freeBytes) return false
        held += bytes
        add([key, organization], bytes)
        return true
      },
      release: () => {
        add([key, organization], -held)
        held = 0
      },
    }
  }
}

/** Bodies of the intake, until they are answered. */
export const deliveryInFlight: InFlightOf = memoryOf(DELIVERY_BYTES_MAX)
/** Bodies of the intake whose key is inside them: the key stands for a network address here. */
export const strangerInFlight: InFlightOf = memoryOf(STRANGER_BYTES_MAX)
/** Bodies of the API, until they are parsed. */
export const requestInFlight: InFlightOf = memoryOf(REQUEST_BYTES_MAX)
/** Bodies of the payment processor's webhook, until they are handled: key and organization stand for an address here. */
export const webhookInFlight: InFlightOf = memoryOf(WEBHOOK_BYTES_MAX)
