import { z } from 'zod'

import { endpointCards } from '../../domain/sources/endpoint-cards.ts'
import { DATA_SOURCE_TYPES, type LogProvider, SENDER_PROVIDERS } from '../../domain/sources/providers.ts'
import type { SourceRow, StreamRow } from '../../domain/sources/rows.ts'
import { anyObject, dateTime, iso, text, textOrNull } from '../../http/parameters.ts'
import { streamStatus } from '../data-sources/schema.ts'

export const provider = z.enum([...DATA_SOURCE_TYPES, ...SENDER_PROVIDERS])
export const mode = z.enum(['managed', 'connectionless'])

const names = z.array(text(1, 200)).max(500)
export const filterInput = z
  .strictObject({ allowlist: names, denylist: names })
  .openapi('StreamAutoProvisionFilterInput')
const filter = z
  .object({ allowlist: z.array(z.string()), denylist: z.array(z.string()) })
  .openapi('StreamAutoProvisionFilter')

const extraCredential = z.object({ label: z.string(), value: z.string(), description: z.string().optional() })
/** Endpoint card: `url` cards in every deployment, `hostPort` cards only with such a listener. */
export const endpointCard = z
  .object({
    kind: z.enum(['url', 'hostPort']),
    label: z.string().optional(),
    url: z.string().optional(),
    host: z.string().optional(),
    port: z.number().int().optional(),
    description: z.string().optional(),
    extraCredential: extraCredential.optional(),
  })
  .openapi('EndpointCard')

export const logStream = z
  .object({
    id: z.uuid(),
    logSourceId: z.uuid(),
    displayName: z.string(),
    config: anyObject,
    status: streamStatus,
    errorMessage: textOrNull,
    enabled: z.boolean(),
    createdAt: dateTime,
    endpointCards: z.array(endpointCard),
  })
  .openapi('LogStream')

const sourceFields = {
  id: z.uuid(),
  provider: z.string(),
  mode: z.string(),
  name: z.string(),
  streamCount: z.number().int(),
  createdAt: dateTime,
  enabled: z.boolean(),
  streamAutoProvisionFilter: z.union([filter, z.null()]),
  nativeQueriesEnabled: z.boolean(),
}
export const logSource = z.object(sourceFields).openapi('LogSource')
export const logSourceWithStreams = z
  .object({ ...sourceFields, streams: z.array(logStream) })
  .openapi('LogSourceWithStreams')

export const logSourceOf = (row: SourceRow, streamCount: number) => ({
  id: row.id,
  provider: row.provider,
  mode: row.mode,
  name: row.name ?? '',
  streamCount,
  createdAt: iso(row.createdAt),
  enabled: row.enabled,
  streamAutoProvisionFilter: row.autoProvisionFilter,
  nativeQueriesEnabled: row.nativeQueriesEnabled,
})

/** Cards need the stream's own key; without a key there are no cards. */
export const logStreamOf = (row: StreamRow, providerOfSource: string, baseUrl: string, key: string | undefined) => ({
  id: row.id,
  logSourceId: row.sourceId,
  displayName: row.displayName,
  config: row.config,
  status: row.status,
  errorMessage: row.errorMessage,
  enabled: row.enabled,
  createdAt: iso(row.createdAt),
  // Rows of log sources hold only providers that the creation accepted.
  endpointCards: key === undefined ? [] : endpointCards(providerOfSource as LogProvider, baseUrl, key),
})
