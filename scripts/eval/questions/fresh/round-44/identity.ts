/** Questions to the identity provider: states, causes, single things, what cannot be answered. Round 44. */
import { requestsOf } from '../../truth.ts'
import { IDENTITY_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import { IDENTITY_COUNTS_44 } from './identity-counts.ts'
import { IDENTITY_NUMBERS_44 } from './identity-numbers.ts'
import * as m from './rows.ts'

const PIN = [...IDENTITY_INCIDENT.mechanism]
const at = (ms: number | undefined, toleranceS: number) => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})
const UNRELATED = t.words({
  saysFirst: [['\\bno\\b', '\\bnot\\b', 'unrelated', 'before', 'throughout', 'usual', 'normal', 'all the time']],
  neverFirst: ['^\\W*yes\\b'],
})

export const IDENTITY_44 = [
  ask('state', 'can our customers log in right now?', t.verdict('no', 'good')),
  ask('state', 'still down?', t.verdict('yes', 'bad')),
  ask('state', 'has key-keeper recovered', t.verdict('no', 'good')),
  ask('state', 'is everything green now?', t.verdict('no', 'good')),
  ask('health', 'mfa-svc ok?', t.healthy),
  ask('health', 'Is the directory sync healthy?', t.healthy),
  ask('health', 'why is consent-desk down?', t.denied('consent-desk')),
  ask('health', 'why did session-store crash', t.denied('session-store')),
  ask('cause', 'whats going on with the logins', t.because(IDENTITY_INCIDENT, 'mechanism')),
  ask('cause', 'why does token-mint throw 502', t.because(IDENTITY_INCIDENT, 'mechanism')),
  ask('cause', 'alpenbank is on the phone, nobody there gets in. reason?', t.because(IDENTITY_INCIDENT, 'mechanism')),
  ask('cause', 'Why do so many sign-ins fail since {@onset}?', t.because(IDENTITY_INCIDENT)),
  ask(
    'cause',
    'hsm, kafka or the consent release, which one is it?',
    t.words({
      says: [['key-keeper', 'hsm']],
      saysFirst: [PIN],
      neverFirst: ['^\\W*(?:it is |yes,? )?(?:the |a )?(?:kafka|consent)\\b'],
    }),
  ),
  ask('cause', 'is it because of the password guessing from that one ip?', UNRELATED),
  ask('since', 'and when was it that this started', t.began()),
  ask('since', 'time of the very first 502 at login-front?', ({ world }) =>
    at(requestsOf(world, t.all(m.front, t.failed))[0]?.startMs, 40),
  ),
  ask('how-long', 'how long are logins broken already', t.lasted()),
  ask('change', 'did anybody change something shortly before {@onset}?', t.words({ says: [['SEC-418', '\\bpin\\b']] })),
  ask('change', 'when was the pin changed?', ({ world }) => at((world.marks['onset'] ?? 0) - 48_000, 30)),
  ask('impact', 'how serious is this?', m.damage),
  ask(
    'impact',
    'number of users who ran into a 502',
    t.count(
      t.anytime,
      t.differentOf(t.all(m.front, t.failed), 'user.id'),
      t.differentOf(t.all(m.auth, t.failed), 'user.id'),
    ),
  ),
  ask(
    'impact',
    'how many tenants are hit?',
    t.count(t.anytime, t.differentOf(t.all(m.front, t.failed), 'tenant.name')),
  ),
  ask('impact', 'affected services?', t.words({ names: ['key-keeper', 'token-mint', 'auth-core', 'login-front'] })),
  ask('impact', 'does it hit POST /consent as well', t.verdict('no', 'bad')),
  ask('impact', 'is finchmedia affected', t.verdict('yes', 'bad')),
  ask('impact', 'do token refreshes fail too?', t.verdict('yes', 'bad')),
  ask('impact', 'is partition hsm-a affected?', t.verdict('no', 'bad')),
  ask('deploy', 'any releases in the last hour', t.words({ says: [['consent-desk'], ['3\\.4\\.0']] })),
  ask('deploy', 'is the new consent-desk to blame?', t.verdict('no', 'bad')),
  ask('deploy', 'when did consent-desk 3.4.0 go live', t.began('release', 120)),
  ask('version', 'key-keeper version?', t.words({ saysFirst: [['3\\.17\\.2']] })),
  ask('version', 'which version did consent-desk have before', t.words({ says: [['3\\.3\\.1']] })),
  ask(
    'version',
    'list all versions that run',
    t.words({ says: [['14\\.6\\.0'], ['7\\.2\\.5'], ['9\\.0\\.3'], ['3\\.17\\.2']] }),
  ),
  ask(
    'restart',
    'did something restart in the last half hour?',
    t.words({ says: [['mfa-svc']], neverFirst: ['^\\W*no\\b'] }),
  ),
  ask('restart', 'why did mfa-svc restart?', t.words({ says: [['drain', 'SIGTERM']] })),
  ask('restart', 'when was mfa-svc restarted', t.began('restart', 120)),
  ask('next-step', 'where do i have to look first', t.words({ says: [['key-keeper'], PIN] })),
  ask('dependency', 'what does auth-core call?', t.words({ names: ['mfa-svc', 'session-store', 'token-mint'] })),
  ask('dependency', 'who uses token-mint', t.words({ names: ['auth-core', 'login-front'] })),
  ask('dependency', 'which database does session-store use?', t.words({ says: [['redis']] })),
  ask(
    'timeline',
    'chronology of the outage please',
    t.words({
      says: [['key-keeper'], ['token-mint', 'auth-core', 'login-front'], ['\\d\\d:\\d\\d']],
      neverFirst: ['log records'],
    }),
  ),
  ask('silence', 'is there a service that went quiet? which', t.words({ saysFirst: [['report-mailer']] })),
  ask('silence', 'is report-mailer still alive?', t.verdict('no', 'good')),
  ask('silence', 'does audit-trail still write events', t.verdict('yes', 'good')),
  ask(
    'lookup',
    'what happened to flow {failedFlow}',
    t.words({ says: [['failed', 'not issued', '50[23]', 'PIN_LOCKED']] }),
  ),
  ask('lookup', '{signedFlow}', t.words({ says: [['signed in', 'token issued']] })),
  ask('lookup', 'why was {refusedFlow} refused?', t.words({ says: [['invalid_grant', 'expired', 'already used']] })),
  ask('lookup', 'user {lockedUser} cannot sign in, why', t.words({ says: [['account locked', 'wrong password']] })),
  ask('lookup', 'sync run {syncRun}?', t.words({ says: [['sync finished']] })),
  ask('lookup', 'trace {failedTrace}: where did it break', t.words({ says: [['key-keeper']] })),
  ask(
    'lookup',
    'which services took part in {signedTrace}',
    t.words({ names: ['login-front', 'auth-core', 'session-store', 'token-mint', 'key-keeper'] }),
  ),
  ask('meaning', 'meaning of CKR_PIN_LOCKED?', t.words({ says: [['key-keeper', '\\bpin\\b', 'hsm']] })),
  ask('meaning', 'what does invalid_grant mean here', t.words({ says: [['token-mint', 'refresh token']] })),
  ask('paste', '{mintLine}\n\nwhere does this come from', t.because(IDENTITY_INCIDENT)),
  ask('paste', '{skippedLine}\nhow often did we get that?', t.count(t.anytime, t.logs(m.duplicates))),
  ask('paste', '{passwordLine}\nis this part of the incident?', UNRELATED),
  ask('list', 'what services do we run', ({ world }) => ({ names: [...world.services] })),
  ask('list', 'metrics of key-keeper?', t.words({ names: ['hsm.sessions.open', 'hsm.sign.failures'] })),
  ask('list', 'which tenants are there', t.words({ names: m.TENANTS })),
  ask(
    'list',
    'what kinds of warnings does mfa-svc log?',
    t.words({ says: [['wrong code'], ['push denied'], ['sms provider']] }),
  ),
  ask('single-record', 'most recent error of token-mint', t.words({ says: [['token not issued']] })),
  ask('single-record', 'last time a signing key was rotated?', ({ world }) =>
    at(world.logs.findLast(m.rotated)?.timeMs, 20),
  ),
  ask('bare-name', 'token-mint', t.words({ saysFirst: [['token-mint']] })),

  ask('unknown', 'errors of saml-bridge', t.declined('unknown', 'saml')),
  ask('unknown', 'is vault sealed?', t.declined('unknown', 'vault')),
  ask('unknown', 'how many 504s at login-front', t.words({ numbers: [{ value: 0, unit: 'count' }] })),
  ask('unknown', 'what happened to FL-111111?', t.declined('no_data')),
  ask('unknown-attribute', 'sign-ins by browser', t.declined('no_data')),
  ask('unknown-attribute', 'garbage collection pauses of key-keeper', t.declined('no_data')),
  ask('order', 'unlock hsm-b', t.declined('read_only')),
  ask('order', 'kick everybody from dunmore out of their sessions', t.declined('read_only')),
  ask('talk', 'hey there', t.declined('small_talk')),
  ask('talk', 'you saved my night, cheers', t.declined('small_talk')),
  ask('off-topic', 'whats the best pizza place near the office', t.declined('off_topic')),
  ask('ask-back', 'what about the other two?', t.declined('ask_back')),
  ask('language', 'Warum kann sich niemand anmelden?', t.because(IDENTITY_INCIDENT)),
  ask(
    'language',
    'wie viele Fehler hatte token-mint in den letzten 20 Minuten',
    t.count(t.last(20), ...t.errors(m.mint)),
  ),
  ask('language', '¿sigue fallando key-keeper?', t.verdict('yes', 'bad')),
  ask('language', "combien d'erreurs sur auth-core depuis {@onset} ?", t.count(t.since('onset'), ...t.errors(m.auth))),

  ...talk(
    'outage',
    ask('follow-up', 'something is off with sign-ins, what is it?', t.because(IDENTITY_INCIDENT)),
    ask('follow-up', 'from when on', t.began()),
    ask(
      'follow-up',
      'who notices it?',
      t.words({ says: [['login-front', 'auth-core', 'token-mint', 'user', 'tenant']] }),
    ),
    ask('follow-up', 'and is it over now', t.verdict('no', 'good')),
  ),
  ...talk(
    'partition',
    ask('follow-up', 'which hsm partition fails?', t.words({ saysFirst: [['hsm-b']] })),
    ask(
      'follow-up',
      'how many requests failed there',
      t.count(
        t.anytime,
        t.failures(t.all(m.signing, m.partition('hsm-b'))),
        t.failures(m.keeper),
        t.logs(m.signFailed),
      ),
    ),
    ask('follow-up', 'and on hsm-a?', t.words({ saysFirst: [['(?<![\\d.,])0\\b', '\\bno\\b', '\\bnone\\b', 'zero']] })),
  ),
  ask('several', 'what broke, when, and is it fixed?', (asked) => ({
    ...t.because(IDENTITY_INCIDENT, 'time')(asked),
    says: [['still', 'not over', 'ongoing', 'not fixed', 'going on', 'continu', '\\bno\\b']],
  })),
  ask('several', 'is mfa-svc fine? and how many errors does key-keeper have?', (asked) => ({
    says: [['mfa-svc']],
    numbers: [t.numberOf(asked, 'count', t.anytime, t.errors(m.keeper))],
  })),
  ...IDENTITY_COUNTS_44,
  ...IDENTITY_NUMBERS_44,
]
