/**
 * The console's files under /console, and what browsers report about them. An address below it that is not a file is a
 * view, so it gets the one page, which reads the address itself. Nothing here depends on the caller.
 */
import type { Hono } from 'hono'
import { z } from 'zod'
import { readBody } from '../bytes/bounded-body.ts'
import { logEvent } from '../log/log.ts'
import { addressLimit } from './address-limit.ts'
import type { ApiEnv, HonoContext } from './hono-context.ts'
import { POLICY_REPORT_PATH } from './security-headers.ts'

/** Names of these files contain a hash of their content. */
const FILES = '/console/assets/'
const IMMUTABLE = 'public, max-age=31536000, immutable'

/** A report has a few hundred characters; its longest field is the policy. */
const REPORT_BYTES_MAX = 8_192

export function mountConsole(app: Hono<ApiEnv>): void {
  app.get('/console', (http) => http.redirect('/console/', 301))
  app.get('/console/*', async (http) => {
    const isFile = http.req.path.startsWith(FILES)
    const path = isFile ? http.req.path : '/console/'
    const conditions = new Headers()
    const known = http.req.header('if-none-match')
    if (known !== undefined) conditions.set('if-none-match', known)
    const found = await http.env.ASSETS.fetch(new Request(new URL(path, http.req.url), { headers: conditions }))
    const answer = new Response(found.body, found)
    // The page changes with a release and names its files; a browser asks whether it has changed.
    answer.headers.set('cache-control', isFile ? (found.status === 404 ? 'no-store' : IMMUTABLE) : 'no-cache')
    return answer
  })
  app.post(POLICY_REPORT_PATH, takeReport)
}

const report = z.object({
  'csp-report': z.object({ 'effective-directive': z.string().optional(), 'violated-directive': z.string().optional() }),
})

/** Only the name of the rule is logged from what a browser sends, because anybody can send such a report. */
async function takeReport(http: HonoContext): Promise<Response> {
  await addressLimit(http.env, http.req.raw.headers, Date.now()).count('policy_report')
  const bytes = await readBody(http.req.raw, { bytesMax: REPORT_BYTES_MAX })
  const rule = typeof bytes === 'string' ? null : ruleIn(new TextDecoder().decode(bytes))
  if (rule !== null) logEvent('console_policy_violated', { rule, requestId: http.get('requestId') })
  return new Response(null, { status: 204 })
}

function ruleIn(text: string): string | null {
  try {
    const { 'csp-report': told } = report.parse(JSON.parse(text))
    const rule = told['effective-directive'] ?? told['violated-directive'] ?? ''
    return /^[a-z-]{1,40}$/.test(rule) ? rule : null
  } catch {
    // It is not a browser's report.
    return null
  }
}
