/**
 * How each runtime words the same trouble. The texts follow what the usual clients and servers of that runtime print;
 * not all of them name the other side, as in real systems.
 */
import type { Runtime } from './model.ts'

export type Phrase =
  | 'timeout'
  | 'refused'
  | 'reset'
  | 'certificate'
  | 'status'
  | 'malformed'
  | 'retry'
  | 'degraded'
  | 'storeDown'
  | 'poolExhausted'
  | 'poolWaiting'
  | 'slowQuery'
  | 'exception'
  | 'outOfMemory'
  | 'memoryPause'
  | 'started'
  | 'stopping'
  | 'diskFull'
  | 'workersBusy'
  | 'throttled'
  | 'configReloaded'
  | 'rejectedByProvider'
  | 'schemaMismatch'
  | 'handshakeFailed'
  | 'emptyData'
  | 'packetLoss'

interface Said {
  readonly logger: string
  readonly text: string
}
type Wording = Readonly<Record<Phrase, Said>>
const say = (logger: string, text: string): Said => ({ logger, text })

const node: Wording = {
  timeout: say('http-client', 'request to {callee} failed: timeout of {timeoutMs}ms exceeded'),
  refused: say('http-client', 'request to {callee} failed: connect ECONNREFUSED {peerIp}:{port}'),
  reset: say('http-client', 'request to {callee} failed: read ECONNRESET'),
  certificate: say('http-client', 'request to {callee} failed: certificate has expired (CERT_HAS_EXPIRED)'),
  status: say('http-client', 'request to {callee}{path} failed: Request failed with status code {code}'),
  malformed: say('http-client', 'cannot read answer of {callee}: Unexpected end of JSON input at position {int:1:9}'),
  retry: say('http-client', 'retrying {callee}{path} (attempt {attempt} of {attempts})'),
  degraded: say('app', 'serving {route} without {callee}'),
  storeDown: say('db', 'connect ECONNREFUSED {storeHost}:{storePort} ({store})'),
  poolExhausted: say('db', 'timeout exceeded when trying to connect: pool {pool}/{pool} in use, {int:4:40} waiting'),
  poolWaiting: say('db', 'pool pressure: {pool}/{pool} in use, {int:3:25} waiting'),
  slowQuery: say('db', 'slow {store} command took {ms}ms'),
  exception: say(
    'app',
    "TypeError: Cannot read properties of undefined (reading 'unitPrice')\n    at priceOf (/app/src/lines.js:{int:40:44}:17)\n    at async handle (/app/src/routes.js:118:12)",
  ),
  outOfMemory: say('process', 'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory'),
  memoryPause: say('process', 'event loop blocked for {ms}ms (mark-sweep, heap {int:1410:1520}/1536 MB)'),
  started: say('app', '{service} {version} listening on :{port} (started in {startMs}ms)'),
  stopping: say('app', 'SIGTERM received, draining {int:1:12} connections'),
  diskFull: say('app', "ENOSPC: no space left on device, write '/var/spool/{service}/{hex:8}.tmp'"),
  workersBusy: say('process', 'worker queue saturated: {int:180:420} jobs waiting, oldest {int:4000:30000}ms'),
  throttled: say('provider', '{provider} answered 429 Too Many Requests, retry after {int:1:8}s'),
  configReloaded: say('app', 'configuration reloaded (revision {revision})'),
  rejectedByProvider: say('provider', '{provider} answered 401 Unauthorized: invalid client credentials'),
  schemaMismatch: say('app', "ValidationError: '{field}' is required in message {hex:12}"),
  handshakeFailed: say('http', 'TLS handshake with {peerIp} aborted: sslv3 alert certificate expired'),
  emptyData: say('app', 'snapshot {hex:8} loaded: 0 entries'),
  packetLoss: say('http', 'client {peerIp} disconnected before the answer was complete'),
}

const java: Wording = {
  timeout: say(
    'o.s.web.client.RestTemplate',
    'I/O error on {method} request for "http://{callee}:8080{path}": Read timed out',
  ),
  refused: say(
    'o.s.web.client.RestTemplate',
    'I/O error on {method} request for "http://{callee}:8080{path}": Connection refused',
  ),
  reset: say(
    'o.s.web.client.RestTemplate',
    'I/O error on {method} request for "http://{callee}:8080{path}": Connection reset',
  ),
  certificate: say(
    'o.s.web.client.RestTemplate',
    'I/O error on {method} request for "https://{callee}:8443{path}": PKIX path validation failed: CertPathValidatorException: validity check failed',
  ),
  status: say('o.s.web.client.RestTemplate', '{code} on {method} request for "http://{callee}:8080{path}": [no body]'),
  malformed: say(
    'c.f.jackson.databind',
    'MismatchedInputException: No content to map due to end-of-input in answer of {callee}',
  ),
  retry: say('o.s.retry.RetryTemplate', 'Retry: count={attempt} for {callee}'),
  degraded: say('c.shop.web.Fallbacks', 'Fallback used for {callee} on {route}'),
  storeDown: say(
    'c.z.hikari.pool.PoolBase',
    'HikariPool-1 - Connection to {storeHost}:{storePort} refused. Check that the hostname and port are correct',
  ),
  poolExhausted: say(
    'c.z.hikari.pool.HikariPool',
    'HikariPool-1 - Connection is not available, request timed out after {waitMs}ms (total={pool}, active={pool}, idle=0, waiting={int:4:40})',
  ),
  poolWaiting: say(
    'c.z.hikari.pool.HikariPool',
    'HikariPool-1 - Pool stats (total={pool}, active={pool}, idle=0, waiting={int:3:25})',
  ),
  slowQuery: say('org.hibernate.SQL_SLOW', "SlowQuery: {ms} milliseconds. SQL: 'select * from {table} where id=?'"),
  exception: say(
    'o.a.c.c.C.[dispatcherServlet]',
    'Servlet.service() threw exception: java.lang.NullPointerException: Cannot invoke "String.length()" because "region" is null\n\tat c.shop.{package}.Mapper.toLine(Mapper.java:{int:86:88})\n\tat c.shop.{package}.Controller.handle(Controller.java:141)',
  ),
  outOfMemory: say(
    'o.a.c.c.C.[dispatcherServlet]',
    'Handler dispatch failed: java.lang.OutOfMemoryError: Java heap space',
  ),
  memoryPause: say('gc', 'Pause Full (G1 Compaction Pause) {int:3900:4060}M->{int:3800:3890}M(4096M) {ms}ms'),
  started: say('c.shop.Application', 'Started {service} {version} in {startMs} ms'),
  stopping: say('c.shop.Application', 'Commencing graceful shutdown. Waiting for active requests to complete'),
  diskFull: say(
    'c.shop.store.FileStore',
    'java.io.IOException: No space left on device: /data/{service}/segment-{hex:6}',
  ),
  workersBusy: say('o.a.tomcat.ThreadPool', 'All 200 threads of http-nio-8080 are busy, {int:60:900} requests queued'),
  throttled: say('c.shop.provider.Client', '{provider} responded 429, backing off {int:1:8} s'),
  configReloaded: say('o.s.cloud.context.Refresh', 'Refreshed properties, revision {revision}'),
  rejectedByProvider: say('c.shop.provider.Client', '{provider} responded 401: access key unknown'),
  schemaMismatch: say(
    'c.f.jackson.databind',
    'UnrecognizedPropertyException: Unrecognized field "{field}" (message {hex:12})',
  ),
  handshakeFailed: say(
    'o.a.tomcat.net',
    'Handshake failed for client {peerIp}: Received fatal alert: certificate_expired',
  ),
  emptyData: say('c.shop.{package}.Snapshot', 'Loaded snapshot {hex:8} with 0 entries'),
  packetLoss: say('o.a.catalina.connector', 'ClientAbortException: java.io.IOException: Broken pipe ({peerIp})'),
}

const go: Wording = {
  timeout: say('client', 'call {callee}: context deadline exceeded (Client.Timeout exceeded while awaiting headers)'),
  refused: say('client', 'call {callee}: dial tcp {peerIp}:{port}: connect: connection refused'),
  reset: say(
    'client',
    'call {callee}: read tcp {ip}:{int:30000:60000}->{peerIp}:{port}: read: connection reset by peer',
  ),
  certificate: say(
    'client',
    'call {callee}: tls: failed to verify certificate: x509: certificate has expired or is not yet valid',
  ),
  status: say('client', 'call {callee}{path}: unexpected status {code}'),
  malformed: say('client', 'call {callee}{path}: decode body: unexpected EOF'),
  retry: say('client', 'retry {attempt}/{attempts} callee={callee}'),
  degraded: say('server', 'partial answer for {route}: {callee} left out'),
  storeDown: say('store', 'dial tcp {storeHost}:{storePort}: connect: connection refused'),
  poolExhausted: say(
    'store',
    'acquire connection: context deadline exceeded (open={pool} max={pool} waited={waitMs}ms)',
  ),
  poolWaiting: say('store', 'connection pool saturated open={pool} max={pool} waiting={int:3:25}'),
  slowQuery: say('store', 'slow query table={table} took={ms}ms'),
  exception: say(
    'server',
    'panic recovered: runtime error: index out of range [{int:3:9}] with length {int:0:2}\ngoroutine {int:1000:90000} [running]:\nmain.(*handler).lines(0x{hex:10}, {int:1:3})\n\t/src/handler.go:{int:203:205}',
  ),
  outOfMemory: say('runtime', 'fatal error: runtime: out of memory: cannot allocate {int:4194304:67108864}-byte block'),
  memoryPause: say('runtime', 'gc assist took {ms}ms, heap {int:980:1020}MiB of limit 1024MiB'),
  started: say('main', '{service} {version} serving on :{port} after {startMs}ms'),
  stopping: say('main', 'shutting down: signal terminated'),
  diskFull: say('store', 'write /data/{service}/wal-{hex:8}: no space left on device'),
  workersBusy: say('server', 'all workers busy queued={int:80:900} oldest={int:4000:30000}ms'),
  throttled: say('provider', '{provider}: 429 Too Many Requests retry_after={int:1:8}s'),
  configReloaded: say('main', 'config reloaded revision={revision}'),
  rejectedByProvider: say('provider', '{provider}: 401 Unauthorized: signature does not match'),
  schemaMismatch: say('server', 'decode message {hex:12}: unknown field "{field}"'),
  handshakeFailed: say(
    'http',
    'http: TLS handshake error from {peerIp}:{int:30000:60000}: remote error: tls: expired certificate',
  ),
  emptyData: say('server', 'snapshot {hex:8} swapped in entries=0'),
  packetLoss: say('http', 'http: response.Write to {peerIp}: write: broken pipe'),
}

const python: Wording = {
  timeout: say(
    'urllib3',
    "HTTPConnectionPool(host='{callee}', port={port}): Read timed out. (read timeout={timeoutS})",
  ),
  refused: say(
    'urllib3',
    "HTTPConnectionPool(host='{callee}', port={port}): Max retries exceeded with url: {path} (Caused by NewConnectionError: [Errno 111] Connection refused)",
  ),
  reset: say(
    'urllib3',
    "('Connection aborted.', ConnectionResetError(104, 'Connection reset by peer')) calling {callee}",
  ),
  certificate: say(
    'urllib3',
    "HTTPSConnectionPool(host='{callee}', port={port}): SSLCertVerificationError: certificate has expired",
  ),
  status: say('requests', '{code} Server Error for url: http://{callee}:{port}{path}'),
  malformed: say('requests', 'JSONDecodeError: Expecting value: line 1 column 1 (char 0) in answer of {callee}'),
  retry: say('urllib3', 'Retrying (Retry(total={attempt})) after connection broken: {path}'),
  degraded: say('views', 'fallback result for {route}: {callee} not available'),
  storeDown: say(
    'django.db',
    'could not connect to server: Connection refused. Is the server running on host "{storeHost}" and accepting TCP/IP connections on port {storePort}?',
  ),
  poolExhausted: say(
    'sqlalchemy.pool',
    'QueuePool limit of size {pool} overflow 0 reached, connection timed out, timeout {waitMs}ms',
  ),
  poolWaiting: say(
    'sqlalchemy.pool',
    'Pool size: {pool} Connections in pool: 0 Current Overflow: 0 Checked out: {pool}',
  ),
  slowQuery: say('django.db', '({ms}ms) SELECT * FROM "{table}" WHERE "id" = %s'),
  exception: say(
    'django.request',
    "Internal Server Error: {route}\nTraceback (most recent call last):\n  File \"/app/{package}/views.py\", line {int:88:90}, in post\n    total = lines[key]['amount']\nKeyError: 'amount'",
  ),
  outOfMemory: say('gunicorn.error', 'Worker (pid:{int:20:900}) was sent SIGKILL! Perhaps out of memory?'),
  memoryPause: say('app.memory', 'rss {int:1900:2040} MB of 2048 MB, collecting took {ms}ms'),
  started: say('gunicorn.error', 'Booting {service} {version}, listening at http://0.0.0.0:{port} ({startMs} ms)'),
  stopping: say('gunicorn.error', 'Handling signal: term'),
  diskFull: say('app.files', "OSError: [Errno 28] No space left on device: '/var/lib/{service}/{hex:8}'"),
  workersBusy: say('gunicorn.error', 'no idle worker: backlog {int:40:600}, oldest request {int:4000:30000} ms'),
  throttled: say('app.provider', '{provider} returned 429 (Too Many Requests), sleeping {int:1:8}s'),
  configReloaded: say('app.settings', 'settings reloaded, revision {revision}'),
  rejectedByProvider: say('app.provider', '{provider} returned 401: token rejected'),
  schemaMismatch: say('app.schema', "ValidationError in message {hex:12}: '{field}' was unexpected"),
  handshakeFailed: say('gunicorn.error', 'ssl.SSLError from {peerIp}: tlsv1 alert certificate expired'),
  emptyData: say('app.snapshot', 'snapshot {hex:8} active, rows=0'),
  packetLoss: say('gunicorn.error', 'Ignoring EPIPE from {peerIp}'),
}

const dotnet: Wording = {
  timeout: say(
    'HttpClient',
    'The request was canceled due to the configured HttpClient.Timeout of {timeoutS} seconds elapsing. Uri: http://{callee}{path}',
  ),
  refused: say('HttpClient', 'System.Net.Http.HttpRequestException: Connection refused ({callee}:{port})'),
  reset: say(
    'HttpClient',
    'System.IO.IOException: Unable to read data from the transport connection: Connection reset by peer ({callee}:{port})',
  ),
  certificate: say(
    'HttpClient',
    'AuthenticationException: The remote certificate is invalid because of errors in the certificate chain: NotTimeValid ({callee})',
  ),
  status: say('HttpClient', 'Response status code does not indicate success: {code}. Uri: http://{callee}{path}'),
  malformed: say('System.Text.Json', 'JsonException: The input does not contain any JSON tokens. Source: {callee}'),
  retry: say('Polly', 'Delaying for {int:50:400}ms, then making retry {attempt}. {callee}'),
  degraded: say('Shop.Api', 'Answering {route} without {callee}'),
  storeDown: say('Npgsql', 'NpgsqlException: Failed to connect to {storeHost}:{storePort}: Connection refused'),
  poolExhausted: say(
    'Npgsql',
    'The connection pool has been exhausted, either raise MaxPoolSize (currently {pool}) or Timeout (currently {waitMs} ms)',
  ),
  poolWaiting: say('Npgsql', 'Pool busy: {pool}/{pool} connections in use, {int:3:25} requests waiting'),
  slowQuery: say(
    'EntityFramework.Command',
    'Executed DbCommand ({ms}ms) [CommandTimeout=30] SELECT * FROM "{table}" WHERE "Id" = @p0',
  ),
  exception: say(
    'Microsoft.AspNetCore.Diagnostics',
    'An unhandled exception has occurred: System.InvalidOperationException: Sequence contains no elements\n   at Shop.{package}.Lines.First(IEnumerable`1 source)\n   at Shop.{package}.Handler.Post(Request request) in /src/Handler.cs:line {int:71:73}',
  ),
  outOfMemory: say('Runtime', 'Out of memory. System.OutOfMemoryException was thrown while allocating {int:4:64} MB'),
  memoryPause: say('Runtime', 'Gen2 blocking collection, pause {ms}ms, heap {int:1880:2010}MB of 2048MB'),
  started: say('Microsoft.Hosting.Lifetime', '{service} {version} now listening on: http://[::]:{port} ({startMs} ms)'),
  stopping: say('Microsoft.Hosting.Lifetime', 'Application is shutting down...'),
  diskFull: say('Shop.Files', "System.IO.IOException: No space left on device : '/data/{service}/{hex:8}'"),
  workersBusy: say(
    'Kestrel',
    'Heartbeat took longer than 1000ms. Thread pool starvation: {int:60:900} work items queued',
  ),
  throttled: say('Shop.Provider', '{provider} returned 429 TooManyRequests. Retry-After: {int:1:8}'),
  configReloaded: say('Shop.Configuration', 'Configuration revision {revision} applied'),
  rejectedByProvider: say('Shop.Provider', '{provider} returned 401 Unauthorized: invalid api key'),
  schemaMismatch: say(
    'System.Text.Json',
    "JsonException: The JSON property '{field}' could not be mapped (message {hex:12})",
  ),
  handshakeFailed: say(
    'Kestrel',
    'Failed to authenticate HTTPS connection from {peerIp}: certificate expired alert received',
  ),
  emptyData: say('Shop.Snapshot', 'Snapshot {hex:8} activated with 0 entries'),
  packetLoss: say('Kestrel', 'Connection {hex:12} reset by client {peerIp}'),
}

/** nginx writes to its error log with its own prefix; what is not its business is worded like a plain proxy would. */
const nginx: Wording = {
  ...go,
  timeout: say(
    'error',
    'upstream timed out (110: Operation timed out) while reading response header from upstream, client: {clientIp}, server: shop, request: "{method} {path} HTTP/1.1", upstream: "http://{peerIp}:{port}{path}"',
  ),
  refused: say(
    'error',
    'connect() failed (111: Connection refused) while connecting to upstream, client: {clientIp}, server: shop, upstream: "http://{peerIp}:{port}{path}"',
  ),
  reset: say(
    'error',
    'recv() failed (104: Connection reset by peer) while reading response header from upstream, client: {clientIp}, upstream: "http://{peerIp}:{port}{path}"',
  ),
}

export const WORDINGS: Readonly<Record<Runtime, Wording>> = { nginx, node, java, go, python, dotnet }
