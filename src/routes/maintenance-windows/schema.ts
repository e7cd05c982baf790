import { z } from 'zod'
import type { MaintenanceWindow } from '../../contracts/incident-protocol.ts'
import { dateTime, dateTimeInput, iso, text } from '../../http/parameters.ts'

const LABELS_MAX = 16

export const windowBody = {
  title: text(1, 200),
  services: z.array(text(1, 200)).max(50).describe('Empty: all services.'),
  labels: z
    .record(z.string().min(1).max(200), z.string().max(1_000))
    .refine((labels) => Object.keys(labels).length <= LABELS_MAX, { error: `must have at most ${LABELS_MAX} entries` })
    .describe('Labels that an alert must have, all of them.'),
  startsAt: dateTimeInput,
  endsAt: dateTimeInput.describe('At most 30 days after startsAt.'),
}

export const maintenanceWindow = z
  .object({
    id: z.uuid(),
    title: z.string(),
    services: z.array(z.string()),
    labels: z.record(z.string(), z.string()),
    startsAt: dateTime,
    endsAt: dateTime,
    createdBy: z.string(),
    createdAt: dateTime,
    updatedAt: dateTime,
    suppressed: z.number().int().describe('Silenced alerts that have opened no incident since.'),
  })
  .openapi('MaintenanceWindow')

export const WINDOW_EXAMPLE = {
  id: '019b2c47-d1ee-7c3a-9d52-3f1f6f0c1a55',
  title: 'database upgrade',
  services: ['orders-db'],
  labels: { environment: 'production' },
  startsAt: '2026-11-21T02:00:00.000Z',
  endsAt: '2026-11-21T04:00:00.000Z',
  createdBy: 'user user_0123456789abcdefghjkmnpq',
  createdAt: '2026-11-20T09:30:00.000Z',
  updatedAt: '2026-11-20T09:30:00.000Z',
  suppressed: 0,
}

export const WINDOW_BODY_EXAMPLE = {
  title: 'database upgrade',
  services: ['orders-db'],
  startsAt: '2026-11-21T02:00:00Z',
  endsAt: '2026-11-21T04:00:00Z',
}

export function windowOf(window: MaintenanceWindow) {
  const { startsAt, endsAt, createdAt, updatedAt, ...rest } = window
  return { ...rest, startsAt: iso(startsAt), endsAt: iso(endsAt), createdAt: iso(createdAt), updatedAt: iso(updatedAt) }
}
