/** Questions to the fundraising platform: states, causes, single things, what cannot be answered. Round 43. */
import { requestsOf } from '../../truth.ts'
import { FUNDRAISING_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import { FUNDRAISING_COUNTS_43 } from './fundraising-counts.ts'
import { FUNDRAISING_NUMBERS_43 } from './fundraising-numbers.ts'
import * as m from './rows.ts'

const LIST = [...FUNDRAISING_INCIDENT.mechanism]
const NOT_RELATED = t.words({
  saysFirst: [['no\\b', 'not', 'before', 'throughout', 'usual', 'normal', 'all the time']],
  neverFirst: ['^\\W*yes\\b'],
})

export const FUNDRAISING_43 = [
  ask('state', 'can donors pay by card again?', t.verdict('no', 'good')),
  ask('state', 'are donations still failing', t.verdict('yes', 'bad')),
  ask('state', 'do paypal payments go through at the moment?', t.verdict('yes', 'good')),
  ask('state', 'campaign pages loading ok?', t.verdict('yes', 'good')),
  ask('health', 'receipt-maker ok?', t.healthy),
  ask('health', 'why did receipt-maker crash?', t.denied('receipt-maker')),
  ask('health', 'why is pay-connector so slow tonight', t.denied('pay-connector')),
  ask('health', 'campaign-api is down, why?', t.denied('campaign-api')),

  ask('cause', 'whats broken', t.because(FUNDRAISING_INCIDENT, 'mechanism')),
  ask('cause', 'why do donations fail?', t.because(FUNDRAISING_INCIDENT, 'mechanism')),
  ask(
    'cause',
    'Donors tell us their card gift does not work. What is the reason?',
    t.because(FUNDRAISING_INCIDENT, 'mechanism'),
  ),
  ask('cause', 'why giving-gateway 502', t.because(FUNDRAISING_INCIDENT)),
  ask('cause', 'what happened at {@onset}', t.because(FUNDRAISING_INCIDENT)),
  ask(
    'cause',
    'who is to blame, pay-connector or fraud-screen?',
    t.words({ saysFirst: [['fraud-screen']], neverFirst: ['root cause: .?pay-connector', '^\\W*pay-connector\\b'] }),
  ),
  ask('since', 'when did this start?', t.began()),
  ask('since', 'time of the first failed donation', ({ world }) => ({
    time: {
      at: new Date(requestsOf(world, t.all(m.donation, t.failed))[0]?.startMs ?? 0).toISOString(),
      toleranceS: 60,
    },
  })),
  ask('how-long', 'for how long have we been losing card donations?', t.lasted()),
  ask('impact', 'how bad is the damage', m.damage),
  ask(
    'impact',
    'how many donors were hit by a 502?',
    t.count(t.anytime, t.differentOf(t.all(m.gateway, t.failed), 'donor.id')),
  ),
  ask(
    'impact',
    'which services are suffering from it',
    t.words({ names: ['fraud-screen', 'donation-service', 'giving-gateway', 'recurring-runner'] }),
  ),
  ask('impact', 'is sepa affected too?', t.verdict('no', 'bad')),
  ask('impact', 'does it hit monthly gifts as well', t.verdict('yes', 'bad')),
  ask('impact', 'which fraud-screen pods fail?', t.words({ names: ['q7rt2', 'm4xzc'] })),

  ask('deploy', 'was anything rolled out in the last hour?', t.words({ says: [['campaign-api'], ['8\\.4\\.0']] })),
  ask('deploy', 'is the campaign-api release the culprit?', t.verdict('no', 'bad')),
  ask('deploy', '8.4.0, when did that one go live', t.began('release', 120)),
  ask('version', 'fraud-screen version?', t.words({ saysFirst: [['2\\.15\\.3']] })),
  ask('version', 'which version did campaign-api have before {@release}?', t.words({ says: [['8\\.3\\.2']] })),
  ask(
    'version',
    'all running versions pls',
    t.words({ says: [['8\\.4\\.0'], ['7\\.4\\.1'], ['2\\.15\\.3'], ['4\\.0\\.9']] }),
  ),
  ask('restart', 'what restarted today', t.words({ says: [['thankyou-mailer']] })),
  ask('restart', 'when was thankyou-mailer restarted?', t.began('restart', 120)),
  ask('restart', 'did fraud-screen restart', t.verdict('no', 'bad')),
  ask('next-step', 'how do i fix this', t.words({ says: [['fraud-screen'], LIST] })),
  ask('next-step', 'where should we look first?', t.words({ says: [['fraud-screen'], LIST] })),

  ask('dependency', 'who calls fraud-screen', t.words({ names: ['donation-service'] })),
  ask(
    'dependency',
    'what does donation-service need to work?',
    t.words({ names: ['fraud-screen', 'pay-connector', 'match-funds'] }),
  ),
  ask(
    'dependency',
    'which services talk to postgresql',
    t.words({ names: ['donation-service', 'match-funds', 'campaign-api'] }),
  ),
  ask(
    'timeline',
    'short timeline of the night for the handover',
    t.words({
      says: [['fraud-screen'], ['donation-service', 'giving-gateway', 'campaign-api'], ['\\d\\d:\\d\\d']],
      neverFirst: ['log records'],
    }),
  ),
  ask('silence', 'which service went quiet?', t.words({ saysFirst: [['payout-batch']] })),
  ask('silence', 'when did payout-batch write its last line', m.momentOf(m.payout, 'last', 60)),
  ask('silence', 'is payout-batch still running?', t.verdict('no', 'good')),

  ask(
    'lookup',
    '{failedDonation} ?',
    t.words({ says: [['failed', '50[23]', 'refused', 'not charged', 'no deny list']] }),
  ),
  ask('lookup', 'what happened with donation {declinedDonation}', t.words({ says: [['declined']] })),
  ask(
    'lookup',
    'why was {heldDonation} held',
    t.words({ says: [['held', 'velocity', 'bin_country', 'test_amount', 'review']] }),
  ),
  ask('lookup', 'where did {failedTrace} break?', t.words({ says: [['fraud-screen']] })),
  ask(
    'lookup',
    'which services are in trace {goodTrace}',
    t.words({ names: ['donation-service', 'pay-connector', 'receipt-maker', 'thankyou-mailer'] }),
  ),
  ask(
    'meaning',
    'what does "received message larger than max" mean?',
    t.words({ says: [['fraud-screen'], ['grpc', 'limit', 'size', 'larg', 'deny list']] }),
  ),
  ask('meaning', 'which service says "matching pool is empty"', t.words({ saysFirst: [['match-funds']] })),
  ask('paste', '{grpcLine}\nhow often did that come?', t.count(t.anytime, t.logs(m.tooLarge))),
  ask('paste', '{failedLine}\n\nwhy??', t.because(FUNDRAISING_INCIDENT)),
  ask('paste', '{bounceLine}\nis this part of the problem?', NOT_RELATED),
  ask('list', 'what services are there', ({ world }) => ({ names: [...world.services] })),
  ask('list', 'which campaigns do we run?', t.words({ names: m.CAMPAIGNS })),
  ask('list', 'metrics of fraud-screen?', t.words({ names: ['denylist.age', 'denylist.entries'] })),
  ask(
    'list',
    'what errors does fraud-screen log',
    t.words({ says: [['screening refused'], ['larger than max', 'not loaded']] }),
  ),
  ask('single-record', 'last error of recurring-runner pls', t.words({ says: [['monthly gift not charged']] })),
  ask('single-record', 'when was the deny list feed merged', m.momentOf(t.says(/feed merged/), 'first', 60)),
  ask('bare-name', 'fraud-screen', t.words({ saysFirst: [['fraud-screen']] })),

  ask('unknown', 'errors of tax-export', t.declined('unknown', 'tax-export')),
  ask('unknown', 'is elasticsearch slow', t.declined('unknown', 'elasticsearch')),
  ask('unknown', 'how many 504 did giving-gateway return', t.words({ numbers: [{ value: 0, unit: 'count' }] })),
  ask('unknown', 'what about donation DN-990001', t.declined('no_data')),
  ask('unknown-attribute', 'donations by age group of the donor', t.declined('no_data')),
  ask('order', 'restart fraud-screen please', t.declined('read_only')),
  ask('order', 'refund {goodDonation}', t.declined('read_only')),
  ask('talk', 'great, thank you so much', t.declined('small_talk')),
  ask('off-topic', 'who won the football match yesterday?', t.declined('off_topic')),
  ask('ask-back', 'only the big ones', t.declined('ask_back')),
  ask('language', 'Warum schlagen Kartenspenden fehl?', t.because(FUNDRAISING_INCIDENT)),
  ask('language', 'Wie viele Spenden sind seit {@onset} fehlgeschlagen?', t.count(t.since('onset'), ...m.FAILED)),
  ask(
    'language',
    '¿cuántos errores tiene fraud-screen en los últimos 30 minutos?',
    t.count(t.last(30), ...t.errors(m.fraud)),
  ),
  ask('language', 'c’est quel service qui est en panne ?', t.because(FUNDRAISING_INCIDENT)),

  ...talk(
    'night',
    ask('follow-up', 'anything broken right now?', t.because(FUNDRAISING_INCIDENT)),
    ask('follow-up', 'when did that begin', t.began()),
    ask('follow-up', 'how come?', t.words({ says: [LIST] })),
    ask('follow-up', 'and is it over by now', t.verdict('no', 'good')),
  ),
  ...talk(
    'release',
    ask('follow-up', 'which service was deployed?', t.words({ says: [['campaign-api']] })),
    ask('follow-up', 'at what time?', t.began('release', 120)),
    ask('follow-up', 'did it break anything', t.verdict('no', 'bad')),
  ),
  ask('several', 'whats broken, since when, and is it still going on?', (asked) =>
    t.because(FUNDRAISING_INCIDENT, 'time')(asked),
  ),
  ask('several', 'how many donations were received and how many failed in the last 30 minutes', (asked) => ({
    numbers: [t.numberOf(asked, 'count', t.last(30), m.RECEIVED), t.numberOf(asked, 'count', t.last(30), m.FAILED)],
  })),
  ...FUNDRAISING_COUNTS_43,
  ...FUNDRAISING_NUMBERS_43,
]
