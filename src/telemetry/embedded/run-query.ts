/** Runs one query against one partition. */

import { Lane } from '../../work-pace.ts'
import type { Signal } from '../model.ts'
import type { WorkBudget } from '../port.ts'
import { NO_WORK } from '../query/work.ts'
import { RecordsMoved, WorkMeter } from './batch-reader.ts'
import { HourStats } from './hour-stats.ts'
import { LogSeriesTable } from './log-series.ts'
import type { PartitionAnswer, PartitionAnswers, PartitionQuery } from './messages.ts'
import { asOfNow, type PartitionSource } from './partition-source.ts'
import { aggregate } from './query-aggregates.ts'
import { coverage } from './query-coverage.ts'
import * as logs from './query-logs.ts'
import * as metrics from './query-metrics.ts'
import { logPatterns } from './query-patterns.ts'
import * as spans from './query-spans.ts'
import { searchLogs } from './search-logs.ts'
import { searchSpans } from './search-spans.ts'

/**
 * A flush or compaction during a pause makes a query start again. Several in a row are unlikely, so more attempts than
 * this mean a bug.
 */
const ATTEMPTS_MAX = 4

/** About a tenth of a second of work. */
const PAUSES_BETWEEN_ASKING = 8

class CallerLeft extends Error {
  override readonly name = 'CallerLeft'
}

/**
 * Runs a query and repeats it when records moved meanwhile.
 *
 * @param stillWanted rejects when the caller has left; the answer is then empty, because nobody reads it
 */
export async function runQuery(
  source: PartitionSource,
  query: PartitionQuery,
  budget: WorkBudget,
  stillWanted?: () => Promise<void>,
): Promise<PartitionAnswer> {
  let hasCallerLeft = false
  let pauses = 0
  // A timer is needed besides the call to the caller: a call within the process lets other objects run, but the runtime
  // does not read its sockets meanwhile. The caller may be on another continent, so its answer is not awaited.
  const giveWay = async (waitMs: number): Promise<void> => {
    if (stillWanted !== undefined && pauses++ % PAUSES_BETWEEN_ASKING === 0) {
      stillWanted().catch(() => {
        hasCallerLeft = true
      })
    }
    await source.giveWay(waitMs)
    if (hasCallerLeft) throw new CallerLeft()
  }
  for (let attempt = 1; ; attempt++) {
    const meter = new WorkMeter(budget, giveWay, source.lane)
    try {
      const value = await answer(asOfNow(source), query, meter)
      return { value, work: meter.work() }
    } catch (error) {
      if (error instanceof CallerLeft) return emptyAnswer(query)
      if (!(error instanceof RecordsMoved) || attempt === ATTEMPTS_MAX) throw error
    }
  }
}

function answer(
  source: PartitionSource,
  query: PartitionQuery,
  meter: WorkMeter,
): Promise<PartitionAnswers[PartitionQuery['kind']]> | PartitionAnswers['getLog'] {
  switch (query.kind) {
    case 'searchLogs':
      return searchLogs(source, query, meter)
    case 'countLogs':
      return logs.countLogs(source, query, meter)
    case 'logPatterns':
      return logPatterns(source, query, meter)
    case 'fieldValues':
      return source.signal === 'logs'
        ? logs.logFieldValues(source, query, meter)
        : spans.spanFieldValues(source, query, meter)
    case 'getLog':
      return logs.getLog(source, query)
    case 'searchSpans':
      return searchSpans(source, query, meter)
    case 'spansByTrace':
      return spans.spansByTrace(source, query, meter)
    case 'spanStats':
      return spans.spanStats(source, query, meter)
    case 'dependencies':
      return spans.dependencies(source, query, meter)
    case 'listMetrics':
      return metrics.listMetrics(source, query, meter)
    case 'metricSeries':
      return metrics.metricSeries(source, query, meter)
    case 'coverage':
      return coverage(source, query.range, meter)
    case 'aggregate':
      return aggregate(source, query, meter)
  }
}

/** A partition of a signal that holds nothing. */
export function emptySource(signal: Signal): PartitionSource {
  const none = () => {
    throw new RecordsMoved('an empty partition holds nothing')
  }
  return {
    day: 0,
    number: 0,
    signal,
    tag: '',
    heads: () => [],
    text: () => null,
    records: none,
    segments: () => [],
    logSegment: none,
    spanSegment: none,
    metricSegment: none,
    segmentIndex: none,
    attributeSummary: none,
    serviceRows: none,
    logSeries: () => new LogSeriesTable(),
    hour: (hour) => new HourStats(hour),
    giveWay: async () => {},
    lane: new Lane(),
  }
}

/** The answer of a partition that has no records: never appended to, or purged. */
export async function emptyAnswer(query: PartitionQuery): Promise<PartitionAnswer> {
  const source = emptySource(query.kind === 'fieldValues' ? query.input.signal : 'logs')
  return { ...(await runQuery(source, query, { recordsMax: 1, bytesMax: 1 })), work: NO_WORK }
}
