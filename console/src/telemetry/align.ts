/** Series of the API as columns of a chart. */

export interface ApiSeries {
  readonly key: { readonly [field: string]: string | null }
  /** `[date-time, number]` */
  readonly points: readonly (readonly (string | number)[])[]
}

export interface AlignedSeries {
  /** Milliseconds since 1970, ascending: one per interval of the range. */
  readonly times: readonly number[]
  /** For each series, a value per time. */
  readonly columns: readonly (readonly (number | null)[])[]
}

/** More columns than pixels draw nothing more. */
const TIMES_MAX = 5_000

/**
 * Puts series on one axis. `absent` stands where a series has no point: 0 for counts, null for measurements.
 * `intervalSeconds` is the answer's.
 */
export function align(
  series: readonly ApiSeries[],
  {
    fromMs,
    toMs,
    intervalSeconds,
    absent,
  }: { fromMs: number; toMs: number; intervalSeconds: number; absent: 0 | null },
): AlignedSeries {
  const step = Math.max(intervalSeconds * 1_000, Math.ceil((toMs - fromMs) / TIMES_MAX))
  const first = Math.floor(fromMs / step) * step
  const count = Math.max(1, Math.ceil((toMs - first) / step))
  const times = Array.from({ length: count }, (_, index) => first + index * step)
  const columns = series.map(({ points }) => {
    const column = new Array<number | null>(count).fill(absent)
    for (const [at, value] of points) {
      const index = Math.floor((Date.parse(String(at)) - first) / step)
      if (index >= 0 && index < count) column[index] = Number(value)
    }
    return column
  })
  return { times, columns }
}

/** The name of a group: its values, or what stands for all. */
export function groupLabel(key: ApiSeries['key'], all: string): string {
  const values = Object.values(key).map((value) => value ?? '(none)')
  return values.length === 0 ? all : values.join(' · ')
}
