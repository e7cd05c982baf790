/**
 * DigitalOcean App Platform through its datadog and open_search destinations.
 * All of the wire is weak: the appended path, the probe and the names of document fields are guesses that fit those
 * products' public intakes.
 */
import { iso, ndjson, post, type SeededLog, type SentRequest } from './sender.ts'

const APP = { app: 'shop', component: 'web' }

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
