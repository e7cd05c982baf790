/** How many, and who has most: sign-ins, tokens, second factors, sessions, syncs of the identity provider. Round 44. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const NONE = t.words({
  saysFirst: [['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )?(?:errors?|records?)\\b', '(?<![\\d.,])0\\b', 'zero']],
  neverFirst: ['^\\W*yes\\b'],
})
const warns = t.level('WARN')

export const IDENTITY_COUNTS_44 = [
  ask('count', 'total sign-ins in the past hour', t.count(t.last(60), ...m.SIGN_INS, ...m.SIGNED_IN)),
  ask(
    'count',
    'how many token requests did token-mint get since {@onset}',
    t.count(t.since('onset'), t.requests(m.mint)),
  ),
  ask('count', 'how many 502 at the login-front in the last 20 minutes?', t.count(t.last(20), ...m.atFront(502))),
  ask('count', '429 on login-front?', t.count(t.anytime, ...m.atFront(429))),
  ask('count', 'log volume of auth-core over the last 15 min', t.count(t.last(15), t.logs(m.auth))),
  ask(
    'count',
    'how many directory syncs ran since {@release}?',
    t.count(t.since('release'), t.requests(m.sync), t.logs(m.finished)),
  ),
  ask('count', 'events that audit-trail processed in the last ten minutes', t.count(t.last(10), t.requests(m.audit))),
  ask(
    'class-of-codes',
    'how many 5xx did customers see at login-front since {@onset+5}',
    t.count(t.since('onset', 5), t.failures(m.front)),
  ),

  ask('errors', 'errors of key-keeper in the last 10 mins', t.count(t.last(10), ...t.errors(m.keeper))),
  ask('errors', 'how many errors in tokenmint', t.count(t.anytime, ...t.errors(m.mint))),
  ask('errors', 'does mfa-svc have any errors?', NONE),
  ask('errors', 'dir-sync errors since {@onset}', NONE),
  ask('level', 'how many warnings came from mfa-svc', t.count(t.anytime, t.logs(t.all(m.mfa, warns)))),
  ask(
    'level',
    'number of error lines over all services between {@onset+2} and {@onset+12}',
    t.count(t.during(['onset', 2], ['onset', 12]), t.logs(t.level('ERROR'))),
  ),

  ask(
    'outcome',
    'how many people signed in successfully in the last 30 min?',
    t.count(t.last(30), ...m.SIGNED_IN, t.differentOf(t.all(m.auth, m.status(200)), 'user.id')),
  ),
  ask('outcome', 'sign-ins that ended with 502', t.count(t.anytime, ...m.BROKEN_SIGN_INS)),
  ask('outcome', 'how many tokens could not be issued since {@onset}?', t.count(t.since('onset'), ...m.NOT_ISSUED)),
  ask('outcome', 'wrong passwords today?', t.count(t.anytime, t.logs(m.wrongPassword), t.logs(m.anyPassword))),
  ask(
    'outcome',
    'how many accounts got locked',
    t.count(t.anytime, ...m.LOCKED_OUT, t.differentOf(t.all(m.auth, m.status(423)), 'user.id')),
  ),
  ask('outcome', 'how often did users refuse a consent?', t.count(t.anytime, ...m.REFUSED_CONSENTS)),
  ask(
    'outcome',
    'second factors accepted in the last 25 minutes',
    t.count(t.last(25), t.logs(m.accepted), t.requests(t.all(m.mfa, m.status(200)))),
  ),
  ask(
    'outcome',
    'Sessions created since {@onset}?',
    t.count(t.since('onset'), t.logs(m.created), t.requests(m.creating)),
  ),

  ask('text', 'how many lines with CKR_PIN_LOCKED', t.count(t.anytime, t.logs(m.pinLocked))),
  ask('text', 'invalid_grant count last 40 min', t.count(t.last(40), t.logs(m.invalidGrant))),
  ask('text', 'how often was a refresh token already used?', t.count(t.anytime, t.logs(m.reused))),
  ask('text', 'sms provider timeouts', t.count(t.anytime, t.logs(m.smsLate))),
  ask('text', 'duplicate email warnings from the sync', t.count(t.anytime, t.logs(m.duplicates))),
  ask('text', 'C_Sign waited for a free slot: count before {@onset}', t.count(t.before('onset'), t.logs(m.slowSign))),
  ask('text', 'how many signing keys were rotated', t.count(t.anytime, t.logs(m.rotated))),

  ask(
    'attribute',
    'how many totp checks',
    t.count(t.anytime, t.requests(t.all(m.mfa, m.factor('totp'))), t.logs(t.all(m.mfa, m.line('factor', 'totp')))),
  ),
  ask(
    'attribute',
    'sign-ins of alpenbank in the last hour?',
    t.count(
      t.last(60),
      t.requests(t.all(m.auth, m.tenant('alpenbank'))),
      t.requests(t.all(m.auth, m.tenant('alpenbank'), m.status(200))),
      t.requests(t.all(m.on('/signin'), m.tenant('alpenbank'))),
    ),
  ),
  ask(
    'attribute',
    'syncs over ldap since {@release}',
    t.count(
      t.since('release'),
      t.requests(t.all(m.sync, m.connector('ldap'))),
      t.logs(t.all(m.finished, m.line('connector', 'ldap'))),
    ),
  ),
  ask(
    'attribute',
    'how many sign requests went to hsm-b',
    t.count(t.anytime, t.requests(t.all(m.signing, m.partition('hsm-b')))),
  ),
  ask(
    'conditions',
    'failed token requests for brightwell with grant refresh_token since {@onset}',
    t.count(
      t.since('onset'),
      t.failures(t.all(m.mint, m.tenant('brightwell'), m.grant('refresh_token'))),
      t.requests(t.all(m.mint, m.tenant('brightwell'), m.grant('refresh_token'), m.status(400, 502))),
    ),
  ),
  ask(
    'conditions',
    'how many crm sign-ins of cobaltair got a 502?',
    t.count(
      t.anytime,
      t.failures(t.all(m.auth, m.tenant('cobaltair'), m.app('crm'))),
      t.failures(t.all(m.on('/signin'), m.tenant('cobaltair'), m.app('crm'))),
    ),
  ),
  ask(
    'exclusion',
    'errors not counting key-keeper, since {@onset}',
    t.count(t.since('onset'), t.logs(t.all(t.level('ERROR'), t.not(m.keeper))), t.failures(t.not(m.keeper))),
  ),
  ask(
    'exclusion',
    'wrong passwords, but not from dunmore',
    t.count(
      t.anytime,
      t.logs(t.all(m.wrongPassword, t.not(m.line('tenant', 'dunmore')))),
      t.logs(t.all(m.anyPassword, t.not(m.line('tenant', 'dunmore')))),
    ),
  ),
  ask(
    'slow',
    'second factor checks that took longer than 2 seconds',
    t.count(t.anytime, t.requests(t.all(m.mfa, t.longer(2000)))),
  ),

  ask(
    'distinct',
    'how many different users tried to sign in in the last 20 minutes',
    t.count(t.last(20), t.differentOf(m.auth, 'user.id'), t.differentOf(m.on('/signin'), 'user.id')),
  ),
  ask(
    'distinct',
    'from how many ips did wrong passwords come',
    t.count(t.anytime, t.differentIn(m.wrongPassword, 'ip'), t.differentIn(m.anyPassword, 'ip')),
  ),

  ask('group', 'failed logins per tenant since {@onset}', (asked) => ({
    groups: Object.fromEntries(
      m.TENANTS.map((name) => [
        name,
        t.numberOf(asked, 'count', t.since('onset'), [
          t.failures(t.all(m.auth, m.tenant(name))),
          t.failures(t.all(m.on('/signin'), m.tenant(name))),
          t.failures(t.all(m.front, m.tenant(name))),
          t.requests(t.all(m.auth, m.tenant(name), m.status(401, 423, 502))),
          t.requests(t.all(m.on('/signin'), m.tenant(name), m.status(401, 423, 429, 502))),
        ]),
      ]),
    ),
  })),
  ask(
    'group',
    'mfa checks by factor',
    t.groups(
      'count',
      t.anytime,
      m.each(m.FACTORS, (one) => t.requests(t.all(m.mfa, m.factor(one)))),
    ),
  ),
  ask(
    'group',
    'break down the token-mint failures by grant type',
    t.groups(
      'count',
      t.anytime,
      m.each(m.GRANTS, (one) => t.failures(t.all(m.mint, m.grant(one)))),
    ),
  ),
  ask(
    'group',
    'login-front requests per route, last half hour',
    t.groups(
      'count',
      t.last(30),
      m.each(m.ROUTES, (one) => t.requests(m.on(one))),
    ),
  ),
  ask('group', 'errors per service since {@onset+1}', (asked) => ({
    groups: Object.fromEntries(
      (
        [
          ['login-front', m.front],
          ['auth-core', m.auth],
          ['token-mint', m.mint],
          ['key-keeper', m.keeper],
        ] as const
      ).map(([name, where]) => [name, t.numberOf(asked, 'count', t.since('onset', 1), t.errors(where))]),
    ),
  })),
  ask('top', 'which customer has the most 502s?', t.topOf(t.failedRequests(m.front), t.attribute('tenant.name'))),
  ask('top', 'app with most sign ins', t.topOf(m.spansOf(m.auth), t.attribute('client.app'))),
  ask(
    'top',
    'where do the wrong passwords come from, which ip mostly',
    t.topOf(t.logRows(m.anyPassword), t.attribute('ip')),
  ),
  ask(
    'top',
    'noisiest service in terms of log lines?',
    t.topOf(t.logRows(t.any), (row) => row.service),
  ),
  ask('top', 'most popular second factor', t.topOf(m.spansOf(m.mfa), t.attribute('mfa.factor'))),
  ask(
    'window',
    'wrong passwords between {@spray} and {@spray+4}',
    t.count(t.during(['spray', 0], ['spray', 4]), t.logs(m.wrongPassword), t.logs(m.anyPassword)),
  ),

  ...talk(
    'tokens',
    ask(
      'follow-up',
      'how many token requests failed in the last 30 min',
      t.count(
        t.last(30),
        t.failures(m.mint),
        t.requests(t.all(m.mint, m.status(400, 502))),
        t.failures(m.on('/oauth/token')),
      ),
    ),
    ask(
      'follow-up',
      'just alpenbank',
      t.count(
        t.last(30),
        t.failures(t.all(m.mint, m.tenant('alpenbank'))),
        t.requests(t.all(m.mint, m.status(400, 502), m.tenant('alpenbank'))),
        t.failures(t.all(m.on('/oauth/token'), m.tenant('alpenbank'))),
      ),
    ),
    ask(
      'follow-up',
      'and finchmedia?',
      t.count(
        t.last(30),
        t.failures(t.all(m.mint, m.tenant('finchmedia'))),
        t.requests(t.all(m.mint, m.status(400, 502), m.tenant('finchmedia'))),
        t.failures(t.all(m.on('/oauth/token'), m.tenant('finchmedia'))),
      ),
    ),
  ),
  ...talk(
    'warned',
    ask('follow-up', 'warnings in auth-core, last 60 minutes', t.count(t.last(60), t.logs(t.all(m.auth, warns)))),
    ask('follow-up', 'which messages?', t.words({ says: [['wrong password'], ['account locked']] })),
    ask('follow-up', 'what about session-store', t.words({ says: [['session expired', 'session-store']] })),
  ),
  ...talk(
    'factors',
    ask('follow-up', 'requests to mfa-svc since {@onset}', t.count(t.since('onset'), t.requests(m.mfa))),
    ask('follow-up', 'only push', t.count(t.since('onset'), t.requests(t.all(m.mfa, m.factor('push'))))),
    ask('follow-up', 'the last 10 minutes instead', t.count(t.last(10), t.requests(t.all(m.mfa, m.factor('push'))))),
  ),
]
