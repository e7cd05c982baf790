/** Heroku Logplex: octet-counted frames of almost-RFC 5424, with no structured data and not even its dash. */
import { bytesOf, post, type SeededLog, type SentRequest } from './sender.ts'

export type LogplexOptions = {
  drainToken?: string
  /** The same on a retry of the same frame. */
  frameId?: string
  /** Sent as the count when it shall not fit the body. */
  claimedCount?: number
}

export type LogplexLine = { atMs: number; app: 'app' | 'heroku'; process: string; message: string; priority?: number }

/** One frame: its length in bytes, a space, the line. */
export function logplexFrame({ atMs, app, process, message, priority = 190 }: LogplexLine): string {
  const time = new Date(atMs).toISOString().replace('Z', '456+00:00')
  const line = `<${priority}>1 ${time} host ${app} ${process} - ${message}\n`
  return `${bytesOf(line).length} ${line}`
}

/** What the router writes about a request: logfmt. */
export function logplexRouterLine(atMs: number, status = 200): LogplexLine {
  const fields = `host=shop.herokuapp.com request_id=9f1c fwd="203.0.113.7" dyno=web.1 connect=1ms service=18ms status=${status} bytes=120 protocol=https`
  const at = status >= 500 ? 'error code=H12 desc="Request timeout"' : 'info'
  return {
    atMs,
    app: 'heroku',
    process: 'router',
    message: `at=${at} method=GET path="/orders" ${fields}`,
    priority: 158,
  }
}

/** The frame that tells how many lines never came. */
export function logplexLossNotice(atMs: number, dropped: number): LogplexLine {
  const since = new Date(atMs - 60_000).toISOString().replace('Z', '+00:00')
  return {
    atMs,
    app: 'heroku',
    process: 'logplex',
    message: `Error L10 (output buffer overflow): ${dropped} messages dropped since ${since}.`,
    priority: 172,
  }
}

export function logplexDrain(lines: readonly LogplexLine[], options: LogplexOptions = {}): SentRequest {
  return post(lines.map(logplexFrame).join(''), {
    'Content-Type': 'application/logplex-1',
    'Logplex-Msg-Count': String(options.claimedCount ?? lines.length),
    'Logplex-Frame-Id': options.frameId ?? '09C557EAFCFB6CF2740EE62F62971098',
    'Logplex-Drain-Token': options.drainToken ?? 'd.01234567-89ab-4def-8123-456789abcdef',
    'User-Agent': 'Logplex/v72',
  })
}

export function linesOf(logs: readonly SeededLog[]): LogplexLine[] {
  return logs.map(({ atMs, message }) => ({ atMs, app: 'app', process: 'web.1', message }))
}
