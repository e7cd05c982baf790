/**
 * DigitalOcean App Platform through its datadog and open_search destinations.
 * All of the wire is weak: the appended path, the probe and the names of document fields are guesses that fit those
 * products' public intakes.
 */
import { bytesOf, iso, ndjson, post, postJson, type SeededLog, type SentRequest } from './sender.ts'

const APP = { app: 'shop', component: 'web' }

export function digitalOceanDatadog(logs: readonly SeededLog[], apiKey: string): SentRequest {
  const rows = logs.map((log) => ({
    message: log.message,
    ddsource: 'digitalocean',
    ddtags: `app:${APP.app},component:${APP.component}`,
    service: APP.component,
    hostname: APP.app,
    timestamp: log.atMs,
  }))
  return postJson(rows, { 'DD-API-KEY': apiKey }, '/api/v2/logs')
}

/** What an OpenSearch client asks before its first bulk. */
export function digitalOceanOpenSearchProbe(): SentRequest {
  return { method: 'GET', path: '/', headers: {}, body: bytesOf('') }
}

/** Basic credentials are part of the endpoint and become a header when it is sent. */
export function digitalOceanOpenSearch(logs: readonly SeededLog[], index = 'logs'): SentRequest {
  const rows = logs.flatMap((log) => [
    { index: { _index: index } },
    {
      '@timestamp': iso(log.atMs),
      message: log.message,
      app_name: APP.app,
      component_name: APP.component,
      log_type: 'RUN',
    },
  ])
  return post(ndjson(rows), { 'Content-Type': 'application/x-ndjson' }, '/_bulk')
}
