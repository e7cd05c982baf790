/** What the questions to the city's online services count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { LogRow, SpanRow } from '../../records.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, spansOf } from '../measures.ts'

export const portal = t.of('portal-web')
export const login = t.of('citizen-login')
export const termin = t.of('termin-service')
export const registry = t.of('residence-registry')
export const fines = t.of('fines-desk')
export const epay = t.of('epay-bridge')
export const waste = t.of('waste-calendar')
export const press = t.of('letter-press')
export const bot = t.of('amt-chatbot')
export const mailer = t.of('notice-mailer')

export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const line = (key: string, ...values: (string | number)[]) => t.has(key, ...values)
export const district = (...names: string[]) => t.has('city.district', ...names)
export const channel = (...names: string[]) => t.has('client.channel', ...names)
export const office = (...names: string[]) => t.has('office.name', ...names)
export const method = (...names: string[]) => t.has('payment.method', ...names)
export const intent = (...names: string[]) => t.has('chat.intent', ...names)
export const way = (...names: string[]) => t.has('login.method', ...names)
export const on = (where: t.Where, ...routes: string[]) => t.all<SpanRow>(where, t.has('http.route', ...routes))

export const DISTRICTS = ['altstadt', 'nordend', 'hafen', 'westpark']
export const CHANNELS = ['browser', 'app', 'kiosk']
export const OFFICES = ['buergeramt-mitte', 'buergeramt-nord', 'kfz-stelle']
export const METHODS = ['girocard', 'credit_card', 'paypal']
export const ROUTES = [
  ...['/termine/slots', '/termine', '/residence/register', '/residence/move', '/residence/certificate'],
  ...['/fines/{number}', '/fines/{number}/pay', '/waste/calendar', '/login', '/chat'],
]

export const booking = t.all<SpanRow>(termin, t.named('POST /bookings'))
export const registering = t.all<SpanRow>(registry, t.named('POST /api/register'))
export const moving = t.all<SpanRow>(registry, t.named('POST /api/move'))
export const settling = t.all<SpanRow>(registry, t.named('POST /api/register', 'POST /api/move'))
export const paying = t.all<SpanRow>(epay, t.named('POST /payments'))

export const mix = t.says(/Illegal mix of collations/)
export const stored = t.says(/ stored, street/)
export const notStored = t.says(/ not stored/)
export const landlord = t.says(/landlord/)
export const booked = t.says(/^appointment booked/)
export const taken = t.says(/^slot already taken/)
export const captured = t.says(/^payment captured/)
export const declined = t.says(/^payment declined/)
export const settled = t.says(/^fine settled/)
export const printed = t.says(/^letter LT-\d+ printed/)
export const aside = t.says(/put aside/)
export const refused = t.says(/^login refused/)
export const handedOver = t.says(/handed over/)
export const upstream = t.says(/^bad answer from upstream/)
export const phpWarning = t.says(/^PHP Warning/)
export const calendar = t.says(/GET \/kalender/)

/** Failed registrations: as the registry logs them, as requests of the registry or of the portal. */
export const FAILED_SETTLING = [
  t.logs(notStored),
  t.failures(settling),
  t.failures(on(portal, '/residence/register', '/residence/move')),
]
export const NOT_REGISTERED = [
  t.logs(t.says(/^register \S+ not stored/)),
  t.failures(registering),
  t.failures(on(portal, '/residence/register')),
  ...FAILED_SETTLING,
]
export const BOOKED = [t.logs(booked), t.requests(t.all(booking, status(201)))]
export const DECLINED = [t.logs(declined), t.requests(t.all(epay, status(402)))]
export const REFUSED = [t.logs(refused), t.requests(t.all(login, status(401)))]
/** A code of the portal as its spans have it, or as its lines say it. */
export const atPortal = (...codes: number[]) => [
  t.requests(t.all(portal, status(...codes))),
  t.logs(t.all(portal, line('statusCode', ...codes))),
]

/** What the lines state under a key, added up. */
export const sumOf =
  (where: t.Where<LogRow>, key: string): t.Measure =>
  (world, window) => {
    let sum = 0
    for (const log of t.logsIn(where)(world, window)) sum += Number(log.attributes[key] ?? 0)
    return sum
  }

/** How bad it was: failed requests or their share while it lasted, citizens who met them. */
export function damage(asked: Asked): Expectation {
  const wheres = [
    t.any,
    portal,
    registry,
    bot,
    settling,
    registering,
    moving,
    on(portal, '/residence/register', '/residence/move'),
  ]
  const who = t.differentOf(t.all(portal, t.failed), 'citizen.id')
  const measures = [
    ...wheres.flatMap((one) => [t.failures(one), t.share(one)]),
    who,
    t.logs(mix),
    t.logs(t.level('ERROR')),
  ]
  const whens = [t.anytime, t.since('onset'), t.sinceMark('onset'), t.during(['onset', 0], ['recovery', 1])]
  return howBad(asked, whens, measures)
}
