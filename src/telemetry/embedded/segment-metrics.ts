/** Reads metric segments of a partition: the requested series and their points. */
import type { MetricPoint } from '../model.ts'
import type { SeriesRows } from '../segment/metric-segment.ts'
import type { TimeRange } from '../time.ts'
import { metricsOf, nanosWithin, type WorkMeter } from './batch-reader.ts'
import type { PartitionSource } from './partition-source.ts'
import { overlapping } from './segment-logs.ts'

/** Work units (work-pace.ts) to build one point. */
const POINT_UNITS = 2

/** The points of a range, segment by segment. Of each segment only the series that pass are read. */
export async function* metricPointsOf(
  source: PartitionSource,
  range: TimeRange,
  isWanted: (series: SeriesRows['series']) => boolean,
  meter: WorkMeter,
): AsyncGenerator<MetricPoint[]> {
  for await (const points of metricsOf(source, range, meter)('oldest')) yield points.filter(isWanted)
  const [from, to] = nanosWithin(range, source.day)
  for (const head of overlapping(source, [{ from, to }])) {
    if (!meter.admits(head.records, 0)) return
    const segment = source.metricSegment(head)
    const before = segment.bytesDecoded
    let points: MetricPoint[] = []
    let scanned = 0
    for (const rows of segment.series()) {
      if (!isWanted(rows.series)) continue
      const times = segment.times()
      for (let row = rows.first; row < rows.end; row++) {
        const nanos = times[row] ?? 0
        scanned++
        if (nanos < from || nanos >= to) continue
        points.push(segment.recordAt(rows, row).record)
        if (!meter.pace.isDue(POINT_UNITS)) continue
        yield points
        points = []
        await meter.pace.pause()
      }
    }
    yield points
    await meter.spent(scanned, segment.bytesDecoded - before)
  }
}
