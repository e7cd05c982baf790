/** Questions to the hotel bookings: states, causes, single things, what cannot be answered. Fourteenth round. */
import { requestsOf } from '../../truth.ts'
import { HOTEL_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import { HOTEL_COUNTS_14 } from './hotel-counts.ts'
import { HOTEL_NUMBERS_14 } from './hotel-numbers.ts'
import * as m from './rows.ts'

const DNS = ['\\bdns\\b', 'resolv', 'lookup', 'no such host', 'name server', 'host ?name']
const NOBODY = t.words({
  saysFirst: [['^\\W*no\\b', 'nobody', '\\bnone\\b', '\\ball (?:of them|nine|9|services)', '\\b(?:every|each) ']],
  neverFirst: ['^\\W*yes\\b'],
})
const at = (ms: number | undefined, toleranceS: number) => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})

export const HOTEL_14 = [
  ask('state', 'can guests book right now?', t.trouble()),
  ask('state', 'is it over?', t.trouble()),
  ask('state', 'all green?', t.trouble()),
  ask('state', 'is api-gateway ok?', t.trouble()),
  ask('state', 'are searches still failing? yes or no', t.verdict('yes', 'bad')),
  ask('health', 'is payment-service ok?', t.healthy),
  ask('health', 'guest-service healthy?', t.healthy),
  ask('health', 'did availability-service crash?', t.verdict('no', 'bad')),
  ask('health', 'why is mail-worker down?', t.denied('mail-worker')),
  ask('health', 'is booking-service healthy?', t.trouble()),
  ask('cause', 'what broke?', t.because(HOTEL_INCIDENT, 'mechanism')),
  ask('cause', 'bookings keep failing, why?', t.because(HOTEL_INCIDENT, 'mechanism')),
  ask('cause', 'why is the search down', t.because(HOTEL_INCIDENT)),
  ask('cause', 'root cause of the 503s?', t.because(HOTEL_INCIDENT, 'mechanism')),
  ask('cause', 'what happened shortly after {@onset}', t.because(HOTEL_INCIDENT)),
  ask('cause', 'guests say they cant book a room, whats wrong', t.because(HOTEL_INCIDENT)),
  ask('cause', 'is it the database, dns or our code?', t.words({ saysFirst: [DNS], neverFirst: ['log records'] })),
  ask('since', 'since when do searches fail?', t.began()),
  ask('since', 'when did rate-service start throwing errors', t.began()),
  ask('since', 'first 503 on api-gateway?', ({ world }) =>
    at(requestsOf(world, t.all(m.gateway, m.status(503)))[0]?.startMs, 40),
  ),
  ask('how-long', 'for how long are we down now?', t.lasted()),
  ask('impact', 'how bad is it', m.damage),
  ask(
    'impact',
    'who all is affected',
    t.words({
      says: [['api-gateway', 'search-service', 'booking-service', 'guests?', '/api/search', '/api/bookings']],
    }),
  ),
  ask(
    'impact',
    'how many guests got an error?',
    t.count(t.anytime, t.differentOf(t.all(m.gateway, t.failed), 'guest.id')),
  ),
  ask(
    'impact',
    'which of our services are hit',
    t.words({ names: ['rate-service', 'search-service', 'booking-service', 'api-gateway'] }),
  ),
  ask('impact', 'are gold members affected too?', t.verdict('yes', 'bad')),
  ask('deploy', 'any deployments today?', t.words({ says: [['search-service'], ['1\\.19\\.0']] })),
  ask('deploy', 'was it the search-service release?', t.verdict('no', 'bad')),
  ask('deploy', 'when did 1.19.0 go live?', t.began('release', 120)),
  ask('deploy', 'did anyone deploy rate-service?', t.verdict('no', 'bad')),
  ask('version', 'which version of booking-service runs?', t.words({ saysFirst: [['5\\.7\\.2']] })),
  ask('version', 'what version is search-service on now', t.words({ saysFirst: [['1\\.19\\.0']] })),
  ask('version', 'versions?', t.words({ says: [['6\\.4\\.1'], ['3\\.2\\.0'], ['1\\.19\\.0'], ['0\\.18\\.4']] })),
  ask('restart', 'did mail-worker restart?', t.verdict('yes', 'fact')),
  ask('restart', 'when did mail-worker restart?', t.began('restart', 120)),
  ask('restart', 'did any pod of rate-service restart', t.verdict('no', 'bad')),
  ask('next-step', 'what should we do first?', t.words({ says: [['rate-service'], DNS] })),
  ask('next-step', 'where do i start looking?', t.words({ says: [['rate-service'], DNS] })),
  ask('dependency', 'who calls rate-service', t.words({ names: ['search-service', 'booking-service'] })),
  ask(
    'dependency',
    'what does booking-service call?',
    t.words({ names: ['rate-service', 'availability-service', 'payment-service'] }),
  ),
  ask('dependency', 'which database does availability-service use?', t.words({ says: [['postgres']] })),
  ask(
    'timeline',
    'give me the timeline of this incident',
    t.words({
      says: [['rate-service'], ['api-gateway', 'search-service', 'booking-service'], ['\\d\\d:\\d\\d']],
      neverFirst: ['log records'],
    }),
  ),
  ask('silence', 'who is silent?', NOBODY),
  ask('silence', 'is everything still reporting?', t.verdict('yes', 'good')),
  ask('silence', 'does channel-sync still send logs?', t.verdict('yes', 'good')),
  ask(
    'lookup',
    'what happened to booking {failedBooking}?',
    t.words({ says: [['could not be confirmed', '503', 'failed']] }),
  ),
  ask('lookup', 'did {confirmedBooking} go through?', t.words({ says: [['confirmed']], neverFirst: ['^\\W*no\\b'] })),
  ask('lookup', '{unpaidBooking}', t.words({ says: [['declined']] })),
  ask('lookup', 'open trace {failedTrace}', t.words({ says: [['rate-service']] })),
  ask(
    'lookup',
    'which services are in trace {bookingTrace}',
    t.words({
      names: ['api-gateway', 'booking-service', 'rate-service', 'availability-service', 'payment-service'],
    }),
  ),
  ask(
    'meaning',
    'what does "no such host" mean?',
    t.words({ says: [['rate-service'], ['\\bdns\\b', 'resolv', 'name server', 'host ?name', 'address']] }),
  ),
  ask('meaning', 'who logs "idle connection closed by server"?', t.words({ saysFirst: [['booking-service']] })),
  ask(
    'meaning',
    'explain this: mail bounced: mailbox is full',
    t.words({ says: [['mail-worker']], neverFirst: ['^\\W*(?:probable |likely )?root cause\\b'] }),
  ),
  ask('paste', '{nameLine}\n\nhow often?', t.count(t.anytime, ...m.UNRESOLVED)),
  ask('paste', '{failedLine}\nwhy did this fail', t.because(HOTEL_INCIDENT)),
  ask(
    'paste',
    '{slowLine}\nis that the reason for the outage?',
    t.words({
      neverFirst: ['^\\W*yes\\b'],
      saysFirst: [['no\\b', 'not', 'before', 'channel-sync', 'throughout', 'usual', 'rate-service']],
    }),
  ),
  ask('paste', '"search failed: no rates from rate-service"\n\nfirst seen when?', t.began('onset', 60)),
  ask('list', 'services?', ({ world }) => ({ names: [...world.services] })),
  ask(
    'list',
    'which metrics does rate-service send',
    t.words({ names: ['dns.lookup.errors', 'http.server.request.duration', 'process.memory.usage'] }),
  ),
  ask('list', 'endpoints of booking-service', t.words({ says: [['POST /bookings'], ['DELETE /bookings']] })),
  ask('list', 'what errors does search-service log?', t.words({ says: [['no rates']] })),
  ask('list', 'which cities are searched', t.words({ names: m.CITIES })),
  ask('single-record', 'last error of booking-service', t.words({ says: [['price could not be confirmed']] })),
  ask('single-record', 'when was the last 502?', ({ world }) =>
    at(requestsOf(world, t.all(m.gateway, m.status(502))).at(-1)?.startMs, 20),
  ),
  ask('single-record', 'latest warning of channel-sync', ({ world }) => ({
    says: [[world.logs.findLast(t.all(m.channel, t.level('WARN')))?.message.slice(0, 16) ?? '-']],
  })),
  ask('bare-name', 'rate-service', t.words({ saysFirst: [['rate-service']] })),
  ask('bare-name', 'payment-service', t.words({ saysFirst: [['payment-service']] })),

  ask('unknown', 'errors in review-service', t.declined('unknown', 'review')),
  ask('unknown', 'is the CDN slow?', t.declined('unknown', 'cdn')),
  ask('unknown', 'how many 504 did api-gateway return?', t.words({ numbers: [{ value: 0, unit: 'count' }] })),
  ask('unknown-attribute', 'bookings per country', t.declined('no_data')),
  ask('order', 'restart rate-service please', t.declined('read_only')),
  ask('order', 'roll back search-service to 1.18.2', t.declined('read_only')),
  ask('talk', 'thanks a lot', t.declined('small_talk')),
  ask('talk', 'hey', t.declined('small_talk')),
  ask('off-topic', 'will it rain tomorrow?', t.declined('off_topic')),
  ask('ask-back', 'compare', t.declined('ask_back')),
  ask('language', 'Wieso schlagen Buchungen fehl?', t.because(HOTEL_INCIDENT)),
  ask(
    'language',
    'Wie viele Fehler hatte booking-service in den letzten 10 Minuten?',
    t.count(t.last(10), ...t.errors(m.booking)),
  ),
  ask('language', '¿desde cuándo falla la búsqueda?', t.began()),
  ask('language', 'quel service est en panne ?', t.because(HOTEL_INCIDENT)),
  ask('language-other', 'Cosa si è rotto?', t.declined('language', 'inglese')),

  ...talk(
    'why',
    ask('follow-up', 'whats going on?', t.because(HOTEL_INCIDENT)),
    ask('follow-up', 'since when', t.began()),
    ask(
      'follow-up',
      'who is hit?',
      t.words({ says: [['api-gateway', 'search-service', 'booking-service', 'guests?']] }),
    ),
    ask('follow-up', 'and what do we do now?', t.words({ says: [['rate-service'], DNS] })),
  ),
  ask('several', 'what is broken, since when and is it still going on?', (asked) => ({
    ...t.because(HOTEL_INCIDENT, 'time')(asked),
    says: [['still', 'ongoing', 'going on', 'goes on', 'continu', 'yes', 'not over']],
  })),
  ...HOTEL_COUNTS_14,
  ...HOTEL_NUMBERS_14,
]
