/** Threads about the vending machines: a question and what is asked on from its answer. */
import type { LogRow } from '../../records.ts'
import { spansOf } from '../measures.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as v from './rows.ts'

const whole = t.anytime
const more = (wording: string, expect: t.Expect) => ask('follow-up', wording, expect)

const INCIDENT_TALKS = [
  ...talk(
    'vending-a',
    ask('cause', 'what broke card payments tonight?', t.because(v.INCIDENT, 'mechanism')),
    more('since when?', t.began()),
    more('and when did it end', t.began('recovery', 150)),
    more('how many vends failed because of it', t.count(whole, t.failures(v.vends))),
    more('was the price-book release to blame?', t.verdict('no', 'fact')),
  ),
  ...talk(
    'vending-b',
    ask('health', 'is token-vault ok now', t.verdict('yes', 'good')),
    more('how many requests did it fail in total', t.count(whole, t.failures(v.vault))),
    more('whats its version', t.words({ says: [['1\\.12\\.1']] })),
    more('and card-auth?', t.words({ says: [['3\\.9\\.2']] })),
  ),
  ...talk(
    'vending-c',
    ask('lookup', 'look up vend {failedVend}', t.words({ says: [['fail', '50[23]']] })),
    more('which service caused that', t.words({ names: ['token-vault'] })),
    more('what did KMS say', t.words({ says: [['TooSkewed', 'skew', '403', '300 s']] })),
  ),
  ...talk(
    'vending-d',
    ask('silence', 'who stopped sending telemetry', t.words({ names: ['modem-watch'] })),
    more('when exactly', t.began('dark', 90)),
    more('why', t.words({ says: [['contract', 'carrier']] })),
    more('how many lines had it written until then', t.count(whole, t.logs(v.modems))),
  ),
  ...talk(
    'vending-e',
    ask('deploy', 'which release went out this hour', t.words({ names: ['price-book'], says: [['2\\.8\\.0']] })),
    more('from which version', t.words({ says: [['2\\.7\\.1']] })),
    more('did it fail any requests after that', t.verdict('no', 'bad')),
  ),
]

const COUNT_TALKS = [
  ...talk(
    'vending-f',
    ask('count', 'requests on vend-api?', t.count(whole, t.requests(v.vendApi))),
    more('only POST /v2/vends', t.count(whole, t.requests(v.vends))),
    more('just the ones paid by card', t.count(whole, t.requests(v.paidBy('card')))),
    more('how many of those failed', t.count(whole, t.failures(v.paidBy('card')))),
    more('and failed ones by wallet?', t.count(whole, t.failures(v.paidBy('wallet')))),
  ),
  ...talk(
    'vending-g',
    ask('errors', 'error lines in the last hour, total', t.count(whole, t.logs(t.level('ERROR')))),
    more(
      'per service',
      t.groupsBy(whole, t.logsIn(t.level('ERROR')), (row) => row.service),
    ),
    more('without token-vault how many are there', t.count(whole, t.logs(t.all(t.not(v.vault), t.level('ERROR'))))),
  ),
  ...talk(
    'vending-h',
    ask('count', 'how many 402 on vend-api', t.count(whole, t.requests(t.all(v.vendApi, v.code(402))))),
    more('and 409', t.count(whole, t.requests(t.all(v.vendApi, v.code(409))))),
    more('same for 423 please', t.count(whole, t.requests(t.all(v.vendApi, v.code(423))))),
    more('what does that one mean', t.words({ says: [['locked']] })),
  ),
  ...talk(
    'vending-i',
    ask(
      'window',
      'edge-proxy requests from {@start+15} to {@start+25}',
      t.count(t.during(['start', 15], ['start', 25]), t.requests(v.edge)),
    ),
    more(
      'how many of them were GETs',
      t.count(t.during(['start', 15], ['start', 25]), t.requests(t.all(v.edge, v.method('GET')))),
    ),
    more(
      'and in the ten minutes after that',
      t.count(t.during(['start', 25], ['start', 35]), t.requests(t.all(v.edge, v.method('GET'))), t.requests(v.edge)),
    ),
  ),
  ...talk(
    'vending-j',
    ask(
      'outcome',
      'how many refunds were paid (queued ones too)',
      t.count(whole, v.lines(v.refunds, /^(?:queued )?refund \S+ paid to/)),
    ),
    more(
      'how many of these went to a wallet',
      t.count(whole, v.lines(v.refunds, /^(?:queued )?refund \S+ paid to wallet/)),
    ),
    more('and to cards?', t.count(whole, v.lines(v.refunds, /^(?:queued )?refund \S+ paid to card/))),
  ),
]

const NUMBER_TALKS = [
  ...talk(
    'vending-k',
    ask('percentile', 'p95 latency of card-auth', t.millis(whole, t.took(v.cardAuth, 0.95))),
    more('p50?', t.millis(whole, t.took(v.cardAuth, 0.5))),
    more('same for token-vault', t.millis(whole, t.took(v.vault, 0.5))),
    more('and the max', t.millis(whole, t.took(v.vault, 'max'))),
  ),
  ...talk(
    'vending-l',
    ask('top', 'tenant with most vends?', t.topOf(spansOf(v.vends), v.attr('tenant.id'))),
    more(
      'how many are that',
      t.count(
        whole,
        t.requests(t.all(v.vends, v.tenant('railway'))),
        t.requests(t.all(v.vendsAtEdge, v.tenant('railway'))),
      ),
    ),
    more('and how many of them failed', t.count(whole, t.failures(t.all(v.vends, v.tenant('railway'))))),
    more('what about uni', t.count(whole, t.failures(t.all(v.vends, v.tenant('uni'))))),
  ),
  ...talk(
    'vending-m',
    ask(
      'metric',
      'max sorter.temperature of S3',
      t.value(
        whole,
        t.metric('coin-counter', 'sorter.temperature', 'max', ({ attributes }) => attributes['sorter'] === 'S3'),
      ),
    ),
    more(
      'and of S1',
      t.value(
        whole,
        t.metric('coin-counter', 'sorter.temperature', 'max', ({ attributes }) => attributes['sorter'] === 'S1'),
      ),
    ),
    more(
      'how many boxes did that one take',
      t.count(whole, t.requests(t.all(v.sorters, t.has('sorter', 'S1'))), t.logs(v.where(v.sorters, /counted on S1/))),
    ),
  ),
  ...talk(
    'vending-n',
    ask(
      'group',
      'how are the edge requests spread over the channels',
      t.groupsBy(whole, spansOf(v.edge), v.attr('app.channel')),
    ),
    more('which of them has the most 401s', t.topOf(spansOf(t.all(v.edge, v.code(401))), v.attr('app.channel'))),
    more('how many 401s overall', t.count(whole, t.requests(t.all(v.edge, v.code(401))))),
  ),
  ...talk(
    'vending-o',
    ask('ratio', 'share of failed requests on refund-desk', t.percent(whole, t.share(v.refunds))),
    more('only for POST /v2/refunds', t.percent(whole, t.share(t.all(v.refunds, v.route('/v2/refunds'))))),
    more(
      'between {@onset} and {@recovery}?',
      t.percent(t.during(['onset', 0], ['recovery', 0]), t.share(t.all(v.refunds, v.route('/v2/refunds')))),
    ),
  ),
  ...talk(
    'vending-p',
    ask('level', 'warnings of refill-planner?', t.count(whole, t.logs(t.all<LogRow>(v.planner, t.level('WARN'))))),
    more('how many of those say the tour is full', t.count(whole, v.lines(v.planner, /is full$/))),
    more('and the rest?', t.count(whole, v.lines(v.planner, /already on tour/))),
  ),
]

export const VENDING_TALKS = [...INCIDENT_TALKS, ...COUNT_TALKS, ...NUMBER_TALKS]
