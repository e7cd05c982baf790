/** Whether the trouble goes on: compares the end of the strongest finding's series with before the onset and since. */
import { medianOf } from '../../median.ts'
import type { Chart } from './investigation.ts'
import type { IncidentState } from './verdict.ts'

/** If telemetry ended longer ago than this, that is silence, not delay. */
const SILENT_MS = 5 * 60_000
/** The end of the incident is judged on this share of it. */
const TAIL_SHARE = 0.25
/** Back to usual: less than this share remains of the way from the earlier level to the incident's level. */
const LEFT_SHARE_MAX = 0.2

/** Decides whether an incident goes on, has recovered or cannot be judged. */
export function stateOf(
  chart: Chart | null,
  onsetMs: number,
  lastRecordMs: number | null,
  nowMs: number,
): IncidentState {
  if (lastRecordMs !== null && nowMs - lastRecordMs > SILENT_MS) {
    const recovered = recoveredAt(chart, onsetMs)
    return recovered === null ? { kind: 'silent', atMs: lastRecordMs } : { kind: 'recovered', atMs: recovered }
  }
  if (chart === null) return { kind: 'unknown', atMs: null }
  const recovered = recoveredAt(chart, onsetMs)
  if (recovered !== null) return { kind: 'recovered', atMs: recovered }
  return { kind: 'ongoing', atMs: lastRecordMs ?? chart.points.at(-1)?.[0] ?? null }
}

/** Since when the series has been back to its earlier level. Null if it is not, or if that cannot be determined. */
function recoveredAt(chart: Chart | null, onsetMs: number): number | null {
  if (chart === null) return null
  const before = chart.points.filter(([atMs]) => atMs < onsetMs)
  const since = chart.points.filter(([atMs]) => atMs >= onsetMs)
  if (before.length < 2 || since.length < 4) return null
  const usual = medianOf(before.map(([, value]) => value))
  const far = Math.max(...since.map(([, value]) => Math.abs(value - usual)))
  if (far === 0) return null
  const isBack = ([, value]: readonly [number, number]): boolean => Math.abs(value - usual) <= LEFT_SHARE_MAX * far
  const tail = since.slice(-Math.max(2, Math.ceil(since.length * TAIL_SHARE)))
  if (!tail.every(isBack)) return null
  let first = since.length - 1
  while (first > 0 && isBack(since[first - 1] ?? [0, Number.NaN])) first--
  return since[first]?.[0] ?? null
}
