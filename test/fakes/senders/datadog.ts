/** Datadog: a custom destination (its payload is weak) and what the Agent sends, with the Agent's probes. */
import { bytesOf, gzipped, iso, postJson, type SeededLog, type SentRequest } from './sender.ts'

/** `header` is the one pair of the destination's custom_header authentication. */
export function datadogDestination(logs: readonly SeededLog[], header: [string, string]): SentRequest {
  const rows = logs.map((log, index) => ({
    id: `AQ${index}`,
    timestamp: iso(log.atMs),
    status: log.level ?? 'info',
    service: 'shop-api',
    host: 'i-1',
    message: log.message,
    tags: ['env:prod', 'version:1.2.3'],
    attributes: { ...log.attributes },
  }))
  return gzipped(postJson(rows, { [header[0]]: header[1] }))
}

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

/** At its start the Agent posts an empty object and wants less than 400. */
export function datadogAgentStart(apiKey: string): SentRequest {
  return postJson({}, agentHeaders(apiKey), '/api/v2/logs')
}

export function datadogValidate(apiKey: string): SentRequest {
  return { method: 'GET', path: '/api/v1/validate', headers: { 'DD-API-KEY': apiKey }, body: bytesOf('') }
}
