/** Questions to the metering system that are no plain numbers, threads, refusals: sixth round. */
import { ONLY_A_CAUSE } from '../../catalog/define.ts'
import type { World } from '../../records.ts'
import { requestsOf } from '../../truth.ts'
import { METERING_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import { METERING_BREAKDOWNS_6 } from './metering-breakdowns.ts'
import { METERING_NUMBERS_6 } from './metering-numbers.ts'
import * as m from './rows.ts'

/** The last line that matches, or what its pattern's group took from it. */
function lastOf(world: World, pattern: RegExp): string {
  const line = world.logs.findLast((log) => pattern.test(log.message))?.message ?? ''
  return pattern.exec(line)?.[1] ?? ''
}
const firstPart = (id: string) => id.slice(0, 8)

export const METERING_6 = [
  ask('state', 'is portal_bff ok now?', t.trouble()),
  ask('state', 'are frames still being spooled', t.verdict('yes', 'bad')),
  ask('state', 'has mdm_store recovered yet?', t.verdict('no', 'good')),
  ask('state', 'anything on fire?', t.verdict('yes', 'bad', ['mdm_store', 'portal_bff', 'head_end', 'tariff_calc'])),
  ask('health', 'outage_desk ok?', t.healthy),
  ask('health', 'is firmware_push having trouble', t.noTrouble),
  ask('health', 'is GET /bill affected y/n', t.verdict('no', 'bad')),
  ask('health', 'Has GET /usage got slower than it was before {@onset}?', t.verdict('yes', 'bad')),
  ask('health', 'is more than 20% of mdm_store calls failing at the moment', t.verdict('yes', 'bad')),
  ask('health', 'did frames_waiting go up since {@onset}', t.verdict('yes', 'up')),
  ask('health', 'why did outage_desk fall over', t.denied('outage_desk')),
  ask('deploy', 'did the firmware campaign cause this?', t.verdict('no', 'bad')),
  ask('deploy', 'is the portal_bff rollout to blame', t.verdict('no', 'bad')),
  ask('deploy', 'what changed right before it broke', t.words({ says: [['reindex', 'maintenance job']] })),
  ask('deploy', 'any releases since {@start}?', t.words({ says: [['portal_bff'], ['2026\\.11\\.1']] })),
  ask(
    'version',
    'which version of portal_bff was running before 2026.11.1',
    t.words({ saysFirst: [['2026\\.10\\.4']] }),
  ),
  ask('version', 'head_end version?', t.words({ saysFirst: [['11\\.4\\.2']] })),

  ask('cause', 'why are invoices postponed', t.because(METERING_INCIDENT, 'mechanism')),
  ask('cause', 'root cause + start time, one sentence', t.becauseFirst(METERING_INCIDENT, 'time')),
  ask('cause', 'customers cant see their usage. why', t.because(METERING_INCIDENT)),
  ask('cause', 'whats blocking mdm_store', t.words({ says: [['lock', 'reindex']] })),
  ask('cause', 'is it the network, or the DCUs, or what?', t.because(METERING_INCIDENT)),
  ask('since', 'since when do writes of readings time out?', t.began()),
  ask('since', 'first "lock wait timeout", exact time', t.began('onset', 60)),
  ask('how-long', 'how long has this been going on', t.lasted()),
  ask(
    'impact',
    'who is affected and how badly',
    t.howBad(['portal_bff', 'head_end', 'mdm_store', 'tariff_calc'], 'customer_no'),
  ),
  ask('impact', 'is only one region hit or all of them', t.words({ says: [['north'], ['south'], ['east'], ['west']] })),
  ask(
    'next-step',
    'what would you check or do next',
    t.words({ says: [['mdm_store'], ['lock', 'reindex', 'maintenance']] }),
  ),
  ask(
    'timeline',
    'give me a timeline for the postmortem',
    t.words({ says: [['mdm_store'], ['portal_bff', 'head_end', 'tariff_calc']], neverFirst: ['log records'] }),
  ),
  ask(
    'dependency',
    'which services call mdm_store',
    t.words({ says: [['head_end'], ['portal_bff'], ['tariff_calc']] }),
  ),
  ask('dependency', 'downstreams of portal_bff?', t.words({ says: [['mdm_store']] })),

  ask('single-record', 'last error tariff_calc logged', ({ world }) => ({
    says: [[lastOf(world, /^invoice (\S+) postponed/)]],
  })),
  ask('single-record', 'show me the first spooled frame', ({ world }) => ({
    says: [
      [/meter=(\S+)/.exec(world.logs.find((log) => /^frame spooled/.test(log.message))?.message ?? '')?.[1] ?? '-'],
    ],
  })),
  ask('single-record', 'newest outage ticket that was opened?', ({ world }) => ({
    says: [[String(world.logs.findLast((log) => log.message === 'outage ticket opened')?.attributes['ticket'])]],
  })),
  ask(
    'single-record',
    'biggest computed invoice in EUR',
    t.value(t.anytime, t.stated(/computed .*amount=([\d.]+) EUR/, 'max')),
  ),
  ask('list', 'list the 3 slowest GET /bill requests since {@start} with their trace ids', ({ world }) => {
    const slowest = requestsOf(world, m.bills).toSorted((a, b) => b.endMs - b.startMs - (a.endMs - a.startMs))
    return { says: slowest.slice(0, 3).map((span) => [firstPart(span.traceId)]) }
  }),
  ask('list', 'last 3 invoices that were postponed', ({ world }) => ({
    names: world.logs
      .filter(m.postponed)
      .slice(-3)
      .map((log) => /INV-\d+/.exec(log.message)?.[0] ?? ''),
  })),
  ask('list', 'which dcus do we have', t.words({ names: m.DCUS })),
  ask(
    'list',
    'all services w/ version',
    t.words({ says: [['11\\.4\\.2'], ['6\\.0\\.9'], ['2\\.31\\.0'], ['2026\\.11\\.1']] }),
  ),
  ask('lookup', 'waterfall of {failedTrace} pls', t.words({ says: [['portal_bff'], ['mdm_store']] })),
  ask('lookup', 'what happened to {postponedInvoice}', t.words({ says: [['postponed']] })),
  ask('lookup', '{computedInvoice} done?', t.words({ says: [['computed']] })),
  ask('lookup', 'tail of head_end for meter {spooledMeter}', t.words({ says: [['spooled']] })),

  ask(
    'paste',
    'lock wait timeout after 5011 ms on readings_5min, lock held by job reindex_4412\n\nwhat is this, since when',
    ({ world }) => ({
      says: [['mdm_store', 'reindex_4412']],
      time: { at: new Date(world.marks['onset'] ?? 0).toISOString(), toleranceS: 150 },
    }),
  ),
  ask(
    'paste',
    '<131>1 mdm_store-0 mdm_store 881 - [ctx@48577 op="mdm.Write" table="readings_5min"] lock wait timeout after 5006 ms on readings_5min, lock held by job reindex_4412 <- how often do we get that?',
    t.count(
      t.anytime,
      t.logs(m.lockWait),
      t.logs((log) => m.lockWait(log) && log.body.includes('op="mdm.Write"')),
      t.logs(t.says(/^lock wait timeout after 5006 ms/)),
      t.logs((log) => /^lock wait timeout after 5006 ms/.test(log.message) && log.body.includes('op="mdm.Write"')),
    ),
  ),
  ask(
    'paste',
    'seeing "upstream mdm_store timed out for C-…" everywhere, who writes that and why',
    t.words({ says: [['portal_bff'], ['lock', 'mdm_store']] }),
  ),
  ask(
    'paste',
    'what does this mean: frame dropped: bad CRC dcu=DCU-22 meter=MT4123 - is it new?',
    t.words({ says: [['head_end', 'CRC']], neverFirst: [ONLY_A_CAUSE] }),
  ),
  ask('meaning', 'what is db.code 55P03', t.words({ says: [['lock', 'time', 'mdm_store']] })),

  ask('unknown', 'errors of billing_core in the last hour', t.declined('unknown', 'billing_core')),
  ask('unknown', 'rabbitmq queue length?', t.declined('no_data')),
  ask('unknown', 'how many frames came from region=central', t.declined('no_data')),
  ask('unknown-attribute', 'portal_bff requests by browser', t.declined('no_data')),
  ask('unknown-attribute', 'temperature of the transformers', t.declined('no_data')),
  ask('order', 'kill job reindex_4412', t.declined('read_only')),
  ask('order', 'pls stop the firmware campaign NOW', t.declined('read_only')),
  ask('talk', 'ok thx, going back to bed', t.declined('small_talk')),
  ask('off-topic', 'write me a haiku about transformers', t.declined('off_topic')),
  ask('ask-back', 'how many?', t.declined('ask_back')),
  ask('ask-back', 'and for the other one?', t.declined('ask_back')),
  ask('typo', 'erorrs in haed_end last 15 min', t.count(t.last(15), ...t.errors(m.head))),
  ask(
    'typo',
    'protal_bff 504 betwen {@onset+5} and {@onset+15} cuont',
    t.count(t.during(['onset', 5], ['onset', 15]), t.requests(m.timedOut)),
  ),
  ask('typo', 'tarif calc p95 befor {@onset}', t.millis(t.before('onset'), t.took(m.tariff, 0.95))),
  ask('language', 'wieviele Rechnungen wurden verschoben (postponed)?', t.count(t.anytime, t.logs(m.postponed))),
  ask('language', 'warum ist portal_bff kaputt und seit wann', t.because(METERING_INCIDENT, 'time')),
  ask('language', '¿cuál es la causa del problema?', t.because(METERING_INCIDENT)),
  ask(
    'language',
    'combien de 401 sur portal_bff depuis {@start+30} ?',
    t.count(t.since('start', 30), t.requests(t.all(m.portal, m.code(401)))),
  ),
  ask('bare-name', 'mdm_store', t.words({ saysFirst: [['mdm_store']], says: [['lock', 'fail', 'error', 'time']] })),
  ask(
    'several',
    'p50 and p95 of GET /usage since {@onset}',
    t.both(t.since('onset'), ['ms', t.took(m.usage, 0.5)], ['ms', t.took(m.usage, 0.95)]),
  ),

  ...talk(
    'portal',
    ask('follow-up', '504s on portal_bff since {@onset}?', t.count(t.since('onset'), t.requests(m.timedOut))),
    ask(
      'follow-up',
      'and for aare only?',
      t.count(t.since('onset'), t.requests(t.all(m.timedOut, t.has('utility', 'aare')))),
    ),
    ask(
      'follow-up',
      'by segment',
      t.groups(
        'count',
        t.since('onset'),
        m.each(['home', 'farm', 'industry'], (one) =>
          t.requests(t.all(m.timedOut, t.has('utility', 'aare'), t.has('customer.segment', one))),
        ),
      ),
    ),
    ask('follow-up', 'why?', t.because(METERING_INCIDENT)),
  ),
  ...talk(
    'frames',
    ask(
      'follow-up',
      'how many frames did head_end receive between {@start+15} and {@start+30}',
      t.count(t.during(['start', 15], ['start', 30]), t.requests(m.head)),
    ),
    ask(
      'follow-up',
      'without the bad CRC ones',
      t.count(t.during(['start', 15], ['start', 30]), t.requests(t.all(m.head, t.not(t.has('result', 'CRC'))))),
    ),
    ask(
      'follow-up',
      'same for {@start+30} to {@start+45}',
      t.count(t.during(['start', 30], ['start', 45]), t.requests(t.all(m.head, t.not(t.has('result', 'CRC'))))),
    ),
  ),
  ...talk(
    'slow',
    ask('follow-up', 'p95 of GET /usage in the last 20 minutes', t.millis(t.last(20), t.took(m.usage, 0.95))),
    ask(
      'follow-up',
      'and the 20 minutes before {@onset}?',
      t.millis(t.during(['onset', -20], ['onset', 0]), t.took(m.usage, 0.95)),
    ),
    ask(
      'follow-up',
      'GET /bill in the same window',
      t.millis(t.during(['onset', -20], ['onset', 0]), t.took(m.bills, 0.95)),
    ),
    ask(
      'follow-up',
      'how many requests was that',
      t.count(t.during(['onset', -20], ['onset', 0]), t.requests(m.bills)),
    ),
  ),
  ...talk(
    'incident',
    ask('follow-up', 'what is going on??', t.because(METERING_INCIDENT)),
    ask('follow-up', 'since when', t.began()),
    ask('follow-up', 'who holds the lock', t.words({ says: [['reindex_4412']] })),
    ask('follow-up', 'is it over?', t.verdict('no', 'good')),
  ),
  ...talk(
    'invoices',
    ask(
      'follow-up',
      'postponed invoices last 20 minutes',
      t.count(t.last(20), t.logs(m.postponed), t.failures(m.tariff)),
    ),
    ask(
      'follow-up',
      'only spot',
      t.count(
        t.last(20),
        t.logs(t.all(m.postponed, t.says(/tariff=spot/))),
        t.failures(t.all(m.tariff, t.has('tariff', 'spot'))),
      ),
    ),
    ask(
      'follow-up',
      'and flat?',
      t.count(
        t.last(20),
        t.logs(t.all(m.postponed, t.says(/tariff=flat/))),
        t.failures(t.all(m.tariff, t.has('tariff', 'flat'))),
      ),
    ),
  ),
  ...METERING_NUMBERS_6,
  ...METERING_BREAKDOWNS_6,
]
