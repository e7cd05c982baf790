/** Attributes under which senders state the status of a request: the conventions first, then names of their own. */

/** Keys of the conventions: every value there is a status. */
export const HTTP_STATUS_KEYS = ['http.response.status_code', 'http.status_code'] as const
export const GRPC_STATUS_KEY = 'rpc.grpc.status_code'

/**
 * Keys that senders chose themselves. A number from 100 to 599 is taken as an HTTP status, because other things have
 * these names too. The most reliable key comes first; if a record has several, the first one counts.
 */
export const OWN_STATUS_KEYS = [
  'http.status',
  'http.statusCode',
  'http.response.status',
  'http.response.statusCode',
  'http_status',
  'http_status_code',
  'httpStatus',
  'httpStatusCode',
  'statusCode',
  'status_code',
  'StatusCode',
  'response_status',
  'response_code',
  'responseStatus',
  'responseCode',
  'response.status',
  'response.status_code',
  'response.statusCode',
  'resp_status',
  'resp_code',
  'respCode',
  'resp.status',
  'resp.code',
  'response.code',
  'reply.status',
  'reply_status',
  'reply.code',
  'reply_code',
  'http.code',
  'http_code',
  'httpCode',
  'result_code',
  'resultCode',
  'status.code',
  'return_code',
  'status',
  'code',
] as const

/** All keys, in the order in which they are tried. */
export const STATUS_KEYS: readonly string[] = [...HTTP_STATUS_KEYS, ...OWN_STATUS_KEYS, GRPC_STATUS_KEY]
