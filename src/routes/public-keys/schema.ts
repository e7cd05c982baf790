import { z } from 'zod'
import type { KeyRow } from '../../domain/keys/keys.ts'
import { dateTime, dateTimeOrNull, iso, isoOrNull } from '../../http/parameters.ts'

const fields = {
  id: z.uuid(),
  name: z.string(),
  expiresAt: dateTimeOrNull,
  deactivatedAt: dateTimeOrNull,
  lastUsedAt: dateTimeOrNull,
  createdAt: dateTime,
  projectId: z.uuid(),
  dataSourceConnectionId: z.union([z.uuid(), z.null()]),
}

/** Public key. */
export const publicKey = z.object(fields).openapi('PublicKey')
export const createdPublicKey = z.object({ ...fields, value: z.string() }).openapi('CreatedPublicKey')

export function publicKeyOf(row: KeyRow) {
  return {
    id: row.id,
    name: row.name,
    expiresAt: isoOrNull(row.expiresAt),
    deactivatedAt: isoOrNull(row.deactivatedAt),
    lastUsedAt: isoOrNull(row.lastUsedAt),
    createdAt: iso(row.createdAt),
    projectId: row.projectId,
    dataSourceConnectionId: row.dataSourceConnectionId,
  }
}

export const PUBLIC_KEY_EXAMPLE = {
  id: '0197b2c4-7d1e-7c3a-9d52-3f1f6f0c1a55',
  name: 'collector',
  expiresAt: null,
  deactivatedAt: null,
  lastUsedAt: '2026-01-31T10:00:00.000Z',
  createdAt: '2026-01-01T10:00:00.000Z',
  projectId: '0197b2c4-7d1e-7c3a-9d52-3f1f6f0c1a56',
  dataSourceConnectionId: null,
}
