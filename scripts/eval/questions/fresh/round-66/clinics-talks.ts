/** Threads of the engineer on call and of support at the clinics: one thing, and then on from there. Sixty-sixth round. */
import { CLINICS_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, type Expect, talk } from '../truths.ts'
import { NONE, per } from './clinics-counts.ts'
import * as m from './rows.ts'

const next = (wording: string, expect: Expect) => ask('follow-up', wording, expect)
const why = t.words({ says: [['eligibility-api'], [...CLINICS_INCIDENT.mechanism]] })
const checksOf = (one: string) => t.failures(t.all(m.checking, m.payer(one)))
const bookedAt = (one: string) => [
  t.logs(t.all(m.booked, m.atClinic(one))),
  t.requests(t.all(m.booking, m.clinic(one), m.status(201))),
]

export const CLINICS_TALKS_66 = [
  ...talk(
    'pager',
    next('pager went off, what is going on?', t.because(CLINICS_INCIDENT)),
    next('when did it begin', t.began('onset', 180)),
    next(
      'because of a release?',
      t.words({ neverFirst: ['^\\W*yes\\b'], saysFirst: [['\\bno\\b|\\bnot\\b|\\bnone\\b|before']] }),
    ),
    next('how do we fix it', t.words({ says: [['eligibility-api', 'clearmed'], [...CLINICS_INCIDENT.mechanism]] })),
  ),
  ...talk(
    'checks',
    next('failed eligibility checks in the last 15 minutes?', t.count(t.last(15), ...m.CHECKS_FAILED)),
    next('just unity', t.count(t.last(15), checksOf('unity'))),
    next('harbor?', t.count(t.last(15), checksOf('harbor'))),
    next('why are they failing', why),
  ),
  ...talk(
    'bookings',
    next('appointments booked in the last 30 minutes', t.count(t.last(30), ...m.BOOKED)),
    next('how many of those at riverside?', t.count(t.last(30), ...bookedAt('riverside'))),
    next('and lakeview', t.count(t.last(30), ...bookedAt('lakeview'))),
  ),
  ...talk(
    'portal',
    next('5xx on portal-api since {@onset}?', t.count(t.since('onset'), t.failures(m.portal))),
    next(
      'per clinic please',
      per(t.since('onset'), m.CLINICS, (one) => t.failures(t.all(m.portal, m.clinic(one)))),
    ),
    next(
      'and per channel',
      per(t.since('onset'), m.CHANNELS, (one) => t.failures(t.all(m.portal, m.channel(one)))),
    ),
  ),
  ...talk(
    'errors',
    next('how many errors in scheduling-api since {@onset}', t.count(t.since('onset'), ...t.errors(m.scheduling))),
    next('billing-service too?', t.count(t.since('onset'), ...t.errors(m.billing))),
    next('what about video-visits', NONE),
  ),
  ...talk(
    'hold',
    next('what number of refills is on hold now', t.value(t.anytime, m.onHold('last'))),
    next('still rising?', t.verdict('yes', 'up')),
    next('what causes it', t.words({ says: [['eligibility-api', ...CLINICS_INCIDENT.mechanism]] })),
  ),
  ...talk(
    'speed',
    next('p95 of eligibility-api before {@onset}?', t.millis(t.before('onset'), t.took(m.checking, 0.95))),
    next('after that?', t.millis(t.since('onset'), t.took(m.checking, 0.95))),
    next('same for billing-service', t.millis(t.since('onset'), t.took(m.billing, 0.95))),
  ),
  ...talk(
    'payments',
    next('payments declined over the last 60 minutes?', t.count(t.last(60), ...m.DECLINED)),
    next('only insufficient funds', t.count(t.last(60), t.logs(t.says(/^Payment .* refused: insufficient/)))),
    next('does that have anything to do with the outage', t.verdict('no', 'bad')),
  ),
  ...talk(
    'texts',
    next(
      'text messages sent between {@onset} and {@onset+15}',
      t.count(t.during(['onset', 0], ['onset', 15]), t.logs(m.texted)),
    ),
    next('same 15 minutes before that', t.count(t.during(['onset', -15], ['onset', 0]), t.logs(m.texted))),
  ),
  ...talk(
    'labs',
    next('is lab-import still alive?', t.verdict('no', 'good')),
    next('when was its last line', m.lastOf(m.labs)),
    next('reason?', t.words({ says: [['paused', 'drop folder', 'labs-02', 'CL-377', 'moves']] })),
  ),
]
