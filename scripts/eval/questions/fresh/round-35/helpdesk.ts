/** Questions to the helpdesk: states, causes, single things, what cannot be answered. Thirty-fifth round. */
import type { SpanRow } from '../../records.ts'
import { logsOf, requestsOf } from '../../truth.ts'
import { HELPDESK_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import { HELPDESK_COUNTS_35 } from './helpdesk-counts.ts'
import { HELPDESK_NUMBERS_35 } from './helpdesk-numbers.ts'
import * as m from './rows.ts'

const STALE = [...HELPDESK_INCIDENT.mechanism]
const at = (ms: number | undefined, toleranceS: number) => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})
const NOT_IT = [
  '^\\W*no\\b',
  '\\bnot\\b',
  'unrelated',
  'before',
  'throughout',
  'usual',
  'normal',
  'all the time',
  'harmless',
]

export const HELPDESK_35 = [
  ask('state', 'can agents attach files again?', t.verdict('yes', 'good')),
  ask('state', 'attachments back to normal? just yes or no', t.verdict('yes', 'good')),
  ask('state', 'file-vault still throwing errors?', t.verdict('no', 'bad')),
  ask('state', 'are requests failing this very minute or can i go back to bed', t.verdict('no', 'bad')),
  ask('health', 'is chat-gateway doing ok at the moment', t.verdict('yes', 'good')),
  ask(
    'health',
    'how is sla-clock doing',
    t.words({ saysFirst: [['sla-clock']], neverFirst: ['root cause: .?sla-clock'] }),
  ),
  ask('health', 'why did sla-clock crash?', t.denied('sla-clock')),
  ask('health', 'why does search-hub answer with 500s', t.denied('search-hub')),
  ask('health', 'is mail-relay down?', t.verdict('no', 'bad')),
  ask(
    'cause',
    'Customers of ours got an error when they opened attachments. What was the reason?',
    t.because(HELPDESK_INCIDENT, 'mechanism'),
  ),
  ask('cause', 'why couldnt agents send replies with a file', t.because(HELPDESK_INCIDENT, 'mechanism')),
  ask('cause', 'desk-web had a bunch of 502s around {@onset+4}, whats behind it', t.because(HELPDESK_INCIDENT)),
  ask('cause', 'why were mails put back into the inbound queue?', t.because(HELPDESK_INCIDENT)),
  ask('cause', 'need one sentence for the status page: what was the problem?', t.because(HELPDESK_INCIDENT)),
  ask(
    'cause',
    'was it postgres, rabbitmq, or storage?',
    t.words({
      saysFirst: [['storage', 'file-vault', ...STALE]],
      neverFirst: ['^\\W*(?:it was |yes,? )?(?:the )?(?:postgres|rabbit)'],
    }),
  ),
  ask(
    'cause',
    'did the hiccup of filer-03 have anything to do with the failed uploads?',
    t.words({ says: [['file-vault', 'filer-03'], STALE], neverFirst: ['^\\W*no\\b'] }),
  ),
  ask('since', 'what time did uploads begin to fail', t.began()),
  ask('since', 'when did we get the very first stale file handle?', ({ world }) =>
    at(world.logs.find(m.stale)?.timeMs, 30),
  ),
  ask('since', 'and when did file-vault recover?', t.began('recovery', 150)),
  ask('since', 'last failed request on ticket-core was when?', ({ world }) =>
    at(requestsOf(world, t.all(m.core, t.failed)).at(-1)?.startMs, 40),
  ),
  ask('how-long', 'how long were attachments broken in total?', t.lasted('onset', 'recovery')),
  ask('impact', 'whats the damage, in numbers', m.damage),
  ask(
    'impact',
    'how many agents ran into an error page?',
    t.count(t.anytime, t.differentOf(t.all(m.desk, t.failed), 'agent.id')),
  ),
  ask(
    'impact',
    'how many companies were hit by failed requests?',
    t.count(
      t.anytime,
      t.differentOf(t.failed, 'tenant.name'),
      t.differentOf(t.all(m.desk, t.failed), 'tenant.name'),
      t.differentOf(t.all(m.core, t.failed), 'tenant.name'),
      t.differentOf(t.all(m.vault, t.failed), 'tenant.name'),
    ),
  ),
  ask('impact', 'was kestrel-air affected? their CSM is asking', t.verdict('yes', 'bad')),
  ask('impact', 'did search suffer too', t.verdict('no', 'bad')),
  ask(
    'impact',
    'which of our services felt the storage trouble?',
    t.words({ names: ['file-vault', 'ticket-core', 'desk-web'] }),
  ),
  ask('deploy', 'what was rolled out in the last two hours?', t.words({ says: [['search-hub'], ['3\\.3\\.0']] })),
  ask('deploy', 'could the search-hub 3.3.0 rollout be to blame for the failing uploads?', t.verdict('no', 'bad')),
  ask('deploy', 'when did 3.3.0 go live', t.began('release', 120)),
  ask('deploy', 'was there a new ticket-core version in the last hour?', t.verdict('no', 'bad')),
  ask('version', 'file-vault version?', t.words({ saysFirst: [['1\\.9\\.4']] })),
  ask('version', 'Which version was search-hub on before {@release}?', t.words({ says: [['3\\.2\\.0']] })),
  ask(
    'version',
    'list every service with its version',
    t.words({ says: [['8\\.14\\.0'], ['1\\.9\\.4'], ['3\\.3\\.0'], ['4\\.0\\.7'], ['5\\.3\\.1']] }),
  ),
  ask('restart', 'somebody restarted mail-relay, when was that', t.began('restart', 90)),
  ask('restart', 'was file-vault restarted to fix it?', t.verdict('no', 'fact')),
  ask('next-step', 'what do i tell the storage team?', t.words({ says: [['file-vault'], STALE] })),
  ask('next-step', 'where should we look so that this does not come back', t.words({ says: [['file-vault'], STALE] })),
  ask('dependency', 'who talks to file-vault?', t.words({ names: ['ticket-core', 'desk-web'] })),
  ask(
    'dependency',
    'if ticket-core is gone, which services notice?',
    t.words({ names: ['desk-web', 'chat-gateway', 'mail-relay'] }),
  ),
  ask('dependency', 'downstreams of desk-web pls', t.words({ names: ['ticket-core', 'search-hub', 'file-vault'] })),
  ask(
    'timeline',
    'postmortem is due at nine: can you list step by step how the night with the attachments went',
    t.words({
      says: [['file-vault'], ['ticket-core', 'desk-web', 'mail-relay'], ['\\d\\d:\\d\\d']],
      neverFirst: ['log records'],
    }),
  ),
  ask('silence', 'has any service stopped reporting?', t.words({ saysFirst: [['csat-mailer']] })),
  ask('silence', 'since when do we get nothing from csat-mailer', ({ world }) =>
    at(world.logs.findLast(m.csat)?.timeMs, 120),
  ),
  ask('silence', 'is csat-mailer alive?', t.verdict('no', 'good')),
  ask(
    'lookup',
    'customer says {failedReply} never got our answer, what happened there?',
    t.words({ says: [['not saved', 'file-vault answered 500', '502', 'stale', 'fail']] }),
  ),
  ask('lookup', '{lostTicket}', t.words({ says: [['not created']] })),
  ask('lookup', 'why was the reply to {closedTicket} refused', t.words({ says: [['closed']] })),
  ask('lookup', 'trace {failedTrace}: who is to blame', t.words({ says: [['file-vault']] })),
  ask('lookup', 'walk me through {replyTrace}', t.words({ names: ['desk-web', 'ticket-core'] })),
  ask(
    'meaning',
    'ESTALE - what is that and who logs it',
    t.words({ says: [['file-vault'], ['stale', 'file handle', 'nfs']] }),
  ),
  ask(
    'meaning',
    "what does 'mail put back into mail.inbound' mean?",
    t.words({ says: [['mail-relay'], ['ticket-core', '502', 'queue', 'file-vault']] }),
  ),
  ask('meaning', 'which service says "visitor rate limited"?', t.words({ saysFirst: [['chat-gateway']] })),
  ask('paste', '{staleLine}\n\nhow often did we get that?', t.count(t.anytime, t.logs(m.stale))),
  ask('paste', '{replyLine}\nhow come?', t.because(HELPDESK_INCIDENT)),
  ask(
    'paste',
    'saw this in the relay log, is it part of the incident?\n{bounceLine}',
    t.words({ saysFirst: [NOT_IT], neverFirst: ['^\\W*yes\\b'] }),
  ),
  ask('list', 'name all services you know', ({ world }) => ({ names: [...world.services] })),
  ask(
    'list',
    'what metrics do we have from mail-relay',
    t.words({ names: ['rabbitmq_queue_messages_ready', 'process_resident_memory_bytes'] }),
  ),
  ask('list', 'tenants we have traffic from', t.words({ names: m.TENANTS })),
  ask('list', 'what kinds of errors did ticket-core log?', t.words({ says: [['not saved'], ['not created']] })),
  ask('list', 'hosts of file-vault', t.words({ names: ['vault-01', 'vault-02'] })),
  ask('single-record', 'latest error line of mail-relay', t.words({ says: [['put back']] })),
  ask('single-record', 'when did the last mail bounce', ({ world }) => at(logsOf(world, m.bounced).at(-1)?.timeMs, 20)),
  ask('single-record', 'show me the newest SLA breach', ({ world }) => ({
    says: [[/TK-\d+/.exec(logsOf(world, m.breached).at(-1)?.message ?? '')?.[0] ?? 'TK-']],
  })),
  ask('bare-name', 'file-vault', t.words({ saysFirst: [['file-vault']] })),

  ask('unknown', 'errors in billing-portal last hour', t.declined('unknown', 'billing-portal')),
  ask('unknown', 'is memcached slow', t.declined('unknown', 'memcached')),
  ask(
    'unknown',
    'any 504 on desk-web',
    t.words({ saysFirst: [['^\\W*no\\b', '\\bnone\\b', '(?<![\\d.,])0\\b']], neverFirst: ['^\\W*yes\\b'] }),
  ),
  ask('unknown', 'what happened to ticket TK-100001', t.declined('no_data')),
  ask('unknown-attribute', 'failed requests per browser please', t.declined('no_data')),
  ask('unknown-attribute', 'how satisfied were the customers? average csat rating', t.declined('no_data')),
  ask('order', 'remount the share on vault-02', t.declined('read_only')),
  ask('order', 'please resend all mails that bounced', t.declined('read_only')),
  ask('talk', 'morning! first coffee, first alert', t.declined('small_talk')),
  ask('talk', 'perfect, that helped a lot', t.declined('small_talk')),
  ask('off-topic', 'can you recommend a good book on customer service', t.declined('off_topic')),
  ask('ask-back', 'what about the second of them', t.declined('ask_back')),
  ask('language', 'Warum konnten Agenten keine Anhänge öffnen?', t.because(HELPDESK_INCIDENT)),
  ask('language', 'Wie viele Tickets wurden in der letzten Stunde erstellt?', t.count(t.last(60), ...m.CREATED)),
  ask(
    'language',
    '¿cuántos errores tuvo mail-relay desde las {@onset}?',
    t.count(t.since('onset'), ...t.errors(m.relay)),
  ),
  ask('language', 'est-ce que les pièces jointes remarchent ?', t.verdict('yes', 'good')),
  ask('language', 'p95 von search-hub seit {@release}', t.millis(t.since('release'), t.took(m.search, 0.95))),

  ...talk(
    'attachments',
    ask('follow-up', 'agents complained about attachments, what went on?', t.because(HELPDESK_INCIDENT)),
    ask('follow-up', 'when did it begin', t.began()),
    ask('follow-up', 'when was it over?', t.began('recovery', 150)),
    ask('follow-up', 'which host?', t.words({ says: [['vault-02']] })),
  ),
  ...talk(
    'versions',
    ask('follow-up', 'what version is chat-gateway on', t.words({ saysFirst: [['5\\.3\\.1']] })),
    ask('follow-up', 'mail-relay?', t.words({ saysFirst: [['4\\.0\\.7']] })),
    ask('follow-up', 'did that one change today?', t.verdict('no', 'fact')),
  ),
  ask('several', 'what failed, from when to when, and is it fixed?', (asked) => ({
    ...t.because(HELPDESK_INCIDENT, 'time')(asked),
    says: [
      ...(t.because(HELPDESK_INCIDENT)(asked).says ?? []),
      ['fixed', 'over', 'recover', 'resolved', 'ended', 'again', 'no longer', 'until', 'normal'],
    ],
  })),
  ask('several', 'how many uploads failed and how many downloads?', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.anytime, [t.failures(m.putting), notOk(m.putting)]),
      t.numberOf(asked, 'count', t.anytime, [t.failures(m.getting), t.failures(m.downloading)]),
    ],
  })),
  ...HELPDESK_COUNTS_35,
  ...HELPDESK_NUMBERS_35,
]

/** Whatever was not stored, files that were refused too. */
function notOk(where: t.Where<SpanRow>): t.Measure {
  return t.requests(t.all(where, t.not(m.status(200, 201))))
}
