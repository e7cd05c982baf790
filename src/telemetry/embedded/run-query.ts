/** Runs one query over one partition. */
import type { Signal } from '../model.ts'
import type { WorkBudget } from '../port.ts'
import { NO_WORK } from '../query/work.ts'
import { RecordsMoved, WorkMeter } from './batch-reader.ts'
import { HourStats } from './hour-stats.ts'
import { KindTable } from './kinds.ts'
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

/** Records move when a tail is sealed under a query that gave way; that three seals meet one query is no accident. */
const ATTEMPTS_MAX = 4

class CallerLeft extends Error {
  override readonly name = 'CallerLeft'
}

/** `stillWanted` rejects when the caller has left; the answer is then an empty one, as nobody reads it. */
export async function runQuery(
  source: PartitionSource,
  query: PartitionQuery,
  budget: WorkBudget,
  stillWanted?: () => Promise<void>,
): Promise<PartitionAnswer> {
  // A call to the caller alone lets other objects in, and no request: while calls go to and fro within the process,
  // the runtime does not look at its sockets. A timer has it look.
  const giveWay = async (): Promise<void> => {
    await source.giveWay()
    await stillWanted?.().catch(() => {
      throw new CallerLeft()
    })
  }
  for (let attempt = 1; ; attempt++) {
    const meter = new WorkMeter(budget, giveWay)
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
    kinds: () => new KindTable(),
    hour: (hour) => new HourStats(hour),
    giveWay: async () => {},
  }
}

/** The answer of a partition whose first append has not come, never came, or was purged. */
export async function emptyAnswer(query: PartitionQuery): Promise<PartitionAnswer> {
  const source = emptySource(query.kind === 'fieldValues' ? query.input.signal : 'logs')
  return { ...(await runQuery(source, query, { recordsMax: 1, bytesMax: 1 })), work: NO_WORK }
}
