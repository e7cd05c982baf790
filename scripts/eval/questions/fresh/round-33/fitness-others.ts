/** What the founders, security, testers, new and distant colleagues of the studios' software ask. Thirty-third round. */
import { FITNESS_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const inside = (studio: string, what: t.Statistic) =>
  t.metric('checkin-api', 'members_in_studio', what, (point) => point.attributes['tenant'] === studio)

/** Leads the engineers. */
const CTO = [
  ask('cause', 'Give me the root cause of today’s incident in one sentence.', t.because(FITNESS_INCIDENT, 'mechanism')),
  ask(
    'impact',
    'which services were affected',
    t.words({ names: ['class-booking', 'member-app-api', 'studio-admin'] }),
  ),
  ask('deploy', 'Did we deploy anything today?', t.words({ says: [['membership'], ['5\\.5\\.0']] })),
  ask(
    'version',
    'versions in production please',
    t.words({ says: [['9\\.3\\.1'], ['2\\.18\\.3'], ['5\\.5\\.0'], ['1\\.44\\.0']] }),
  ),
  ask('state', 'are we fully recovered?', t.verdict('yes', 'good')),
  ask('ratio', 'Failure rate of the member app api over the last 10 minutes?', t.percent(t.last(10), t.share(m.app))),
]

/** Founded the company. */
const FOUNDER = [
  ask('state', 'is everything ok now??', t.verdict('yes', 'good')),
  ask(
    'count',
    'how many people checked in today',
    t.count(t.anytime, ...m.CHECKINS, t.requests(m.checkin), t.differentIn(m.accepted, 'member')),
  ),
  ask(
    'outcome',
    'new memberships last hour',
    t.count(t.last(60), t.logs(m.activated), t.requests(t.all(m.membership, t.named('POST /memberships')))),
  ),
  ask(
    'impact',
    'could people still get into the gym while bookings were broken',
    t.words({
      saysFirst: [
        [
          '^\\W*yes\\b',
          'not affected',
          'unaffected',
          'healthy',
          'normal',
          'no failed',
          '(?<![\\d.,])0 (?:of|failed|errors)',
        ],
      ],
      neverFirst: ['^\\W*no[,.]'],
    }),
  ),
  ask('off-topic', 'any tips for getting rid of belly fat', t.declined('off_topic')),
  ask('unknown', 'check-ins three weeks ago?', t.declined('no_data')),
]

/** Looks after security. */
const SECURITY = [
  ask(
    'count',
    '401 on member-app-api last 45 min',
    t.count(t.last(45), t.requests(t.all(m.app, m.status(401))), t.logs(m.expired)),
  ),
  ask(
    'count',
    '403s at checkin-api',
    t.count(t.anytime, t.requests(t.all(m.checkin, m.status(403))), t.logs(m.refused)),
  ),
  ask(
    'distinct',
    'how many different unknown cards',
    t.count(t.anytime, t.differentIn(m.unknownCard, 'card'), t.logs(m.unknownCard)),
  ),
  ask(
    'group',
    'card unknown per tenant, top ones',
    t.groupsBy(t.anytime, m.linesOf(m.unknownCard), t.attribute('tenant'), 1),
  ),
  ask('unknown', 'errors in vault-agent', t.declined('unknown', 'vault')),
  ask('order', 'block member {failedMember}', t.declined('read_only')),
]

/** Tests before releases. */
const TESTER = [
  ask(
    'list',
    'which routes does member-app-api have',
    t.words({ says: [['/api/schedule'], ['/api/bookings'], ['/api/me'], ['/api/orders'], ['/api/invoices']] }),
  ),
  ask('count', '204 count on class-booking', t.count(t.anytime, t.requests(t.all(m.classes, m.status(204))))),
  ask(
    'group',
    'status codes of POST /api/bookings',
    t.groups(
      'count',
      t.anytime,
      Object.fromEntries([201, 403, 502].map((code) => [code, t.requests(t.all(m.appBooking, m.status(code)))])),
    ),
  ),
  ask('slow', 'charge.php over 500ms how many', t.count(t.anytime, t.requests(t.all(m.charge, t.longer(500))))),
  ask('unknown', 'did member-app-api return any 504?', m.NONE),
  ask('lookup', 'services in trace {orderTrace}', t.words({ names: ['member-app-api', 'pay-desk', 'membership'] })),
  ask(
    'single-record',
    'last error of class-booking',
    t.words({ says: [['could not insert booking', 'duplicate key']] }),
  ),
]

/** In the first week here. */
const NEW_HIRE = [
  ask('dependency', 'What does class-booking depend on?', t.words({ names: ['membership'] })),
  ask('bare-name', 'checkin-api', t.words({ saysFirst: [['checkin-api']] })),
  ask(
    'meaning',
    'who writes "late cancellation, fee applies" and what does it mean',
    t.words({ says: [['class-booking']] }),
  ),
  ask(
    'list',
    'metrics of checkin-api?',
    t.words({
      names: ['members_in_studio', 'checkins_total', 'doors_online', 'go_goroutines', 'redis_connected_clients'],
    }),
  ),
  ask(
    'health',
    'Is trainer-feed ok?',
    t.words({
      saysFirst: [['^\\W*no\\b', 'silent', 'stopped', 'no longer', 'nothing since', 'last (?:record|line|seen|sent)']],
      neverFirst: ['^\\W*yes\\b', 'healthy'],
    }),
  ),
  ask('ask-back', 'and what about the other two?', t.declined('ask_back')),
  ask('talk', 'hey there', t.declined('small_talk')),
]

/** Colleagues who write as they speak. */
const ABROAD = [
  ask('language', 'Warum konnten Mitglieder keine Kurse buchen?', t.because(FITNESS_INCIDENT)),
  ask(
    'language',
    'Wie viele Fehler hatte studio-admin in der letzten Stunde?',
    t.count(t.last(60), ...t.errors(m.admin)),
  ),
  ask('language', '¿sigue fallando?', t.verdict('no', 'bad')),
  ask('language', 'combien de cartes refusées aujourd’hui (card declined) ?', t.count(t.anytime, ...m.DECLINED)),
]

/** Answers a studio that complains. */
const ONBOARDING = [
  ...talk(
    'lounge',
    ask(
      'follow-up',
      'requests of yoga-lounge to member-app-api',
      t.count(t.anytime, t.requests(t.all(m.app, m.tenant('yoga-lounge')))),
    ),
    ask('follow-up', 'how many failed', t.count(t.anytime, t.failures(t.all(m.app, m.tenant('yoga-lounge'))))),
    ask('follow-up', 'same for kraftraum', t.count(t.anytime, t.failures(t.all(m.app, m.tenant('kraftraum'))))),
  ),
  ask(
    'slow',
    'the roster page feels slow to them, p95 of Admin::RosterController#show?',
    t.millis(t.anytime, t.took(m.roster, 0.95)),
  ),
  ask(
    'window',
    'bookings created between {@release} and {@release+15}',
    t.count(t.during(['release', 0], ['release', 15]), ...m.BOOKED),
  ),
  ask('level', 'warnings in class booking last 30 min', t.count(t.last(30), t.logs(t.all(m.classes, t.level('WARN'))))),
]

/** Plans staff for the evening. */
const OPERATIONS = [
  ...talk(
    'latency',
    ask('follow-up', 'p95 of chekin-api', t.millis(t.anytime, t.took(m.checkin, 0.95))),
    ask('follow-up', 'and membership?', t.millis(t.anytime, t.took(m.membership, 0.95))),
    ask('follow-up', 'last 10 minutes only', t.millis(t.last(10), t.took(m.membership, 0.95))),
  ),
  ask(
    'metric',
    'members_in_studio per tenant, latest',
    t.groups(
      'any',
      t.anytime,
      m.each(m.STUDIOS, (one) => inside(one, 'last')),
    ),
  ),
  ask(
    'outcome',
    'check-ins refused since {@onset}',
    t.count(
      t.since('onset'),
      t.logs(m.refused),
      t.requests(t.all(m.checkin, m.status(403))),
      t.logs(t.all(m.denied, t.says(/code=403/))),
    ),
  ),
  ask(
    'compare',
    'checkin requests in the last 10 min compared to 10 min half an hour before',
    t.compared('count', t.requests(m.checkin), t.last(10), t.earlier(10, 30)),
  ),
]

export const FITNESS_OTHERS = [
  ...[...CTO, ...FOUNDER, ...SECURITY, ...TESTER, ...NEW_HIRE, ...ABROAD, ...ONBOARDING, ...OPERATIONS],
]
