/** Threads about the co-working spaces: a question, and what is typed after its answer. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import { countBy, durationsOf, percentile, requestsOf } from '../../truth.ts'
import { spansOf } from '../measures.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as r from './rows.ts'

const failedDoors = t.all(r.doors, t.failed)
const opened = r.told(r.doors, /^door opened/)
const booking = t.all(r.bookings, t.named(r.BOOK))
const wrongLogin = r.told(r.wifi, /Login incorrect/)
const expired = r.told(r.wifi, /certificate of device expired/)
const charged = r.told(r.ledger, /^usage charged/)
const chargedPrint = (log: Parameters<typeof charged>[0]) => charged(log) && log.attributes['kind'] === 'print'
const used = t.metric('grant-service', 'db.sequence.used', 'mean')
const siteOf = (message: string) => / checked in at ([a-z-]+)/.exec(message)?.[1] ?? ''
const again = r.told(r.members, /already checked in/)

function loudestFailures(asked: Asked): Expectation {
  const [loudest] = countBy(requestsOf(asked.world, r.proxy), t.attribute('company.id'))
  return t.count(t.anytime, t.failures(t.all(r.proxy, r.company(loudest?.[0] ?? ''))))(asked)
}

function slowestRoute({ world }: Asked): Expectation {
  const slow = (name: string) => percentile(durationsOf(requestsOf(world, t.all(r.bookings, t.named(name)))), 0.95)
  const routes = [...new Set(requestsOf(world, r.bookings).map(({ name }) => name))].sort((a, b) => slow(b) - slow(a))
  return { first: { name: routes[0] ?? '', among: routes } }
}

export const COWORKING_73_TALKS = [
  ...talk(
    'unlocks',
    ask('talk', 'why do unlocks fail on door-api', t.because(r.INCIDENT, 'mechanism')),
    ask('talk', 'since when?', t.began()),
    ask('talk', 'how many so far', t.count(t.anytime, t.failures(r.doors))),
    ask('talk', 'and on booking-api?', t.count(t.anytime, t.failures(r.bookings))),
    ask('talk', 'only kepler-legal', t.count(t.anytime, t.failures(t.all(r.bookings, r.company('kepler-legal'))))),
  ),
  ...talk(
    'limits',
    ask(
      'talk',
      'how many 429s did front-proxy send in the last hour',
      t.count(t.anytime, t.requests(t.all(r.proxy, r.code(429)))),
    ),
    ask('talk', 'and 401s?', t.count(t.anytime, t.requests(t.all(r.proxy, r.code(401))))),
    ask(
      'talk',
      'in the last 15 min only',
      t.count(t.last(15), t.requests(t.all(r.proxy, r.code(401))), t.logs(r.told(r.proxy, / 401$/))),
    ),
  ),
  ...talk(
    'loudest',
    ask(
      'talk',
      'which company sends the most requests to front-proxy',
      t.topOf((world) => spansOf(r.proxy)(world), t.attribute('company.id')),
    ),
    ask('talk', 'how many of its requests failed?', loudestFailures),
    ask('talk', 'and what about walk-in', t.count(t.anytime, t.failures(t.all(r.proxy, r.company('walk-in'))))),
  ),
  ...talk(
    'latency',
    ask('talk', 'p95 of booking-api over the last 20 min', t.millis(t.last(20), t.took(r.bookings, 0.95))),
    ask('talk', 'p50?', t.millis(t.last(20), t.took(r.bookings, 0.5))),
    ask('talk', 'p50 of visitor-desk then', t.millis(t.last(20), t.took(r.guests, 0.5))),
  ),
  ...talk(
    'plans',
    ask('talk', 'door-api requests by plan.name', t.groupsBy(t.anytime, spansOf(r.doors), t.attribute('plan.name'))),
    ask('talk', 'only the failed ones', t.groupsBy(t.anytime, spansOf(failedDoors), t.attribute('plan.name'))),
    ask('talk', 'same by site.id', t.groupsBy(t.anytime, spansOf(failedDoors), t.attribute('site.id'))),
  ),
  ...talk(
    'lost',
    ask('talk', 'what happened to booking {lostBooking}?', t.words({ says: [['not saved', '502', 'no grant']] })),
    ask('talk', 'how many others ended like that', ({ world }) => {
      const many = t.failures(booking)(world, { fromMs: world.startMs, toMs: world.endMs })
      return { numbers: [{ value: many, unit: 'count', also: [many - 1] }] }
    }),
    ask('talk', 'which service is to blame', t.because(r.INCIDENT)),
  ),
  ...talk(
    'locks',
    ask('talk', 'is badge-sync still alive?', t.verdict('no', 'good')),
    ask('talk', 'what was the last thing it said', t.words({ says: [['session with lock vendor', 'expired']] })),
    ask('talk', 'when was that', r.timeOf('last', r.badges)),
    ask(
      'talk',
      'how many battery warnings did it log before',
      t.count(t.anytime, t.logs(r.told(r.badges, /lock battery/))),
    ),
  ),
  ...talk(
    'sequence',
    ask(
      'talk',
      'db.sequence.used right now?',
      t.value(t.last(5), t.metric('grant-service', 'db.sequence.used', 'last')),
    ),
    ask('talk', 'and at {@backfill-5}', t.value(t.during(['backfill', -6], ['backfill', -4]), used)),
    ask('talk', 'who ran the backfill', t.words({ says: [['t\\.brandt']] })),
    ask('talk', 'when did it start', t.began('backfill', 60)),
  ),
  ...talk(
    'opened',
    ask(
      'talk',
      'how many doors opened between {at10} and {at20}',
      t.count(r.mins(10, 20), t.logs(opened), t.requests(t.all(r.doors, r.code(200)))),
    ),
    ask(
      'talk',
      'and from {at40} to {at50}?',
      t.count(r.mins(40, 50), t.logs(opened), t.requests(t.all(r.doors, r.code(200)))),
    ),
    ask(
      'talk',
      'just ham-hafen',
      t.count(
        r.mins(40, 50),
        t.logs((log) => opened(log) && log.attributes['site'] === 'ham-hafen'),
        t.requests(t.all(r.doors, r.code(200), r.site('ham-hafen'))),
      ),
    ),
  ),
  ...talk(
    'versions',
    ask(
      'talk',
      'which door-api versions did we run in the last hour',
      t.words({ says: [['4\\.6\\.2'], ['4\\.7\\.0']] }),
    ),
    ask('talk', 'when was the switch', t.began('release', 90)),
    ask('talk', 'is that what broke the unlocks?', r.refuted()),
  ),
  ...talk(
    'paper',
    ask(
      'talk',
      'how many jobs did print-relay print in the last 30 min',
      t.count(t.last(30), t.requests(r.prints), t.logs(r.told(r.prints, /^printed/))),
    ),
    ask(
      'talk',
      'how many of them colour',
      t.count(
        t.last(30),
        t.requests(t.all(r.prints, t.has('mode', 'colour'))),
        t.logs(r.told(r.prints, /^printed .*colour/)),
      ),
    ),
    ask(
      'talk',
      'and grey',
      t.count(
        t.last(30),
        t.requests(t.all(r.prints, t.has('mode', 'grey'))),
        t.logs(r.told(r.prints, /^printed .*grey/)),
      ),
    ),
  ),
  ...talk(
    'twice',
    ask('talk', 'how many lines say "already checked in"', t.count(t.anytime, t.logs(again))),
    ask('talk', 'who was the latest', r.textOf('last', r.members, /Check-in of (m-\d+) refused/)),
    ask('talk', 'at which site', ({ world }) => {
      const row = world.logs.findLast((log) => again(log))
      return { names: [siteOf(row?.message ?? '')] }
    }),
  ),
  ...talk(
    'red',
    ask(
      'talk',
      'error lines per service, last 10 min',
      t.groupsBy(t.last(10), t.logsIn(r.isError), (row) => row.service),
    ),
    ask(
      'talk',
      'front-proxy by route?',
      t.groupsBy(t.last(10), spansOf(t.all(r.proxy, t.failed)), t.attribute('http.route')),
    ),
    ask(
      'talk',
      'and for the 10 min before that',
      t.groupsBy(t.earlier(10, 10), spansOf(t.all(r.proxy, t.failed)), t.attribute('http.route')),
    ),
  ),
  ...talk(
    'hit',
    ask('talk', 'how many companies have failed unlocks', t.count(t.anytime, t.differentOf(failedDoors, 'company.id'))),
    ask('talk', 'which one is worst', t.topOf(t.failedRequests(r.doors), t.attribute('company.id'))),
    ask('talk', 'ok thanks', t.declined('small_talk')),
  ),
  ...talk(
    'wifi',
    ask('talk', 'wifi logins rejected in the last 20 min', t.count(t.last(20), t.logs(wrongLogin))),
    ask('talk', 'how many of those because the certificate expired', t.count(t.last(20), t.logs(expired))),
    ask('talk', 'and over the whole hour', t.count(t.anytime, t.logs(expired))),
  ),
  ...talk(
    'long',
    ask('talk', 'how long has grant-service been broken', t.lasted()),
    ask('talk', 'what was its first error', t.words({ says: [['backfill aborted', 'nextval', 'maximum value']] })),
    ask(
      'talk',
      'what percentage of its requests failed in the last 5 minutes',
      t.percent(t.last(5), t.share(r.grants), t.share(t.all(r.grants, t.named('POST /grants')))),
    ),
    ask('talk', 'what else depends on it', t.words({ names: ['door-api', 'booking-api'] })),
  ),
  ...talk(
    'cents',
    ask(
      'talk',
      'how many cents did usage-ledger charge in total',
      t.count(t.anytime, r.fieldOf(charged, 'cents', 'sum')),
    ),
    ask('talk', 'only kind print', t.count(t.anytime, r.fieldOf(chargedPrint, 'cents', 'sum'))),
    ask('talk', 'average per charge there?', t.value(t.anytime, r.fieldOf(chargedPrint, 'cents', 'mean'))),
  ),
  ...talk(
    'guests',
    ask(
      'talk',
      'visits announced without badge since {@onset+1}',
      t.count(t.since('onset', 1), t.logs(r.told(r.guests, /without badge/))),
    ),
    ask('talk', 'and with a badge sent?', t.count(t.since('onset', 1), t.logs(r.told(r.guests, /badge sent/)))),
  ),
  ...talk(
    'moved',
    ask('talk', 'when was member-api restarted', t.began('restart', 60)),
    ask('talk', 'why', t.words({ says: [['drain', 'node']] })),
    ask('talk', 'any errors because of it?', t.verdict('no', 'bad')),
  ),
  ...talk(
    'slow',
    ask('talk', 'slowest route on booking-api by p95', slowestRoute),
    ask('talk', `p95 of ${r.BOOK} before {@onset}`, t.millis(t.before('onset'), t.took(booking, 0.95))),
    ask('talk', 'since {@onset}?', t.millis(t.since('onset'), t.took(booking, 0.95))),
  ),
]
