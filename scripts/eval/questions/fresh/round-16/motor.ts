/** Questions to the car insurer: states, causes, single things, what cannot be answered. Sixteenth round. */
import { requestsOf } from '../../truth.ts'
import { MOTOR_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import { MOTOR_COUNTS_16 } from './motor-counts.ts'
import { MOTOR_NUMBERS_16 } from './motor-numbers.ts'
import * as m from './rows.ts'

const TARIFF = ['tariff', '\\bflag\\b', 'battery class', 'KeyNotFound']
const at = (ms: number | undefined, toleranceS: number) => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})

export const MOTOR_16 = [
  ask('state', 'is it fixed?', t.verdict('yes', 'good')),
  ask('state', 'can customers get quotes again?', t.verdict('yes', 'good')),
  ask('state', 'is quote-api still throwing errors', t.verdict('no', 'bad')),
  ask('state', 'do quotes for electric cars work now?', t.verdict('yes', 'good')),
  ask('health', 'policy-issuer ok?', t.healthy),
  ask('health', 'is vehicle-lookup slow?', t.noTrouble),
  ask('health', 'why did quote-mailer crash?', t.denied('quote-mailer')),
  ask('health', 'did document-builder crash?', t.verdict('yes', 'fact')),
  ask('health', 'rating-engine healthy now?', t.verdict('yes', 'good')),
  ask('cause', 'what went wrong?', t.because(MOTOR_INCIDENT, 'mechanism')),
  ask('cause', 'why did quotes fail', t.because(MOTOR_INCIDENT, 'mechanism')),
  ask('cause', 'reason for the 502s on quote-web', t.because(MOTOR_INCIDENT, 'mechanism')),
  ask('cause', 'why only electric cars?', t.words({ says: [['rating-engine'], TARIFF] })),
  ask(
    'cause',
    'a broker says he could not calculate anything at {@onset+10}, what was that?',
    t.because(MOTOR_INCIDENT),
  ),
  ask('cause', 'culprit?', t.because(MOTOR_INCIDENT)),
  ask('since', 'when did quotes start failing', t.began()),
  ask('since', 'when was it ok again?', t.began('recovery')),
  ask('since', 'first KeyNotFoundException?', ({ world }) => at(world.logs.find(m.noTariff)?.timeMs, 40)),
  ask('how-long', 'how long did it take until quotes worked again?', t.lasted('onset', 'recovery')),
  ask('impact', 'how severe was the incident', m.damage),
  ask('impact', 'who was hit?', t.words({ says: [['electric', 'quote-api', 'quote-web', '/quotes', 'customers?']] })),
  ask('impact', 'were policies affected?', t.verdict('no', 'bad')),
  ask('impact', 'which services returned errors?', t.words({ names: ['rating-engine', 'quote-api', 'quote-web'] })),
  ask('deploy', 'what was deployed in the last 2 hours', t.words({ says: [['vehicle-lookup'], ['0\\.10\\.0']] })),
  ask('deploy', 'was vehicle-lookup 0.10.0 the reason?', t.verdict('no', 'bad')),
  ask('deploy', 'when was the last deployment?', t.began('release', 120)),
  ask('deploy', 'did rating-engine get a new version?', t.verdict('no', 'bad')),
  ask('version', 'vehicle-lookup version', t.words({ saysFirst: [['0\\.10\\.0']] })),
  ask('version', 'what version of rating-engine is live?', t.words({ saysFirst: [['2027\\.1\\.6']] })),
  ask(
    'version',
    'running versions pls',
    t.words({ says: [['12\\.3\\.0'], ['4\\.8\\.1'], ['0\\.10\\.0'], ['1\\.7\\.9']] }),
  ),
  ask('restart', 'what restarted?', t.words({ says: [['document-builder']] })),
  ask('restart', 'has quote-api been restarted', t.verdict('no', 'bad')),
  ask('restart', 'when did document-builder die', t.began('crash', 120)),
  ask('next-step', 'what would you do?', t.words({ says: [['rating-engine'], TARIFF] })),
  ask('next-step', 'how do we keep that from coming back?', t.words({ says: [['rating-engine'], TARIFF] })),
  ask('dependency', 'which services use vehicle-lookup?', t.words({ names: ['quote-web', 'quote-api'] })),
  ask('dependency', 'what does quote-api talk to', t.words({ names: ['vehicle-lookup', 'rating-engine'] })),
  ask('dependency', 'who consumes policies.issued?', t.words({ names: ['document-builder'] })),
  ask('dependency', 'which outside system does vehicle-lookup call', t.words({ says: [['registry\\.kba']] })),
  ask(
    'timeline',
    'what happened in which order?',
    t.words({ says: [['rating-engine'], ['quote-api', 'quote-web'], ['\\d\\d:\\d\\d']], neverFirst: ['log records'] }),
  ),
  ask('silence', 'anybody silent?', t.words({ says: [['partner-feed']], neverFirst: ['^\\W*no\\b'] })),
  ask('silence', 'is partner-feed alive?', t.trouble()),
  ask('silence', 'since when is partner-feed quiet', t.began('silent', 120)),
  ask('silence', 'fraud-check still logging?', t.verdict('yes', 'good')),
  ask('lookup', 'what about {failedQuote}', t.words({ says: [['failed', 'answered 500']] })),
  ask('lookup', 'was policy {issuedPolicy} issued?', t.words({ says: [['issued']], neverFirst: ['^\\W*no\\b'] })),
  ask('lookup', 'why was {refusedPolicy} not issued', t.words({ says: [['direct debit', 'debit refused']] })),
  ask('lookup', 'score of {suspiciousQuote}?', ({ world }) => ({
    says: [
      [
        `\\b${/score (\d+)$/.exec(world.logs.find((log) => log.message.includes(`${world.names['suspiciousQuote']} is susp`))?.message ?? '')?.[1] ?? '-'}\\b`,
      ],
    ],
  })),
  ask('lookup', '{failedTrace}', t.words({ says: [['rating-engine']] })),
  ask(
    'lookup',
    'services in trace {policyTrace}?',
    t.words({ names: ['quote-web', 'policy-issuer', 'document-builder'] }),
  ),
  ask(
    'meaning',
    'what does "tariff ev-2027 has no row for battery class" mean',
    t.words({ says: [['rating-engine']] }),
  ),
  ask(
    'meaning',
    'which service says "bank holiday calendar is out of date"',
    t.words({ saysFirst: [['policy-issuer']] }),
  ),
  ask('meaning', 'where do we log "portal answered slowly"?', t.words({ saysFirst: [['partner-feed']] })),
  ask('paste', '{tariffLine}\n\nhow many like this', t.count(t.anytime, t.logs(m.noTariff))),
  ask('paste', '{failedLine}\n\nwhat is behind this?', t.because(MOTOR_INCIDENT)),
  ask('paste', '{fontLine}\nhow often', t.count(t.anytime, t.logs(m.noFont))),
  ask('paste', '{flagLine}\nwhen was that?', t.began('onset', 60)),
  ask('list', 'what services do you see', ({ world }) => ({ names: [...world.services] })),
  ask(
    'list',
    'metrics of document-builder',
    t.words({ names: ['process.memory.usage', 'process.cpu.utilization', 'rabbitmq.message.current'] }),
  ),
  ask('list', 'routes of quote-web', t.words({ says: [['/quotes'], ['/policies'], ['/vehicles/\\{plate\\}']] })),
  ask('list', 'sales channels?', t.words({ names: m.CHANNELS })),
  ask('list', 'which queues are there', t.words({ says: [['quotes\\.created'], ['policies\\.issued']] })),
  ask('single-record', 'last error of quote-api', t.words({ says: [['rating-engine answered 500']] })),
  ask('single-record', 'when was the last batch delivered?', ({ world }) =>
    at(world.logs.findLast(m.delivered)?.timeMs, 20),
  ),
  ask('single-record', 'last 502 on quote-web when', ({ world }) =>
    at(requestsOf(world, t.all(m.web, m.status(502))).at(-1)?.startMs, 20),
  ),
  ask('bare-name', 'rating-engine', t.words({ saysFirst: [['rating-engine']] })),
  ask('bare-name', 'document-builder', t.words({ saysFirst: [['document-builder']] })),

  ask('unknown', 'errors in claims-service', t.declined('unknown', 'claims')),
  ask('unknown', 'kafka lag?', t.declined('unknown', 'kafka')),
  ask('unknown', '500s of billing-api in the last hour', t.declined('unknown', 'billing')),
  ask('unknown-attribute', 'quotes by car brand', t.declined('no_data')),
  ask('order', 'switch the flag ev-tariff-2027 off', t.declined('read_only')),
  ask('order', 'please scale quote-api to 4 pods', t.declined('read_only')),
  ask('order', 'delete the logs of fraud-check', t.declined('read_only')),
  ask('talk', 'perfect, thank you', t.declined('small_talk')),
  ask('talk', 'morning!', t.declined('small_talk')),
  ask('off-topic', 'what does full cover cost for a Golf?', t.declined('off_topic')),
  ask('off-topic', 'tell me a joke', t.declined('off_topic')),
  ask('ask-back', 'since', t.declined('ask_back')),
  ask('language', 'Warum sind Angebote fehlgeschlagen?', t.because(MOTOR_INCIDENT)),
  ask('language', 'Läuft es wieder?', t.verdict('yes', 'good')),
  ask('language', 'wie viele Warnungen hat fraud-check?', t.count(t.anytime, t.logs(t.all(m.fraud, t.level('WARN'))))),
  ask('language', '¿por qué falló quote-api?', t.because(MOTOR_INCIDENT)),
  ask('language', 'combien de 502 sur quote-web ?', t.count(t.anytime, t.requests(t.all(m.web, m.status(502))))),
  ask('language-other', 'Co się zepsuło?', t.declined('language', 'angiel')),

  ...talk(
    'why',
    ask('follow-up', 'hi, brokers complained about errors earlier. what was it?', t.because(MOTOR_INCIDENT)),
    ask('follow-up', 'when did it start?', t.began()),
    ask('follow-up', 'and when did it end?', t.began('recovery')),
    ask('follow-up', 'was it a deployment?', t.verdict('no', 'bad')),
  ),
  ask('several', 'what failed, when did it start and is it solved?', (about) => ({
    ...t.because(MOTOR_INCIDENT, 'time')(about),
    says: [['over', 'recover', 'ended', 'until', 'yes', 'no longer', 'back to', 'solved']],
  })),
  ...MOTOR_COUNTS_16,
  ...MOTOR_NUMBERS_16,
]
