/** The last lines of a few apps, read through log sessions. Heroku keeps 1500 lines per app. */
import { z } from 'zod'
import { type LogRecord, toMillis } from '../../telemetry/index.ts'
import type { Outcome, PlatformAnswer, PlatformQuery } from '../connector.ts'
import { success } from '../failure.ts'
import { answer, type PlatformApi, read } from '../platform-api.ts'
import { isWithin, logAnswer, logOf, mentions, resourceOf, timeOfText } from '../pulled-log.ts'

const LINES_MAX = 1500
const QUERY_APPS_MAX = 5
const session = z.object({ logplex_url: z.url({ protocol: /^https$/ }) })
/** The layout of a line: `2026-01-01T00:00:00.123456+00:00 app[web.1]: message`. */
const LINE = /^(\S+) ([\w-]+)\[([^\]]*)\]: (.*)$/

export async function queryLogs(
  api: PlatformApi,
  apps: readonly { readonly id: string; readonly name: string }[],
  query: PlatformQuery,
): Promise<Outcome<PlatformAnswer>> {
  const logs: LogRecord[] = []
  let isTruncated = apps.length > QUERY_APPS_MAX
  for (const app of apps.slice(0, QUERY_APPS_MAX)) {
    const text = await recentText(api, app.id)
    if (!text.ok) return text
    const lines = text.value.split('\n').filter(Boolean)
    isTruncated ||= lines.length >= LINES_MAX
    logs.push(...lines.flatMap((line) => recordOf(line, app.name, query)))
  }
  logs.sort((a, b) => toMillis(b.time) - toMillis(a.time))
  return success(logAnswer(logs, query.limit, isTruncated))
}

async function recentText(api: PlatformApi, appId: string): Promise<Outcome<string>> {
  const path = `/apps/${encodeURIComponent(appId)}/log-sessions`
  const json = { lines: LINES_MAX, tail: false }
  const opened = await read(api, { method: 'POST', path, json, isRepeatable: true }, session)
  if (!opened.ok) return opened
  // The URL itself is the secret. The account's token is not sent to that host, which Heroku chooses.
  const open: PlatformApi = { http: api.http, name: api.name, baseUrl: '', headers: {}, isUserGiven: true }
  const text = await answer(open, { path: opened.value.logplex_url, headers: { accept: 'text/plain' } })
  return text.ok ? success(text.value.text()) : text
}

function recordOf(line: string, app: string, query: PlatformQuery): LogRecord[] {
  const [, at = '', source = '', dyno = '', body = ''] = LINE.exec(line) ?? []
  const time = timeOfText(at)
  if (!time || !isWithin(time, query.fromMs, query.toMs) || !mentions(body, query.text)) return []
  const attributes = { 'heroku.source': source, 'heroku.dyno': dyno }
  return [logOf({ time, body, resource: resourceOf(app, { 'cloud.provider': 'heroku' }), attributes })]
}
