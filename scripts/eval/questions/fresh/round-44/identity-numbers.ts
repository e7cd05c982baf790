/** Shares, durations, rates, metrics and comparisons of the identity provider. Round 44. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const gauge = (service: string, name: string, what: t.Statistic) => t.metric(service, name, what)
const memory = (service: string, what: t.Statistic) => gauge(service, 'process.memory.usage', what)
const cpu = (service: string, what: t.Statistic) => gauge(service, 'process.cpu.utilization', what)
const since = t.since('onset', 1)
/** "At the moment": of the last minutes, however few. */
const NOW: t.When = (asked) => [5, 10, 15].flatMap((minutes) => t.last(minutes)(asked))

export const IDENTITY_NUMBERS_44 = [
  ask('ratio', 'error rate token-mint since {@onset+1}', t.percent(since, t.share(m.mint))),
  ask(
    'ratio',
    'what share of the sign requests fails at key-keeper in the last 10 minutes?',
    t.percent(t.last(10), t.share(m.signing), t.share(m.keeper)),
  ),
  ask(
    'ratio',
    'how many % of sign-ins break at the moment',
    t.percent(NOW, t.share(m.auth), t.share(m.on('/signin')), t.share(m.auth, m.status(401, 423, 502))),
  ),
  ask('ratio', 'failure rate of login-front over the last quarter of an hour', t.percent(t.last(15), t.share(m.front))),
  ask('ratio', 'percentage of consents that were refused', t.percent(t.anytime, t.share(m.consent, m.status(403)))),
  ask('ratio', 'which fraction of second factors is push?', t.percent(t.anytime, t.share(m.mfa, m.factor('push')))),

  ask('percentile', 'p95 login-front', t.millis(t.anytime, t.took(m.front, 0.95))),
  ask('percentile', 'p99 of POST /sign before {@onset}', t.millis(t.before('onset'), t.took(m.signing, 0.99))),
  ask(
    'percentile',
    'median duration of a push check?',
    t.millis(t.anytime, t.took(t.all(m.mfa, m.factor('push')), 0.5)),
  ),
  ask('mean-max', 'how long does a directory sync take on average', t.millis(t.anytime, t.took(m.sync, 'mean'))),
  ask(
    'mean-max',
    'longest sign-in in the last hour?',
    t.millis(t.last(60), t.took(m.auth, 'max'), t.took(m.on('/signin'), 'max')),
  ),
  ask(
    'slowest',
    'which second factor is the slowest?',
    t.words({ saysFirst: [['push']], neverFirst: ['^\\W*(?:totp|sms|webauthn)'] }),
  ),
  ask('slowest', 'show me the slowest trace of the last hour', (asked) => ({
    says: [m.slowestTraces(asked.world, t.last(60)(asked)[0] ?? [], t.any)],
  })),

  ask('rate', 'sign-ins per minute?', t.perS(t.anytime, ...[...m.SIGN_INS, ...m.SIGNED_IN].map(t.perSecond))),
  ask(
    'rate',
    'requests per second at login-front, last 10 minutes',
    t.perS(t.last(10), t.perSecond(t.requests(m.front))),
  ),
  ask(
    'rate',
    'how many tokens per minute did we issue before {@onset}',
    t.perS(
      t.before('onset'),
      ...[t.logs(m.issued), t.logs(t.all(m.mint, t.level('INFO'))), t.requests(m.mint)].map(t.perSecond),
    ),
  ),
  ask('rate', 'key-keeper errors per minute since {@onset+1}', t.perS(since, ...t.errors(m.keeper).map(t.perSecond))),

  ask('sum', 'how many users were in all finished syncs together?', t.count(t.anytime, m.sumOf(m.finished, 'users'))),
  ask(
    'sum',
    'average number of users per sync run',
    t.within(0.02, t.value(t.anytime, m.meanOf(m.finished, 'users'), m.meanOf(m.sync, 'users'))),
  ),

  ask('metric', 'memory of key-keeper right now', t.within(0.1, t.bytes(t.anytime, memory('key-keeper', 'last')))),
  ask(
    'metric',
    'average cpu of auth-core?',
    t.within(0.03, t.value(t.anytime, cpu('auth-core', 'mean'), t.scaled(cpu('auth-core', 'mean'), 100))),
  ),
  ask('metric', 'how many hsm sessions are open on hsm-a', t.value(t.anytime, m.open('hsm-a', 'last'))),
  ask(
    'metric',
    'active sessions in eu-central now?',
    t.within(0.01, t.value(t.anytime, m.active('eu-central', 'last'))),
  ),
  ask('metric', 'lowest value of sessions.active in us-east', t.value(t.anytime, m.active('us-east', 'min'))),
  ask(
    'metric',
    'how many users does alpenbank have in the directory',
    t.within(0.001, t.value(t.anytime, m.known('alpenbank', 'last'))),
  ),
  ask(
    'metric',
    'max kafka lag of the audit-trail in the last hour',
    t.value(t.last(60), gauge('audit-trail', 'kafka.consumer.lag', 'max')),
  ),
  ask(
    'metric',
    'total hsm.sign.failures since {@onset}',
    t.within(0.02, t.count(t.since('onset'), gauge('key-keeper', 'hsm.sign.failures', 'sum'), t.logs(m.signFailed))),
  ),
  ask('metric', 'people signed in right now, both regions', t.within(0.01, t.value(t.anytime, m.activeNow))),
  ask(
    'metric',
    'memory used by service please',
    t.words({ names: ['login-front', 'auth-core', 'token-mint', 'key-keeper', 'dir-sync', 'mfa-svc'] }),
  ),

  ask(
    'compare',
    'median of consent-desk before vs after 3.4.0',
    t.compared('ms', t.took(m.consent, 0.5), t.before('release'), t.sinceMark('release')),
  ),
  ask(
    'compare',
    'login-front failures: last 10 min against the 10 min before',
    t.compared('count', t.failures(m.front), t.last(10), t.earlier(10, 10)),
  ),
  ask('compare', 'sign-ins {@onset-15} to {@onset} compared to {@onset} to {@onset+15}', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.during(['onset', -15], ['onset', 0]), m.SIGN_INS),
      t.numberOf(asked, 'count', t.during(['onset', 0], ['onset', 15]), m.SIGN_INS),
    ],
  })),
  ask('trend', 'are the active sessions going down?', t.verdict('yes', 'down')),
  ask(
    'trend',
    'did consent-desk get slower with the new version',
    t.words({
      saysFirst: [['^\\W*yes\\b', 'slower', 'rose', 'went up', 'increas', 'higher', 'from \\d']],
      neverFirst: ['^\\W*no\\b', 'not slower', 'unchanged', 'faster'],
    }),
  ),
  ask('trend', 'more 502s at login-front than before {@onset}?', t.verdict('yes', 'up')),
  ask(
    'trend',
    'is the lag of audit-trail growing',
    t.words({
      saysFirst: [
        [
          '^\\W*no\\b',
          'steady',
          'stable',
          'flat',
          'not (?:growing|rising)',
          'unchanged',
          'no (?:clear )?trend',
          'falling',
          'about the same',
          'neither',
          'did not',
        ],
      ],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask(
    'anomaly',
    'does hsm.sessions.open look odd to you?',
    t.words({
      says: [['hsm-b', 'drop', 'fell', 'fall', '\\b0\\b', 'low', 'unusual', 'decreas', 'below', 'down']],
      neverFirst: ['^\\W*no\\b'],
    }),
  ),
  ask(
    'anomaly',
    'anything strange about dir-sync?',
    t.words({
      saysFirst: [['dir-sync'], ['no\\b', 'nothing', 'usual', 'normal', 'unchanged', '0 of', 'none', 'healthy']],
      neverFirst: ['root cause: .?dir-sync', '^\\W*yes\\b'],
    }),
  ),
  ask(
    'several',
    'avg and max duration of the mfa checks?',
    t.both(t.anytime, ['ms', t.took(m.mfa, 'mean')], ['ms', t.took(m.mfa, 'max')]),
  ),
  ask('several', 'how many sign-ins worked and how many got a 502 in the last 20 min', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.last(20), m.SIGNED_IN),
      t.numberOf(asked, 'count', t.last(20), m.BROKEN_SIGN_INS),
    ],
  })),
  ask(
    'group',
    'p95 per factor',
    t.groups(
      'ms',
      t.anytime,
      m.each(m.FACTORS, (one) => t.took(t.all(m.mfa, m.factor(one)), 0.95)),
    ),
  ),
  ask(
    'group',
    'error rate of token-mint by tenant since {@onset+1}',
    t.groups(
      'percent',
      since,
      m.each(m.TENANTS, (one) => t.share(t.all(m.mint, m.tenant(one)))),
    ),
  ),

  ...talk(
    'duration',
    ask('follow-up', 'p95 of auth-core before {@onset}', t.millis(t.before('onset'), t.took(m.auth, 0.95))),
    ask('follow-up', 'and p50', t.millis(t.before('onset'), t.took(m.auth, 0.5))),
    ask('follow-up', 'same for mfa-svc', t.millis(t.before('onset'), t.took(m.mfa, 0.5))),
  ),
  ...talk(
    'rates',
    ask('follow-up', 'error rate of auth-core last 20 min?', t.percent(t.last(20), t.share(m.auth))),
    ask(
      'follow-up',
      'by tenant',
      t.groups(
        'percent',
        t.last(20),
        m.each(m.TENANTS, (one) => t.share(t.all(m.auth, m.tenant(one)))),
      ),
    ),
  ),
]
