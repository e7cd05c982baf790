/** A partition's share of the questions about logs, over its unsealed batches. */
import { bodyShape } from '../body-shape.ts'
import { type LogRecord, severityName } from '../model.ts'
import type { StoredLog } from '../port.ts'
import { CountAccumulator, intervalStart, rangeStartMs } from '../query/count.ts'
import { groupText, LOG_READER } from '../query/field.ts'
import { filterPredicate } from '../query/match.ts'
import { byNewest, byOldest, comparePlaces, TopRecords } from '../query/order.ts'
import { PatternAccumulator } from '../query/patterns.ts'
import { ValuesAccumulator } from '../query/values.ts'
import { type BatchSource, type Identified, logAt, logsOf, type WorkMeter } from './batch-reader.ts'
import type { PartitionAnswers, QueryOf } from './messages.ts'

function stored(log: Identified<LogRecord>): StoredLog {
  return { ...log, shape: bodyShape(log.body).hash }
}

export async function searchLogs(
  source: BatchSource,
  { input }: QueryOf<'searchLogs'>,
  meter: WorkMeter,
): Promise<PartitionAnswers['searchLogs']> {
  const compare = input.order === 'newest' ? byNewest : byOldest
  const matches = filterPredicate(input.filter, LOG_READER)
  const top = new TopRecords<Identified<LogRecord>>(compare, input.limit)
  const { after } = input
  const batches = logsOf(
    source,
    input.range,
    meter,
  )(input.order, (head) => {
    const worst = top.worst
    if (worst === undefined) return false
    return input.order === 'newest' ? head.maxNanos < worst.time.nanos : head.minNanos > worst.time.nanos
  })
  for await (const logs of batches) {
    for (const log of logs) {
      if (after !== undefined && (input.order === 'newest' ? -1 : 1) * comparePlaces(log, after) <= 0) continue
      if (matches(log)) top.offer(log)
    }
  }
  return { records: top.result().map(stored), isCut: top.isCut }
}

export async function countLogs(
  source: BatchSource,
  { input }: QueryOf<'countLogs'>,
  meter: WorkMeter,
): Promise<PartitionAnswers['countLogs']> {
  const readers = input.groupBy.map(LOG_READER.field)
  const matches = filterPredicate(input.filter, LOG_READER)
  const counts = new CountAccumulator()
  const whole = rangeStartMs(input.range)
  for await (const logs of logsOf(source, input.range, meter)('oldest')) {
    for (const log of logs) {
      if (!matches(log)) continue
      const startMs = input.intervalMs === null ? whole : intervalStart(log.time, input.intervalMs)
      counts.add(
        readers.map((read) => groupText(read, log)),
        startMs,
        1,
      )
    }
  }
  return { ...counts.partial(), isCut: counts.isCut }
}

export async function logPatterns(
  source: BatchSource,
  { input }: QueryOf<'logPatterns'>,
  meter: WorkMeter,
): Promise<PartitionAnswers['logPatterns']> {
  const matches = filterPredicate(input.filter, LOG_READER)
  const patterns = new PatternAccumulator()
  for await (const logs of logsOf(source, input.range, meter)('oldest')) {
    for (const log of logs) {
      if (!matches(log)) continue
      const shape = bodyShape(log.body)
      patterns.add({
        service: log.resource.service,
        severity: severityName(log.severityNumber),
        shape: shape.hash,
        template: shape.template,
        count: 1,
        firstSeen: log.time,
        lastSeen: log.time,
        example: { id: log.id, body: log.body },
        counts: input.intervalMs === null ? [] : [[intervalStart(log.time, input.intervalMs), 1]],
      })
    }
  }
  return patterns.partial()
}

export async function logFieldValues(
  source: BatchSource,
  { input }: QueryOf<'fieldValues'>,
  meter: WorkMeter,
): Promise<PartitionAnswers['fieldValues']> {
  const matches = filterPredicate(input.filter, LOG_READER)
  const read = input.field === null ? null : LOG_READER.field(input.field)
  const values = new ValuesAccumulator()
  for await (const logs of logsOf(source, input.range, meter)('oldest')) {
    for (const log of logs) {
      if (!matches(log)) continue
      const value = read === null ? null : groupText(read, log)
      if (read === null) values.addKeys(log)
      else if (value !== null) values.add(value, 1)
    }
  }
  return values.partial()
}

export function getLog(source: BatchSource, { place }: QueryOf<'getLog'>): PartitionAnswers['getLog'] {
  const log = logAt(source, place.sequence, place.index)
  return log === null ? null : stored(log)
}
