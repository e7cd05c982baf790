import { z } from 'zod'

import { DATA_SOURCE_TYPES } from '../../domain/sources/providers.ts'
import type { SourceRow, StreamRow } from '../../domain/sources/rows.ts'
import { anyObject, dateTime, iso, textOrNull } from '../../http/parameters.ts'

export const dataSourceType = z.enum(DATA_SOURCE_TYPES)
export const streamStatus = z.enum(['pending', 'provisioning', 'active', 'error'])

export const fieldDescriptor = z
  .object({
    name: z.string(),
    type: z.string(),
    required: z.boolean(),
    sensitive: z.boolean(),
    description: textOrNull,
    values: z.array(z.string()).optional(),
  })
  .openapi('FieldDescriptor')

export const typeDescriptor = z
  .object({ id: z.string(), name: z.string(), metadataFields: z.array(fieldDescriptor), setupSkill: textOrNull })
  .openapi('DataSourceTypeDescriptor')

export const connection = z
  .object({
    id: z.uuid(),
    projectId: z.uuid(),
    dataSourceType,
    displayName: textOrNull,
    createdAt: dateTime,
    nativeQueriesEnabled: z.boolean(),
  })
  .openapi('DataSourceConnection')

export const stream = z
  .object({
    id: z.uuid(),
    connectionId: z.uuid(),
    displayName: z.string(),
    config: anyObject,
    status: streamStatus,
    errorMessage: textOrNull,
    createdAt: dateTime,
  })
  .openapi('DataSourceStream')

export const connectionOf = (row: SourceRow) => ({
  id: row.id,
  projectId: row.projectId,
  dataSourceType: row.provider,
  displayName: row.name,
  createdAt: iso(row.createdAt),
  nativeQueriesEnabled: row.nativeQueriesEnabled,
})

export const streamViewOf = (row: StreamRow) => ({
  id: row.id,
  connectionId: row.sourceId,
  displayName: row.displayName,
  config: row.config,
  status: row.status,
  errorMessage: row.errorMessage,
  createdAt: iso(row.createdAt),
})

const ID = '0197b2c4-7d1e-7c3a-9d52-3f1f6f0c1a55'
export const CONNECTION_EXAMPLE = {
  id: ID,
  projectId: ID,
  dataSourceType: 'vercel',
  displayName: 'web team',
  createdAt: '2026-01-31T10:00:00.000Z',
  nativeQueriesEnabled: false,
}
export const STREAM_EXAMPLE = {
  id: ID,
  connectionId: ID,
  displayName: 'storefront',
  config: { projectId: 'prj_1' },
  status: 'active',
  errorMessage: null,
  createdAt: '2026-01-31T10:00:00.000Z',
}
