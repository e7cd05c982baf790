/** Netlify drains. `log_type` on the wire is `traffic` and `functions`; fields beyond the common ones are general knowledge. */
import { ndjson, post, postJson, type SeededLog, type SentRequest } from './sender.ts'

export type NetlifyOptions = { format?: 'json' | 'ndjson'; authorization?: string }

const shared = { account_id: 'acc-1', site_id: '00000000-0000-4000-8000-000000000001', deploy_id: 'dep-1' }

export function netlifyFunctionLog(log: SeededLog, index = 0): Record<string, unknown> {
  return {
    log_type: 'functions',
    timestamp: log.atMs,
    level: log.level ?? 'info',
    message: log.message,
    function_name: 'checkout',
    function_type: 'regular',
    request_id: `01H${index}`,
    path: '/checkout',
    method: 'POST',
    status_code: 200,
    branch: 'main',
    ...shared,
  }
}

export function netlifyTrafficLog(log: SeededLog, index = 0): Record<string, unknown> {
  const status_code = log.level === 'error' ? 500 : log.level === 'warn' ? 404 : 200
  return {
    log_type: 'traffic',
    timestamp: log.atMs,
    method: 'GET',
    status_code,
    client_ip: '203.0.113.7',
    request_id: `01T${index}`,
    url: `/?m=${encodeURIComponent(log.message)}`,
    user_agent: 'curl/8',
    country: 'DE',
    content_type: 'text/html',
    duration: 12,
    referrer: '',
    ...shared,
  }
}

export function netlifyDrain(
  rows: readonly Record<string, unknown>[],
  { format = 'ndjson', authorization }: NetlifyOptions = {},
): SentRequest {
  const headers: Record<string, string> = authorization === undefined ? {} : { Authorization: authorization }
  return format === 'json'
    ? postJson(rows, headers)
    : post(ndjson(rows), { 'Content-Type': 'application/x-ndjson', ...headers })
}
