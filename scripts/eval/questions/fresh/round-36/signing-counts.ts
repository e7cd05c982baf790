/** How many, and who has most: envelopes, seals, checks, mails, webhooks of the signing company. Round 36. */
import type { LogRow } from '../../records.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const NONE = t.words({
  saysFirst: [['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )?(?:errors?|fail|requests?)', '(?<![\\d.,:])0\\b']],
  neverFirst: ['^\\W*yes\\b'],
})
const tenantLines = (where: t.Where<LogRow>, name: string) => t.logs(t.all(where, m.line('tenant', name)))

export const SIGNING_COUNTS_36 = [
  ask('count', 'how many envelopes were sent in the last hour', t.count(t.last(60), ...m.SENT)),
  ask('count', 'envelopes completed last 30 min?', t.count(t.last(30), ...m.COMPLETED)),
  ask('count', 'nr of envelopes that could not be completed', t.count(t.anytime, ...m.FAILED)),
  ask('count', 'How many seals have been refused since {@onset}?', t.count(t.since('onset'), ...m.REFUSED)),
  ask('count', 'seals issued before {@onset}', t.count(t.before('onset'), ...m.SEALED)),
  ask('count', 'how many signers declined to sign today?', t.count(t.anytime, t.logs(m.declined))),
  ask('count', 'how often was an identity not confirmed', t.count(t.anytime, ...m.UNCONFIRMED)),
  ask('count', 'identity checks in the last quarter of an hour', t.count(t.last(15), t.requests(m.ident))),
  ask('count', 'mails sent, last 20 min', t.count(t.last(20), t.logs(m.mailed))),
  ask('count', 'webhooks we could not deliver in the last hour', t.count(t.last(60), t.logs(m.undelivered))),
  ask(
    'count',
    'how many people hit an expired link?',
    t.count(t.anytime, ...m.EXPIRED, t.differentOf(t.all(m.api, m.status(410)), 'signer.id')),
  ),
  ask('count', 'how many requests hit the front-gate in the last 10 minutes?', t.count(t.last(10), t.requests(m.gate))),
  ask('count', 'log lines written by ident-check since {@onset}', t.count(t.since('onset'), t.logs(m.ident))),
  ask('status', '502 count on front-gate last 15 min', t.count(t.last(15), t.requests(t.all(m.gate, m.status(502))))),
  ask('status', 'how many 429s at the gate?', t.count(t.anytime, t.requests(t.all(m.gate, m.status(429))))),
  ask(
    'status',
    '4xx responses of envelope-api since {@release}',
    t.count(t.since('release'), t.requests(t.all(m.api, m.status(404, 410, 413, 422)))),
  ),
  ask('status', 'were there 5xx on seal-service before {@onset-1}?', NONE),
  ask('errors', 'errors in seal-service', t.count(t.anytime, ...t.errors(m.seal))),
  ask('errors', 'envelope api errors since {@onset}', t.count(t.since('onset'), ...t.errors(m.api))),
  ask('errors', 'how many errors in the last 10 min in total?', t.count(t.last(10), ...t.errors(t.any))),
  ask('errors', 'erros of sealservice last 5 min', t.count(t.last(5), ...t.errors(m.seal))),
  ask('errors', 'does archive-store have any errors?', NONE),
  ask('errors', 'failed requests envelope-api last half hour', t.count(t.last(30), t.failures(m.api))),
  ask('level', 'warnings of hook-sender', t.count(t.anytime, t.logs(t.all(m.hooks, t.level('WARN'))))),
  ask(
    'level',
    'warnings + errors of envelope-api since {@onset}',
    t.count(t.since('onset'), t.logs(t.all(m.api, t.level('WARN', 'ERROR')))),
  ),

  ask('text', 'how many lines say "past its nextUpdate"', t.count(t.anytime, t.logs(m.refused))),
  ask('text', 'font Frutiger missing - how often since {@release}?', t.count(t.since('release'), t.logs(m.fonts))),
  ask('text', 'count "timestamp token late"', t.count(t.anytime, t.logs(m.late))),
  ask(
    'text',
    'face not matched, how many times?',
    t.count(t.anytime, t.logs(t.all(m.unconfirmed, m.line('reason', 'face not matched')))),
  ),
  ask('conditions', 'envelopes completed for medilex', t.count(t.anytime, tenantLines(m.completed, 'medilex'))),
  ask(
    'conditions',
    'failed envelopes of nordbau since {@onset}',
    t.count(t.since('onset'), tenantLines(m.notCompleted, 'nordbau'), t.failures(t.all(m.api, m.tenant('nordbau')))),
  ),
  ask(
    'conditions',
    'QES seals requested by vella-bank in the last 20 min',
    t.count(t.last(20), t.requests(t.all(m.seal, m.tenant('vella-bank'), m.level('QES')))),
  ),
  ask(
    'conditions',
    'video identifications: how many?',
    t.count(t.anytime, t.requests(t.all(m.ident, m.method('video')))),
  ),
  ask(
    'conditions',
    'seals with issuer qca2 since {@onset}',
    t.count(t.since('onset'), t.requests(t.all(m.seal, m.issuer('qca2')))),
  ),
  ask(
    'conditions',
    'webhooks not delivered to orio-energy',
    t.count(t.anytime, tenantLines(m.undelivered, 'orio-energy')),
  ),
  ask(
    'conditions',
    'invitations mailed for hansa-immo',
    t.count(t.anytime, t.logs(t.all(m.mailed, m.line('tenant', 'hansa-immo'), m.line('template', 'invitation')))),
  ),
  ask('slow', 'identity checks over 1 second', t.count(t.anytime, t.requests(t.all(m.ident, t.longer(1000))))),
  ask(
    'exclusion',
    'errors since {@onset} not counting seal-service',
    t.count(t.since('onset'), t.logs(t.all(t.level('ERROR'), t.not(m.seal))), t.failures(t.not(m.seal))),
  ),
  ask('exclusion', 'seals other than QES', t.count(t.anytime, t.requests(t.all(m.seal, t.not(m.level('QES')))))),
  ask(
    'exclusion',
    'undelivered webhooks without orio-energy',
    t.count(t.anytime, t.logs(t.all(m.undelivered, t.not(m.line('tenant', 'orio-energy'))))),
  ),

  ask(
    'distinct',
    'how many customers use us right now (tenants)?',
    t.count(t.anytime, t.differentOf(m.api, 'tenant.id')),
  ),
  ask(
    'distinct',
    'distinct signers who finished or tried to, last 30 minutes',
    t.count(t.last(30), t.differentOf(m.finishing, 'signer.id')),
  ),
  ask('distinct', 'which issuers are there?', t.words({ names: ['qca2', 'qca3', 'aes1'] })),
  ask(
    'group',
    'refused seals per tenant',
    t.groups(
      'count',
      t.anytime,
      m.each(m.HIT, (one) => t.failures(t.all(m.seal, m.tenant(one)))),
    ),
  ),
  ask(
    'group',
    'seals by signature level',
    t.groups(
      'count',
      t.anytime,
      m.each(m.LEVELS, (one) => t.requests(t.all(m.seal, m.level(one)))),
    ),
  ),
  ask(
    'group',
    'requests per route on front-gate',
    t.groups(
      'count',
      t.anytime,
      m.each(m.ROUTES, (one) => t.requests(m.on(m.gate, one))),
    ),
  ),
  ask('group', 'split the sent envelopes by customer', (asked) => ({
    groups: Object.fromEntries(
      m.TENANTS.map((one) => [
        one,
        t.numberOf(asked, 'count', t.anytime, [
          tenantLines(m.sent, one),
          t.requests(t.all(m.creating, m.tenant(one), m.status(201))),
        ]),
      ]),
    ),
  })),
  ask(
    'group',
    'status codes of the front gate since {@onset}',
    t.groups(
      'count',
      t.since('onset'),
      Object.fromEntries(
        [200, 201, 404, 410, 422, 502].map((code) => [code, t.requests(t.all(m.gate, m.status(code)))]),
      ),
    ),
  ),
  ask('group', 'error lines per service', (asked) => ({
    groups: Object.fromEntries(
      (['envelope-api', 'seal-service'] as const).map((name) => [
        name,
        t.numberOf(asked, 'count', t.anytime, t.errors(t.of(name))),
      ]),
    ),
  })),
  ask(
    'group',
    'reasons why identities were not confirmed, with numbers',
    t.groupsBy(t.anytime, t.logsIn(m.unconfirmed), t.attribute('reason')),
  ),
  ask('top', 'which customer sends the most envelopes', t.topOf(t.logRows(m.sent), t.attribute('tenant'))),
  ask('top', 'whose webhooks fail the most?', t.topOf(t.logRows(m.undelivered), t.attribute('tenant'))),
  ask(
    'top',
    'which tenant is hit worst by the failed signatures',
    t.topOf(t.logRows(m.notCompleted), t.attribute('tenant')),
  ),
  ask(
    'top',
    'top service by number of log lines',
    t.topOf(t.logRows(t.any), (row) => row.service),
  ),
  ask(
    'window',
    'How many envelopes failed between {@onset+5} and {@onset+15}?',
    t.count(t.during(['onset', 5], ['onset', 15]), ...m.FAILED),
  ),
  ask(
    'window',
    'requests on envelope-api in the 10 min after {@release}',
    t.count(t.during(['release', 0], ['release', 10]), t.requests(m.api)),
  ),

  ...talk(
    'seals',
    ask('follow-up', 'refused seals in the last 20 minutes', t.count(t.last(20), ...m.REFUSED)),
    ask('follow-up', 'just vella-bank', t.count(t.last(20), t.failures(t.all(m.seal, m.tenant('vella-bank'))))),
    ask('follow-up', 'and for nordbau?', t.count(t.last(20), t.failures(t.all(m.seal, m.tenant('nordbau'))))),
    ask('follow-up', 'last 5 minutes only', t.count(t.last(5), t.failures(t.all(m.seal, m.tenant('nordbau'))))),
  ),
  ...talk(
    'checks',
    ask('follow-up', 'how many identity checks did we do in the last hour?', t.count(t.last(60), t.requests(m.ident))),
    ask(
      'follow-up',
      'by method',
      t.groups(
        'count',
        t.last(60),
        m.each(m.METHODS, (one) => t.requests(t.all(m.ident, m.method(one)))),
      ),
    ),
    ask(
      'follow-up',
      'how many of the video ones failed?',
      t.count(
        t.last(60),
        t.requests(t.all(m.ident, m.method('video'), m.status(422))),
        t.logs(t.all(m.unconfirmed, m.line('method', 'video'))),
      ),
    ),
  ),
]
