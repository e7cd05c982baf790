/** Supabase log drains: generic HTTP, Loki and Datadog shapes. One request holds one source, at most 250 events. */
import { gzipped, postJson, type SeededLog, type SentRequest } from './sender.ts'

export type SupabaseSource = 'postgres_logs' | 'edge_logs' | 'auth_logs'
export type SupabaseOptions = { source?: SupabaseSource; headers?: Record<string, string>; isGzipped?: boolean }

const POSTGRES = { debug: 'DEBUG', info: 'LOG', warn: 'WARNING', error: 'ERROR' } as const

function metadataOf(log: SeededLog, source: SupabaseSource): object {
  if (source === 'postgres_logs')
    return { host: 'db-shop', parsed: [{ error_severity: POSTGRES[log.level ?? 'info'], user_name: 'app' }] }
  if (source === 'auth_logs') return { level: log.level ?? 'info', msg: log.message, path: '/token' }
  return {
    request: [{ method: 'GET', path: '/rest/v1/orders', host: 'shop.supabase.co' }],
    response: [{ status_code: log.level === 'error' ? 500 : 200 }],
  }
}

export function supabaseEvent(log: SeededLog, source: SupabaseSource, index = 0): Record<string, unknown> {
  return {
    id: `00000000-0000-4000-9000-${String(index).padStart(12, '0')}`,
    timestamp: log.atMs * 1000,
    event_message: log.message,
    metadata: [metadataOf(log, source)],
  }
}

function sized(sent: SentRequest, isGzipped = true): SentRequest {
  return isGzipped ? gzipped(sent) : sent
}

export function supabaseHttp(
  logs: readonly SeededLog[],
  { source = 'postgres_logs', headers = {}, isGzipped }: SupabaseOptions = {},
): SentRequest {
  return sized(
    postJson(
      logs.map((log, index) => supabaseEvent(log, source, index)),
      headers,
    ),
    isGzipped,
  )
}

/** The connection test of an HTTP drain. */
export function supabaseHttpProbe(headers: Record<string, string> = {}): SentRequest {
  return gzipped(postJson([], headers))
}

/** The URL given already ends in /loki/api/v1/push. */
export function supabaseLoki(
  logs: readonly SeededLog[],
  { source = 'postgres_logs', headers = {}, isGzipped }: SupabaseOptions = {},
): SentRequest {
  const values = logs.map((log) => [
    `${log.atMs}000000`,
    log.message,
    { level: log.level ?? 'info', project: 'shopshopshopshopaaaa' },
  ])
  return sized(postJson({ streams: [{ stream: { source: 'supabase', service: source }, values }] }, headers), isGzipped)
}
