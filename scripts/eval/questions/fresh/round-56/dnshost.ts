/** Questions to the registrar: states, causes, single things, what cannot be answered. Fifty-sixth round. */
import { minuteOf } from '../../catalog/define.ts'
import { DNSHOST_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import { DNSHOST_COUNTS_56 } from './dnshost-counts.ts'
import { DNSHOST_NUMBERS_56 } from './dnshost-numbers.ts'
import * as m from './rows.ts'

const WRAP = DNSHOST_INCIDENT.mechanism
const UNRELATED = t.words({
  saysFirst: [['no\\b', 'not', 'before', 'throughout', 'usual', 'normal', 'all the time', 'unrelated']],
  neverFirst: ['^\\W*yes\\b'],
})
const at = (ms: number | undefined, toleranceS: number) => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})

export const DNSHOST_56 = [
  ask('state', 'zone changes going through again?', t.trouble()),
  ask('state', 'is cert issuance ok rn', t.trouble()),
  ask('state', 'zone-publisher still throwing 503s?', t.verdict('yes', 'bad')),
  ask('state', 'Can customers still see their zones, i.e. GET /zones/{zone}?', t.verdict('yes', 'good')),
  ask('health', 'registrar-epp ok?', t.healthy),
  ask('health', 'abuse-desk looking healthy?', t.healthy),
  ask('premise', 'why did registrar-epp crash', t.denied('registrar-epp')),
  ask('premise', 'billing-renewals slow lately?', t.noTrouble),
  ask('premise', 'why is abuse-desk down since {@onset}', t.denied('abuse-desk')),

  ask('cause', 'root cause service:zone-editor status:502', t.because(DNSHOST_INCIDENT, 'mechanism')),
  ask('cause', 'why is cert-issuer returning 500', t.because(DNSHOST_INCIDENT)),
  ask(
    'cause',
    'Status page is red, half the tickets say "record not saved", the other half "certificate stuck". Same thing behind both?',
    t.words({ says: [['zone-publisher']], neverFirst: ['^\\W*no\\b'] }),
  ),
  ask('cause', 'why:503 service:zone-publisher', t.becauseFirst(DNSHOST_INCIDENT)),
  ask('cause', 'what broke ~{@onset+1}', t.because(DNSHOST_INCIDENT)),
  ask('cause', 'Why do customers get an error when they change a record?', t.because(DNSHOST_INCIDENT, 'mechanism')),
  ask('cause', 'certs.pending going up, why', t.because(DNSHOST_INCIDENT)),
  ask('cause', 'what does postgres say when zone-publisher writes', t.words({ says: [[...WRAP]] })),
  ask('since', 'first_seen(status=503) zone-publisher', t.began()),
  ask('since', 'since when do zone changes fail', t.began()),
  ask('since', 'min(timestamp) where service=zone-editor and level=error', ({ world }) =>
    at(world.logs.find(t.all(m.editor, t.level('ERROR')))?.timeMs, 90),
  ),
  ask('since', 'From what time on did ns-sync have nothing to load any more?', t.began('onset', 150)),
  ask('how-long', 'publishing broken for how long now', t.lasted()),
  ask('over', 'incident over?', t.trouble()),
  ask('impact', 'how bad is it? need one number for the status page', m.damage),
  ask(
    'impact',
    'blast radius of the zone-publisher thing',
    t.words({ names: ['zone-editor', 'cert-issuer', 'control-panel'] }),
  ),
  ask('impact', 'checkout affected?', t.verdict('no', 'bad')),
  ask(
    'impact',
    'services with status:5xx last 15m',
    t.words({ names: ['zone-editor', 'zone-publisher', 'cert-issuer', 'control-panel'] }),
  ),
  ask('deploy', 'deploys last 2h', t.words({ says: [['domain-search'], ['4\\.3\\.0']] })),
  ask('deploy', 'when did domain-search 4.3.0 go live', t.began('release', 120)),
  ask('deploy', 'did 4.3.0 cause the failed zone changes', t.verdict('no', 'bad')),
  ask('deploy', 'any release of zone-publisher today?', t.verdict('no', 'fact')),
  ask('deploy', 'when was the backfill started on zone-publisher', t.began('backfill', 90)),
  ask('version', "select version from services where name='cert-issuer'", t.words({ saysFirst: [['3\\.6\\.1']] })),
  ask('version', 'domain-search version before 4.3.0?', t.words({ says: [['4\\.2\\.6']] })),
  ask('restart', 'when did abuse-desk restart', t.began('restart', 120)),
  ask('restart', 'zone-publisher restarted at all?', t.verdict('no', 'fact')),
  ask('next-step', 'what do I do about zone-publisher', t.words({ says: [['zone-publisher'], [...WRAP]] })),
  ask('dependency', 'who calls zone-publisher', t.words({ names: ['zone-editor', 'cert-issuer', 'ns-sync'] })),
  ask('dependency', 'db behind abuse-desk', t.words({ says: [['mysql']] })),
  ask(
    'dependency',
    'what does control-panel call',
    t.words({ names: ['zone-editor', 'registrar-epp', 'cert-issuer'] }),
  ),
  ask(
    'timeline',
    'timeline of the outage pls, for the postmortem',
    t.words({
      says: [['zone-publisher'], ['\\d\\d:\\d\\d'], ['zone-editor', 'cert-issuer', 'control-panel']],
      neverFirst: ['log records'],
    }),
  ),

  ask('silence', 'any source that no longer ships logs?', t.words({ saysFirst: [['whois-export']] })),
  ask('silence', 'service=whois-export | stats latest(_time)', ({ world }) =>
    at(world.logs.findLast(m.whois)?.timeMs, 60),
  ),
  ask('silence', 'whois-export alive?', t.verdict('no', 'good')),
  ask('silence', 'absent(logs{app="ns-sync"}) ?', t.verdict('no', 'bad')),
  ask(
    'lookup',
    'what became of {failedChange}',
    t.words({ says: [['not published', '50[23]', 'fail', 'wraparound']] }),
  ),
  ask(
    'lookup',
    'change={goodChange} ok?',
    t.words({ says: [['published', '20[01]', 'queued']], neverFirst: ['^\\W*no\\b'] }),
  ),
  ask(
    'lookup',
    'trace_id:{failedTrace} which span errored first',
    t.words({ says: [['zone-publisher', 'publish_queue']] }),
  ),
  ask(
    'lookup',
    'zone={failedZone} errors?',
    t.words({ says: [['not published', '50[23]', 'fail', 'wraparound', 'not accepting']] }),
  ),
  ask('meaning', 'what does "must be vacuumed within" mean here', t.words({ says: [['zone-publisher', ...WRAP]] })),
  ask('meaning', 'DH-1193?', t.words({ says: [['zone-publisher'], ['backfill']] })),
  ask('paste', '{queueLine}\n^ how many of these', t.count(t.anytime, t.logs(m.insert))),
  ask('paste', '{certLine}\nwhy', t.because(DNSHOST_INCIDENT)),
  ask('paste', '{notifyLine}\nrelated to the failed zone changes?', UNRELATED),
  ask('paste', '{eppLine}\nis that part of the outage', UNRELATED),
  ask('list', 'show services', ({ world }) => ({ names: [...world.services] })),
  ask(
    'list',
    'list metrics service:registrar-epp',
    t.words({ names: ['epp.sessions', 'registry.deposit', 'epp_commands_total'] }),
  ),
  ask('list', 'routes of abuse-desk', t.words({ says: [['/reports'], ['/reports/\\{id\\}/suspend']] })),
  ask('list', 'pods of zone-editor', t.words({ names: [...m.PODS] })),
  ask('single-record', 'first "wraparound" line, when', ({ world }) =>
    at(world.logs.find(t.says(/wraparound/))?.timeMs, 60),
  ),
  ask('single-record', 'last successful zone load on ns1?', ({ world }) =>
    at(world.logs.findLast(t.says(/loaded on ns1,/))?.timeMs, 60),
  ),
  ask('single-record', '"card declined" service:control-panel | tail 1', ({ world }) => ({
    says: [[minuteOf(world.logs.findLast(t.says(/^card declined/))?.timeMs ?? 0)]],
  })),
  ask('bare-name', 'registrar-epp', t.words({ saysFirst: [['registrar-epp']] })),
  ask(
    'yes-no',
    'did postgresql.xid.remaining move in the last 20 min?',
    t.words({
      saysFirst: [['^\\W*no\\b', 'unchanged', 'constant', 'flat', 'did not', 'didn.t', 'steady', 'stable', 'same']],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask('yes-no', 'exists: service:domain-search status:504', t.verdict('yes', 'fact')),
  ask('yes-no', 'publish_queue.depth = 0 now?', t.verdict('yes', 'fact')),

  ask('unknown', 'service:edge-cache status:500 | count', t.declined('unknown', 'edge-cache')),
  ask('unknown', 'p95 duration service=mail-relay last 30m', t.declined('unknown', 'mail-relay')),
  ask('unknown-attribute', 'service:control-panel count by customer.country', t.declined('no_data')),
  ask('unknown', 'change=ZC-990017 status', t.declined('no_data')),
  ask('order', 'rollback prepared resign_0419', t.declined('read_only')),
  ask('order', 'kubectl rollout restart deploy/zone-publisher', t.declined('read_only')),
  ask('talk', 'hey, anyone there', t.declined('small_talk')),
  ask('talk', 'cheers, good work', t.declined('small_talk')),
  ask('off-topic', 'how do I pronounce kubectl', t.declined('off_topic')),
  ask('ask-back', 'and the other two?', t.declined('ask_back')),
  ask('language', 'Warum schlagen Zonenänderungen fehl?', t.because(DNSHOST_INCIDENT)),
  ask(
    'language',
    'wie viele 502 bei zone-editor in den letzten 20 minuten',
    t.count(t.last(20), t.requests(t.all(m.editor, m.status(502)))),
  ),
  ask('language', '¿desde cuándo falla zone-publisher?', t.began()),
  ask('language', 'depuis quand zone-publisher renvoie des 503 ?', t.began()),

  ...talk(
    'oncall',
    ask('follow-up', 'just got paged for control-panel 502s. what is it', t.because(DNSHOST_INCIDENT)),
    ask('follow-up', 'since?', t.began()),
    ask('follow-up', 'why', t.words({ says: [[...WRAP]] })),
    ask('follow-up', 'over yet?', t.trouble()),
  ),
  ...talk(
    'release',
    ask('follow-up', 'service:domain-search anything new today', t.words({ says: [['4\\.3\\.0']] })),
    ask('follow-up', 'could that be why zone changes fail?', t.verdict('no', 'bad')),
  ),
  ...talk(
    'whois',
    ask('follow-up', 'whois-export still running?', t.verdict('no', 'good')),
    ask('follow-up', 'quiet since', ({ world }) => at(world.logs.findLast(m.whois)?.timeMs, 90)),
  ),
  ask('several', 'what broke, since when, over?', (asked) => ({
    ...t.because(DNSHOST_INCIDENT, 'time')(asked),
    says: [['still', 'not over', 'ongoing', 'continu', 'no recovery', 'until now', '\\bnow\\b', 'not recovered']],
  })),
  ask('several', 'which release went out, and did it cause the 502s?', () => ({
    says: [['4\\.3\\.0'], ['\\bno\\b', '\\bnot\\b', 'unrelated', 'before']],
    neverFirst: ['^\\W*yes\\b'],
  })),
  ...DNSHOST_COUNTS_56,
  ...DNSHOST_NUMBERS_56,
]
