/** Readings of a pod's requests, in the words of meshes, proxies and frameworks. */
import type { Habits } from './habits.ts'
import type { Usage } from './pods.ts'
import type { Sink } from './sink.ts'

const QUANTILES = [
  ['p50', 0.5],
  ['p95', 0.95],
  ['p99', 0.99],
] as const

export function requestsOf(sink: Sink, habits: Habits, usage: Usage): void {
  const { requests, durationMs, codes } = usage
  const [good, failures] = [usage.durations.length, usage.failedDurations.length]
  const [goodMs, failedMs] = [sumOf(usage.durations), sumOf(usage.failedDurations)]
  const durations = [...usage.durations, ...usage.failedDurations]
  const hasTimes = !habits.isWithoutTimes
  const seconds = habits.stepMs / 1_000
  const perCode = (write: (code: number, count: number) => void): void => {
    for (const code of [500, 502, 503, 504]) write(code, codes.get(code) ?? 0)
  }
  switch (habits.requests) {
    case 'istio': {
      const inbound = { reporter: 'destination' }
      sink.counter('istio_requests_total', '', good, { ...inbound, response_code: '200' })
      perCode((code, count) =>
        sink.rare('istio_requests_total', '', count, { ...inbound, response_code: String(code) }),
      )
      if (!hasTimes) return
      sink.counter('istio_request_duration_milliseconds_sum', '', goodMs, { ...inbound, response_code: '200' })
      sink.counter('istio_request_duration_milliseconds_count', '', good, { ...inbound, response_code: '200' })
      sink.rare('istio_request_duration_milliseconds_sum', '', failedMs, { ...inbound, response_code: '5xx' })
      sink.rare('istio_request_duration_milliseconds_count', '', failures, { ...inbound, response_code: '5xx' })
      return
    }
    case 'linkerd':
      sink.counter('response_total', '', good, { direction: 'inbound', classification: 'success' })
      sink.rare('response_total', '', failures, { direction: 'inbound', classification: 'failure' })
      if (hasTimes) quantiles(sink, durations, 'response_latency_ms', { direction: 'inbound' })
      return
    case 'otel': {
      const name = 'http.server.request.duration'
      if (!hasTimes) {
        sink.counter('http.server.requests', '{request}', good, { 'http.response.status_code': 200 })
        perCode((code, count) =>
          sink.rare('http.server.requests', '{request}', count, { 'http.response.status_code': code }),
        )
        return
      }
      sink.histogram(name, 's', usage.durations, { 'http.response.status_code': 200 })
      if (failures > 0 || sink.hasHistogram(name, { 'http.response.status_code': 500 }))
        sink.histogram(name, 's', usage.failedDurations, { 'http.response.status_code': 500 }, true)
      return
    }
    case 'micrometer':
      sink.counter('http_server_requests_seconds_count', '', good, { status: '200', outcome: 'SUCCESS' })
      perCode((code, count) =>
        sink.rare('http_server_requests_seconds_count', '', count, { status: String(code), outcome: 'SERVER_ERROR' }),
      )
      if (!hasTimes) return
      sink.counter('http_server_requests_seconds_sum', '', goodMs / 1_000, { status: '200', outcome: 'SUCCESS' })
      sink.rare('http_server_requests_seconds_sum', '', failedMs / 1_000, { status: '5xx', outcome: 'SERVER_ERROR' })
      sink.level('http_server_requests_seconds_max', '', Math.max(0, ...durations) / 1_000)
      return
    case 'proxy':
      sink.counter('envoy_http_downstream_rq_total', '', requests)
      sink.counter('envoy_http_downstream_rq_xx', '', failures, { envoy_response_code_class: '5' })
      if (hasTimes) quantiles(sink, durations, 'envoy_http_downstream_rq_time', {})
      return
    case 'rates':
      sink.level('service.requests_per_second', '1/s', requests / seconds)
      if (requests > 0) sink.level('service.error_ratio', '1', failures / requests)
      if (hasTimes && requests > 0) {
        sink.level('service.latency.avg', 's', durationMs / requests / 1_000)
        sink.level('service.latency.p99', 's', quantileOf(durations, 0.99) / 1_000)
      }
  }
}

export function outboundOf(sink: Sink, habits: Habits, usage: Usage): void {
  for (const [to, { requests, failures, durationMs }] of usage.outbound) {
    if (to.isStore && habits.requests !== 'otel') continue
    const { name } = to
    switch (habits.requests) {
      case 'linkerd': {
        const peer = { direction: 'outbound', dst_deployment: name }
        sink.counter('response_total', '', requests - failures, { ...peer, classification: 'success' })
        sink.rare('response_total', '', failures, { ...peer, classification: 'failure' })
        sink.counter('response_latency_ms_sum', '', durationMs, peer)
        break
      }
      case 'istio': {
        const peer = { reporter: 'source', destination_workload: name }
        sink.counter('istio_requests_total', '', requests - failures, { ...peer, response_code: '200' })
        sink.rare('istio_requests_total', '', failures, { ...peer, response_code: '503' })
        sink.counter('istio_request_duration_milliseconds_sum', '', durationMs, peer)
        break
      }
      case 'proxy': {
        const peer = { envoy_cluster_name: name }
        sink.counter('envoy_cluster_upstream_rq_total', '', requests, peer)
        sink.rare('envoy_cluster_upstream_rq_xx', '', failures, { ...peer, envoy_response_code_class: '5' })
        sink.counter('envoy_cluster_upstream_rq_time_sum', '', durationMs, peer)
        break
      }
      default: {
        const peer = { 'server.address': name }
        if (requests > 0) sink.level('http.client.duration.avg', 's', durationMs / requests / 1_000, peer)
        sink.counter('http.client.requests', '{request}', requests, peer)
        sink.rare('http.client.failures', '{request}', failures, peer)
      }
    }
  }
}

function quantiles(
  sink: Sink,
  durations: readonly number[],
  name: string,
  attributes: Readonly<Record<string, string>>,
): void {
  if (durations.length === 0) return
  for (const [word, quantile] of QUANTILES) {
    sink.level(`${name}_${word}`, 'ms', Math.round(quantileOf(durations, quantile) * 10) / 10, attributes)
  }
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

function quantileOf(durations: readonly number[], quantile: number): number {
  const sorted = durations.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * quantile))] ?? 0
}
