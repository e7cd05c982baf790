/** Questions that count requests, failures and lines at the lift company, with conditions and in windows. */
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as v from './rows.ts'

const whole = t.anytime

const PLAIN = [
  ask('count', 'how many telegrams came in', t.count(whole, t.requests(v.ingest))),
  ask(
    'count',
    'count of heartbeats',
    t.count(whole, v.lines(v.ingest, /^heartbeat/), t.requests(v.telegrams('heartbeat'))),
  ),
]

const WINDOWS = [
  ask(
    'window',
    'how many calls were refused between {@onset+3} and {@onset+13}?',
    t.count(t.during(['onset', 3], ['onset', 13]), t.failures(v.bridge), v.lines(v.bridge, /^call \S+ refused/)),
  ),
  ask(
    'window',
    'inspections entered in the 10 min before {@release}',
    t.count(
      t.during(['release', -10], ['release', 0]),
      t.requests(v.inspections),
      v.lines(v.book, /^inspection IN-/),
      t.requests(t.all(v.app, v.route('/v1/inspections'))),
    ),
  ),
  ask('window', 'failed alarm messages, last 15 minutes', t.count(t.last(15), t.failures(v.desk))),
  ask('window', 'warnings across everything during the last 20 minutes', t.count(t.last(20), t.logs(t.level('WARN')))),
  ask(
    'window',
    'jobs finished in the first 20 minutes of the data ({@start} to {@start+20})',
    t.count(
      t.during(['start', 0], ['start', 20]),
      v.lines(v.app, / finished after /),
      t.requests(t.all(v.app, v.route('/v1/jobs/{id}/finish'))),
      t.requests(t.all(v.app, v.route('/v1/jobs/{id}/finish'), v.code(200))),
    ),
  ),
]

const ERRORS = [
  ask(
    'errors',
    'how many technicians tried to finish a job twice (409 on POST {finishRoute})',
    t.count(
      whole,
      t.requests(t.all(v.app, v.route('/v1/jobs/{id}/finish'), v.code(409))),
      v.lines(v.app, /is finished already/),
    ),
  ),
  ask('errors', 'any errors on lift-ingest? how many', () => ({ says: [['\\bno\\b', '\\b0\\b', 'none', 'zero']] })),
  ask(
    'level',
    'billing-run: warnings and errors, give me both figures',
    t.both(whole, ['count', t.logs(v.leveled(v.billing, 'WARN'))], ['count', t.logs(v.leveled(v.billing, 'ERROR'))]),
  ),
]

const CONDITIONS = [
  ask(
    'conditions',
    'fault reports from nordbau over the web',
    t.count(whole, t.requests(t.all(v.reports, v.tenant('nordbau'), t.has('channel', 'web')))),
  ),
  ask(
    'conditions',
    'how many telegrams from gateways on firmware 5.1.4 were answered with 400',
    t.count(whole, t.requests(t.all(v.ingest, t.has('gateway.firmware', '5.1.4'), v.code(400)))),
  ),
  ask(
    'conditions',
    'calls to technicians over telvox that failed',
    t.count(whole, t.failures(t.all(v.carrier('telvox'), v.purpose('technician')))),
  ),
  ask(
    'conditions',
    'call-outs with priority entrapment in the east',
    t.count(
      whole,
      t.requests(t.all(v.planner, t.has('callout.priority', 'entrapment'), v.region('east'))),
      v.lines(t.all(v.planner, t.has('priority', 'entrapment'), v.region('east')), /^call-out CO-/),
    ),
  ),
  ask(
    'conditions',
    'how many requests came from app version 9.4.0 on ios',
    t.count(whole, t.requests(t.all(v.app, t.has('app.version', '9.4.0'), t.has('os.name', 'ios')))),
  ),
  ask(
    'conditions',
    'certificate requests of full contracts at inspection-book',
    t.count(whole, t.requests(t.all(v.certificates, t.has('contract.tier', 'full')))),
  ),
  ask(
    'exclusion',
    '4xx on portal-api but not the 401s',
    t.count(whole, t.requests(t.all(v.portal, v.status4xx, t.not(v.code(401))))),
  ),
  ask(
    'exclusion',
    'telegrams other than heartbeats',
    t.count(whole, t.requests(t.all(v.ingest, t.not(t.has('telegram.kind', 'heartbeat'))))),
  ),
]

export const LIFTS_COUNTS = [...PLAIN, ...WINDOWS, ...ERRORS, ...CONDITIONS]
