/** Readings of a metric about which nothing else is known. */
import type { MetricRow } from '../../../src/agent/investigator/metric-row.ts'

type Own = Pick<MetricRow, 'service' | 'role' | 'metric' | 'raw'> & Partial<MetricRow>

/** A row of these readings, all of which count as harm unless told otherwise. */
export function plainRow(own: Own): MetricRow {
  return {
    instance: '',
    attributes: '',
    unit: '',
    isHost: false,
    edge: null,
    typical: 1,
    one: null,
    oneStep: null,
    isTurned: false,
    isInPoints: false,
    isRequestCount: false,
    isPerSecond: false,
    requests: null,
    requestShare: null,
    parts: new Map(),
    members: null,
    harm: own.raw,
    ...own,
  }
}
