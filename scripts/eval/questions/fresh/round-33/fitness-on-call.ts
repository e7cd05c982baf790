/** What people on call and developers of the studios' software ask. Thirty-third round. */
import type { SpanRow } from '../../records.ts'
import { FITNESS_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const TWICE = ['duplicate', '23505', 'unique', 'bookings_pkey', 'generator', 'collision', 'collid']
const gauge = t.metric

/** On call, woken up. */
const NIGHT = [
  ask('cause', 'pager says 502 on bookings. what is it', t.because(FITNESS_INCIDENT, 'mechanism')),
  ask('state', 'still failing?', t.verdict('no', 'bad')),
  ask('since', 'when did it stop', t.began('recovery', 150)),
  ask('how-long', 'how long was it broken for', t.lasted('onset', 'recovery')),
  ask('how-bad', 'how bad was it', m.damage),
  ask('errors', 'any errors last 8 min', m.NONE),
  ask('next-step', 'ok and what should I look at first', t.words({ says: [['class-booking'], TWICE] })),
]

/** Takes over in the morning. */
const HANDOVER = [
  ...talk(
    'handover',
    ask('follow-up', 'Morning, anything break during my absence?', t.because(FITNESS_INCIDENT)),
    ask('follow-up', 'when exactly did that begin', t.began()),
    ask('follow-up', 'and the cause?', t.words({ says: [TWICE] })),
    ask('follow-up', 'is that solved?', t.verdict('yes', 'good')),
  ),
  ask(
    'timeline',
    'short timeline of the incident for the ticket',
    t.words({ says: [['class-booking'], ['\\d\\d:\\d\\d']], neverFirst: ['log records'] }),
  ),
  ask('several', 'What failed, since when, and is it over?', (asked) => ({
    ...t.because(FITNESS_INCIDENT, 'time')(asked),
    says: [['over', 'recover', 'ended', 'no longer', 'stopped', 'until', 'resolved', 'back to normal']],
  })),
  ask('silence', 'Did any service stop sending data?', t.words({ says: [['trainer-feed']] })),
]

/** Writes the booking service. */
const BOOKING_DEV = [
  ask('text', 'count "duplicate key value violates unique constraint"', t.count(t.anytime, t.logs(m.twice))),
  ask(
    'group',
    '500s in class-booking by instance',
    t.groups(
      'count',
      t.anytime,
      m.each(['class-booking-a2', 'class-booking-a3'], (one) => t.failures(t.all<SpanRow>(m.classes, m.from(one)))),
    ),
  ),
  ask('health', 'was class-booking-a1 affected too', t.verdict('no', 'bad')),
  ask('meaning', 'what does 23505 mean', t.words({ says: [['duplicate', 'unique']] })),
  ask(
    'conditions',
    'POST /bookings with channel=desk that returned 500',
    t.count(t.anytime, t.failures(t.all(m.booking, m.channel('desk')))),
  ),
  ask('percentile', 'p99 POST /bookings class-booking', t.millis(t.anytime, t.took(m.booking, 0.99))),
  ask(
    'version',
    'did class-booking get a new version today or is it still 2.18.3',
    t.words({ saysFirst: [['2\\.18\\.3']], neverFirst: ['^\\W*yes\\b'] }),
  ),
  ask(
    'metric',
    'bookings_failed_total, how much did it go up since {@onset}?',
    t.within(0.02, t.count(t.since('onset'), gauge('class-booking', 'bookings_failed_total', 'rise'), t.logs(m.twice))),
  ),
]

/** Writes the membership service. */
const MEMBERSHIP_DEV = [
  ask('since', 'when did 5.5.0 of membership go live', t.began('release', 120)),
  ask('deploy', 'did our 5.5.0 break the bookings?', t.verdict('no', 'bad')),
  ask(
    'compare',
    'membership p50 before and after {@release}',
    t.compared('ms', t.took(m.membership, 0.5), t.before('release'), t.sinceMark('release')),
  ),
  ask('health', 'membership healthy?', t.healthy),
  ask(
    'count',
    'how many 403 from membership since the release',
    t.count(
      t.sinceMark('release'),
      t.requests(t.all(m.membership, m.status(403))),
      t.logs(t.all(m.membership, t.level('WARN'))),
    ),
  ),
  ask(
    'group',
    '"no entitlement" by reason pls',
    t.groups(
      'count',
      t.anytime,
      m.each(['paused', 'expired', 'not_in_plan'], (one) => t.logs(t.all(m.membership, m.line('reason', one)))),
    ),
  ),
  ask('dependency', 'who calls membership', t.words({ names: ['member-app-api', 'class-booking', 'checkin-api'] })),
]

/** Looks after the PHP. */
const PHP_DEV = [
  ask('percentile', 'charge.php p95', t.millis(t.anytime, t.took(m.charge, 0.95))),
  ask('errors', 'errors on paydesk?', m.NONE),
  ask('count', 'invoice.php 404s', t.count(t.anytime, t.requests(t.all(m.invoice, m.status(404))))),
  ask('text', 'how many PHP Deprecated lines do we write', t.count(t.anytime, t.logs(m.deprecated))),
  ask('restart', 'when was php-fpm reloaded?', t.began('restart', 60)),
  ask('metric', 'max phpfpm_active_processes', t.value(t.anytime, gauge('pay-desk', 'phpfpm_active_processes', 'max'))),
  ask('health', 'why is pay-desk down', t.denied('pay-desk')),
]

/** A contractor for the Rails application. */
const RAILS_DEV = [
  ask('count', 'studio-admin 422 count', t.count(t.anytime, t.requests(t.all(m.admin, m.status(422))), t.logs(m.iban))),
  ask('errors', 'Show me how many errors studio-admn logged', t.count(t.anytime, ...t.errors(m.admin))),
  ask('paste', '{railsLine}\nwhy do I get this?', t.words({ says: [['class-booking'], TWICE] })),
  ask('mean-max', 'avg time of Admin::ReportsController#daily', t.millis(t.anytime, t.took(m.report, 'mean'))),
  ask(
    'top',
    'Which controller action of studio-admin gets the most requests?',
    t.topOf(m.spansOf(m.admin), (row) => ('name' in row ? row.name : '')),
  ),
  ask(
    'metric',
    'puma_backlog ever above 0? whats the max',
    t.value(t.anytime, gauge('studio-admin', 'puma_backlog', 'max')),
  ),
]

/** Writes the app for phones. */
const MOBILE_DEV = [
  ask(
    'group',
    'failed requests by client',
    t.groups(
      'count',
      t.anytime,
      m.each(m.CLIENTS, (one) => t.failures(t.all(m.app, m.client(one)))),
    ),
  ),
  ask(
    'conditions',
    'how many 502 did ios get on POST /api/bookings',
    t.count(t.anytime, t.failures(t.all(m.appBooking, m.client('ios')))),
  ),
  ask(
    'health',
    'is GET /api/schedule slow',
    t.words({
      saysFirst: [
        ['^\\W*no\\b', 'not slow', 'not slower', 'no slower', 'normal', 'unchanged', 'usual', 'steady', 'stable'],
      ],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ...talk(
    'mobile',
    ask('follow-up', 'requests to member-app-api in the last 30 minutes', t.count(t.last(30), t.requests(m.app))),
    ask('follow-up', 'only android', t.count(t.last(30), t.requests(t.all(m.app, m.client('android'))))),
    ask('follow-up', 'how many of those failed', t.count(t.last(30), t.failures(t.all(m.app, m.client('android'))))),
  ),
  ask(
    'text',
    'session expired count last hour',
    t.count(t.last(60), t.logs(m.expired), t.requests(t.all(m.app, m.status(401)))),
  ),
]

/** Runs the hosts. */
const PLATFORM = [
  ask(
    'metric',
    'How many replicas of class-booking are running now?',
    t.value(t.anytime, gauge('class-booking', 'replicas_running', 'last')),
  ),
  ask(
    'anomaly',
    'did anything odd happen to replicas_running',
    t.words({ says: [['\\b3\\b', 'three']], neverFirst: ['^\\W*no\\b', 'nothing (?:odd|unusual)'] }),
  ),
  ask('trend', 'is redis_connected_clients climbing', t.verdict('no', 'up')),
  ask(
    'metric',
    'highest replicas_running today',
    t.value(t.anytime, gauge('class-booking', 'replicas_running', 'max')),
  ),
  ask(
    'anomaly',
    'does doors_online look normal',
    t.words({
      saysFirst: [
        [
          '^\\W*yes\\b',
          'normal',
          'unchanged',
          'constant',
          'steady',
          'stable',
          'no (?:change|anomal)',
          'nothing',
          'always 9',
          'stays? at',
        ],
      ],
      neverFirst: ['^\\W*no\\b(?! (?:change|anomal))'],
    }),
  ),
  ask(
    'metric',
    'memory of studio-admin, peak',
    t.within(0.01, t.bytes(t.anytime, gauge('studio-admin', 'process_resident_memory_bytes', 'max'))),
  ),
  ask(
    'metric',
    'jvm_memory_used_bytes average',
    t.within(0.01, t.bytes(t.anytime, gauge('class-booking', 'jvm_memory_used_bytes', 'mean'))),
  ),
  ask('rate', 'req/s member-app-api last 15 min', t.perS(t.last(15), t.perSecond(t.requests(m.app)))),
  ask('list', 'list all services', ({ world }) => ({ names: [...world.services] })),
  ask('order', 'scale class-booking back to 3', t.declined('read_only')),
]

/** Looks after the jobs. */
const JOBS_DEV = [
  ask('count', 'jobs failed?', t.count(t.anytime, t.logs(m.jobFailed))),
  ask('cause', 'why did waitlist_promote fail', t.because(FITNESS_INCIDENT)),
  ask(
    'count',
    'how many dunning jobs were done in the last half hour',
    t.count(t.last(30), t.logs(t.all(m.jobs, m.jobDone, m.body(/job=dunning/)))),
  ),
  ask('text', 'expired push tokens in the last 40 min', t.count(t.last(40), t.logs(m.pushExpired))),
  ask('level', 'reminder-jobs warnings', t.count(t.anytime, t.logs(t.all(m.jobs, t.level('WARN'))))),
  ask(
    'group',
    'job done per job',
    t.groups(
      'count',
      t.anytime,
      m.each(['class_reminder', 'waitlist_promote', 'noshow_fee', 'dunning'], (one) =>
        t.logs(t.all(m.jobDone, m.body(new RegExp(`job=${one}\\b`)))),
      ),
    ),
  ),
  ask('silence', 'last sign of life from trainer-feed?', ({ world }) =>
    m.clock(world.logs.findLast(m.feed)?.timeMs, 30),
  ),
]

/** Looks after the databases. */
const DATABASE = [
  ask('dependency', 'Which of our services talk to redis?', t.words({ names: ['checkin-api'] })),
  ask('dependency', 'who uses mysql', t.words({ names: ['pay-desk'] })),
  ask(
    'cause',
    'was it postgres being slow, a bad release or the ids?',
    t.words({
      says: [['class-booking']],
      saysFirst: [[...TWICE, '\\bids?\\b']],
      neverFirst: ['^\\W*(?:it was |yes,? )?(?:postgres(?:ql)? being slow|a bad release)'],
    }),
  ),
  ask(
    'metric',
    'max hikaricp_connections_active during {@onset} - {@recovery}',
    t.value(m.outageMinutes(0, 0), gauge('class-booking', 'hikaricp_connections_active', 'max')),
  ),
  ask('paste', '{twiceLine}\n\nhow often since {@onset}', t.count(t.since('onset'), t.logs(m.twice))),
  ask('order', 'drop the constraint bookings_pkey', t.declined('read_only')),
]

/** Manages capacity and reliability. */
const RELIABILITY = [
  ask(
    'ratio',
    'error rate of class-booking between {@onset+1} and {@recovery}',
    t.percent(m.outageMinutes(1, 0), t.share(m.classes)),
  ),
  ask(
    'ratio',
    'Percentage of POST /api/bookings on member-app-api that failed between {@onset+1} and {@recovery}',
    t.percent(m.outageMinutes(1, 0), t.share(m.appBooking)),
  ),
  ask('compare', 'errors of member-app-api {@onset-15}-{@onset} vs {@onset+2}-{@onset+17}', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.during(['onset', -15], ['onset', 0]), t.errors(m.app)),
      t.numberOf(asked, 'count', t.during(['onset', 2], ['onset', 17]), t.errors(m.app)),
    ],
  })),
  ask(
    'group',
    'errors per service today',
    m.fairGroups('count', t.anytime, {
      'member-app-api': t.errors(m.app),
      'class-booking': t.errors(m.classes),
      'studio-admin': t.errors(m.admin),
      'reminder-jobs': [t.logs(t.all(m.jobs, t.level('ERROR')))],
    }),
  ),
  ask(
    'metric',
    'rise of http_requests_total code 5xx in the last hour',
    t.within(
      0.03,
      t.count(
        t.last(60),
        gauge('member-app-api', 'http_requests_total', 'rise', (point) => point.attributes['code'] === '5xx'),
        t.failures(m.app),
      ),
    ),
  ),
  ask(
    'top',
    'service with highest error rate last 40 min?',
    t.words({
      first: {
        name: 'class-booking',
        among: ['class-booking', 'member-app-api', 'studio-admin', 'checkin-api', 'membership', 'pay-desk'],
      },
    }),
  ),
  ask('slowest', 'slowest trace in the last 20 minutes', t.words({ says: [['studio-admin', 'Reports', 'reports']] })),
]

export const FITNESS_ON_CALL = [
  ...[...NIGHT, ...HANDOVER, ...BOOKING_DEV, ...MEMBERSHIP_DEV, ...PHP_DEV, ...RAILS_DEV, ...MOBILE_DEV],
  ...[...PLATFORM, ...JOBS_DEV, ...DATABASE, ...RELIABILITY],
]
