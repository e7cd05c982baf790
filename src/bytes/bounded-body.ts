/**
 * The one reader of request bodies. A sender may state any length, send nothing, or send a byte a minute: nothing is
 * reserved for what it states, what arrives is counted as it arrives, and a body that makes too little progress ends.
 *
 * The rule of progress: a body is read in pieces of 64 KiB, 256 KiB and then 512 KiB, and each piece, or what is left
 * of the body, must be complete within 15 seconds. So a sender of more than 64 KiB brings at least 4 KiB a second at
 * first and 34 KiB a second later, and a body of 8 MiB takes less than five minutes. One read a piece costs a fraction
 * of the runtime's own chunks of 4 KiB (`npm run bench -- read`).
 */
import { joinChunks } from './join-chunks.ts'

const PIECE_TIMEOUT_MS = 15_000
const LAST_LOOK_MS = 100
const FIRST_PIECE_BYTES = 65_536
const PIECE_GROWTH = 4
const PIECE_BYTES_MAX = 524_288

export type BodyProblem =
  /** Larger than `bytesMax`; no more was read than shows that. */
  | 'too_large'
  /** A piece did not arrive within its time. */
  | 'too_slow'
  /** The connection ended before the body did. */
  | 'cut_off'
  /** `hold` refused. */
  | 'no_room'

export interface ReadLimits {
  readonly bytesMax: number
  /** Asked before memory is taken for the next piece; false ends the reading with `no_room`. */
  readonly hold?: (bytes: number) => boolean
  /** For tests; 15 seconds by default. */
  readonly pieceTimeoutMs?: number
}

/** The whole body, or why it was not read. Never throws for what a sender does. */
export async function readBody(request: Request, limits: ReadLimits): Promise<Uint8Array | BodyProblem> {
  const stated = statedLength(request.headers)
  if (stated !== null && stated > limits.bytesMax) return 'too_large'
  const { body } = request
  if (body === null || stated === 0) return new Uint8Array()
  const source = sourceOf(body)
  const result = await readPieces(source, stated, limits)
  // What is still to come is not wanted; the runtime closes the connection after the answer.
  if (typeof result === 'string') source.cancel()
  return result
}

/** null: absent, or nothing that can be a length; the body is then read to its end. */
function statedLength(headers: Headers): number | null {
  const text = headers.get('content-length') ?? ''
  return /^\d{1,15}$/.test(text) ? Number(text) : null
}

/** Reads until `bytes` are there or the body has ended; shorter than `bytes` means that it has ended. */
interface Source {
  readonly read: (bytes: number) => Promise<Uint8Array>
  readonly cancel: () => void
}

async function readPieces(
  source: Source,
  stated: number | null,
  { bytesMax, hold, pieceTimeoutMs = PIECE_TIMEOUT_MS }: ReadLimits,
): Promise<Uint8Array | BodyProblem> {
  const pieces: Uint8Array[] = []
  let length = 0
  // One byte more than stated or allowed: a read that comes back short has seen the end, and needs no second one.
  const lengthMax = bytesMax + 1
  for (let pieceBytes = FIRST_PIECE_BYTES; ; pieceBytes = Math.min(pieceBytes * PIECE_GROWTH, PIECE_BYTES_MAX)) {
    const restBytes = stated === null || stated < length ? lengthMax - length : stated + 1 - length
    const wanted = Math.min(pieceBytes, restBytes, lengthMax - length)
    if (hold !== undefined && !hold(wanted)) return 'no_room'
    const piece = await inTime(source.read(wanted), pieceTimeoutMs)
    if (typeof piece === 'string') return piece
    length += piece.byteLength
    if (length > bytesMax) return 'too_large'
    pieces.push(piece)
    if (piece.byteLength < wanted) return joinChunks(pieces, length)
  }
}

async function inTime(reading: Promise<Uint8Array>, timeoutMs: number): Promise<Uint8Array | 'too_slow' | 'cut_off'> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<'too_slow'>((resolve) => {
    // Where the isolate itself was busy for that long, what has arrived meanwhile is taken first.
    timer = setTimeout(() => {
      timer = setTimeout(() => resolve('too_slow'), LAST_LOOK_MS)
    }, timeoutMs)
  })
  // Nothing but the network is read here, so whatever fails is the sender's connection.
  const read = reading.catch(() => 'cut_off' as const)
  const result = await Promise.race([read, timeout])
  clearTimeout(timer)
  return result
}

function sourceOf(body: ReadableStream<Uint8Array>): Source {
  try {
    return byteSource(body.getReader({ mode: 'byob' }))
  } catch {
    // A stream that code made; those of the network are byte streams.
    return chunkSource(body.getReader())
  }
}

const ignore = () => {}

function byteSource(reader: ReadableStreamBYOBReader): Source {
  return {
    read: async (bytes) => {
      const { value } = await reader.readAtLeast(bytes, new Uint8Array(bytes))
      return value ?? new Uint8Array()
    },
    cancel: () => void reader.cancel().catch(ignore),
  }
}

function chunkSource(reader: ReadableStreamDefaultReader<Uint8Array>): Source {
  let left: Uint8Array[] = []
  let leftBytes = 0
  return {
    read: async (bytes) => {
      while (leftBytes < bytes) {
        const { done, value } = await reader.read()
        if (done) break
        left.push(value)
        leftBytes += value.byteLength
      }
      const all = joinChunks(left, leftBytes)
      const piece = all.subarray(0, bytes)
      const rest = all.subarray(bytes)
      left = [rest]
      leftBytes = rest.byteLength
      return piece
    },
    cancel: () => void reader.cancel().catch(ignore),
  }
}
