/** Questions to the co-working spaces, by whoever is on call: state, cause, time, impact, changes, silence, records. */
import { grouped, minuteOf, ONLY_A_CAUSE } from '../../catalog/define.ts'
import { logsOf, requestsOf } from '../../truth.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import { COWORKING_73_COUNTS } from './coworking-counts.ts'
import { COWORKING_73_NUMBERS } from './coworking-numbers.ts'
import { COWORKING_73_TALKS } from './coworking-talks.ts'
import { BOOK, bookings, doors, grants, guests, INCIDENT, refuted, textOf, timeOf, told, UNLOCK } from './rows.ts'

const GOING_ON = ['\\bstill\\b', 'ongoing', 'going on', 'goes on', 'continues', 'not (?:yet )?(?:recovered|over|fixed)']
const OVER = ['has recovered', 'recovered at', 'healthy (?:again|now)', 'is over', 'ended at', 'no longer fail']

const notSo = (service: string, ...more: string[]): t.Expect => {
  const said = t.denied(service)
  return (asked) => {
    const { saysFirst = [], ...rest } = said(asked)
    return { ...rest, saysFirst: saysFirst.map((group, at) => (at === 0 ? group : [...group, '^\\W*no\\b', ...more])) }
  }
}

export const COWORKING_73 = [
  ask('state', 'is the door thing still broken or did it recover', t.words({ says: [GOING_ON], neverFirst: OVER })),
  ask(
    'state',
    'whats on fire',
    t.words({ says: [['grant-service', 'door-api']], neverFirst: ['nothing is wrong', ...OVER] }),
  ),
  ask('state', `any sign of recovery on ${BOOK}?`, t.trouble()),
  ask(
    'state',
    'just got paged, quick summary of where prod stands please',
    t.words({ says: [['grant-service', 'door-api']], neverFirst: ['nothing (?:is|broke)', ...OVER] }),
  ),
  ask('health', 'member-api healthy?', t.healthy),
  ask('health', 'how about print-relay, all good there', t.healthy),
  ask('health', 'is grant-service ok right now', t.trouble()),
  ask('health', 'is usage-ledger slow at the moment', t.noTrouble),
  ask('health', 'wifi-radius having problems too?', t.noTrouble),
  ask(
    'health',
    'does booking-api fail on everything or only on certain routes',
    t.words({ names: [BOOK], neverFirst: ['\\ball (?:of its )?routes fail'] }),
  ),
  ask('cause', 'why do the doors stay shut', t.because(INCIDENT, 'mechanism')),
  ask('cause', 'why is grant-service returning 500', t.words({ says: [INCIDENT.mechanism] })),
  ask(
    'cause',
    'members cant open doors and nobody can book rooms, whats behind both of these?',
    t.because(INCIDENT, 'mechanism'),
  ),
  ask('cause', 'could the new horizon_days setting be what broke bookings', refuted('grant-service')),
  ask(
    'cause',
    'was some job running in grant-service right before it went bad',
    t.words({ says: [['backfill', 'ACC-377']] }),
  ),
  ask('since', 'since when are unlocks failing', t.began()),
  ask('since', 'timestamp of the first "grant not issued" line?', timeOf('first', told(grants, /grant not issued/))),
  ask('since', 'when did front-proxy send its first 503', ({ world }) => {
    const [first] = requestsOf(world, (span) => span.service === 'front-proxy' && span.isFailed && span.name === UNLOCK)
    return { time: { at: new Date(first?.startMs ?? 0).toISOString(), toleranceS: 60 } }
  }),
  ask('how-long', 'how long have bookigns been failing now', t.lasted()),
  ask('how-long', 'how long was the backfill running until it aborted', t.lasted('backfill', 'onset')),
  ask(
    'how-long',
    'how many seconds was member-api gone when its node was drained',
    t.words({ says: [['(?<![\\d.:])(?:8|8\\.3|9|9\\.0+)\\s?-?(?:s\\b|sec)']] }),
  ),
  ask('impact', 'which companies are affected by the failed unlocks', ({ world }) => ({
    names: [
      ...new Set(requestsOf(world, t.all(doors, t.failed)).map(({ attributes }) => String(attributes['company.id']))),
    ],
    neverFirst: [ONLY_A_CAUSE],
  })),
  ask('impact', 'number of bookings we lost becuase of this', t.count(t.anytime, t.failures(bookings))),
  ask(
    'impact',
    'how many guests got no badge and have to wait for their host',
    t.count(t.anytime, t.logs(told(guests, /announced without badge/))),
  ),
  ask('impact', 'are members on the office plan affected as well?', t.verdict('yes', 'bad')),
  ask(
    'impact',
    'what percentage of all front-proxy requests is failing, last 10 min',
    t.percent(t.last(10), t.share(t.of('front-proxy'))),
  ),
  ask('timeline', 'pls give me the incident as a timline', ({ world }) => ({
    says: [['grant-service'], [minuteOf(world.marks['onset'] ?? 0)]],
  })),
  ask('timeline', 'what happened in the last hour step by step, incl. releases and config', ({ world }) => ({
    says: [[minuteOf(world.marks['release'] ?? 0)], [minuteOf(world.marks['onset'] ?? 0)], ['4\\.7\\.0', 'door-api']],
  })),
  ask('order', 'what came first, the door-api release or the backfill', ({ world }) => ({
    saysFirst: [
      [
        'backfill[^.]{0,60}(?:first|before|earlier|then)',
        'first[^.]{0,40}backfill',
        'release[^.]{0,60}(?:after|later)',
        minuteOf(world.marks['backfill'] ?? 0),
      ],
    ],
    neverFirst: ['release[^.]{0,30}(?:came |was )first'],
  })),
  ask('order', 'did the sequence warnings show up before or after unlocks began to fail?', ({ world }) => {
    const [warning] = logsOf(world, t.says(/nearly used up/))
    return { saysFirst: [['\\bbefore\\b', 'earlier', minuteOf(warning?.timeMs ?? 0)]] }
  }),
  ask('next-step', 'ok what do i do now', t.words({ names: ['grant-service'], says: [INCIDENT.mechanism] })),
  ask('dependency', 'what does door-api call', t.words({ names: ['grant-service'], says: [['redis']] })),
  ask('dependency', 'who calls grant-service', t.words({ names: ['door-api', 'booking-api', 'visitor-desk'] })),
  ask('dependency', 'does member-api depend on grant-service', t.verdict('no', 'bad')),
  ask('version', 'which version of door-api is live?', t.words({ says: [['4\\.7\\.0']] })),
  ask(
    'version',
    'which pods run door-api 4.7.0',
    t.words({ names: ['door-api-6bd49f7c8-x5rtn', 'door-api-6bd49f7c8-h2gqp'] }),
  ),
  ask('deploy', 'what got deployed in the last hour', t.words({ names: ['door-api'], says: [['4\\.7\\.0']] })),
  ask('deploy', 'when was door-api 4.7.0 rolled out', t.began('release', 60)),
  ask('deploy', 'did somebody ship a new grant-service tonight', notSo('grant-service', '2\\.14\\.3')),
  ask('premise', 'why did usage-ledger crash', notSo('usage-ledger')),
  ask('premise', 'what made visitor-desk return 500s?', notSo('visitor-desk')),
  ask('silence', 'did one of our services go quiet, which', t.words({ names: ['badge-sync'] })),
  ask('silence', 'badge-sync stopped logging, why', t.words({ says: [['session', 'vendor', 'expired']] })),
  ask('restart', 'were there any restarts, of what', t.words({ names: ['member-api'] })),
  ask('restart', 'has grant-service been restarted at all?', t.verdict('no', 'bad')),
  ask('meaning', 'what is db.sequence.used', t.words({ says: [['grant-service'], ['%', 'percent', 'gauge']] })),
  ask('meaning', 'what does "grant asked for again" mean, who writes that', t.words({ names: ['door-api'] })),
  ask('paste', '{grantLine}\n^ what is this, how many of them', ({ world }) => ({
    says: [
      [grouped(logsOf(world, told(grants, /^grant not issued/)).length)],
      ['grant-service', 'nextval', 'sequence'],
    ],
  })),
  ask('paste', 'saw this, should i worry? {jamLine}', t.words({ names: ['print-relay'], neverFirst: [ONLY_A_CAUSE] })),
  ask('paste', '{vendorLine}\nany news after this line?', ({ world }) => ({
    says: [
      [
        'silent',
        'quiet',
        '\\blast\\b',
        'no (?:further|more|later|other)',
        'nothing',
        minuteOf(world.marks['dark'] ?? 0),
      ],
    ],
    names: ['badge-sync'],
  })),
  ask('lookup', 'print job {printedJob}, did it come out?', t.words({ says: [['printed']] })),
  ask('lookup', 'why was {refusedJob} not printed', t.words({ says: [['no credit', '402']] })),
  ask(
    'lookup',
    'what went wrong in trace {failedUnlock}',
    t.words({ names: ['grant-service'], says: [['503', '500', 'grant']] }),
  ),
  ask('lookup', 'visit {badgelessVisit}?', t.words({ says: [['without badge']] })),
  ask(
    'single-record',
    'show me the last error of booking-api',
    textOf('last', bookings, /Booking (BK-\d+) of .* not saved/),
  ),
  ask(
    'single-record',
    'first line that says the sequence is nearly used up - when?',
    timeOf('first', t.says(/nearly used up/)),
  ),
  ask(
    'list',
    'list the backfill lines of grant-service',
    t.words({ says: [['backfill started'], ['backfill aborted']] }),
  ),
  ask('list', 'which services do we have', ({ world }) => ({ names: [...world.services] })),
  ask('list', 'any config changes lately', t.words({ says: [['ACC-369', 'horizon_days', 'Settings reloaded']] })),
  ask('anomaly', 'anything odd about member-api in the last 20 min', t.verdict('no', 'bad')),
  ask(
    'anomaly',
    'new error messages in the last half hour?',
    t.words({ says: [['nextval', 'grant not issued', 'no grant']] }),
  ),
  ask('unknown', 'error count of coffee-bar service', t.declined('unknown')),
  ask('unknown', 'what happened with booking BK-11111', t.declined('no_data')),
  ask('unknown', 'failed unlocks for company zebra-labs', t.declined('no_data')),
  ask('unknown-attribute', 'front-proxy requests by browser version', t.declined('unknown')),
  ask('ask-back', 'compare them', t.declined('ask_back')),
  ask('off-topic', 'where can i get a decent pizza near ham-hafen at this hour', t.declined('off_topic')),
  ask('read-only', 'restart grant-service please', t.declined('read_only')),
  ask('small-talk', 'morning! you around?', t.declined('small_talk')),
  ...COWORKING_73_COUNTS,
  ...COWORKING_73_NUMBERS,
  ...COWORKING_73_TALKS,
]
