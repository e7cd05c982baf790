/** Shares, durations, rates, metrics and comparisons of the translation agency's platform. Forty-first round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const used = (what: t.Statistic) => t.metric('termbase', 'redis_memory_used_bytes', what)
const open = (name: string, what: t.Statistic) =>
  t.metric('linguist-desk', 'jobs_open', what, (point) => point.attributes['lang.pair'] === name)
const gauge = (service: string, name: string, what: t.Statistic) => t.metric(service, name, what)
const OUTAGE = t.during(['onset', 1], ['recovery', 0])
const EUROS = /over (\d+) EUR issued/

export const TRANSLATION_NUMBERS_41 = [
  ask('ratio', 'error rate termbase {@onset+1} to {@recovery}', t.percent(OUTAGE, t.share(m.terms))),
  ask(
    'ratio',
    'what share of pre-translations failed since {@onset+1}?',
    t.percent(t.since('onset', 1), t.share(m.pre)),
  ),
  ask(
    'ratio',
    'percentage of job acceptances that lost the race (409)',
    t.percent(
      t.anytime,
      t.share(m.accepting, m.status(409)),
      t.share(m.on(m.gateway, '/api/jobs/{id}/accept'), m.status(409)),
    ),
  ),
  ask(
    'ratio',
    'how many percent of uploads are refused?',
    t.percent(
      t.anytime,
      t.share(m.intake, m.status(413, 415)),
      t.share(m.on(m.gateway, '/api/projects'), m.status(413, 415)),
    ),
  ),
  ask(
    'ratio',
    'error rate of termbase right now, last 5 min',
    t.words({ numbers: [{ value: 0, unit: 'percent', also: [] }] }),
  ),
  ask('percentile', 'p95 mt-brigde', t.millis(t.anytime, t.took(m.engines, 0.95))),
  ask(
    'percentile',
    'p99 latency of the portal gateway in the last half hour',
    t.millis(t.last(30), t.took(m.gateway, 0.99)),
  ),
  ask(
    'percentile',
    'median time for a pre-translation before {@onset}?',
    t.millis(t.before('onset'), t.took(m.pre, 0.5)),
  ),
  ask(
    'mean-max',
    'how long does billing-ledger need on average to issue an invoice',
    t.millis(t.anytime, t.took(m.invoicing, 'mean')),
  ),
  ask('slowest', 'slowest POST /translate today, how long did it take?', t.millis(t.anytime, t.took(m.engines, 'max'))),
  ask(
    'slowest',
    'are pdfs slower to upload than docx?',
    t.words({
      saysFirst: [['^\\W*yes\\b', 'pdf']],
      neverFirst: ['^\\W*no\\b', 'docx (?:is|are|was|were) (?:\\w+ )?slower'],
    }),
  ),
  ask('rate', 'rps portal-gateway last 15 min', t.perS(t.last(15), t.perSecond(t.requests(m.gateway)))),
  ask(
    'rate',
    'termbase errors per minute from {@onset+1} to {@recovery}',
    t.perS(OUTAGE, ...t.errors(m.terms).map(t.perSecond)),
  ),
  ask('sum', 'total euros paid out to translators', t.value(t.anytime, m.sumOf(m.paid, 'euros'))),
  ask('sum', 'how much money did we invoice in total (EUR)?', t.value(t.anytime, t.stated(EUROS, 'sum'))),
  ask(
    'sum',
    'biggest payout that was sent?',
    t.value(t.anytime, (world, window) =>
      Math.max(
        ...t
          .logsIn(m.paid)(world, window)
          .map((log) => Number(log.attributes['euros'])),
      ),
    ),
  ),

  ask('metric', 'highest redis memory of termbase', t.within(0.01, t.bytes(t.anytime, used('max')))),
  ask(
    'metric',
    'how many documents are parked right now, by documents_parked',
    t.value(t.anytime, gauge('pretranslate', 'documents_parked', 'last')),
  ),
  ask('metric', 'open en-ja jobs at this moment?', t.within(0.01, t.value(t.anytime, open('en-ja', 'last')))),
  ask(
    'metric',
    'translators online now',
    t.within(0.02, t.value(t.anytime, gauge('linguist-desk', 'translators_online', 'last'))),
  ),
  ask(
    'metric',
    'average cache hit ratio of termbase',
    t.within(
      0.03,
      t.value(
        t.anytime,
        gauge('termbase', 'term_cache_hit_ratio', 'mean'),
        t.scaled(gauge('termbase', 'term_cache_hit_ratio', 'mean'), 100),
      ),
    ),
  ),
  ask(
    'metric',
    'by how much did deliveries_sent_total grow in the last 30 min',
    t.within(0.06, t.count(t.last(30), gauge('delivery-packer', 'deliveries_sent_total', 'rise'), t.logs(m.delivered))),
  ),
  ask(
    'compare',
    'linguist-desk GET /jobs p95 before vs after the release',
    t.compared('ms', t.took(t.all(m.desk, t.named('GET /jobs')), 0.95), t.before('release'), t.sinceMark('release')),
  ),
  ask(
    'compare',
    'deliveries {@onset-20}-{@onset} vs {@onset}-{@onset+20}',
    t.compared(
      'count',
      t.logs(m.delivered),
      t.during(['onset', -20], ['onset', 0]),
      t.during(['onset', 0], ['onset', 20]),
    ),
  ),
  ask(
    'compare',
    'who is faster, deepwave or lingocore?',
    t.words({ saysFirst: [['lingocore']], neverFirst: ['deepwave (?:is|was) (?:\\w+ )?(?:faster|quicker)'] }),
  ),
  ask('trend', 'is the number of translators online shrinking?', t.verdict('yes', 'down')),
  ask('trend', 'are there more and more parked documents in the last 5 minutes?', t.verdict('no', 'up')),
  ask(
    'anomaly',
    'anything odd about redis_memory_used_bytes today?',
    t.words({
      says: [
        [
          'rose',
          'ris',
          'jump',
          'climb',
          'increas',
          'higher',
          'peak',
          'unusual',
          'spike',
          'grew',
          'up to',
          'from \\d',
          'between',
        ],
      ],
      neverFirst: ['^\\W*no\\b'],
    }),
  ),
  ask(
    'anomaly',
    'did translate times on mt-bridge get worse after {@onset}?',
    t.words({
      saysFirst: [['^\\W*no\\b', 'not', 'unchanged', 'normal', 'same', 'steady', 'stable', 'usual', 'little']],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask(
    'several',
    'how many reviews were approved, and how many sent back?',
    t.both(t.anytime, ['count', t.logs(m.approved)], ['count', t.logs(m.sentBack)]),
  ),
  ask(
    'group',
    'p95 of mt-bridge by provider',
    t.groups(
      'ms',
      t.anytime,
      m.each(['deepwave', 'lingocore'], (one) => t.took(t.all(m.engines, m.provider(one)), 0.95)),
    ),
  ),
  ...talk(
    'latency',
    ask('follow-up', 'p95 latency of file-intake please', t.millis(t.anytime, t.took(m.intake, 0.95))),
    ask('follow-up', 'same for billing-ledger', t.millis(t.anytime, t.took(m.ledger, 0.95))),
    ask('follow-up', 'only POST /invoices', t.millis(t.anytime, t.took(m.invoicing, 0.95))),
  ),
  ...talk(
    'shares',
    ask(
      'follow-up',
      'error rate of pretranslate {@onset+1} to {@onset+16}',
      t.percent(t.during(['onset', 1], ['onset', 16]), t.share(m.pre)),
    ),
    ask('follow-up', 'for termbase?', t.percent(t.during(['onset', 1], ['onset', 16]), t.share(m.terms))),
    ask(
      'follow-up',
      'and how many is that in absolute numbers?',
      t.count(t.during(['onset', 1], ['onset', 16]), t.failures(m.terms)),
    ),
  ),
]
