/** What the questions to the job board count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { LogRow, SpanRow } from '../../records.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, spansOf } from '../measures.ts'

export const gateway = t.of('jobs-gateway')
export const adverts = t.of('advert-api')
export const search = t.of('job-search')
export const applications = t.of('application-service')
export const cv = t.of('cv-service')
export const match = t.of('match-worker')
export const mailer = t.of('jobalert-mailer')
export const feed = t.of('feed-importer')
export const bot = t.of('screening-bot')

export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const line = (key: string, ...values: (string | number)[]) => t.has(key, ...values)
export const device = (...names: string[]) => t.has('client.device', ...names)
export const role = (...names: string[]) => t.has('user.role', ...names)
export const category = (...names: string[]) => t.has('job.category', ...names)
export const source = (...names: string[]) => t.has('cv.source', ...names)
export const DEVICES = ['phone', 'desktop', 'tablet']
export const CATEGORIES = ['nursing', 'it', 'logistics', 'sales']
export const ROUTES = ['/v1/jobs', '/v1/jobs/{id}', '/v1/applications', '/v1/adverts']

export const on = (...names: string[]) => t.all<SpanRow>(gateway, t.named(...names))
export const applying = t.all<SpanRow>(applications, t.named('POST /applications'))
export const posting = t.all<SpanRow>(adverts, t.named('POST /adverts'))
export const viewing = t.all<SpanRow>(adverts, t.named('GET /adverts/{id}'))

export const noKey = t.says(/KMS\.DisabledException/)
export const stored = t.says(/^cv stored/)
export const tooLarge = t.says(/file too large/)
export const submitted = t.says(/^application AP-\d+ submitted/)
export const notSaved = t.says(/^application AP-\d+ not saved/)
export const already = t.says(/has already applied/)
export const published = t.says(/^Advert published/)
export const rejected = t.says(/^Advert rejected/)
export const expired = t.says(/^Advert has expired/)
export const matched = t.says(/^Matched AP-/)
export const noSkills = t.says(/^No skills found/)
export const alerted = t.says(/^job alert for/)
export const bounced = t.says(/ bounced$/)
export const imported = t.says(/adverts imported/)
export const late = t.says(/answered late/)
export const screened = t.says(/^application screened/)
export const nothingFound = t.says(/^no jobs found/)
export const signedOut = t.says(/^access token expired/)

export const SUBMITTED = [t.logs(submitted), t.requests(t.all(applying, status(201)))]
export const FAILED_APPLICATIONS = [t.logs(notSaved), t.failures(applying)]
export const PUBLISHED = [t.logs(published), t.requests(t.all(posting, status(201)))]
export const REJECTED = [t.logs(rejected), t.requests(t.all(posting, status(422)))]
export const EXPIRED = [t.logs(expired), t.requests(t.all(adverts, status(410)))]
export const ALREADY = [t.logs(already), t.requests(t.all(applications, status(409)))]

/** A code as the gateway's spans have it, or as its lines say it. */
export const atGateway = (...codes: number[]) => [
  t.requests(t.all(gateway, status(...codes))),
  t.logs(t.all(gateway, line('status', ...codes))),
]

/** What the lines state under a key. */
export const statedAs =
  (where: t.Where<LogRow>, key: string, what: 'sum' | 'mean' | 'max'): t.Measure =>
  (world, window) => {
    const values = t
      .logsIn(where)(world, window)
      .map((log) => Number(log.attributes[key] ?? 0))
    const sum = values.reduce((all, one) => all + one, 0)
    return what === 'sum' ? sum : what === 'max' ? Math.max(...values) : sum / values.length
  }

/** How bad it was: failed requests, their share during the outage or in all, candidates who met them. */
export function damage(asked: Asked): Expectation {
  const wheres = [
    t.any,
    gateway,
    on('POST /v1/applications'),
    applications,
    applying,
    cv,
    t.all(applying, source('upload')),
  ]
  const who = t.differentOf(t.all(gateway, t.failed), 'user.id')
  const measures = [...wheres.flatMap((one) => [t.failures(one), t.share(one)]), who, t.logs(noKey)]
  const outage = t.during(['onset', 0], ['recovery', 0])
  const minutes = t.during(['onset', 0], ['recovery', 1])
  const exact: t.When = ({ world: { marks } }) => [
    [{ fromMs: marks['onset'] ?? 0, toMs: marks['recovery'] ?? 0 }],
    [{ fromMs: (marks['onset'] ?? 0) + 27_000, toMs: marks['recovery'] ?? 0 }],
  ]
  return howBad(asked, [t.anytime, outage, minutes, exact, t.since('onset')], measures)
}
