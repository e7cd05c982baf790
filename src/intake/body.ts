/**
 * Reading a delivery: bounded as sent and bounded decompressed, so that neither a large body nor a small bomb takes an
 * isolate's memory. Workers do not decode request bodies themselves.
 */

import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { joinChunks } from '../bytes/join-chunks.ts'
import { plainBytes } from '../bytes/plain-bytes.ts'

/** What senders are told; larger deliveries are refused as a whole. */
const BODY_SENT_BYTES_MAX = 8 * 1024 * 1024
export const BODY_DECODED_BYTES_MAX = 16 * 1024 * 1024
/** Far above what senders send at once; larger bodies are read chunk by chunk. */
const ONE_PIECE_BYTES_MAX = 1024 * 1024
/** All bodies in flight in one isolate (128 MB in all). */
const IN_FLIGHT_BYTES_MAX = 32 * 1024 * 1024

export type BodyFailure =
  | { readonly kind: 'too_large'; readonly message: string }
  | { readonly kind: 'unsupported_encoding'; readonly message: string }
  | { readonly kind: 'malformed'; readonly message: string }
  | { readonly kind: 'overloaded'; readonly retryAfterSeconds: number }

export type BodyResult =
  | {
      readonly ok: true
      readonly bytes: Uint8Array
      /** As it travelled: what a sender's signature is over. */
      readonly sent: Uint8Array
    }
  | { readonly ok: false; readonly failure: BodyFailure }

let inFlightBytes = 0

/** Reads and decompresses a body, and holds its share of the isolate's memory while `use` runs. */
export async function withBody(request: Request, use: (body: BodyResult) => Promise<Response>): Promise<Response> {
  let held = 0
  const hold = (bytes: number): boolean => {
    if (inFlightBytes + bytes > IN_FLIGHT_BYTES_MAX) return false
    inFlightBytes += bytes
    held += bytes
    return true
  }
  try {
    return await use(await readBody(request, hold))
  } finally {
    inFlightBytes -= held
  }
}

const failed = (failure: BodyFailure): BodyResult => ({ ok: false, failure })
const tooLarge = (what: string, bytesMax: number): BodyFailure => ({
  kind: 'too_large',
  message: `The body is larger than ${bytesMax / 1_048_576} MiB ${what}.`,
})
const tooLargeAsSent = tooLarge('as sent', BODY_SENT_BYTES_MAX)
const overloaded: BodyFailure = { kind: 'overloaded', retryAfterSeconds: 1 }

async function readBody(request: Request, hold: Hold): Promise<BodyResult> {
  const encoding = (request.headers.get('content-encoding') ?? 'identity').trim().toLowerCase()
  const decompress = DECODERS[encoding]
  if (decompress === undefined) {
    const known = Object.keys(DECODERS).join(', ')
    return failed({ kind: 'unsupported_encoding', message: `Content-Encoding ${encoding} is not one of ${known}.` })
  }
  const sent = await readSent(request, hold)
  if (!(sent instanceof Uint8Array)) return failed(sent)
  return decompress === null || sent.length === 0 ? { ok: true, bytes: sent, sent } : decoded(sent, decompress, hold)
}

type Hold = (bytes: number) => boolean

/**
 * A body of a stated length is taken in one piece, which costs a fraction of taking it chunk by chunk. Its memory is
 * held before it has come; of larger ones what has come is held, so that few idle senders cannot hold all there is.
 */
async function readSent(request: Request, hold: Hold): Promise<Uint8Array | BodyFailure> {
  const stated = Number(request.headers.get('content-length') ?? Number.NaN)
  if (stated > BODY_SENT_BYTES_MAX) return tooLargeAsSent
  const isInOnePiece = Number.isSafeInteger(stated) && stated >= 0 && stated <= ONE_PIECE_BYTES_MAX
  if (!isInOnePiece) return readChunks(request, hold)
  if (!hold(stated)) return overloaded
  const sent = new Uint8Array(await request.arrayBuffer())
  if (sent.length > BODY_SENT_BYTES_MAX) return tooLargeAsSent
  return sent.length <= stated || hold(sent.length - stated) ? sent : overloaded
}

async function readChunks(request: Request, hold: Hold): Promise<Uint8Array | BodyFailure> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength
    if (length > BODY_SENT_BYTES_MAX) return tooLargeAsSent
    if (!hold(chunk.byteLength)) return overloaded
    chunks.push(chunk)
  }
  return joinChunks(chunks, length)
}

type Decompress = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>

const DECODERS: Readonly<Record<string, Decompress | null>> = {
  identity: null,
  gzip: promisify<Uint8Array, { maxOutputLength: number }, Uint8Array>(zlib.gunzip),
  'x-gzip': promisify<Uint8Array, { maxOutputLength: number }, Uint8Array>(zlib.gunzip),
  deflate: promisify<Uint8Array, { maxOutputLength: number }, Uint8Array>(zlib.inflate),
  br: promisify<Uint8Array, { maxOutputLength: number }, Uint8Array>(zlib.brotliDecompress),
  zstd: promisify<Uint8Array, { maxOutputLength: number }, Uint8Array>(zlib.zstdDecompress),
}

async function decoded(sent: Uint8Array, decompress: Decompress, hold: Hold): Promise<BodyResult> {
  try {
    const bytes = await decompress(sent, { maxOutputLength: BODY_DECODED_BYTES_MAX })
    if (!hold(bytes.byteLength)) return failed(overloaded)
    return { ok: true, bytes: plainBytes(bytes), sent }
  } catch (error) {
    if (isOverLimit(error)) return failed(tooLarge('decompressed', BODY_DECODED_BYTES_MAX))
    return failed({ kind: 'malformed', message: 'The body is not what Content-Encoding says.' })
  }
}

/** zlib says so with a code; workerd's build with a RangeError. */
function isOverLimit(error: unknown): boolean {
  if (error instanceof RangeError) return true
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
}
