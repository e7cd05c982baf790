/** What the questions to the identity provider count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { LogRow, SpanRow, World } from '../../records.ts'
import { pointsOf, requestsOf, type Window } from '../../truth.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, spansOf } from '../measures.ts'

export const front = t.of('login-front')
export const auth = t.of('auth-core')
export const mfa = t.of('mfa-svc')
export const sessions = t.of('session-store')
export const mint = t.of('token-mint')
export const keeper = t.of('key-keeper')
export const consent = t.of('consent-desk')
export const sync = t.of('dir-sync')
export const audit = t.of('audit-trail')
export const mailer = t.of('report-mailer')

export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const line = (key: string, ...values: (string | number)[]) => t.has(key, ...values)
export const tenant = (...names: string[]) => t.has('tenant.name', ...names)
export const factor = (...names: string[]) => t.has('mfa.factor', ...names)
export const grant = (...names: string[]) => t.has('oauth.grant_type', ...names)
export const app = (...names: string[]) => t.has('client.app', ...names)
export const connector = (...names: string[]) => t.has('sync.connector', ...names)
export const partition = (...names: string[]) => t.has('hsm.partition', ...names)
export const TENANTS = ['alpenbank', 'brightwell', 'cobaltair', 'dunmore', 'everline', 'finchmedia']
export const FACTORS = ['totp', 'push', 'sms', 'webauthn']
export const GRANTS = ['refresh_token', 'authorization_code', 'client_credentials']
export const ROUTES = ['/signin', '/oauth/token', '/session', '/consent', '/.well-known/jwks.json']

export const on = (...routes: string[]) => t.all<SpanRow>(front, t.has('http.route', ...routes))
export const signing = t.all<SpanRow>(keeper, t.named('POST /sign'))
export const creating = t.all<SpanRow>(sessions, t.named('POST /sessions'))

export const pinLocked = t.says(/CKR_PIN_LOCKED/)
export const signFailed = t.says(/^signing failed/)
export const signedIn = t.says(/^signed in/)
export const signInFailed = t.says(/^sign-in failed/)
export const wrongPassword = t.all<LogRow>(auth, t.says(/^wrong password/))
export const anyPassword = t.all<LogRow>(auth, t.says(/wrong password/))
export const accountLocked = t.says(/^account locked/)
export const accepted = t.says(/^second factor accepted/)
export const smsLate = t.says(/^sms provider timed out/)
export const invalidGrant = t.says(/^invalid_grant/)
export const reused = t.says(/already used/)
export const issued = t.says(/^token issued/)
export const notIssued = t.says(/^token not issued/)
export const created = t.says(/^session created/)
export const refused = t.says(/^consent refused/)
export const duplicates = t.says(/^duplicate email/)
export const finished = t.says(/^sync finished/)
export const bare = t.says(/^event without actor/)
export const slowSign = t.says(/^slow answer of/)
export const rotated = t.says(/^signing key rotated/)

/** Sign-ins, as the door and the core count them. */
export const SIGN_INS = [t.requests(auth), t.requests(on('/signin'))]
export const BROKEN_SIGN_INS = [t.failures(auth), t.logs(signInFailed), t.failures(on('/signin'))]
export const SIGNED_IN = [t.logs(signedIn), t.requests(t.all(auth, status(200)))]
export const NOT_ISSUED = [t.logs(notIssued), t.failures(mint)]
export const LOCKED_OUT = [t.logs(accountLocked), t.requests(t.all(auth, status(423)))]
export const REFUSED_CONSENTS = [t.logs(refused), t.requests(t.all(consent, status(403)))]

/** A code as its spans have it, or as the lines of the door say it. */
export const atFront = (...codes: number[]) => [
  t.requests(t.all(front, status(...codes))),
  t.logs(t.all(front, line('status', ...codes))),
]

/** What the lines state under a key, added up. */
export const sumOf =
  (where: t.Where<LogRow>, key: string): t.Measure =>
  (world, window) => {
    let sum = 0
    for (const log of t.logsIn(where)(world, window)) sum += Number(log.attributes[key] ?? 0)
    return sum
  }
export const meanOf =
  (where: t.Where<LogRow>, key: string): t.Measure =>
  (world, window) =>
    sumOf(where, key)(world, window) / t.logsIn(where)(world, window).length

const isOf = (key: string, name: string) => (point: { readonly attributes: Readonly<Record<string, unknown>> }) =>
  point.attributes[key] === name
export const open = (name: string, what: t.Statistic) =>
  t.metric('key-keeper', 'hsm.sessions.open', what, isOf('hsm.partition', name))
export const active = (name: string, what: t.Statistic) =>
  t.metric('session-store', 'sessions.active', what, isOf('geo.region', name))
export const known = (name: string, what: t.Statistic) =>
  t.metric('dir-sync', 'directory.users', what, isOf('tenant.name', name))
/** Both regions' last values, added up. */
export const activeNow: t.Measure = (world, window) => {
  const points = pointsOf(world, 'session-store', 'sessions.active', window)
  let sum = 0
  for (const region of ['eu-central', 'us-east'])
    sum += points.findLast(isOf('geo.region', region))?.value ?? Number.NaN
  return sum
}

/** How bad it is: failed requests, their share since the onset or in the last minutes, users and customers who met them. */
export function damage(asked: Asked): Expectation {
  const wheres = [t.any, front, auth, mint, keeper, signing, on('/signin'), on('/oauth/token')]
  const users = t.differentOf(t.all(front, t.failed), 'user.id')
  const measures = [...wheres.flatMap((one) => [t.failures(one), t.share(one)]), users, t.logs(signFailed)]
  return howBad(asked, [t.anytime, t.since('onset'), t.sinceMark('onset'), t.last(5), t.last(15)], measures)
}

/** The beginning of the ids of the traces with the longest request. */
export function slowestTraces(world: World, windows: readonly Window[], where: t.Where<SpanRow>): string[] {
  const found = windows.map((window) => {
    const ranked = requestsOf(world, where, window).toSorted((a, b) => b.endMs - b.startMs - (a.endMs - a.startMs))
    return (ranked[0]?.traceId ?? '').slice(0, 8)
  })
  return [...new Set(found)]
}
