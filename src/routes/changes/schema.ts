import { z } from 'zod'
import { CHANGE_KINDS, CHANGE_STATUSES, type ChangeView } from '../../contracts/oncall-protocol.ts'
import { dateTime, dateTimeOrNull, iso, isoOrNull, textOrNull } from '../../http/parameters.ts'

export const changeKind = z.enum(CHANGE_KINDS)
export const changeStatus = z.enum(CHANGE_STATUSES)

export const change = z
  .object({
    id: z.uuid(),
    kind: changeKind,
    services: z.array(z.string()),
    environment: textOrNull,
    version: textOrNull,
    author: textOrNull,
    url: textOrNull,
    title: z.string(),
    status: z.union([changeStatus, z.null()]),
    startedAt: dateTime,
    endedAt: dateTimeOrNull,
    source: z.string().describe('Who reported it: api, telemetry, or the sender of a deploy hook.'),
    sources: z
      .array(z.string())
      .describe('All that told of it, `source` first: a deploy hook and telemetry, for example.'),
    attributes: z.record(z.string(), z.string()),
    recordedAt: dateTime,
    updatedAt: dateTime,
  })
  .openapi('Change')

export const CHANGE_EXAMPLE = {
  id: '019b2c47-d1ee-7002-9d52-3f1f6f0c1a55',
  kind: 'deployment' as const,
  services: ['checkout'],
  environment: 'production',
  version: '2.14.0',
  author: 'mira',
  url: 'https://ci.example.test/deployments/4711',
  title: 'checkout 2.14.0 to production',
  status: 'succeeded' as const,
  startedAt: '2026-11-20T09:10:00.000Z',
  endedAt: '2026-11-20T09:12:00.000Z',
  source: 'api',
  sources: ['api', 'telemetry'],
  attributes: { commit: '9f2c1ab' },
  recordedAt: '2026-11-20T09:12:01.000Z',
  updatedAt: '2026-11-20T09:12:01.000Z',
}

export function changeOf({ dedupKey: _, startedAt, endedAt, recordedAt, updatedAt, ...rest }: ChangeView) {
  return {
    ...rest,
    sources: rest.sources ?? [rest.source],
    startedAt: iso(startedAt),
    endedAt: isoOrNull(endedAt),
    recordedAt: iso(recordedAt),
    updatedAt: iso(updatedAt),
  }
}
