/** Vercel drains. Signed over the bytes as sent, after compression. The verify request's method is weak: both are here. */
import { bytesOf, gzipped, hmacHex, ndjson, post, type SeededLog, type SentRequest } from './sender.ts'

export type VercelDrainOptions = {
  secret: string
  encoding?: 'json' | 'ndjson'
  isGzipped?: boolean
  /** The headers given in `delivery.headers`. */
  headers?: Record<string, string>
}

const LEVELS = { debug: 'info', info: 'info', warn: 'warning', error: 'error' } as const

export function vercelLog(log: SeededLog, index = 0): Record<string, unknown> {
  return {
    id: `15738690000${index}`,
    deploymentId: 'dpl_x',
    source: 'lambda',
    host: 'shop.vercel.app',
    timestamp: log.atMs,
    projectId: 'prj_0001',
    projectName: 'shop-1',
    level: LEVELS[log.level ?? 'info'],
    message: log.message,
    requestId: `req_${index}`,
    environment: 'production',
    branch: 'main',
    entrypoint: 'api/index.js',
    executionRegion: 'fra1',
    path: '/api',
    type: 'stdout',
    statusCode: log.level === 'error' ? 500 : 200,
    ...(log.traceId === undefined ? {} : { traceId: log.traceId, spanId: log.spanId }),
    proxy: {
      timestamp: log.atMs,
      method: 'GET',
      host: 'shop.example',
      path: '/api?q=1',
      userAgent: ['curl/8'],
      region: 'fra1',
      statusCode: 200,
      clientIp: '203.0.113.7',
      scheme: 'https',
      vercelCache: 'MISS',
    },
  }
}

export async function vercelDrain(logs: readonly SeededLog[], options: VercelDrainOptions): Promise<SentRequest> {
  const rows = logs.map(vercelLog)
  const isLines = options.encoding === 'ndjson'
  const plain = post(isLines ? ndjson(rows) : JSON.stringify(rows), {
    'Content-Type': isLines ? 'application/x-ndjson' : 'application/json',
    'User-Agent': 'Vercel-Log-Drains/1.0',
    ...options.headers,
  })
  const sent = options.isGzipped === true ? gzipped(plain) : plain
  return {
    ...sent,
    headers: { ...sent.headers, 'x-vercel-signature': await hmacHex('SHA-1', options.secret, sent.body) },
  }
}

/** Asks for a 200 with `x-vercel-verify: <code>`. */
export function vercelVerify(method: 'GET' | 'POST'): SentRequest {
  return { method, path: '', headers: { 'User-Agent': 'Vercel-Log-Drains/1.0' }, body: bytesOf('') }
}
