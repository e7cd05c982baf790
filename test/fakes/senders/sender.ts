import { gzipSync } from 'node:zlib'
import type { SeededLog } from '../platforms/control.ts'

/**
 * One request as a platform puts it on the wire. `path` is what the platform appends to the URL it was given, empty when
 * it appends nothing. Names of headers are as the platform writes them.
 */
export type SentRequest = { method: string; path: string; headers: Record<string, string>; body: Uint8Array }

export type { SeededLog } from '../platforms/control.ts'

const encoder = new TextEncoder()

export const bytesOf = (text: string): Uint8Array => encoder.encode(text)

/** The request, with its body compressed and said to be. */
export function gzipped(sent: SentRequest): SentRequest {
  return {
    ...sent,
    headers: { ...sent.headers, 'Content-Encoding': 'gzip' },
    body: new Uint8Array(gzipSync(sent.body)),
  }
}

export function post(body: string | Uint8Array, headers: Record<string, string>, path = ''): SentRequest {
  return { method: 'POST', path, headers, body: typeof body === 'string' ? bytesOf(body) : body }
}

export function postJson(body: unknown, headers: Record<string, string> = {}, path = ''): SentRequest {
  return post(JSON.stringify(body), { 'Content-Type': 'application/json', ...headers }, path)
}

export function ndjson(rows: readonly unknown[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
}

/** What reaches the endpoint. User and password of the URL become Basic, as every HTTP client does it. */
export function asRequest(endpoint: string, { method, path, headers, body }: SentRequest): Request {
  const url = new URL(endpoint)
  if (path !== '') url.pathname = `${url.pathname.replace(/\/$/, '')}${path}`
  const given = new Headers(headers)
  if (url.username !== '' && !given.has('authorization')) {
    const user = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
    given.set('authorization', `Basic ${btoa(user)}`)
  }
  url.username = ''
  url.password = ''
  return new Request(url, { method, headers: given, ...(method === 'GET' || method === 'HEAD' ? {} : { body }) })
}

/** Plays the platform against an endpoint. */
export function deliver(
  endpoint: string,
  sent: SentRequest,
  fetch: (request: Request) => Promise<Response>,
): Promise<Response> {
  return fetch(asRequest(endpoint, sent))
}

export async function hmacHex(hash: 'SHA-1' | 'SHA-256', secret: string, body: Uint8Array): Promise<string> {
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash }, false, ['sign'])
  const signature = await crypto.subtle.sign('HMAC', key, body)
  return Array.from(new Uint8Array(signature), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Made-up lines, a second apart from 2026-01-01T00:00:00Z, the same on every call; every fourth is an error. */
export function sampleLogs(count: number): SeededLog[] {
  const levels = ['info', 'warn', 'info', 'error'] as const
  return Array.from({ length: count }, (_, index) => ({
    atMs: 1_767_225_600_000 + index * 1000 + 123,
    message: `order ${index} took ${index * 7} ms`,
    level: levels[index % 4] ?? 'info',
    traceId: (index + 1).toString(16).padStart(32, '0'),
    spanId: (index + 1).toString(16).padStart(16, '0'),
    attributes: { order_id: String(index) },
  }))
}

export const iso = (atMs: number): string => new Date(atMs).toISOString()
