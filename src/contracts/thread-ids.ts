/**
 * Ids of threads, runs and messages. All are UUIDv7 (RFC 9562); a thread and everything in it share the last 62 bits,
 * which name the thread's Durable Object. So `/runs/{runId}` finds its object without a look-up anywhere, and the
 * millisecond and the 12-bit counter in front order what is in a thread.
 *
 * An `order` is those 60 leading bits (without the version) as one number, counted from 2026 so that it is an exact
 * integer until 2095: what the thread object stores as its key and compares cursors with.
 */

/** Orders count from here: 2^53 / 4096 ms are 69 years. */
const ORDER_EPOCH_MS = Date.UTC(2026, 0, 1)
/** The 12 bits of rand_a serve as a counter within one millisecond. */
const ORDERS_PER_MS = 4096

const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** A new thread's id: the time and 62 random bits. `random` fills the array (crypto.getRandomValues). */
export function newThreadId(nowMs: number, random: (bytes: Uint8Array) => void): string {
  const bytes = new Uint8Array(8)
  random(bytes)
  // The two top bits are the variant of RFC 9562 (10), the other 62 are the thread's own.
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x80
  const name = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return idAt((nowMs - ORDER_EPOCH_MS) * ORDERS_PER_MS, name)
}

/** The name of the Durable Object that holds this thread, run or message: the last 64 bits as 16 hex digits. */
export function objectNameOf(id: string): string {
  return id.slice(19, 23) + id.slice(24)
}

/** The id with this order in the thread whose object has this name. */
export function idAt(order: number, objectName: string): string {
  const ms = Math.floor(order / ORDERS_PER_MS)
  const counter = order - ms * ORDERS_PER_MS
  const time = (ms + ORDER_EPOCH_MS).toString(16).padStart(12, '0')
  const tail = counter.toString(16).padStart(3, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${tail}-${objectName.slice(0, 4)}-${objectName.slice(4)}`
}

/**
 * The order of an id. Any UUID has one (a cursor need not be of this thread); those beyond the exact integers are
 * clamped, which keeps every comparison with a real order right.
 */
export function orderOf(id: string): number {
  const ms = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
  const counter = Number.parseInt(id.slice(15, 18), 16)
  return Math.min((ms - ORDER_EPOCH_MS) * ORDERS_PER_MS + counter, Number.MAX_SAFE_INTEGER)
}

/** Returns the next free order of a thread: now, or right after the last one if the clock stands still or went back. */
export function nextOrder(lastOrder: number, nowMs: number): number {
  return Math.max(lastOrder + 1, (nowMs - ORDER_EPOCH_MS) * ORDERS_PER_MS)
}

/** Whether this is the id with that order in the thread whose object has this name, digit for digit. */
export function isIdOf(id: string, objectName: string): boolean {
  return UUID_PATTERN.test(id) && id[14] === '7' && objectNameOf(id) === objectName
}
