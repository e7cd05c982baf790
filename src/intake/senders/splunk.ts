/** Splunk HEC's codes, health checks and acknowledgements. */
import { withBody } from '../body.ts'
import { isObject, parse, textOf } from '../formats/json-bodies.ts'
import { HEC_EVENT_BLANK, HEC_EVENT_REQUIRED, HEC_NO_DATA, splunkEvent, splunkRaw } from '../formats/splunk.ts'
import { senderOf } from '../intake-key.ts'
import { type Answers, keyOf, type Refusal, receiveLogs, retryHeaders, type SenderCall } from './receive-logs.ts'

const hec = (text: string, code: number, status: number, headers: Record<string, string> = {}, more: object = {}) =>
  Response.json({ text, code, ...more }, { status, headers })

const MALFORMED: Readonly<Record<string, readonly [text: string, code: number]>> = {
  [`${HEC_NO_DATA}.`]: ['No data', 5],
  [`${HEC_EVENT_REQUIRED}.`]: ['Event field is required', 12],
  [`${HEC_EVENT_BLANK}.`]: ['Event field cannot be blank', 13],
}

function refuse(refusal: Refusal, hasCredential: boolean): Response {
  switch (refusal.kind) {
    case 'unauthorized':
      return hasCredential ? hec('Invalid token', 4, 403) : hec('Token is required', 2, 401)
    case 'malformed': {
      const [text, code] = MALFORMED[refusal.message] ?? ['Invalid data format', 6]
      return hec(text, code, 400)
    }
    case 'overloaded':
      return hec('Server is busy', 9, 503, retryHeaders(refusal))
    case 'too_large':
      return hec('Content length is too large', 27, 413)
    case 'too_slow':
      return hec('The body stopped arriving', 6, 408)
    case 'unsupported':
      return hec('Unsupported media type', 6, 415)
    case 'forbidden':
      return hec('Invalid token', 4, 403)
    case 'out_of_credits':
      return hec(refusal.message, 8, 402)
  }
}

function channelOf({ request }: SenderCall): string | null {
  return request.headers.get('x-splunk-request-channel') ?? new URL(request.url).searchParams.get('channel')
}

function answersOf(call: SenderCall): Answers {
  const { request, pathKey } = call
  const { searchParams } = new URL(request.url)
  const hasCredential = pathKey !== null || request.headers.has('authorization') || searchParams.has('token')
  return {
    // Records are durable before this answer, so an acknowledgement is always true.
    success: () => hec('Success', 0, 200, {}, channelOf(call) === null ? {} : { ackId: 0 }),
    refuse: (refusal) => refuse(refusal, hasCredential),
  }
}

/** Takes events of Splunk's HTTP Event Collector. */
export const splunkEvents = (call: SenderCall) => receiveLogs({ call, format: splunkEvent, answers: answersOf(call) })

/** Takes raw lines of Splunk's HTTP Event Collector. Without a key in the request itself they need a channel. */
export function splunkRawLines(call: SenderCall): Promise<Response> | Response {
  if (channelOf(call) === null && !call.request.headers.has('authorization') && call.pathKey === null) {
    return hec('Data channel is missing', 10, 400)
  }
  return receiveLogs({ call, format: splunkRaw, answers: answersOf(call) })
}

/** Room for ten thousand ids. */
const ACK_BYTES_MAX = 65_536

/** Answers that all given acknowledgement ids are stored: a delivery is answered only after it was stored. */
export async function splunkAck(call: SenderCall): Promise<Response> {
  const key = await keyOf(call)
  if (key === null) return hec('Invalid token', 4, 403)
  if (channelOf(call) === null) return hec('Data channel is missing', 10, 400)
  return withBody(call.request, { sender: senderOf(key), bytesMax: ACK_BYTES_MAX }, async (body) => {
    const asked = body.ok ? parse(textOf(body.bytes)) : undefined
    if (!isObject(asked) || !Array.isArray(asked.acks)) return hec('Invalid data format', 6, 400)
    return Response.json({ acks: Object.fromEntries(asked.acks.filter(Number.isInteger).map((id) => [id, true])) })
  })
}

/** Answers the health check of Splunk's HTTP Event Collector. */
export const splunkHealth = () => hec('HEC is healthy', 17, 200)
