/** `logs`, `traces`, `metrics`: telemetry as it was sent. */
import { type LogRecord, type TelemetryFilter, tailLogs } from '@observability-agent/sdk'
import { EXIT, UsageError } from '../exit-codes.ts'
import type { Session } from '../session.ts'
import { renderChart, shortNumber } from '../terminal/chart.ts'
import { paint, toneOf } from '../terminal/color.ts'
import { renderTable } from '../terminal/table.ts'
import { cut, inert, inertLine, padded, safeJson, wrapped } from '../terminal/text.ts'
import { durationText, renderWaterfall } from '../terminal/waterfall.ts'
import { type RangeOptions, rangeOf } from '../times.ts'
import { type Registrar, wholeNumber } from './command.ts'

interface Selection extends RangeOptions {
  readonly service?: string
  readonly severity?: string
  readonly where?: readonly string[]
  readonly limit?: number
}

const SEVERITIES = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const
type Severity = (typeof SEVERITIES)[number]
const LIMIT = 50

function severityOf(text: string | undefined): Severity | undefined {
  const found = SEVERITIES.find((one) => one === text?.toLowerCase())
  if (text !== undefined && found === undefined) {
    throw new UsageError(`"${text}" is not a severity. Write one of ${SEVERITIES.join(', ')}.`)
  }
  return found
}

/** `attributes[http.route]=/cart`, `duration_ms>=500`. */
function conditionOf(text: string): TelemetryFilter {
  const match = /^([^=!<>~]{1,200}?)(!=|>=|<=|=|>|<|~)(.*)$/.exec(text)
  const [, field, sign, raw] = match ?? []
  if (field === undefined || sign === undefined || raw === undefined) {
    throw new UsageError(`"${text}" is not a condition. Write field=value, field!=value, field~part or field>=number.`)
  }
  const number = raw.trim() === '' ? Number.NaN : Number(raw)
  const value = Number.isNaN(number) ? raw : number
  if (sign === '>' || sign === '>=' || sign === '<' || sign === '<=') {
    return { field, op: ({ '>': 'gt', '>=': 'gte', '<': 'lt', '<=': 'lte' } as const)[sign], value }
  }
  return { field, op: ({ '=': 'eq', '!=': 'neq', '~': 'contains' } as const)[sign as '=' | '!=' | '~'], value: raw } // no other sign
}

function filtersOf({ service, severity, where }: Selection): TelemetryFilter[] {
  const least = severityOf(severity)
  return [
    ...(service === undefined ? [] : [{ field: 'service', op: 'eq' as const, value: service }]),
    ...(least === undefined ? [] : [{ field: 'severity', op: 'gte' as const, value: least }]),
    ...(where ?? []).map(conditionOf),
  ]
}

const search = (words: readonly string[]) =>
  words.length === 0 ? {} : { search: { mode: 'all' as const, text: words.join(' ') } }
const collect = (value: string, before: readonly string[] = []) => [...before, value]

export function registerTelemetry(registrar: Registrar): void {
  registerLogs(registrar)
  registerTraces(registrar)
  registerMetrics(registrar)
}

function registerLogs({ program, run }: Registrar): void {
  const logs = program.command('logs').description('search, follow and summarize logs')
  logs
    .command('query', { isDefault: true })
    .description('search logs; all words have to occur')
    .argument('[words...]')
    .option('-s, --service <name>')
    .option('-l, --severity <least>', `${SEVERITIES.join(', ')}: this one and above`)
    .option('-w, --where <condition>', 'field=value, !=, ~ (contains), >, >=, <, <=; repeatable', collect)
    .option('--since <time>', '15m, 2h, 1d or a time', '1h')
    .option('--until <time>')
    .option('-n, --limit <count>', 'records at most', wholeNumber, LIMIT)
    .option('--oldest', 'from the beginning of the time')
    .action(run<Selection & { oldest?: boolean }>(queryLogs))
  logs
    .command('tail')
    .description('print logs as they arrive, until Ctrl-C')
    .argument('[words...]')
    .option('-s, --service <name>')
    .option('-l, --severity <least>', `${SEVERITIES.join(', ')}: this one and above`)
    .action(run<Selection>(tail))
  logs
    .command('patterns')
    .description('the kinds of lines, by how often they occur')
    .argument('[words...]')
    .option('-s, --service <name>')
    .option('-l, --severity <least>')
    .option('-w, --where <condition>', 'as for query', collect)
    .option('--since <time>', '15m, 2h, 1d or a time', '1h')
    .option('--until <time>')
    .option('-n, --limit <count>', 'patterns at most', wholeNumber, 20)
    .action(run<Selection>(patterns))
}

async function queryLogs(session: Session, options: Selection & { oldest?: boolean }, words: readonly string[]) {
  const found = await session.client.logs.query({
    body: {
      ...rangeOf(options),
      ...search(words),
      filters: filtersOf(options),
      limit: Math.min(options.limit ?? LIMIT, 1000),
      sort: options.oldest ? 'oldest' : 'newest',
    },
  })
  const records = found.logs.filter((log): log is LogRecord => 'body' in log)
  // The newest is nearest to the prompt.
  const shown = options.oldest ? records : records.toReversed()
  session.answer(found, () => shown.map((log) => logLine(session, log)).join('\n'))
  if (records.length === 0) session.note('No records. A longer time: --since 1d')
  else if (found.nextCursor !== null) session.note(`There are more than ${records.length}; see --limit and --until.`)
  return undefined
}

/** Lines without a severity are most of what plain senders send; a word for each would only be noise. */
function severityText(severity: string): string {
  return severity === 'unspecified' ? '–' : severity
}

export function logLine(session: Session, log: LogRecord): string {
  const { terminal } = session
  const tone = toneOf(log.severity)
  const time = paint(terminal, 'dim', inertLine(log.timestamp.slice(11, 23)))
  const severity = paint(terminal, tone, padded(cut(inertLine(severityText(log.severity).toUpperCase()), 5), 5))
  const service = paint(terminal, 'blue', inertLine(log.service))
  const body = inert(log.body).split('\n')
  const first = `${time} ${severity} ${service} ${paint(terminal, tone === 'alarm' ? tone : null, body[0] ?? '')}`
  // Lines of logs are never cut; the terminal breaks them.
  return [first, ...body.slice(1).map((line) => `${' '.repeat(13)}${line}`)].join('\n')
}

async function tail(session: Session, options: Selection, words: readonly string[]) {
  const severity = severityOf(options.severity)
  const { projectId } = session.context
  session.note('Waiting for records; Ctrl-C ends.')
  const records = tailLogs(session.client, {
    signal: session.signal,
    ...(options.service === undefined ? {} : { service: options.service }),
    ...(severity === undefined ? {} : { severity }),
    ...(words.length === 0 ? {} : { q: words.join(' ') }),
    ...(projectId === undefined ? {} : { projectId }),
    onReconnect: (attempt) => attempt > 1 && session.note('The connection broke; connecting again …'),
  })
  for await (const record of records) {
    session.print(session.options.json ? safeJson(record, 0) : logLine(session, record))
  }
  return undefined
}

async function patterns(session: Session, options: Selection, words: readonly string[]) {
  const found = await session.client.logs.patterns({
    body: {
      ...rangeOf(options),
      ...search(words),
      filters: filtersOf(options),
      limit: Math.min(options.limit ?? 20, 100),
    },
  })
  const { terminal } = session
  session.answer(found, () =>
    renderTable(
      found.patterns,
      [
        { label: 'count', value: (one) => one.count, align: 'right' },
        { label: 'severity', value: (one) => severityText(one.severity), tone: (one) => toneOf(one.severity) },
        { label: 'service', value: (one) => one.service },
        { label: 'pattern', value: (one) => one.template, wrapTo: 30 },
      ],
      terminal,
    ),
  )
  if (found.total > found.patterns.length) session.note(`There are ${found.total} patterns; see --limit.`)
  return undefined
}

function registerTraces({ program, run }: Registrar): void {
  const traces = program.command('traces').description('find and draw traces')
  traces
    .command('list', { isDefault: true })
    .description('spans that match, with the ids of their traces')
    .argument('[words...]')
    .option('-s, --service <name>')
    .option('-w, --where <condition>', 'status=error, duration_ms>=500, …; repeatable', collect)
    .option('--slowest', 'the slowest first')
    .option('--since <time>', '15m, 2h, 1d or a time', '1h')
    .option('--until <time>')
    .option('-n, --limit <count>', 'spans at most', wholeNumber, 20)
    .action(
      run<Selection & { slowest?: boolean }>(async (session, options, words) => {
        const found = await session.client.traces.query({
          body: {
            ...rangeOf(options),
            ...search(words),
            filters: filtersOf(options),
            sort: options.slowest ? 'slowest' : 'newest',
            limit: Math.min(options.limit ?? 20, 1000),
          },
        })
        session.answer(
          found,
          () =>
            renderTable(
              found.spans,
              [
                { label: 'trace', value: (span) => span.traceId },
                { label: 'time', value: (span) => span.timestamp.slice(11, 19) },
                { label: 'duration', value: (span) => durationText(span.durationMs), align: 'right' },
                { label: 'status', value: (span) => span.status, tone: (span) => toneOf(span.status) },
                { label: 'span', value: (span) => `${span.service} ${span.name}`, wrapTo: 16 },
              ],
              session.terminal,
            ),
          () => [...new Set(found.spans.map((span) => inertLine(span.traceId)))].join('\n'),
        )
        return undefined
      }),
    )
  traces
    .command('get')
    .description('draw one trace as a waterfall')
    .argument('<traceId>')
    .action(
      run(async (session, _options, [traceId = '']) => {
        const trace = await session.client.traces.get({ path: { traceId } })
        session.answer(trace, () => renderWaterfall(trace.spans, session.terminal))
        if (trace.isTruncated) session.note('The trace has more spans than the service returns.')
        return trace.spans.length === 0 ? EXIT.failed : undefined
      }),
    )
}

const AGGREGATIONS = ['avg', 'min', 'max', 'sum', 'last', 'count', 'rate', 'increase'] as const

function registerMetrics({ program, run }: Registrar): void {
  const metrics = program.command('metrics').description('list and draw metrics')
  metrics
    .command('list', { isDefault: true })
    .description('metrics by name')
    .argument('[prefix]')
    .option('--since <time>', '15m, 2h, 1d or a time', '1h')
    .action(
      run<RangeOptions>(async (session, options, [prefix]) => {
        const found = await session.client.metrics.list({
          query: { ...rangeOf(options), limit: 200, ...(prefix === undefined ? {} : { prefix }) },
        })
        session.answer(
          found,
          () =>
            renderTable(
              found.metrics,
              [
                { label: 'metric', value: (one) => one.name },
                { label: 'type', value: (one) => one.type },
                { label: 'unit', value: (one) => one.unit },
                { label: 'points', value: (one) => one.points, align: 'right' },
                { label: 'services', value: (one) => one.services.join(', '), wrapTo: 20 },
              ],
              session.terminal,
            ),
          () => found.metrics.map((one) => inertLine(one.name)).join('\n'),
        )
        return undefined
      }),
    )
  metrics
    .command('chart')
    .description('draw a metric over time')
    .argument('<metric>')
    .option('-a, --aggregation <name>', AGGREGATIONS.join(', '), 'avg')
    .option('-b, --by <field>', 'one plot for each value, such as service; repeatable', collect)
    .option('-s, --service <name>')
    .option('-w, --where <condition>', 'as for logs', collect)
    .option('--since <time>', '15m, 2h, 1d or a time', '1h')
    .option('--until <time>')
    .action(run<Selection & { aggregation: string; by?: readonly string[] }>(chart))
}

async function chart(
  session: Session,
  options: Selection & { aggregation: string; by?: readonly string[] },
  [metric = '']: readonly string[],
) {
  const aggregation = AGGREGATIONS.find((one) => one === options.aggregation)
  if (aggregation === undefined) throw new UsageError(`Write one of ${AGGREGATIONS.join(', ')} after --aggregation.`)
  const found = await session.client.metrics.query({
    body: {
      ...rangeOf(options),
      filters: filtersOf(options),
      metric,
      aggregation,
      groupsMax: 8,
      ...(options.by === undefined ? {} : { groupBy: [...options.by] }),
    },
  })
  session.answer(found, () =>
    found.series
      .map(({ key, points }) => {
        const named = Object.entries(key).map(([name, value]) => `${name}=${value ?? '–'}`)
        const values = points.map(([at, value]) => ({ atMs: Date.parse(String(at)), value: Number(value) }))
        const latest = values.at(-1)
        const title = [`${aggregation}(${metric})`, ...named, latest ? `now ${shortNumber(latest.value)}` : ''].join(
          '  ',
        )
        return renderChart(values, title.trim(), found.unit, session.terminal)
      })
      .join('\n\n'),
  )
  if (found.series.length === 0) session.note(wrapped(`No points of ${inertLine(metric)}. See: oas metrics`, 80))
  return undefined
}
