/** How many, and who has most: pushes, merges, reviews, webhooks, packages, seats. Forty-sixth round. */
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as m from './rows.ts'

const NONE = t.words({
  saysFirst: [['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )?errors?\\b', '(?<![\\d.,])0\\b']],
  neverFirst: ['^\\W*yes\\b'],
})

export const CODEHOST_COUNTS_46 = [
  ask('business', 'how many pushes failed?', t.count(t.anytime, ...m.FAILED_PUSHES)),
  ask('business', 'pushes in the last 30 min', t.count(t.last(30), ...m.PUSHES)),
  ask('business', 'How many pull requests were opened in the last hour?', t.count(t.last(60), ...m.OPENED)),
  ask('business', 'how many PRs got merged since {@release}', t.count(t.since('release'), ...m.MERGED)),
  ask('business', 'failed merges since {@onset}?', t.count(t.since('onset'), ...m.FAILED_MERGES)),
  ask('business', 'approvals in total', t.count(t.anytime, t.logs(m.approved))),
  ask(
    'business',
    'packages published today',
    t.count(t.anytime, t.logs(m.published), t.requests(t.all(m.publishing, m.status(201)))),
  ),
  ask('business', 'webhooks delivered last 10 min?', t.count(t.last(10), t.logs(m.delivered))),
  ask('business', 'how many pushes were rejected, since {@release}', t.count(t.since('release'), ...m.REJECTED)),
  ask(
    'business',
    'failed logins?',
    t.count(t.anytime, t.logs(m.wrongPassword), t.requests(t.all(m.login, m.status(401)))),
  ),

  ask('code', '502 count on frontdoor since {@onset+2}', t.count(t.since('onset', 2), ...m.codes(502))),
  ask('code', 'how many 429s today', t.count(t.anytime, ...m.codes(429))),
  ask('code', '5xx from frontdoor in the last 15 minutes', t.count(t.last(15), t.failures(m.door))),
  ask('code', 'any 502 before {@onset-2}?', NONE),
  ask(
    'requests',
    'how often was GET /api/pulls called',
    t.count(
      t.anytime,
      t.requests(t.all(m.pulls, t.named('GET /pulls'))),
      t.requests(t.all(m.atDoor('/api/pulls'), t.has('http.request.method', 'GET'))),
    ),
  ),
  ask('errors', 'errors in refstore', t.count(t.anytime, ...t.errors(m.refstore))),
  ask('errors', 'mergq errors last 10 min', t.count(t.last(10), ...t.errors(m.mergeq))),
  ask('errors', 'how many errors did pkgreg log?', t.count(t.anytime, ...t.errors(m.pkgreg))),
  ask('errors', 'any errors from pulls?', NONE),
  ask('errors', 'total error logs since {@onset}', t.count(t.since('onset'), t.logs(t.level('ERROR')))),
  ask('level', 'warnings of gitd in the last 40 minutes', t.count(t.last(40), t.logs(t.all(m.gitd, t.level('WARN'))))),
  ask('text', 'how many "cannot lock refs" in the last 5 min', t.count(t.last(5), t.logs(m.noLock))),
  ask('text', 'non-fast-forward, how many?', t.count(t.anytime, t.logs(m.nonFastForward))),
  ask('text', 'SlowDown from the blob store - count', t.count(t.anytime, t.logs(m.slowDown))),
  ask(
    'text',
    'merge conflicts last hour',
    t.count(t.last(60), t.logs(m.conflict), t.requests(t.all(m.merging, m.status(409)))),
  ),
  ask('text', 'how often did a webhook endpoint answer 500?', t.count(t.anytime, t.logs(m.hook500))),
  ask(
    'attribute',
    'pushes from ci',
    t.count(
      t.anytime,
      t.requests(t.all(m.pushing, m.client('ci'))),
      t.requests(t.all(m.pushing, m.client('ci'), m.status(200))),
    ),
  ),
  ask(
    'attribute',
    'failed requests of lumen on frontdoor since {@onset}',
    t.count(t.since('onset'), t.failures(t.all(m.door, m.org('lumen')))),
  ),
  ask(
    'attribute',
    'how many requests from the free plan hit frontdoor?',
    t.count(t.anytime, t.requests(t.all(m.door, m.plan('free')))),
  ),
  ask(
    'attribute',
    'push events handled by dispatcher',
    t.count(
      t.anytime,
      t.requests(t.all(m.dispatcher, m.event('push'))),
      t.logs(t.all(m.dispatcher, m.line('kind', 'push'))),
    ),
  ),
  ask(
    'conditions',
    'failed pushes on fs-07 from laptops since {@onset}',
    t.count(t.since('onset'), t.failures(t.all(m.pushing, m.shard('fs-07'), m.client('laptop')))),
  ),
  ask(
    'conditions',
    'gitd requests for quarry/monolith slower than 2 seconds',
    t.count(t.anytime, t.requests(t.all(m.gitd, m.repo('quarry/monolith'), t.longer(2000)))),
  ),
  ask(
    'exclusion',
    'error logs since {@onset} not from refstore',
    t.count(t.since('onset'), t.logs(t.all(t.level('ERROR'), t.not(m.refstore)))),
  ),
  ask(
    'exclusion',
    'failed requests on frontdoor that are not pushes',
    t.count(t.anytime, t.failures(t.all(m.door, t.not(m.pushingAtDoor)))),
  ),
  ask(
    'slow',
    'searches over 200 ms in the last 20 min',
    t.count(t.last(20), t.requests(t.all(m.search, t.longer(200)))),
  ),
  ask(
    'window',
    'refstore errors between {@onset+3} and {@onset+9}',
    t.count(t.during(['onset', 3], ['onset', 9]), ...t.errors(m.refstore)),
  ),
  ask('distinct', 'how many repos are hit by the lock', t.count(t.anytime, t.differentIn(m.noLock, 'repo'))),

  ask(
    'group',
    'errors for each service since {@onset}',
    m.perName('count', t.since('onset'), ['frontdoor', 'gitd', 'refstore', 'mergeq'], (one) => t.errors(t.of(one))),
  ),
  ask('group', 'refstore errors by shard', t.words({ saysFirst: [['fs-07']] })),
  ask(
    'group',
    'pushes per client',
    m.perName('count', t.anytime, m.CLIENTS, (one) => [t.requests(t.all(m.pushing, m.client(one)))]),
  ),
  ask(
    'group',
    'failed frontdoor requests by org',
    m.perName('count', t.anytime, ['quarry', 'lumen', 'tidepool', 'bramble'], (one) => [
      t.failures(t.all(m.door, m.org(one))),
    ]),
  ),
  ask(
    'group',
    'dispatcher events by event.type',
    m.perName('count', t.anytime, ['push', 'pull_request', 'review', 'merge', 'package'], (one) => [
      t.requests(t.all(m.dispatcher, m.event(one))),
    ]),
  ),
  ask('top', 'which org makes the most requests?', t.topOf(m.spansOf(m.door), t.attribute('org.name'))),
  ask('top', 'org with the most failed pushes', t.topOf(t.failedRequests(m.pushing), t.attribute('org.name'))),
  ask(
    'top',
    'noisiest service of all in the logs',
    t.topOf(t.logRows(t.any), (row) => row.service),
  ),
  ask(
    'top',
    'which service has most errors since {@onset}',
    t.topOf(
      (world) => world.logs.filter(t.all(t.level('ERROR'), (log) => log.timeMs >= (world.marks['onset'] ?? 0))),
      (row) => row.service,
    ),
  ),
]
