/** Fly's log shipper: Vector's http sink with the JSON codec, a Bearer token and gzip when it is set. */
import { gzipped, iso, ndjson, post, postJson, type SeededLog, type SentRequest } from './sender.ts'

export function flyRecord(log: SeededLog): Record<string, unknown> {
  return {
    event: { provider: 'app' },
    fly: { app: { instance: 'e28650', name: 'shop-api' }, region: 'ams' },
    host: 'w1',
    log: { level: log.level ?? 'info' },
    message: log.message,
    timestamp: iso(log.atMs),
  }
}

export function flyShipper(
  logs: readonly SeededLog[],
  token: string,
  options: { framing?: 'array' | 'lines'; isGzipped?: boolean } = {},
): SentRequest {
  const headers = { Authorization: `Bearer ${token}`, 'User-Agent': 'Vector/0.50.0 (x86_64-unknown-linux-gnu)' }
  const rows = logs.map(flyRecord)
  const sent =
    options.framing === 'lines'
      ? post(ndjson(rows), { 'Content-Type': 'application/x-ndjson', ...headers })
      : postJson(rows, headers)
  return options.isGzipped === true ? gzipped(sent) : sent
}
