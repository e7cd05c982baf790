import { z } from 'zod'
import { FOREIGN_DESTINATION_URL } from './platform-fake.ts'

const count = z.coerce.number().int().min(0)

/** Form fields of an HTTPS logging endpoint; unknown ones are ignored by the real API, and so dropped here. */
export const httpsEndpoint = z.object({
  name: z.string().min(1),
  url: z.url({ protocol: /^https$/, error: 'URL must be https' }),
  content_type: z.string().optional(),
  header_name: z.string().optional(),
  header_value: z.string().optional(),
  json_format: z.enum(['0', '1', '2']).optional(),
  method: z.enum(['POST', 'PUT']).optional(),
  message_type: z.enum(['classic', 'loggly', 'logplex', 'blank']).optional(),
  format: z.string().optional(),
  format_version: z.enum(['1', '2']).optional(),
  request_max_entries: count.optional(),
  request_max_bytes: count.optional(),
  compression_codec: z.enum(['zstd', 'snappy', 'gzip']).optional(),
  gzip_level: z.coerce.number().int().min(0).max(9).optional(),
  period: count.optional(),
  placement: z.string().optional(),
  response_condition: z.string().optional(),
  log_processing_region: z.enum(['none', 'eu', 'us']).optional(),
})
export type HttpsEndpoint = z.infer<typeof httpsEndpoint>

export type Version = {
  number: number
  isActive: boolean
  isLocked: boolean
  comment: string
  https: Map<string, HttpsEndpoint>
}
export type FastlyService = { id: string; name: string; type: 'vcl' | 'wasm'; versions: Map<number, Version> }

export const FASTLY_FOREIGN_NAME = 'someone-else'

/** Version 1 is active; the first service logs to someone else, the second has a draft that nobody asked to ship. */
export function initialService(index: number): FastlyService {
  const active: Version = { number: 1, isActive: true, isLocked: true, comment: '', https: new Map() }
  if (index === 0) active.https.set(FASTLY_FOREIGN_NAME, { name: FASTLY_FOREIGN_NAME, url: FOREIGN_DESTINATION_URL })
  const versions = new Map([[1, active]])
  if (index === 1)
    versions.set(2, { number: 2, isActive: false, isLocked: false, comment: 'draft of a colleague', https: new Map() })
  return {
    id: `SU1Z0isxPaozGVKX${String(index).padStart(6, '0')}`,
    name: `shop-${index}`,
    type: index % 5 === 4 ? 'wasm' : 'vcl',
    versions,
  }
}

/** A clone is the next free number, unlocked, with all that the original has. */
export function cloneVersion(service: FastlyService, from: Version): Version {
  const number = Math.max(...service.versions.keys()) + 1
  const clone: Version = { number, isActive: false, isLocked: false, comment: from.comment, https: new Map(from.https) }
  service.versions.set(number, clone)
  return clone
}

/** The reason why this version cannot go live, or null. */
export function problemOf(version: Version): string | null {
  for (const endpoint of version.https.values()) {
    if (endpoint.response_condition) return `Condition '${endpoint.response_condition}' does not exist`
    if (endpoint.gzip_level !== undefined && endpoint.gzip_level > 0 && endpoint.compression_codec !== undefined) {
      return 'gzip_level and compression_codec exclude each other'
    }
    if ((endpoint.header_name === undefined) !== (endpoint.header_value === undefined))
      return 'header_name and header_value go together'
    if (endpoint.format !== undefined && unbalanced(endpoint.format))
      return `Syntax error in the format of '${endpoint.name}'`
  }
  return null
}

function unbalanced(format: string): boolean {
  return (format.match(/%\{/g)?.length ?? 0) > (format.match(/\}[A-Za-z>]/g)?.length ?? 0)
}

/** The one that was active stays locked; the new one locks as it goes live. */
export function activateVersion(service: FastlyService, version: Version): void {
  for (const other of service.versions.values()) other.isActive = false
  version.isActive = true
  version.isLocked = true
}
