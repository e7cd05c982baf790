/** The protocol's table as Markdown: one row per set, signals and stated time, each share with its interval. */
import { bootstrapInterval } from './bootstrap.ts'
import { FIGURE_NAMES, type FigureName, type Figures, figuresOf, type Judged } from './scores.ts'

export interface Row {
  readonly set: string
  readonly system: string
  readonly signals: string
  readonly stated: string
  readonly judged: readonly Judged[]
}

const TITLES: Readonly<Record<FigureName, string>> = {
  first: 'AS@1',
  three: 'AS@3',
  assertedRight: 'asserted right',
  assertedWrong: 'asserted wrong',
  nothingBroke: '"nothing broke"',
  falseAlarms: 'false alarms',
  falselyRaised: 'raised, no fault',
  mechanism: 'mechanism',
}

export function tableOf(rows: readonly Row[]): string {
  const head = ['set', 'signals', 'time', 'n', ...FIGURE_NAMES.map((name) => TITLES[name])]
  const lines = rows.map((row) => {
    const figures = figuresOf(row.judged)
    return [
      row.set,
      row.signals,
      row.stated,
      String(figures.cases),
      ...FIGURE_NAMES.map((name) => cell(row, figures, name)),
    ]
  })
  return markdown([head, ...lines])
}

/** `0.85 [0.62, 1.00]`, or `–` where the figure is about no case of the row. */
function cell(row: Row, figures: Figures, name: FigureName): string {
  const value = figures[name]
  if (value === null) return '–'
  const interval = bootstrapInterval(row.judged, (sample) => figuresOf(sample)[name])
  const range = interval === null ? '' : ` [${interval.low.toFixed(2)}, ${interval.high.toFixed(2)}]`
  return `${value.toFixed(2)}${range}`
}

/** Columns are padded, so that the table can be read as text as well. */
export function markdown(cells: readonly (readonly string[])[]): string {
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0), 3))
  const line = (of: readonly string[]): string =>
    `| ${of.map((text, at) => text.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const [head = [], ...rest] = cells
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rest.map(line)].join('\n')
}
