/**
 * Idempotency-Key on every POST. A record belongs to the organization for which the request was authorized, the
 * principal and its scope, the operation and the key. This code runs after the right of this attempt was decided. So no
 * record is read or written for a caller who would be refused on a first attempt. Only successes are stored, encrypted,
 * for 24 hours.
 */

import { Buffer } from 'node:buffer'
import type { IdempotencyRpc } from '../contracts/object-rpc.ts'
import { isRefusal } from './domain-errors.ts'
import { HttpError } from './errors.ts'

/** Seals stored answers and binds them to their record. */
export interface AnswerVault {
  readonly seal: (associatedData: string, text: string) => Promise<string>
  readonly open: (associatedData: string, sealed: string) => Promise<string>
}

export interface IdempotentCall {
  /** For whom the right of this attempt was decided: an organization, a person or a superorganization. */
  readonly owner: string
  /** The result of `principalOf` for the caller. */
  readonly principal: string
  readonly operationId: string
  /** The operation changes nothing, so it may run again if its stored answer is gone. */
  readonly isRead: boolean
  /** The validated value of the header. */
  readonly key: string
  readonly url: string
  readonly rawBody: unknown
  readonly now: number
  /** For a new record. */
  readonly seed: string
  readonly storeOf: (owner: string) => IdempotencyRpc
  readonly vault: AnswerVault
  /**
   * Executes the operation. `seed` is the same for all attempts with one key: ids derived from it make the effect
   * happen once.
   */
  readonly respond: (seed: string) => Promise<Response>
  /** Updates a stored answer before it is sent (a run that was handed off answers its present result). */
  readonly refresh: (body: unknown) => Promise<unknown>
}

const KEY_FORMAT = /^[\x20-\x7e]{1,128}$/
/** Values in an object's rows are limited to 2 MB, and sealing adds a third. */
const STORED_BYTES_MAX = 1_000_000

interface StoredAnswer {
  readonly status: number
  readonly contentType: string | null
  readonly body: string
}

/**
 * Returns the header's value, or null if there is none or the method does not use one. Throws 400 for an invalid key.
 */
export function idempotencyKeyOf(method: string, headers: Headers): string | null {
  const given = headers.get('idempotency-key')
  if (given === null || method !== 'post') return null
  if (KEY_FORMAT.test(given)) return given
  throw new HttpError('BAD_REQUEST', 'Idempotency-Key must be 1 to 128 printable ASCII characters.', {
    issues: [{ path: 'headers.idempotency-key', message: 'must be 1 to 128 printable ASCII characters' }],
  })
}

export async function withIdempotency(call: IdempotentCall): Promise<Response> {
  const { owner, now, seed, vault } = call
  const key = `${call.principal} ${call.operationId} ${call.key}`
  const store = call.storeOf(owner)
  const place = `${owner}|${key}`
  const fingerprint = await fingerprintOf(call.url, call.rawBody)
  const reply = await store.beginIdempotent({ key, fingerprint, seed, now })
  switch (reply.kind) {
    case 'other_body':
      throw new HttpError('CONFLICT', 'This Idempotency-Key was already used for a different request. Use a new key.')
    case 'running':
      throw new HttpError(
        'CONFLICT',
        'A request with this Idempotency-Key is still running. Repeat the request in a few seconds.',
        {
          retryAfterSeconds: reply.retryAfterSeconds,
        },
      )
    case 'full':
      if (call.isRead) return call.respond(seed)
      throw new HttpError(
        'TOO_MANY_REQUESTS',
        'The organization has used the maximum number of Idempotency-Keys in 24 hours. Nothing was done. Send the request without a key, or send it later.',
        { retryAfterSeconds: reply.retryAfterSeconds },
      )
    case 'done':
      if (!call.isRead)
        throw new HttpError(
          'CONFLICT',
          'The request with this Idempotency-Key has already succeeded, but its answer is no longer stored. Nothing was done again. Read the resource that it created.',
        )
      return execute(call, reply.seed, takenKey({ store, key, place, vault, isFirst: false }))
    case 'replay':
      return replayed(JSON.parse(await vault.open(place, reply.answer)), call)
    case 'execute':
      return execute(call, reply.seed, takenKey({ store, key, place, vault, isFirst: reply.isFirst }))
  }
}

/** The record of a key that was already used, and what can happen to it. */
interface TakenKey {
  /** null: too large to store. */
  readonly complete: (answer: StoredAnswer | null) => Promise<void>
  readonly refused: () => Promise<void>
  readonly fail: () => Promise<void>
}

interface KeyTaken {
  readonly store: IdempotencyRpc
  readonly key: string
  /** Returns the value to which the sealed answer is bound. */
  readonly place: string
  readonly vault: AnswerVault
  readonly isFirst: boolean
}

function takenKey({ store, key, place, vault, isFirst }: KeyTaken): TakenKey {
  return {
    complete: async (answer) =>
      store.completeIdempotent(key, answer && (await vault.seal(place, JSON.stringify(answer)))),
    // An operation that an earlier attempt may have started is finished under its seed, so only a first attempt
    // releases the key.
    refused: () => (isFirst ? store.releaseIdempotent(key) : store.failIdempotent(key)),
    fail: () => store.failIdempotent(key),
  }
}

async function execute(call: IdempotentCall, seed: string, record: TakenKey): Promise<Response> {
  let response: Response
  try {
    response = await call.respond(seed)
  } catch (error) {
    await (isRefusal(error) ? record.refused() : record.fail())
    throw error
  }
  if (response.status >= 300) {
    await record.refused()
    return response
  }
  const body = await response.text()
  const isStored = Buffer.byteLength(body) <= STORED_BYTES_MAX
  const contentType = response.headers.get('content-type')
  await record.complete(isStored ? { status: response.status, contentType, body } : null)
  return new Response(response.status === 204 ? null : body, response)
}

async function replayed(answer: StoredAnswer, call: IdempotentCall): Promise<Response> {
  const headers = new Headers({ 'idempotency-replayed': 'true' })
  if (answer.contentType) headers.set('content-type', answer.contentType)
  if (answer.status === 204) return new Response(null, { status: 204, headers })
  const isJson = answer.contentType?.startsWith('application/json')
  const body = isJson ? JSON.stringify(await call.refresh(JSON.parse(answer.body))) : answer.body
  return new Response(body, { status: answer.status, headers })
}

async function fingerprintOf(url: string, body: unknown): Promise<string> {
  const { pathname, search } = new URL(url)
  const text = `${pathname}${search} ${canonical(body)}`
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Buffer.from(digest).toString('base64url')
}

/** Returns JSON with sorted keys, so that two texts of one value have the same fingerprint. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`
}
