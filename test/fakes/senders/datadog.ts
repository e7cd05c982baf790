/** Datadog: what the Agent sends. */
import { gzipped, postJson, type SeededLog, type SentRequest } from './sender.ts'

/** Ids of traces are decimal here: the low 64 bits. */
export function datadogAgent(logs: readonly SeededLog[], apiKey: string): SentRequest {
  const decimal = (hex: string | undefined) => (hex === undefined ? undefined : String(BigInt(`0x${hex.slice(-16)}`)))
  const rows = logs.map((log) => ({
    message: log.message,
    status: log.level ?? 'info',
    timestamp: log.atMs,
    hostname: 'i-1',
    service: 'shop-api',
    ddsource: 'nodejs',
    ddtags: 'env:prod,version:1.2.3',
    'dd.trace_id': decimal(log.traceId),
    'dd.span_id': decimal(log.spanId),
  }))
  return gzipped(postJson(rows, agentHeaders(apiKey), '/api/v2/logs'))
}

function agentHeaders(apiKey: string): Record<string, string> {
  return {
    'DD-API-KEY': apiKey,
    'User-Agent': 'datadog-agent/7.70.0',
    'DD-PROTOCOL': 'agent-json',
    'DD-EVP-ORIGIN': 'agent',
    'DD-EVP-ORIGIN-VERSION': '7.70.0',
  }
}
