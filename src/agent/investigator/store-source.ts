/** The InvestigationSource of a project's telemetry store. */
import {
  type AggregateKind,
  type AggregateOf,
  fromMillis,
  type TelemetryProject,
  type TelemetryStore,
  type TimeRange,
  toMillis,
  type Work,
} from '../../telemetry/index.ts'
import { CHANGE_WORDS, changeEventOf } from './change-events.ts'
import type { InvestigationSource, SourceAnswer, WindowMs } from './source.ts'

function rangeOf({ fromMs, toMs }: WindowMs): TimeRange {
  return { from: fromMillis(fromMs), to: fromMillis(toMs) }
}

function answer<T>(value: T, work: Work): SourceAnswer<T> {
  return { value, recordsScanned: work.recordsScanned, partial: work.partial }
}

/** Returns a source over the telemetry of a project. */
export function storeSource(store: TelemetryStore, project: TelemetryProject): InvestigationSource {
  const ask = async <K extends AggregateKind>(request: AggregateOf<K>) => {
    const { value, work } = await store.aggregate<K>(project, request)
    return answer(value, work)
  }
  return {
    async coverage(window) {
      const { entries, lastRecord, work } = await store.coverage(project, rangeOf(window))
      const services = entries.map(({ signal, service, records, firstSeen, lastSeen }) => ({
        signal,
        service,
        records,
        firstMs: toMillis(firstSeen),
        lastMs: toMillis(lastSeen),
      }))
      return answer({ services, lastRecordMs: lastRecord === null ? null : toMillis(lastRecord) }, work)
    },
    logActivity: (grid) => ask<'logActivity'>({ kind: 'logActivity', grid }),
    traceActivity: (grid) => ask<'traceActivity'>({ kind: 'traceActivity', grid }),
    metricActivity: (grid) => ask<'metricActivity'>({ kind: 'metricActivity', grid }),
    async changeEvents(window, limit) {
      const { records, work } = await store.searchLogs(project, {
        range: rangeOf(window),
        filter: { conditions: [], text: { mode: 'any', text: CHANGE_WORDS } },
        order: 'newest',
        limit,
      })
      return answer(
        records.flatMap((record) => changeEventOf(record) ?? []),
        work,
      )
    },
    cohorts: (window, selector) => ask<'cohorts'>({ kind: 'cohorts', range: rangeOf(window), selector }),
    examples: (window, selector, limit) =>
      ask<'examples'>({ kind: 'examples', range: rangeOf(window), selector, limit }),
  }
}
