/**
 * Idempotency-Key on every POST: scoped to organization and operation. The same key with the same
 * request within 24 h answers what was answered; another request is refused. Answers are stored encrypted.
 */
import { Buffer } from 'node:buffer'
import { actorOf, type Caller } from '../auth/caller.ts'
import { permissionsOf } from '../auth/permissions.ts'
import { keyringOf, open, seal } from '../crypto/envelope.ts'
import type { DomainContext } from '../domain/context.ts'
import { newId } from '../domain/ids.ts'
import { errorResponse, HttpError } from './errors.ts'
import type { HonoContext, PreparedOperation } from './operation.ts'

export interface IdempotentCall {
  readonly http: HonoContext
  readonly ctx: DomainContext
  readonly caller: Caller
  readonly operation: PreparedOperation
  readonly given: { readonly organizationId: string | undefined; readonly projectId: string | undefined }
  readonly rawBody: unknown
  /** Executes the operation. `seed` is stable over the attempts of one key: ids made from it make the effect once. */
  readonly respond: (seed: string | null) => Promise<Response>
  /** Brings a stored answer up to date (a handed-off run answers its current result). */
  readonly refresh: (body: unknown) => Promise<unknown>
}

const KEY_FORMAT = /^[\x20-\x7e]{1,128}$/
/** Values of an object's rows hold 2 MB; sealing adds a third. */
const STORED_BYTES_MAX = 1_000_000
/** Nothing was decided by these: the same key may be used again. */
const UNDECIDED: readonly number[] = [400, 401, 403, 429]

interface StoredAnswer {
  readonly status: number
  readonly contentType: string | null
  readonly body: string
}

export async function withIdempotency(call: IdempotentCall): Promise<Response> {
  const { http, ctx, operation } = call
  const given = http.req.raw.headers.get('idempotency-key')
  if (given === null || operation.method !== 'post') return call.respond(null)
  if (!KEY_FORMAT.test(given)) {
    throw new HttpError('BAD_REQUEST', 'Idempotency-Key must be 1 to 128 printable ASCII characters.', {
      issues: [{ path: 'headers.idempotency-key', message: 'must be 1 to 128 printable ASCII characters' }],
    })
  }
  const key = `${operation.operationId} ${given}`
  const owner = ownerOf(call)
  const records = ctx.bindings.ORGANIZATION.getByName(owner)
  const fingerprint = await fingerprintOf(http.req.raw.url, call.rawBody)
  const reply = await records.beginIdempotent({ key, fingerprint, seed: newId(), now: ctx.now() })
  const place = { purpose: 'idempotency', associatedData: `${owner}|${key}` }
  switch (reply.kind) {
    case 'other_body':
      throw new HttpError('CONFLICT', 'This Idempotency-Key was used for another request.')
    case 'running':
      throw new HttpError('CONFLICT', 'A request with this Idempotency-Key is still running.', {
        retryAfterSeconds: reply.retryAfterSeconds,
      })
    case 'replay':
      if (reply.actor !== actorKey(call.caller) && !mayRepeat(call)) return call.respond(null)
      return replayed(JSON.parse(await open(keyringOf(ctx.settings.MASTER_KEYS), place, reply.answer)), call)
    case 'execute':
      return execute(call, reply.seed, {
        complete: async (answer) => {
          const sealed = await seal(keyringOf(ctx.settings.MASTER_KEYS), place, JSON.stringify(answer))
          await records.completeIdempotent(key, sealed, actorKey(call.caller))
        },
        release: () => records.releaseIdempotent(key),
        fail: () => records.failIdempotent(key),
      })
  }
}

/** The record of a key that was taken, with what can become of it. */
interface TakenKey {
  readonly complete: (answer: StoredAnswer) => Promise<void>
  readonly release: () => Promise<void>
  readonly fail: () => Promise<void>
}

async function execute(call: IdempotentCall, seed: string, record: TakenKey): Promise<Response> {
  let response: Response
  try {
    response = await call.respond(seed)
  } catch (error) {
    await settleFailure(error, record, call)
    throw error
  }
  const body = await response.text()
  const isStored = Buffer.byteLength(body) <= STORED_BYTES_MAX
  if (isStored)
    await record.complete({ status: response.status, contentType: response.headers.get('content-type'), body })
  // Too large to keep: a repetition executes again at once, with the same ids.
  else await record.fail()
  return new Response(response.status === 204 ? null : body, response)
}

async function settleFailure(error: unknown, record: TakenKey, call: IdempotentCall): Promise<void> {
  if (!(error instanceof HttpError)) return record.fail()
  const response = errorResponse(error, call.operation.operationId, call.http.get('requestId'))
  if (UNDECIDED.includes(response.status)) return record.release()
  if (response.status >= 500) return record.fail()
  const body = await response.text()
  return record.complete({ status: response.status, contentType: 'application/json', body })
}

async function replayed(answer: StoredAnswer, call: IdempotentCall): Promise<Response> {
  const headers = new Headers({ 'idempotency-replayed': 'true' })
  if (answer.contentType) headers.set('content-type', answer.contentType)
  if (answer.status === 204) return new Response(null, { status: 204, headers })
  const isRefreshable = answer.status < 300 && answer.contentType?.startsWith('application/json')
  const body = isRefreshable ? JSON.stringify(await call.refresh(JSON.parse(answer.body))) : answer.body
  return new Response(body, { status: answer.status, headers })
}

const actorKey = (caller: Caller): string => {
  const actor = actorOf(caller)
  return `${actor.kind} ${actor.id}`
}

/** Another credential of the organization sees a stored answer only if it could have given it itself. */
function mayRepeat({ caller, operation }: IdempotentCall): boolean {
  const { permission } = operation
  if (permission === null || caller.kind === 'partner') return false
  if (caller.projectId !== null) return false
  if (caller.kind === 'secret') {
    return permissionsOf({ kind: caller.isPartnerMade ? 'partner_made_secret' : 'secret' }, false).has(permission)
  }
  return caller.memberships.every(({ role }) => permissionsOf({ kind: 'role', role }, false).has(permission))
}

function ownerOf({ caller, given }: IdempotentCall): string {
  if (caller.kind === 'secret') return caller.organization.id
  if (caller.kind === 'partner') return given.organizationId ?? caller.superorganization.id
  const only = caller.memberships.length === 1 ? caller.memberships[0]?.id : undefined
  return given.organizationId ?? caller.organizationId ?? only ?? caller.user.id
}

async function fingerprintOf(url: string, body: unknown): Promise<string> {
  const { pathname, search } = new URL(url)
  const text = `${pathname}${search} ${canonical(body)}`
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Buffer.from(digest).toString('base64url')
}

/** JSON with sorted keys: two texts of one value have one fingerprint. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`
}
