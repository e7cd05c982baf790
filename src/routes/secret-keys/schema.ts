import { z } from 'zod'
import type { KeyRow } from '../../domain/keys/keys.ts'
import { dateTime, dateTimeOrNull, iso, isoOrNull } from '../../http/parameters.ts'

const fields = {
  id: z.uuid(),
  name: z.string(),
  projectId: z.union([z.uuid(), z.null()]),
  expiresAt: dateTimeOrNull,
  lastUsedAt: dateTimeOrNull,
  createdAt: dateTime,
}

/** Secret key. */
export const secretKey = z.object(fields).openapi('SecretKey')
export const createdSecretKey = z.object({ ...fields, value: z.string() }).openapi('CreatedSecretKey')

export function secretKeyOf(row: KeyRow) {
  return {
    id: row.id,
    name: row.name,
    projectId: row.projectId,
    expiresAt: isoOrNull(row.expiresAt),
    lastUsedAt: isoOrNull(row.lastUsedAt),
    createdAt: iso(row.createdAt),
  }
}

export const SECRET_KEY_EXAMPLE = {
  id: '0197b2c4-7d1e-7c3a-9d52-3f1f6f0c1a55',
  name: 'ci',
  projectId: null,
  expiresAt: null,
  lastUsedAt: null,
  createdAt: '2026-01-01T10:00:00.000Z',
}
