/** Fastly HTTPS logging with our template, in its three JSON formats, and the challenge of the host. */
import { bytesOf, gzipped, iso, ndjson, post, type SeededLog, type SentRequest } from './sender.ts'

export const FASTLY_SERVICE_ID = 'SU1Z0isxPaozGVKX000000'

export type FastlyOptions = {
  /** 0 lines as they come, 1 a JSON array, 2 NDJSON. */
  jsonFormat?: 0 | 1 | 2
  method?: 'POST' | 'PUT'
  isGzipped?: boolean
  /** The one header a person can set. */
  header?: [string, string]
}

export function fastlyLine(log: SeededLog): Record<string, unknown> {
  const status = log.level === 'error' ? 503 : log.level === 'warn' ? 404 : 200
  return {
    timestamp: iso(log.atMs),
    service_id: FASTLY_SERVICE_ID,
    host: 'shop.example',
    method: 'GET',
    url: `/?m=${encodeURIComponent(log.message)}`,
    status,
    ttfb_ms: 12,
    pop: 'AMS',
  }
}

export function fastlyBatch(logs: readonly SeededLog[], options: FastlyOptions = {}): SentRequest {
  const { jsonFormat = 2, method = 'POST', isGzipped = false, header } = options
  const rows = logs.map(fastlyLine)
  const type = jsonFormat === 1 ? 'application/json' : jsonFormat === 2 ? 'application/x-ndjson' : 'text/plain'
  const body = jsonFormat === 1 ? JSON.stringify(rows) : ndjson(rows)
  const sent = { ...post(body, { 'Content-Type': type, ...(header ? { [header[0]]: header[1] } : {}) }), method }
  return isGzipped ? gzipped(sent) : sent
}

/** The line that Fastly looks for, unless it finds a star. */
export async function fastlyChallengeLine(serviceId: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytesOf(serviceId))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
