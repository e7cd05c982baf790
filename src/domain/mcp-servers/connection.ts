/** Address and headers of an MCP server: what a caller gives, what is stored sealed, and how it is reached. */
import type { McpConnection } from '../../connectors/mcp/guarded-fetch.ts'
import { type McpOutcome, type McpSession, withMcpServer } from '../../connectors/mcp/session.ts'
import { guardUrl } from '../../connectors/outbound/address-guard.ts'
import { OutboundClient } from '../../connectors/outbound/client.ts'
import { invalidInput } from '../../contracts/domain-error.ts'
import { MCP_BYTES_MAX, MCP_CALL_TIMEOUT_MS } from '../../contracts/mcp-servers.ts'
import type { McpServerRow } from '../../db/mcp-servers.ts'
import type { DomainContext } from '../context.ts'
import { destinationGuard } from '../destinations/outbound-guard.ts'
import { MCP_SERVER_CONNECTION, openFrom, sealFor } from '../keys/sealed-columns.ts'

export type { McpConnection } from '../../connectors/mcp/guarded-fetch.ts'

/** Headers that the transport or the network decides about. */
const HEADERS_REFUSED =
  /^(?:host|accept|accept-encoding|connection|content-[a-z-]+|transfer-encoding|te|trailer|upgrade|expect|origin|referer|cookie2?|forwarded|via|proxy-.*|sec-.*|cf-.*|x-forwarded-.*|x-real-ip|mcp-.*|last-event-id)$/i

/** Refuses internal addresses, and headers that are not a caller's to set. */
export async function assertConnection(ctx: DomainContext, { url, headers }: McpConnection): Promise<void> {
  const verdict = await guardUrl(url, destinationGuard(ctx))
  if (!verdict.ok) refuse('url', `is not allowed: ${verdict.reason}`)
  const names = new Set<string>()
  for (const [index, { name }] of headers.entries()) {
    const lower = name.toLowerCase()
    if (HEADERS_REFUSED.test(lower)) refuse(`headers[${index}].name`, 'is set by the protocol or the network')
    if (names.has(lower)) refuse(`headers[${index}].name`, 'is given twice')
    names.add(lower)
  }
}

function refuse(field: string, message: string): never {
  throw invalidInput(`The connection's ${field} ${message}.`, [{ path: `body.connection.${field}`, message }])
}

/** What may be shown of a connection. */
export const shownConnection = ({ url, headers }: McpConnection) => ({
  host: new URL(url).host,
  headerNames: headers.map(({ name }) => name),
})

/** Seals a connection for storage in the row of that id. */
export const sealConnection = (ctx: DomainContext, id: string, { url, headers }: McpConnection): Promise<string> =>
  sealFor(ctx, MCP_SERVER_CONNECTION, id, JSON.stringify({ url, headers }))

/** Throws where the master key of the stored value is gone. */
export async function openConnection(
  ctx: DomainContext,
  row: Pick<McpServerRow, 'id' | 'connection'>,
): Promise<McpConnection> {
  // Sealed by `sealConnection` for this row alone: nobody else can have written it.
  return JSON.parse(await openFrom(ctx, MCP_SERVER_CONNECTION, row.id, row.connection)) as McpConnection
}

/** One exchange with a stored server, bounded in time and bytes. */
export async function exchangeWith<T>(
  ctx: DomainContext,
  row: Pick<McpServerRow, 'id' | 'connection'>,
  signal: AbortSignal,
  work: (session: McpSession) => Promise<T>,
): Promise<McpOutcome<T>> {
  const http = new OutboundClient({
    fetch: ctx.fetch,
    sleep: (ms) => scheduler.wait(ms),
    random: Math.random,
    guard: destinationGuard(ctx),
  })
  const connection = await openConnection(ctx, row)
  return withMcpServer({ http, connection, timeoutMs: MCP_CALL_TIMEOUT_MS, bytesMax: MCP_BYTES_MAX, signal }, work)
}
