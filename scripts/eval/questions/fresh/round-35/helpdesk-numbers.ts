/** Shares, durations, rates, metrics and comparisons of the helpdesk. Thirty-fifth round. */
import type { PointRow } from '../../records.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const memory = (service: string, what: t.Statistic) => t.metric(service, 'process_resident_memory_bytes', what)
const queue = (name: string, what: t.Statistic) =>
  t.metric('mail-relay', 'rabbitmq_queue_messages_ready', what, (point) => point.attributes['queue'] === name)
const open = (name: string, what: t.Statistic) =>
  t.metric('ticket-core', 'helpdesk_open_tickets', what, (point) => point.attributes['tenant'] === name)
const chats = (what: t.Statistic) => t.metric('chat-gateway', 'chat_sessions_active', what)
const byTenant = (point: PointRow) => String(point.attributes['tenant'])
const incident = t.during(['onset', 1], ['recovery', 0])
const largest = (values: readonly number[]) => Math.max(...values)
const sweep = /^sweep finished: \d+ timers checked in (\d+) ms/

export const HELPDESK_NUMBERS_35 = [
  ask('ratio', 'error rate of file-vault between {@onset+1} and {@recovery}', t.percent(incident, t.share(m.vault))),
  ask(
    'ratio',
    'what share of downloads failed from {@onset+1} to {@recovery}?',
    t.percent(incident, t.share(m.getting), t.share(m.downloading)),
  ),
  ask('ratio', 'ticket-core failure rate over the last 40 min', t.percent(t.last(40), t.share(m.core))),
  ask(
    'ratio',
    'how many percent of incoming mail is spam',
    t.percent(
      t.anytime,
      (world, window) => (100 * t.logs(m.spam)(world, window)) / t.requests(m.inbound)(world, window),
    ),
  ),
  ask(
    'ratio',
    'bounce rate of our outgoing mails?',
    t.percent(
      t.anytime,
      (world, window) => (100 * t.logs(m.bounced)(world, window)) / t.requests(m.outbound)(world, window),
    ),
  ),
  ask(
    'ratio',
    'which percentage of desk-web traffic is brightleaf',
    t.percent(t.anytime, t.share(m.desk, m.tenant('brightleaf'))),
  ),
  ask(
    'ratio',
    'percentage of searches that find nothing',
    t.percent(
      t.anytime,
      (world, window) => (100 * t.logs(m.noHits)(world, window)) / t.requests(m.search)(world, window),
    ),
  ),

  ask('percentile', 'p95 of desk-web?', t.millis(t.anytime, t.took(m.desk, 0.95))),
  ask(
    'percentile',
    'median upload time',
    t.millis(t.anytime, t.took(m.putting, 0.5), t.took(t.all(m.putting, m.status(201)), 0.5)),
  ),
  ask('percentile', 'p90 of GET /query since {@release+1}', t.millis(t.since('release', 1), t.took(m.search, 0.9))),
  ask(
    'percentile',
    'p95 for enterprise on desk-web',
    t.millis(t.anytime, t.took(t.all(m.desk, m.plan('enterprise')), 0.95)),
  ),
  ask('mean-max', 'avg time mail-relay needs for an outbound mail', t.millis(t.anytime, t.took(m.outbound, 'mean'))),
  ask('mean-max', 'slowest request on desk-web in the last hour?', t.millis(t.last(60), t.took(m.desk, 'max'))),
  ask(
    'mean-max',
    'how long does a search take on average',
    t.millis(t.anytime, t.took(m.search, 'mean'), t.took(m.searching, 'mean')),
  ),
  ask('mean-max', 'longest sla sweep', t.millis(t.anytime, t.stated(sweep, 'max'))),
  ask(
    'slowest',
    'which endpoint of desk-web is slowest',
    t.words({ saysFirst: [['/replies', '/search']], neverFirst: ['log records'] }),
  ),
  ask(
    'slowest',
    'what takes longer, uploads or downloads?',
    t.words({
      saysFirst: [['upload', '\\bPUT\\b']],
      neverFirst: ['downloads? (?:is|are|takes?) (?:\\w+ )?(?:slower|longer)'],
    }),
  ),

  ask(
    'rate',
    'chat messages per minute',
    t.perS(t.anytime, t.perSecond(t.requests(m.messages)), t.perSecond(t.logs(m.accepted))),
  ),
  ask(
    'rate',
    'how many tickets per minute come in?',
    t.perS(t.anytime, ...m.CREATED.map(t.perSecond), t.perSecond(t.requests(m.opening))),
  ),
  ask(
    'rate',
    'file-vault errors per minute while it was broken, {@onset+1} to {@recovery}',
    t.perS(incident, ...t.errors(m.vault).map(t.perSecond)),
  ),

  ask('sum', 'total kb of files stored', t.within(0.01, t.value(t.anytime, m.valuesOf(m.stored, 'kb', m.total)))),
  ask(
    'sum',
    'Biggest file we refused for its size, in MB?',
    t.value(t.anytime, m.valuesOf(m.tooLarge, 'size_mb', largest)),
  ),

  ask('metric', 'peak memory of search-hub', t.within(0.01, t.bytes(t.anytime, memory('search-hub', 'max')))),
  ask('metric', 'memory chat-gateway right now?', t.within(0.09, t.bytes(t.anytime, memory('chat-gateway', 'last')))),
  ask('metric', 'how deep is the mail.inbound queue now', t.value(t.anytime, queue('mail.inbound', 'last'))),
  ask('metric', 'highest mail.inbound queue depth so far', t.value(t.anytime, queue('mail.inbound', 'max'))),
  ask(
    'metric',
    'open tickets of kestrel-air right now',
    t.within(0.015, t.value(t.anytime, open('kestrel-air', 'last'))),
  ),
  ask(
    'metric',
    'how many tickets are open in total, all companies?',
    t.within(0.01, t.value(t.anytime, m.lastOfAll('ticket-core', 'helpdesk_open_tickets', byTenant))),
  ),
  ask('metric', 'active chats?', t.within(0.06, t.value(t.anytime, chats('last')))),
  ask('metric', 'lowest number of active chat sessions in the last hour', t.value(t.last(60), chats('min'))),
  ask(
    'metric',
    'by how much did file_vault_io_errors_total go up since {@onset}',
    t.within(0.02, t.count(t.since('onset'), m.rise('file-vault', 'file_vault_io_errors_total'), t.logs(m.stale))),
  ),
  ask('metric', 'open tickets per company', (asked) => ({
    groups: Object.fromEntries(
      m.TENANTS.slice(0, 4).map((one) => [
        one,
        {
          ...t.numberOf(asked, 'any', t.anytime, [open(one, 'last'), open(one, 'mean'), open(one, 'max')]),
          tolerance: 0.02,
        },
      ]),
    ),
  })),
  ask(
    'metric',
    'who has the most open tickets',
    t.words({ neverFirst: ['log records'], first: { name: 'brightleaf', among: m.TENANTS } }),
  ),
  ask(
    'metric',
    'which single process eats the most memory?',
    t.words({
      first: {
        name: 'search-hub',
        among: [
          'search-hub',
          'ticket-core',
          'mail-relay',
          'desk-web',
          'chat-gateway',
          'file-vault',
          'sla-clock',
          'csat-mailer',
        ],
      },
    }),
  ),

  ask(
    'compare',
    'search p95 before vs after 3.3.0',
    t.compared('ms', t.took(m.search, 0.95), t.before('release'), t.sinceMark('release')),
  ),
  ask(
    'compare',
    'failed requests of desk-web: {@onset-15} to {@onset} against {@onset+1} to {@onset+16}',
    t.compared(
      'count',
      t.failures(m.desk),
      t.during(['onset', -15], ['onset', 0]),
      t.during(['onset', 1], ['onset', 16]),
    ),
  ),
  ask(
    'compare',
    'do more tickets come by mail or by form',
    t.topOf(m.spansOf(m.opening), t.attribute('ticket.channel')),
  ),
  ask('compare', 'vault-01 vs vault-02 failed requests', (asked) => ({
    groups: {
      'vault-02': t.numberOf(asked, 'count', t.anytime, [t.failures(t.all(m.vault, m.host('vault-02')))]),
    },
  })),
  ask('trend', 'is chat getting busier?', t.verdict('yes', 'up')),
  ask('trend', 'are errors on ticket-core still rising?', t.verdict('no', 'up')),
  ask(
    'trend',
    'did search get slower with the new version',
    t.words({
      saysFirst: [['^\\W*yes\\b', 'slower', 'rose', 'increase', 'went (?:up|from)', 'higher', 'longer']],
      neverFirst: ['^\\W*no\\b', 'not slower', 'no slower', 'unchanged', 'faster'],
    }),
  ),
  ask(
    'trend',
    'open tickets of brightleaf: going up or down?',
    t.words({ saysFirst: [['up\\b', 'ris', 'rose', 'grow', 'increas', 'climb']], neverFirst: ['falling', 'decreas'] }),
  ),
  ask(
    'anomaly',
    'did the mail.inbound queue do anything strange?',
    t.words({
      says: [
        [
          'rose',
          'ris',
          'peak',
          'grew',
          'jump',
          'climb',
          'spike',
          'high',
          'unusual',
          'increas',
          'up to',
          'max',
          'went from',
          'above',
        ],
      ],
      neverFirst: ['^\\W*no\\b'],
    }),
  ),
  ask(
    'anomaly',
    'is ticket-core memory acting up',
    t.words({
      saysFirst: [
        [
          '^\\W*no\\b',
          'normal',
          'steady',
          'stable',
          'unchanged',
          'usual',
          'flat',
          'nothing',
          'no (?:change|anomal|sign)',
          'not\\b',
        ],
      ],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask('several', 'Number of tickets created and replies saved in the last half hour', (asked) => ({
    numbers: [t.numberOf(asked, 'count', t.last(30), m.CREATED), t.numberOf(asked, 'count', t.last(30), m.SAVED)],
  })),
  ask(
    'group',
    'error rate per tenant on file-vault from {@onset+1} to {@recovery}',
    t.groups(
      'percent',
      incident,
      m.each(['brightleaf', 'kestrel-air', 'orchard-clinic'], (one) => t.share(t.all(m.vault, m.tenant(one)))),
    ),
  ),
  ask(
    'group',
    'p95 per service',
    t.groups(
      'ms',
      t.anytime,
      m.each(['desk-web', 'ticket-core', 'file-vault', 'search-hub', 'chat-gateway'], (one) => t.took(t.of(one), 0.95)),
    ),
  ),

  ...talk(
    'search',
    ask('follow-up', 'whats the p95 of search-hub', t.millis(t.anytime, t.took(m.search, 0.95))),
    ask('follow-up', 'and the median?', t.millis(t.anytime, t.took(m.search, 0.5))),
    ask('follow-up', 'before {@release}?', t.millis(t.before('release'), t.took(m.search, 0.5))),
  ),
  ...talk(
    'failing',
    ask('follow-up', 'failure rate of ticket-core in the last hour', t.percent(t.last(60), t.share(m.core))),
    ask('follow-up', 'what about file-vault', t.percent(t.last(60), t.share(m.vault))),
    ask('follow-up', 'and only the last 10 minutes?', t.percent(t.last(10), t.share(m.vault))),
  ),
]
