/**
 * Readings of a consumer group. A broker or an exporter sends how far each group is behind (`consumergroup=orders-worker`):
 * that tells what the group's members do. So such a row is one of the service that its group is named after.
 */
import { labelsOf } from './metric-instances.ts'
import type { MetricReadings } from './metric-look.ts'
import type { MetricRow } from './metric-row.ts'
import { isWholeIn, partsOf, wordsOfNames } from './service-names.ts'

/** As exporters of brokers and OpenTelemetry name the attribute. */
const GROUP_KEYS = /^(?:consumer[._]?)?group(?:[._]?(?:id|name))?$|consumer[._]group|^subscription(?:[._]name)?$/i

/** The service after which the consumer group among these attributes is named. Null: no group, or none or several such. */
export function groupMemberOf(attributes: string, services: readonly string[]): string | null {
  const group = labelsOf(attributes).find(([key]) => GROUP_KEYS.test(key))?.[1]
  if (group === undefined) return null
  if (services.includes(group)) return group
  const named = services.filter((name) => isWholeIn(group, name))
  if (named.length === 1) return named[0] ?? null
  const parts = new Set(partsOf(group))
  const worded = new Set(wordsOfNames(services).flatMap(([service, word]) => (parts.has(word) ? [service] : [])))
  const [only, ...others] = worded
  return only === undefined || others.length > 0 ? null : only
}

/** Attributes that name a channel of messages. */
export const CHANNEL_KEYS = /^(?:topic|queue|stream|channel|subject|destination|messaging\.destination\.name)$/
/** Counts of messages that pass by: they follow what is asked for. */
const PASSING = /sent|received|published|consumed|processed|delivered|deleted|acked|acknowledged|produced/i
/** Fewer messages that wait or are given up, or seconds that one waits, are what a moment brings. */
const MESSAGES_MIN = 5

/** The same readings, those of a group with the service that it is named after, without those of a few messages. */
export function withGroupMembers(readings: MetricReadings, services: readonly string[]): MetricReadings {
  const members = new Map<string, string | null>()
  const isOfChannel = new Map<string, boolean>()
  const rows = readings.rows.flatMap((row): MetricRow[] => {
    const { attributes } = row
    if (!isOfChannel.has(attributes)) {
      isOfChannel.set(
        attributes,
        labelsOf(attributes).some(([key]) => CHANNEL_KEYS.test(key)),
      )
      members.set(attributes, groupMemberOf(attributes, services))
    }
    const member = members.get(attributes) ?? null
    const own = member === null || member === row.service ? row : { ...row, service: member }
    if (isOfChannel.get(attributes) !== true) return [own]
    if (PASSING.test(row.metric)) return [row.role === 'other' ? { ...own, role: 'traffic' } : own]
    return isOfFew(row, readings.activity.grid.intervalMs) ? [] : [own]
  })
  return { ...readings, rows }
}

function isOfFew({ raw, isPerSecond }: MetricRow, intervalMs: number): boolean {
  const most = Math.max(0, ...raw.filter(Number.isFinite))
  return most * (isPerSecond ? intervalMs / 1_000 : 1) < MESSAGES_MIN
}
