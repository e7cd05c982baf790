/**
 * The request that one line of a gateway or web server tells of. Known are the usual formats: common and combined with
 * what servers put behind it, Envoy, HAProxy, load balancers of AWS, IIS, Squid, CloudFront, middleware of frameworks,
 * and JSON or key=value lines under the names that servers give. Linear in the line.
 */
import type { AttributeValue } from '../../../telemetry/index.ts'
import { accessFields, durationUnder, fieldText, statusUnder } from './access-fields.ts'

export interface AccessLine {
  readonly status: number
  /** In capitals; null where the line does not state it. */
  readonly method: string | null
  /** Without query and host; null where the line does not state it. */
  readonly path: string | null
  readonly durationMs: number | null
  /** Of the answer. */
  readonly bytes: number | null
  readonly client: string | null
  readonly userAgent: string | null
}

/** Longer lines tell their request at the beginning. */
const READ_MAX = 6_000
const METHOD = 'GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|CONNECT|TRACE'
/** `"GET /x HTTP/1.1"`, `GET "/x"`, `GET https://host/x`. */
const REQUEST = new RegExp(
  `(?<![A-Za-z0-9_])(${METHOD})[ \\t]{1,8}"?((?:[a-z]{2,5}://[^\\s"/]{1,200})?/[^\\s"]{0,2000}|(?:[a-z]{2,5}://)?[\\w.-]{1,200}:\\d{1,5}|\\*)(?: HTTP/\\d(?:\\.\\d)?)?"?`,
)
/** A code by itself, not a part of a number, time, address or path. */
const CODE = /(?<![\w.:/+-])([1-5]\d\d)(?![\w.:/-])/
const HAPROXY = /\s-?\d+\/-?\d+\/-?\d+\/-?\d+\/\+?(-?\d+)\s([1-5]\d\d)\s\+?(\d+)\s/
const BALANCER =
  /\s(-?\d{1,6}(?:\.\d{1,9})?) (-?\d{1,6}(?:\.\d{1,9})?) (-?\d{1,6}(?:\.\d{1,9})?) ([1-5]\d\d) (?:\d{3}|-) \d{1,15} (\d{1,15}) "/
const SQUID = /\s(\d{1,9}) \S{1,60} [A-Z_]{3,40}\/([1-5]\d\d) (\d{1,15}) /
const IIS = /\s([1-5]\d\d) \d{1,6} \d{1,12}(?: \d{1,15} \d{1,15})? (\d{1,9})$/
const IIS_REQUEST = new RegExp(`^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d \\S{1,60} (?:${METHOD}) /`)
/** Flags, bytes received, bytes sent, duration, time of the upstream: what Envoy writes behind the status. */
const ENVOY = /(?:^|\s)\d{1,15} (\d{1,15}) (\d{1,12}) (?:\d{1,12}|-)(?=\s|$)/
const WITH_UNIT = /(?<![\w.])(\d{1,12}(?:\.\d{1,12})?) ?(ns|us|\u00b5s|\u03bcs|ms|msec|s|sec|secs|seconds)(?![\w/])/
const UNIT_MS: Readonly<Record<string, number>> = { n: 1e-6, u: 1e-3, '\u00b5': 1e-3, '\u03bc': 1e-3, m: 1, s: 1000 }
const ADDRESS = /^(?:\S{1,80} )??((?:\d{1,3}\.){3}\d{1,3}|[0-9a-f:]{3,39}:[0-9a-f]{1,4})(?=[\s:])/i

/** Returns the request that a line or its attributes tell of; null where they tell of none with its status. */
export function accessLineOf(
  body: string,
  attributes: Readonly<Record<string, AttributeValue>> = {},
): AccessLine | null {
  const line = body.slice(0, READ_MAX)
  const found = REQUEST.exec(line)
  const fields = accessFields(line, attributes)
  const told = found === null ? null : aroundRequest(line, found)
  const status = (fields === null ? null : statusUnder(fields)) ?? told?.status ?? null
  if (status === null) return null
  const method =
    found?.[1] ?? (fields === null ? null : fieldText(fields, 'method', 'verb', 'requestmethod', 'reqmethod'))
  const target =
    found?.[2] ??
    (fields === null
      ? null
      : fieldText(fields, 'path', 'uri', 'url', 'requesturi', 'requestpath', 'requrl', 'route', 'endpoint', 'target'))
  if (method === null || target === null || !/^[A-Z]{3,10}$/i.test(method)) return null
  const bytes = fields === null ? null : fieldText(fields, ...BYTES)
  return {
    status,
    method: method.toUpperCase(),
    path: pathOf(target),
    durationMs: (fields === null ? null : durationUnder(fields)) ?? told?.durationMs ?? null,
    bytes: (bytes !== null && /^\d{1,15}$/.test(bytes) ? Number(bytes) : null) ?? told?.bytes ?? null,
    client: (fields === null ? null : fieldText(fields, ...CLIENT)) ?? ADDRESS.exec(line)?.[1] ?? null,
    userAgent:
      (fields === null ? null : fieldText(fields, 'useragent', 'httpuseragent', 'agent', 'ua')) ?? agentIn(line),
  }
}

const BYTES = [
  'bodybytessent',
  'bytessent',
  'downstreamcontentsize',
  'size',
  'bytes',
  'responsesize',
  'resplen',
  'length',
]
const CLIENT = ['remoteaddr', 'clientip', 'remoteip', 'clienthost', 'client', 'ip', 'downstreamremoteaddress']

interface Told {
  readonly status: number | null
  readonly durationMs: number | null
  readonly bytes: number | null
}

/** Status, duration and bytes by their place beside the request. */
function aroundRequest(line: string, found: RegExpExecArray): Told {
  const before = line.slice(0, found.index)
  const behind = line.slice(found.index + found[0].length)
  const proxy = HAPROXY.exec(before)
  if (proxy !== null) return told(proxy[2], Number(proxy[1]), proxy[3])
  const balancer = BALANCER.exec(`${before}"`)
  if (balancer !== null) {
    const times = [balancer[1], balancer[2], balancer[3]].map(Number).filter((time) => time >= 0)
    return told(balancer[4], times.reduce((sum, time) => sum + time, 0) * 1000, balancer[5])
  }
  const squid = SQUID.exec(before)
  if (squid !== null) return told(squid[2], Number(squid[1]), squid[3])
  const iis = IIS_REQUEST.test(line) ? IIS.exec(behind) : null
  if (iis !== null) return told(iis[1], Number(iis[2]), undefined)
  const cloud = behind.startsWith('\t') ? /^\t(\d{3})\t/.exec(behind) : null
  if (cloud !== null) return told(cloud[1], null, undefined)
  // "200", "- 200", "=> 200", "returned 200": soon behind the request, or in its own column before it.
  const code = CODE.exec(behind.slice(0, 48)) ?? (/\|/.test(before) ? CODE.exec(before) : null)
  const rest = code !== null && code.index < 48 ? behind.slice(code.index + 3) : behind
  const isEnvoy = /^\[?\d{4}-\d\d-\d\dT[\d:.]{5,20}Z\]? /.test(line)
  const envoy = isEnvoy ? ENVOY.exec(rest) : null
  if (envoy !== null) return told(code?.[1], Number(envoy[2]), envoy[1])
  const united = WITH_UNIT.exec(rest) ?? (/\|/.test(before) ? WITH_UNIT.exec(before) : null)
  const bytes = /^"? (\d{1,15})(?=[\s"]|$)/.exec(rest)?.[1]
  return told(code?.[1], united === null ? secondsBehind(rest) : Number(united[1]) * unitMs(united[2]), bytes)
}

function told(status: string | undefined, durationMs: number | null, bytes: string | undefined): Told {
  return {
    status: status === undefined ? null : Number(status),
    durationMs,
    bytes: bytes === undefined ? null : Number(bytes),
  }
}

function unitMs(unit = 'ms'): number {
  return UNIT_MS[unit[0] ?? 'm'] ?? 1
}

/** Behind the last quoted text servers put the time in seconds, with its fraction. */
function secondsBehind(rest: string): number | null {
  const tail = rest.slice(rest.lastIndexOf('"') + 1)
  const found = /(?:^|\s)(\d{1,6}\.\d{1,9})(?=\s|$)/.exec(tail)
  return found === null ? null : Number(found[1]) * 1000
}

/** The last quoted text with letters, as in the combined format. */
function agentIn(line: string): string | null {
  const quoted = [...line.matchAll(/"([^"]{3,400})"/g)].map(([, text = '']) => text)
  return quoted.findLast((text) => /^[A-Za-z][\w.+ -]{0,60}\/\d|^Mozilla/.test(text)) ?? null
}

function pathOf(target: string): string {
  const local = target.replace(/^[a-z]{2,5}:\/\/[^/]*/, '')
  const end = local.search(/[?#]/)
  return (end < 0 ? local : local.slice(0, end)) || '/'
}
