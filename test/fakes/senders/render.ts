/**
 * Render's stream: RFC 5424 over TLS, no HTTP. Where the token sits in a line and which header names the service are
 * weak, so both places and both layouts are here.
 */
import { bytesOf, type SeededLog } from './sender.ts'

export type RenderOptions = {
  token: string
  tokenPlace?: 'structured_data' | 'message'
  framing?: 'octets' | 'lines'
  layout?: 'docs' | 'ids'
}

const PRIORITY = { debug: 15, info: 14, warn: 12, error: 11 } as const

export function renderLine(
  log: SeededLog,
  { token, tokenPlace = 'structured_data', layout = 'docs' }: Omit<RenderOptions, 'framing'>,
): string {
  const [host, app] = layout === 'docs' ? ['shop-api', 'web-abc'] : ['srv-abc', 'shop-api']
  const time = new Date(log.atMs).toISOString().replace('Z', '456Z')
  const isInside = tokenPlace === 'structured_data'
  return `<${PRIORITY[log.level ?? 'info']}>1 ${time} ${host} ${app} 12 web-abc-1 ${isInside ? `[render@0 token="${token}"]` : '-'} ${isInside ? '' : `${token} `}${log.message}`
}

/** The bytes of one connection; cut them anywhere to play split packets. */
export function renderStream(logs: readonly SeededLog[], options: RenderOptions): Uint8Array {
  const lines = logs.map((log) => renderLine(log, options))
  const framed = lines.map((line) => (options.framing === 'lines' ? `${line}\n` : `${bytesOf(line).length} ${line}`))
  return bytesOf(framed.join(''))
}
