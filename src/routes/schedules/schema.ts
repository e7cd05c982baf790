import { z } from 'zod'
import { SCHEDULE_RUN_STATES, type ScheduleRun, type ScheduleView } from '../../contracts/schedule-protocol.ts'
import { dateTime, dateTimeOrNull, iso, isoOrNull, text, textOrNull } from '../../http/parameters.ts'

const timing = z.object({ cron: z.string(), timeZone: z.string() })
const timingInput = z
  .union([
    text(1, 100).describe('every weekday 09:00 Europe/Berlin'),
    z.strictObject({ cron: text(1, 100), timeZone: text(1, 64) }),
  ])
  .openapi('ScheduleTiming')

export const scheduleFields = {
  name: text(1, 200),
  question: text(1, 4_000),
  timing: timingInput,
  destinationIds: z
    .union([z.array(z.uuid()).max(50), z.null()])
    .describe('Null: every destination that accepts scheduled answers.'),
  enabled: z.boolean(),
}

export const scheduleRun = z
  .object({
    id: z.uuid(),
    scheduledAt: dateTime,
    startedAt: dateTime,
    endedAt: dateTimeOrNull,
    state: z.enum(SCHEDULE_RUN_STATES),
    threadId: textOrNull,
    runId: textOrNull,
    reason: textOrNull.describe('Why it failed or was skipped.'),
  })
  .openapi('ScheduleRun')

export const scheduleRunOf = (run: ScheduleRun) => ({
  ...run,
  scheduledAt: iso(run.scheduledAt),
  startedAt: iso(run.startedAt),
  endedAt: isoOrNull(run.endedAt),
})

export const schedule = z
  .object({
    id: z.uuid(),
    ...scheduleFields,
    timing,
    nextAt: dateTimeOrNull,
    lastRun: z.union([scheduleRun, z.null()]),
    createdAt: dateTime,
    updatedAt: dateTime,
  })
  .openapi('Schedule')

export const scheduleOf = ({ id, definition, nextAt, lastRun, createdAt, updatedAt }: ScheduleView) => ({
  id,
  ...definition,
  nextAt: isoOrNull(nextAt),
  lastRun: lastRun === null ? null : scheduleRunOf(lastRun),
  createdAt: iso(createdAt),
  updatedAt: iso(updatedAt),
})

export const SCHEDULE_INPUT_EXAMPLE = {
  name: 'Morning round',
  question: 'What changed since yesterday?',
  timing: 'every weekday 09:00 Europe/Berlin',
}
export const SCHEDULE_EXAMPLE = {
  id: '0197b2c4-7d1e-7c3a-9d52-3f1f6f0c1a61',
  ...SCHEDULE_INPUT_EXAMPLE,
  timing: { cron: '0 9 * * 1-5', timeZone: 'Europe/Berlin' },
  destinationIds: null,
  enabled: true,
  nextAt: '2026-02-02T08:00:00.000Z',
  lastRun: null,
  createdAt: '2026-01-31T10:00:00.000Z',
  updatedAt: '2026-01-31T10:00:00.000Z',
} as const
