import { type Exchange, json, type Route } from './exchange.ts'

/** A series as the fake holds it; its samples are a function of time, so any window has data. */
export type FakeSeries = { metric: Readonly<Record<string, string>>; valueAt: (atSeconds: number) => number }

/** Prometheus refuses more points than this in one series of one range query. */
const POINTS_MAX = 11_000

/** Six series: two jobs up, a counter each, a gauge that is not a number, and one without end. */
export function demoSeries(): FakeSeries[] {
  const jobs = ['shop-api', 'shop-web']
  return jobs.flatMap((job, index): FakeSeries[] => [
    { metric: { __name__: 'up', job, instance: `${job}:9090` }, valueAt: () => 1 },
    {
      metric: { __name__: 'http_requests_total', job, code: index === 0 ? '500' : '200' },
      valueAt: (at) => at % 86_400,
    },
    {
      metric: { __name__: 'http_latency_ratio', job },
      valueAt: index === 0 ? () => Number.NaN : () => Number.POSITIVE_INFINITY,
    },
  ])
}

export function promError(status: number, errorType: string, error: string): Response {
  return json({ status: 'error', errorType, error }, status)
}

const success = (data: unknown, extra: object = {}) => json({ status: 'success', data, ...extra })

/** The query API below `prefix`; GET and POST both, as clients choose by length. */
export function prometheusRoutes(prefix: string, series: readonly FakeSeries[], version = '3.8.0'): Route[] {
  const api = `${prefix}/api/v1`
  const labelValues = ({ params }: Exchange) => {
    const values = series.map(({ metric }) => metric[params['label'] ?? '']).filter((value) => value !== undefined)
    return success([...new Set(values)].sort())
  }
  const labels = () => success([...new Set(series.flatMap(({ metric }) => Object.keys(metric)))].sort())
  const findSeries = (exchange: Exchange) => {
    const matchers = parametersOf(exchange).getAll('match[]')
    if (matchers.length === 0) return promError(400, 'bad_data', 'no match[] parameter provided')
    const selected = matchers.map((matcher) => select(series, matcher))
    const problem = selected.find((result) => typeof result === 'string')
    if (typeof problem === 'string') return promError(400, 'bad_data', problem)
    return success(selected.flatMap((result) => (typeof result === 'string' ? [] : result.map(({ metric }) => metric))))
  }
  const buildinfo = { version, revision: 'abc', branch: 'HEAD', buildUser: '', buildDate: '', goVersion: 'go1.26' }
  const both = (path: string, handle: Route['handle']): Route[] =>
    ['GET', 'POST'].map((method) => ({ method, pattern: `${api}${path}`, handle }))
  return [
    { method: 'GET', pattern: `${api}/status/buildinfo`, handle: () => success(buildinfo) },
    { method: 'GET', pattern: `${api}/label/{label}/values`, handle: labelValues },
    { method: 'GET', pattern: `${api}/targets`, handle: () => success({ activeTargets: [], droppedTargets: [] }) },
    {
      method: 'GET',
      pattern: `${api}/metadata`,
      handle: () => success({ up: [{ type: 'gauge', help: '', unit: '' }] }),
    },
    { method: 'GET', pattern: `${api}/alerts`, handle: () => success({ alerts: [] }) },
    { method: 'GET', pattern: `${api}/rules`, handle: () => success({ groups: [] }) },
    ...both('/labels', labels),
    ...both('/series', findSeries),
    ...both('/query', (exchange) => instantQuery(series, exchange)),
    ...both('/query_range', (exchange) => rangeQuery(series, exchange)),
  ]
}

function parametersOf(exchange: Exchange): URLSearchParams {
  return exchange.method === 'POST' ? new URLSearchParams(exchange.bodyText) : exchange.query
}

/** Seconds as a number or RFC 3339. */
function timeOf(value: string | null, fallback: number): number {
  if (value === null) return fallback
  return /^-?[\d.]+$/.test(value) ? Number(value) : Date.parse(value) / 1000
}

function stepOf(value: string | null): number {
  const match = /^([\d.]+)(ms|s|m|h|d)?$/.exec(value ?? '')
  const unit = { ms: 0.001, s: 1, m: 60, h: 3600, d: 86_400 }[match?.[2] ?? 's'] ?? 1
  return match === null ? Number.NaN : Number(match[1]) * unit
}

function sample(at: number, value: number): [number, string] {
  if (Number.isNaN(value)) return [at, 'NaN']
  if (!Number.isFinite(value)) return [at, value > 0 ? '+Inf' : '-Inf']
  return [at, String(value)]
}

function instantQuery(series: readonly FakeSeries[], exchange: Exchange): Response {
  const parameters = parametersOf(exchange)
  const query = parameters.get('query') ?? ''
  const at = timeOf(parameters.get('time'), exchange.nowMs / 1000)
  if (Number.isNaN(at)) return promError(400, 'bad_data', 'invalid parameter "time": cannot parse to a valid timestamp')
  if (/^\d+(\.\d+)?$/.test(query)) return success({ resultType: 'scalar', result: sample(at, Number(query)) })
  const selected = select(series, query)
  if (typeof selected === 'string') return promError(400, 'bad_data', selected)
  const result = selected.map(({ metric, valueAt }) => ({ metric, value: sample(at, valueAt(at)) }))
  return success({ resultType: 'vector', result }, notesOf(query))
}

function rangeQuery(series: readonly FakeSeries[], exchange: Exchange): Response {
  const parameters = parametersOf(exchange)
  const start = timeOf(parameters.get('start'), Number.NaN)
  const end = timeOf(parameters.get('end'), Number.NaN)
  const step = stepOf(parameters.get('step'))
  const query = parameters.get('query') ?? ''
  if (Number.isNaN(start) || Number.isNaN(end)) return promError(400, 'bad_data', 'invalid parameter "start" or "end"')
  if (end < start)
    return promError(400, 'bad_data', 'invalid parameter "end": end timestamp must not be before start time')
  if (!(step > 0))
    return promError(
      400,
      'bad_data',
      'invalid parameter "step": zero or negative query resolution step widths are not accepted',
    )
  if ((end - start) / step > POINTS_MAX) {
    return promError(
      400,
      'bad_data',
      'exceeded maximum resolution of 11,000 points per timeseries. Try decreasing the query resolution (?step=XX)',
    )
  }
  const selected = select(series, query)
  if (typeof selected === 'string') return promError(400, 'bad_data', selected)
  const times = Array.from({ length: Math.floor((end - start) / step) + 1 }, (_, index) => start + index * step)
  const result = selected.map(({ metric, valueAt }) => ({ metric, values: times.map((at) => sample(at, valueAt(at))) }))
  return success({ resultType: 'matrix', result }, notesOf(query))
}

/** A rate over what is not a counter brings an info; both arrays are absent when empty. */
function notesOf(query: string): object {
  return /rate\(/.test(query) && !/_total/.test(query)
    ? { infos: ['PromQL info: metric might not be a counter, name does not end in _total/_sum/_count/_bucket'] }
    : {}
}

/** The series of the first selector in the expression, or a parse error; functions around it change no data here. */
export function select(series: readonly FakeSeries[], expression: string): FakeSeries[] | string {
  const isBalanced =
    [...expression].reduce((depth, char) => depth + (char === '(' ? 1 : char === ')' ? -1 : 0), 0) === 0
  const match =
    /(?:^|[^a-zA-Z_:])([a-zA-Z_:][\w:]*)?(\{[^}]*\})|(?:^|[\s(])([a-zA-Z_:][\w:]*)(?=\s*(?:\[|\)|$|[-+*/=<>!]))/.exec(
      expression,
    )
  if (!isBalanced || match === null) return `1:1: parse error: unexpected character in "${expression}"`
  const name = match[1] ?? match[3]
  const conditions = [...(match[2] ?? '').matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g)]
  if ((match[2] ?? '{}').replace(/\s/g, '').length > 2 && conditions.length === 0)
    return '1:1: parse error: unexpected label matcher'
  return series.filter(
    ({ metric }) =>
      (name === undefined || metric['__name__'] === name) &&
      conditions.every(([, label = '', operator, value = '']) => {
        const given = metric[label] ?? ''
        const isMatch =
          operator === '=' || operator === '!=' ? given === value : new RegExp(`^(?:${value})$`).test(given)
        return isMatch === (operator === '=' || operator === '=~')
      }),
  )
}
