/**
 * Time series as a chart: one axis of time, cursors in step with every chart of the same `syncKey`, marks for what
 * happened (onset, changes, alerts), a range to select. Drawn on a canvas, so what it shows is also said as text.
 */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import './time-chart.css'
import { timeText } from './time.tsx'

export interface Series {
  readonly label: string
  /** As many as there are times; null where there is no value. */
  readonly values: readonly (number | null)[]
  /** A colour of the tokens (`--critical`); by default the next of the chart colours. */
  readonly color?: string
}

export interface Mark {
  readonly at: number
  /** Until when; a mark without an end is a line. */
  readonly until?: number
  readonly label: string
  readonly kind: 'onset' | 'change' | 'alert' | 'message' | 'selection'
}

export interface TimeChartProps {
  /** What is drawn, as a heading says it. */
  readonly title: string
  /** Milliseconds since 1970, ascending. */
  readonly times: readonly number[]
  readonly series: readonly Series[]
  readonly marks?: readonly Mark[]
  readonly formatValue?: (value: number) => string
  /** `stacked`: bars on each other, the first series at the bottom. */
  readonly shape?: 'line' | 'bars' | 'stacked'
  readonly height?: number
  readonly syncKey?: string
  /** The whole axis, where the times do not fill it. */
  readonly range?: readonly [from: number, to: number]
  /** Called with the range that the reader dragged over. */
  readonly onSelect?: (from: number, to: number) => void
}

const CHART_COLORS = ['--chart-1', '--chart-2', '--chart-3', '--chart-4', '--chart-5', '--chart-6'] as const
const MARK_COLORS: Readonly<Record<Mark['kind'], string>> = {
  onset: '--critical',
  change: '--chart-4',
  alert: '--warning',
  message: '--info',
  selection: '--accent',
}
const HEIGHT = 140
/** Room for values of seven characters. */
const AXIS_WIDTH = 64

const colorOf = (series: Series, index: number): string =>
  series.color ?? CHART_COLORS[index % CHART_COLORS.length] ?? '--chart-1'

export const numberText = (value: number): string =>
  new Intl.NumberFormat(undefined, {
    maximumSignificantDigits: 4,
    notation: value >= 1e5 ? 'compact' : 'standard',
  }).format(value)

export function TimeChart(props: TimeChartProps) {
  const { title, formatValue = numberText, height = HEIGHT } = props
  const frame = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState<number | null>(null)
  const scheme = useScheme()
  const latest = useRef(props)
  latest.current = props
  // A chart is made anew when what it shows changes; uPlot draws a thousand points within a frame.
  useEffect(() => {
    const place = frame.current
    if (place === null) return undefined
    const chart = makeChart(place, latest, setAt)
    const observer = new ResizeObserver(() => chart.setSize({ width: place.clientWidth, height }))
    observer.observe(place)
    return () => {
      observer.disconnect()
      chart.destroy()
    }
  }, [props.times, props.series, props.marks, props.range, props.shape, props.syncKey, height, scheme])
  const summary = useMemo(() => summaryOf(props), [props.times, props.series])
  return (
    <figure class="time-chart">
      <figcaption class="row apart small">
        <strong class="foreign">{title}</strong>
        <Legend {...props} at={at} formatValue={formatValue} />
      </figcaption>
      <div ref={frame} role="img" aria-label={`${title}. ${summary}`} style={{ height: `${height}px` }} />
    </figure>
  )
}

/** The values at the cursor, or the last ones. */
function Legend({ series, times, at, formatValue = numberText }: TimeChartProps & { readonly at: number | null }) {
  const index = at ?? times.length - 1
  const time = times[index]
  return (
    <span class="row legend">
      {at !== null && time !== undefined && <span class="muted">{timeText(time)}</span>}
      {series.map((one, place) => {
        const value = one.values[index]
        return (
          <span key={one.label} class="row legend-item">
            <span class="swatch" style={{ background: `var(${colorOf(one, place)})` }} aria-hidden="true" />
            <span class="foreign">{one.label}</span> {at !== null && (value == null ? '–' : formatValue(value))}
          </span>
        )
      })}
    </span>
  )
}

/** What the lines say, for whoever cannot see them. */
function summaryOf({ series, times, formatValue = numberText }: TimeChartProps): string {
  const [from, to] = [times[0], times.at(-1)]
  if (from === undefined || to === undefined) return 'No values.'
  const lines = series.slice(0, 6).map(({ label, values }) => {
    const known = values.filter((value) => value !== null)
    if (known.length === 0) return `${label}: no values`
    const last = known.at(-1) ?? 0
    return `${label}: from ${formatValue(known[0] ?? 0)} to ${formatValue(last)}, highest ${formatValue(known.reduce((a, b) => Math.max(a, b)))}`
  })
  return `${timeText(from)} to ${timeText(to)}. ${lines.join('; ')}.`
}

function makeChart(
  place: HTMLElement,
  latest: { readonly current: TimeChartProps },
  onCursor: (at: number | null) => void,
): uPlot {
  const {
    times,
    series,
    shape = 'line',
    height = HEIGHT,
    syncKey,
    range,
    onSelect,
    formatValue = numberText,
  } = latest.current
  const color = resolver(place)
  const drawn = shape === 'stacked' ? stacked(series, times.length) : asDrawn(series)
  const line = color('--line')
  const axis = {
    stroke: color('--text-2'),
    font: `11px ${getComputedStyle(place).fontFamily}`,
    grid: { stroke: line, width: 1 },
    ticks: { stroke: line, width: 1 },
  }
  const bars = uPlot.paths.bars?.({ size: [0.9, 40] })
  const options: uPlot.Options = {
    width: place.clientWidth,
    height,
    ms: 1,
    legend: { show: false },
    cursor: {
      ...(syncKey === undefined ? {} : { sync: { key: syncKey } }),
      drag: { x: onSelect !== undefined, y: false, setScale: false },
      points: { size: 6 },
    },
    scales: {
      x: { time: true, ...(range === undefined ? {} : { range: () => [range[0], range[1]] }) },
      y: { range: (_, low, high) => [Math.min(0, low ?? 0), Math.max(high ?? 0, 1e-9) * 1.08] },
    },
    axes: [axis, { ...axis, size: AXIS_WIDTH, values: (_, ticks) => ticks.map((tick) => formatValue(tick)) }],
    series: [
      {},
      ...drawn.map(({ label, token }) => {
        const stroke = color(token)
        const base = { label, stroke, width: 1.5, points: { show: times.length < 3 } }
        return shape !== 'line' && bars ? { ...base, fill: stroke, paths: bars } : base
      }),
    ],
    hooks: {
      setCursor: [(chart) => onCursor(chart.cursor.idx ?? null)],
      drawClear: [(chart) => drawMarks(chart, latest.current.marks ?? [], color)],
      setSelect: [
        (chart) => {
          if (chart.select.width < 4) return
          const [from, to] = [chart.select.left, chart.select.left + chart.select.width]
          latest.current.onSelect?.(chart.posToVal(from, 'x'), chart.posToVal(to, 'x'))
        },
      ],
    },
  }
  return new uPlot(options, [[...times], ...drawn.map(({ values }) => values)], place)
}

interface Drawn {
  readonly label: string
  readonly token: string
  readonly values: (number | null)[]
}

const asDrawn = (series: readonly Series[]): Drawn[] =>
  series.map((one, index) => ({ label: one.label, token: colorOf(one, index), values: [...one.values] }))

/** Each series is drawn with the sum of those below it, the highest first, so that the lower ones lie before it. */
export function stacked(series: readonly Series[], length: number): Drawn[] {
  const sums = new Array<number>(length).fill(0)
  const drawn = asDrawn(series).map((one) => {
    for (let at = 0; at < length; at += 1) sums[at] = (sums[at] ?? 0) + (one.values[at] ?? 0)
    return { ...one, values: [...sums] }
  })
  return drawn.reverse()
}

function drawMarks(chart: uPlot, marks: readonly Mark[], color: (token: string) => string): void {
  const { ctx, bbox } = chart
  ctx.save()
  for (const { at, until, kind } of marks) {
    const [low, high] = [chart.scales['x']?.min ?? 0, chart.scales['x']?.max ?? 0]
    if ((until ?? at) < low || at > high) continue
    const left = Math.max(chart.valToPos(at, 'x', true), bbox.left)
    ctx.fillStyle = color(MARK_COLORS[kind])
    if (until !== undefined) {
      const right = Math.min(chart.valToPos(until, 'x', true), bbox.left + bbox.width)
      ctx.globalAlpha = 0.1
      ctx.fillRect(left, bbox.top, right - left, bbox.height)
    }
    ctx.globalAlpha = 0.85
    ctx.fillRect(left, bbox.top, Math.max(1, devicePixelRatio), bbox.height)
    ctx.globalAlpha = 1
  }
  ctx.restore()
}

/** A canvas takes no variables: a colour is what an element of the place would have. */
function resolver(place: HTMLElement): (token: string) => string {
  const probe = document.createElement('span')
  place.append(probe)
  const known = new Map<string, string>()
  const colors = new Set([
    ...CHART_COLORS,
    ...Object.values(MARK_COLORS),
    '--text-2',
    '--line',
    '--good',
    '--info',
    '--line-strong',
  ])
  for (const token of colors) {
    probe.style.color = `var(${token})`
    known.set(token, getComputedStyle(probe).color)
  }
  probe.remove()
  return (token) => known.get(token) ?? 'gray'
}

/** Changes when the scheme does, by the reader's choice or by their system's. */
function useScheme(): string {
  const [scheme, setScheme] = useState('')
  useEffect(() => {
    const dark = matchMedia('(prefers-color-scheme: dark)')
    const update = () => setScheme(`${document.documentElement.dataset['theme'] ?? ''}${dark.matches}`)
    const observer = new MutationObserver(update)
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    dark.addEventListener('change', update)
    return () => {
      observer.disconnect()
      dark.removeEventListener('change', update)
    }
  }, [])
  return scheme
}
