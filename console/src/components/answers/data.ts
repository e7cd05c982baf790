/** Reads what artifacts and results of tools hold. Their data is open by contract, so nothing of it is taken for granted. */

export type Fields = Readonly<Record<string, unknown>>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {})
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A value in one line: texts as they are, the rest as JSON. */
export function lineOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export interface TableData {
  readonly title: string
  readonly columns: readonly { readonly key: string; readonly label: string }[]
  readonly rows: readonly Fields[]
}

export function tableOf(data: unknown): TableData {
  const { title, columns, rows } = fieldsOf(data)
  const named = listOf(columns).map(fieldsOf)
  return {
    title: textOf(title),
    columns: named.map(({ key, label }) => ({ key: textOf(key), label: textOf(label) || textOf(key) })),
    rows: listOf(rows).map(fieldsOf),
  }
}

export interface SeriesData {
  readonly title: string
  readonly unit: string
  readonly times: readonly number[]
  readonly series: readonly { readonly label: string; readonly values: readonly (number | null)[] }[]
}

/** All series on one axis of time: where one has no point, it has no value. */
export function seriesOf(data: unknown): SeriesData {
  const { title, unit, series } = fieldsOf(data)
  const read = listOf(series)
    .map(fieldsOf)
    .map(({ name, points }) => ({ label: textOf(name), points: pointsOf(points) }))
  const times = [...new Set(read.flatMap(({ points }) => [...points.keys()]))].sort((a, b) => a - b)
  return {
    title: textOf(title),
    unit: textOf(unit),
    times,
    series: read.map(({ label, points }) => ({ label, values: times.map((at) => points.get(at) ?? null) })),
  }
}

function pointsOf(points: unknown): Map<number, number> {
  const read = new Map<number, number>()
  for (const point of listOf(points)) {
    const [at, value] = listOf(point)
    const time = typeof at === 'number' ? at : Date.parse(textOf(at))
    if (!Number.isNaN(time) && typeof value === 'number') read.set(time, value)
  }
  return read
}

/** Formats values of a unit as artifacts name it. */
export function unitFormat(unit: string): (value: number) => string {
  const number = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 4 })
  switch (unit) {
    case 'share':
      return (value) => `${number.format(value * 100)} %`
    case 'ms':
      return (value) => (Math.abs(value) >= 1_000 ? `${number.format(value / 1_000)} s` : `${number.format(value)} ms`)
    case '':
    case 'count':
      return (value) => number.format(value)
    default:
      return (value) => `${number.format(value)} ${unit}`
  }
}
