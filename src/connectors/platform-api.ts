/**
 * The HTTP API of one platform as a connector uses it: its address, its credentials, and the answers that mean
 * something other than their status says. Answers are parsed first: a 2xx without the identifying field is not a
 * success.
 */
import type { z } from 'zod'
import type { Failure, Outcome } from './connector.ts'
import { accepted, failure, success } from './failure.ts'
import type { OutboundClient, OutboundRequest, OutboundResponse } from './outbound/client.ts'

export interface PlatformApi {
  readonly http: OutboundClient
  /** The platform's usual name; every message begins with it. */
  readonly name: string
  readonly baseUrl: string
  readonly headers: Readonly<Record<string, string>>
  /** True when a user gave the base URL. */
  readonly isUserGiven?: boolean
  /** What an answer means if its status does not tell. Null: the status decides. */
  readonly refine?: (response: OutboundResponse) => Failure | null
}

type QueryValue = string | number | boolean | readonly string[] | undefined

export interface PlatformCall {
  /** GET by default. */
  readonly method?: OutboundRequest['method']
  /** A path below the base URL, or a whole URL. */
  readonly path: string
  /** Undefined values are left out; arrays are repeated. */
  readonly query?: Readonly<Record<string, QueryValue>>
  readonly json?: unknown
  readonly form?: Readonly<Record<string, string>>
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  /** True for a POST that only reads. */
  readonly isRepeatable?: boolean
}

export async function answer(api: PlatformApi, call: PlatformCall): Promise<Outcome<OutboundResponse>> {
  const outcome = await api.http.send(requestOf(api, call))
  const special = outcome.ok ? (api.refine?.(outcome.response) ?? null) : null
  return special ?? accepted(api.name, outcome)
}

/** Parses the answer with the schema; anything else is `unexpected_shape`. */
export async function read<Value>(
  api: PlatformApi,
  call: PlatformCall,
  schema: z.ZodType<Value>,
): Promise<Outcome<Value>> {
  const outcome = await answer(api, call)
  if (!outcome.ok) return outcome
  const parsed = schema.safeParse(outcome.value.json())
  return parsed.success ? success(parsed.data) : unexpectedShape(api.name)
}

/** Deletes something. Succeeds when it is already gone. */
export async function remove(api: PlatformApi, call: PlatformCall): Promise<Outcome<null>> {
  const outcome = await answer(api, { method: 'DELETE', ...call })
  return outcome.ok || outcome.kind === 'not_found' ? success(null) : outcome
}

/** True when the Link header names a next page (RFC 8288). */
export const hasNextPage = ({ headers }: OutboundResponse): boolean => /rel="?next"?/.test(headers.get('link') ?? '')

export const unexpectedShape = (name: string): Failure =>
  failure('unexpected_shape', `${name} returned an answer that its API does not document.`)

function requestOf(api: PlatformApi, call: PlatformCall): OutboundRequest {
  const url = new URL(/^https?:/.test(call.path) ? call.path : `${api.baseUrl}${call.path}`)
  for (const [name, value] of Object.entries(call.query ?? {})) {
    if (value === undefined) continue
    for (const one of Array.isArray(value) ? value : [value]) url.searchParams.append(name, String(one))
  }
  const content = contentOf(call)
  return {
    method: call.method ?? 'GET',
    url: url.href,
    headers: { accept: 'application/json', ...api.headers, ...content?.headers, ...call.headers },
    ...(content ? { body: content.body } : {}),
    ...(api.isUserGiven ? { isUserGiven: true } : {}),
    ...(call.isRepeatable === undefined ? {} : { isRepeatable: call.isRepeatable }),
  }
}

function contentOf(call: PlatformCall): { body: string; headers: Record<string, string> } | null {
  if (call.json !== undefined) {
    return { body: JSON.stringify(call.json), headers: { 'content-type': 'application/json' } }
  }
  if (call.form !== undefined) {
    const body = new URLSearchParams(call.form).toString()
    return { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  }
  return call.body === undefined ? null : { body: call.body, headers: {} }
}
