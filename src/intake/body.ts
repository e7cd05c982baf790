/**
 * Reads the body of a delivery. Its size is limited as sent and as decompressed, so that neither a large body nor a
 * small bomb takes an isolate's memory. Workers do not decompress request bodies themselves.
 */

import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { type BodyProblem, readBody } from '../bytes/bounded-body.ts'
import { deliveryInFlight, type InFlightOf, type Sender } from '../bytes/in-flight.ts'
import { plainBytes } from '../bytes/plain-bytes.ts'

/** The limit that senders are told. A larger delivery is refused as a whole. */
const BODY_SENT_BYTES_MAX = 8 * 1024 * 1024
export const BODY_DECODED_BYTES_MAX = 16 * 1024 * 1024
const ENCODING_SHOWN_CHARACTERS = 40

export type BodyFailure =
  | { readonly kind: 'too_large'; readonly message: string }
  | { readonly kind: 'unsupported_encoding'; readonly message: string }
  | { readonly kind: 'malformed'; readonly message: string }
  | { readonly kind: 'too_slow'; readonly message: string }
  | { readonly kind: 'overloaded'; readonly retryAfterSeconds: number }

export type BodyResult =
  | {
      readonly ok: true
      readonly bytes: Uint8Array
      /** The bytes as received: a sender's signature covers these. */
      readonly sent: Uint8Array
    }
  | { readonly ok: false; readonly failure: BodyFailure }

/** Who sends the body, and how large it may be. */
export interface BodyLimits {
  readonly sender: Sender
  /** The memory that the body takes its share of; if absent, that of deliveries with a key. */
  readonly inFlight?: InFlightOf
  /** A lower limit, for a body whose sender is not known yet. */
  readonly bytesMax?: number
}

/** Reads and decompresses a body, and holds its share of the isolate's memory while `use` runs. */
export async function withBody(
  request: Request,
  limits: BodyLimits,
  use: (body: BodyResult) => Promise<Response>,
): Promise<Response> {
  const memory = (limits.inFlight ?? deliveryInFlight)(limits.sender)
  try {
    return await use(await read(request, limits, memory.hold))
  } finally {
    memory.release()
  }
}

const failed = (failure: BodyFailure): BodyResult => ({ ok: false, failure })
const tooLarge = (what: string, bytesMax: number): BodyFailure => ({
  kind: 'too_large',
  message: `The body is larger than ${sizeText(bytesMax)} ${what}. Send it in smaller parts.`,
})
const sizeText = (bytes: number) => (bytes < 1_048_576 ? `${bytes / 1024} KiB` : `${bytes / 1_048_576} MiB`)
const overloaded: BodyFailure = { kind: 'overloaded', retryAfterSeconds: 1 }

type Hold = (bytes: number) => boolean

async function read(request: Request, { bytesMax }: BodyLimits, hold: Hold): Promise<BodyResult> {
  const encoding = (request.headers.get('content-encoding') ?? 'identity').trim().toLowerCase()
  const decompress = DECODERS[encoding]
  if (decompress === undefined) {
    const known = Object.keys(DECODERS).join(', ')
    const shown = encoding.slice(0, ENCODING_SHOWN_CHARACTERS)
    const message = `Content-Encoding ${shown} is not supported. Send the body with one of ${known}.`
    return failed({ kind: 'unsupported_encoding', message })
  }
  const sentBytesMax = bytesMax ?? BODY_SENT_BYTES_MAX
  const sent = await readBody(request, { bytesMax: sentBytesMax, hold })
  if (typeof sent === 'string') return failed(failureOf(sent, sentBytesMax))
  if (decompress === null || sent.length === 0) return { ok: true, bytes: sent, sent }
  return decoded(sent, decompress, hold, bytesMax ?? BODY_DECODED_BYTES_MAX)
}

function failureOf(problem: BodyProblem, bytesMax: number): BodyFailure {
  switch (problem) {
    case 'too_large':
      return tooLarge('as sent', bytesMax)
    case 'too_slow':
      return { kind: 'too_slow', message: 'The body stopped arriving, or it arrived too slowly. Send it again.' }
    case 'cut_off':
      return { kind: 'malformed', message: 'The connection ended before the whole body had arrived. Send it again.' }
    case 'no_room':
      return overloaded
  }
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

async function decoded(sent: Uint8Array, decompress: Decompress, hold: Hold, bytesMax: number): Promise<BodyResult> {
  try {
    const bytes = await decompress(sent, { maxOutputLength: bytesMax })
    if (!hold(bytes.byteLength)) return failed(overloaded)
    return { ok: true, bytes: plainBytes(bytes), sent }
  } catch (error) {
    if (isOverLimit(error)) return failed(tooLarge('decompressed', bytesMax))
    const message = 'The body is not compressed as Content-Encoding says. Correct the header or the compression.'
    return failed({ kind: 'malformed', message })
  }
}

/** zlib reports the limit with an error code, workerd's build with a RangeError. */
function isOverLimit(error: unknown): boolean {
  if (error instanceof RangeError) return true
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
}
