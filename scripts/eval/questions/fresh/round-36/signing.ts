/** Questions to the signing company: states, causes, single things, what cannot be answered. Round 36. */
import { requestsOf } from '../../truth.ts'
import { SIGNING_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'
import { SIGNING_COUNTS_36 } from './signing-counts.ts'
import { SIGNING_NUMBERS_36 } from './signing-numbers.ts'

const LIST = ['revocation', '\\bcrl\\b', 'next ?update', 'qca3']
const NOT_CAUSED: t.Expect = t.words({
  saysFirst: [
    ['^\\W*no\\b', '\\bnot\\b', 'unrelated', 'n.t\\b', 'before', 'throughout', 'usual', 'all the time', 'normal'],
  ],
  neverFirst: ['^\\W*yes\\b'],
})
const at = (ms: number | undefined, toleranceS: number) => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})

export const SIGNING_36 = [
  ask('state', 'are we ok?', t.verdict('no', 'good')),
  ask('state', 'is the problem still there', t.verdict('yes', 'bad')),
  ask('state', 'can customers finish signing right now? yes/no', t.verdict('no', 'good')),
  ask('state', 'did it recover?', t.verdict('no', 'good')),
  ask('state', 'is sealing working', t.verdict('no', 'good')),
  ask('health', 'ident-check ok?', t.healthy),
  ask(
    'health',
    'hows seal-service doing',
    t.words({
      saysFirst: [
        ['seal-service'],
        ['fail', 'error', 'broke', 'refus', '\\d ?%', 'unhealthy', 'cause', 'not (?:ok|healthy)'],
      ],
    }),
  ),
  ask('health', 'why is ident-check down?', t.denied('ident-check')),
  ask('health', 'why did archive-store crash', t.denied('archive-store')),
  ask('health', 'what happened that made doc-render so slow?', t.denied('doc-render')),
  ask('cause', 'whats broken', t.because(SIGNING_INCIDENT, 'mechanism')),
  ask('cause', 'why can envelopes not be completed?', t.because(SIGNING_INCIDENT, 'mechanism')),
  ask('cause', 'vella-bank says signing ends in an error page. reason?', t.because(SIGNING_INCIDENT)),
  ask('cause', 'where do the 502s at front-gate come from', t.because(SIGNING_INCIDENT)),
  ask('cause', 'why are QES signatures failing but not AES?', t.becauseFirst(SIGNING_INCIDENT)),
  ask('cause', 'root cause pls + since when', t.because(SIGNING_INCIDENT, 'time')),
  ask('cause', 'something happened around {@onset}, what was it?', t.because(SIGNING_INCIDENT)),
  ask(
    'cause',
    'is the HSM the problem, or the certificates, or the network?',
    t.words({
      says: [['seal-service']],
      saysFirst: [['revocation', '\\bcrl\\b', 'certificate', 'next ?update']],
      neverFirst: ['^\\W*(?:the )?(?:hsm|network)\\b'],
    }),
  ),
  ask('since', 'when did all this begin?', t.began()),
  ask('since', 'time of the first 503 on seal-service', ({ world }) =>
    at(requestsOf(world, t.all(m.seal, t.failed))[0]?.startMs, 40),
  ),
  ask('how-long', 'how long are we failing now?', t.lasted()),
  ask('impact', 'how bad is this?', m.damage),
  ask('impact', 'which customers cannot sign?', t.words({ names: m.HIT })),
  ask(
    'impact',
    'how many signers ran into a 502?',
    t.count(
      t.anytime,
      t.differentOf(t.all(m.api, m.status(502)), 'signer.id'),
      t.requests(t.all(m.api, m.status(502))),
    ),
  ),
  ask(
    'impact',
    'number of tenants with failed requests since {@onset}',
    t.count(t.since('onset'), t.differentOf(t.all(m.api, t.failed), 'tenant.id')),
  ),
  ask('impact', 'is hansa-immo affected by the outage?', t.verdict('no', 'bad')),
  ask('impact', 'is kestrel-hr affected too', t.verdict('yes', 'bad')),
  ask('impact', 'which services suffered from it', t.words({ names: ['seal-service', 'envelope-api', 'front-gate'] })),
  ask('impact', 'does it affect creating new envelopes (POST /envelopes)?', t.verdict('no', 'bad')),
  ask('deploy', 'what was deployed in the last hour', t.words({ says: [['doc-render'], ['2\\.15\\.0']] })),
  ask('deploy', 'is the doc-render rollout to blame?', t.verdict('no', 'bad')),
  ask('deploy', 'when did 2.15.0 go live?', t.began('release', 120)),
  ask('deploy', 'any release of seal-service lately?', t.verdict('no', 'bad')),
  ask('version', 'seal-service version?', t.words({ saysFirst: [['5\\.0\\.11']] })),
  ask(
    'version',
    'list all the versions',
    t.words({ says: [['9\\.4\\.0'], ['5\\.0\\.11'], ['3\\.2\\.6'], ['0\\.22\\.1'], ['1\\.8\\.3']] }),
  ),
  ask('restart', 'did notify-mail restart, and when?', t.began('restart', 120)),
  ask('restart', 'has seal-service been restarted today?', t.verdict('no', 'bad')),
  ask('next-step', 'what should we do', t.words({ says: [['seal-service'], [...LIST, 'certificate']] })),
  ask('dependency', 'who calls seal-service', t.words({ names: ['envelope-api'] })),
  ask(
    'dependency',
    'what does envelope-api need to work?',
    t.words({ names: ['seal-service', 'doc-render', 'archive-store', 'ident-check'] }),
  ),
  ask(
    'dependency',
    'which services talk to postgres?',
    t.words({ names: ['envelope-api', 'archive-store', 'seal-service'] }),
  ),
  ask(
    'timeline',
    'give me the timeline of tonight',
    t.words({ says: [['seal-service'], ['\\d\\d:\\d\\d']], neverFirst: ['log records'] }),
  ),
  ask('silence', 'did anything stop sending?', t.words({ says: [['reminder-cron']], neverFirst: ['^\\W*no\\b'] })),
  ask(
    'silence',
    'is reminder-cron still running',
    t.words({
      saysFirst: [
        ['reminder-cron'],
        ['^\\W*no\\b', 'silent', 'stopped', 'last (?:line|record|sent|wrote|seen)', 'nothing since', 'quiet'],
      ],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask('silence', 'when was the last reminder run?', ({ world }) =>
    at(world.logs.findLast((log) => /^run \d+ done/.test(log.message))?.timeMs, 60),
  ),
  ask('silence', 'hook-sender alive?', t.verdict('yes', 'good')),
  ask(
    'lookup',
    'what happened to envelope {failedEnvelope}?',
    t.words({ says: [['not completed', 'refused', '50[23]', 'past its']] }),
  ),
  ask('lookup', '{completedEnvelope}', t.words({ says: [['completed', 'archived', 'sealed']] })),
  ask('lookup', 'customer asks why {expiredEnvelope} cannot be opened', t.words({ says: [['expired']] })),
  ask('lookup', 'was {declinedEnvelope} signed?', t.words({ says: [['declined']] })),
  ask(
    'lookup',
    'identity check of {unconfirmedEnvelope}',
    t.words({ says: [['not confirmed', 'wrong code', 'not activated', 'not matched']] }),
  ),
  ask('lookup', 'in trace {failedTrace}, who failed first?', t.words({ says: [['seal-service']] })),
  ask(
    'lookup',
    'which services are in {completedTrace}',
    t.words({ names: ['front-gate', 'envelope-api', 'seal-service', 'archive-store'] }),
  ),
  ask('meaning', 'what does "past its nextUpdate" mean?', t.words({ says: [['seal-service'], LIST] })),
  ask('meaning', 'which service writes "timestamp token late"', t.words({ saysFirst: [['seal-service']] })),
  ask('paste', '{refusedLine}\nsince when do we get this', t.began()),
  ask('paste', '{notCompletedLine}\nwhose fault?', t.because(SIGNING_INCIDENT)),
  ask('paste', '{hookLine}\nis that part of the incident?', NOT_CAUSED),
  ask('paste', '{fontLine}\n^^ how often does this come', t.count(t.anytime, t.logs(m.fonts))),
  ask('premise', 'are the bounced mails caused by the seal problem?', NOT_CAUSED),
  ask('list', 'what services do we have?', ({ world }) => ({ names: [...world.services] })),
  ask(
    'list',
    'metrics of seal-service?',
    t.words({ names: ['crl.validity.remaining', 'hsm.sessions.active', 'seals.refused', 'seals.issued'] }),
  ),
  ask('list', 'tenants?', t.words({ names: m.TENANTS })),
  ask(
    'list',
    'endpoints of envelope-api',
    t.words({ says: [['/envelopes/\\{id\\}'], ['/signing/\\{token\\}/finish'], ['/signing/\\{token\\}/identify']] }),
  ),
  ask('list', 'which errors does envelope-api log?', t.words({ says: [['envelope not completed']] })),
  ask('single-record', 'latest error of seal-service', t.words({ says: [['seal refused']] })),
  ask('single-record', 'when did a signer decline for the last time?', ({ world }) =>
    at(world.logs.findLast(m.declined)?.timeMs, 20),
  ),
  ask('bare-name', 'ident-check', t.words({ saysFirst: [['ident-check']] })),
  ask('bare-name', 'seal', t.words({ saysFirst: [['seal-service']] })),

  ask('unknown', 'errors of contract-service', t.declined('unknown', 'contract')),
  ask('unknown', 'p95 of the fax-bridge?', t.declined('unknown', 'fax')),
  ask('unknown', 'is mongodb ok', t.declined('unknown', 'mongo')),
  ask('unknown', 'where is ENV-999999?', t.declined('no_data')),
  ask('unknown', 'how many 504s did the gate return?', t.words({ numbers: [{ value: 0, unit: 'count' }] })),
  ask('unknown-attribute', 'failed signatures by country of the signer', t.declined('no_data')),
  ask('order', 'please restart seal-service', t.declined('read_only')),
  ask('order', 'resend the webhooks of orio-energy', t.declined('read_only')),
  ask('order', 'switch vella-bank to qca2 now', t.declined('read_only')),
  ask('talk', 'hey there', t.declined('small_talk')),
  ask('talk', 'great job, merci', t.declined('small_talk')),
  ask('off-topic', 'is a scanned signature legally valid in Austria?', t.declined('off_topic')),
  ask('ask-back', 'what about the other one?', t.declined('ask_back')),
  ask('language', 'Seit wann können Umschläge nicht abgeschlossen werden?', t.began()),
  ask('language', 'Wie viele Siegel wurden in den letzten 20 Minuten abgelehnt?', t.count(t.last(20), ...m.REFUSED)),
  ask('language', '¿cuántos errores tiene seal-service?', t.count(t.anytime, ...t.errors(m.seal))),
  ask('language', 'pourquoi les signatures QES échouent ?', t.because(SIGNING_INCIDENT)),

  ...talk(
    'incident',
    ask('follow-up', 'morning, anything broken?', t.because(SIGNING_INCIDENT)),
    ask('follow-up', 'since?', t.began()),
    ask('follow-up', 'and why', t.words({ says: [LIST] })),
    ask(
      'follow-up',
      'who is affected',
      t.words({ says: [['envelope-api', 'front-gate', 'vella-bank', 'nordbau', 'signer', 'tenant']] }),
    ),
  ),
  ...talk(
    'trace',
    ask(
      'follow-up',
      'show me the errors of envelope-api since {@onset}',
      t.words({ says: [['envelope not completed']] }),
    ),
    ask('follow-up', 'how many are there?', t.count(t.since('onset'), ...t.errors(m.api))),
    ask(
      'follow-up',
      'per customer',
      t.groups(
        'count',
        t.since('onset'),
        m.each(m.HIT, (one) => t.failures(t.all(m.api, m.tenant(one)))),
      ),
    ),
  ),
  ask('several', 'what broke, when did it start and is it still going on?', (asked) => ({
    ...t.because(SIGNING_INCIDENT, 'time')(asked),
    says: [['still', 'ongoing', 'not over', 'continu', 'yes']],
  })),
  ...SIGNING_COUNTS_36,
  ...SIGNING_NUMBERS_36,
]
