/** How many, and who has most: jobs, pushes, codes, uploads, checks of the build farm. Twenty-ninth round. */
import type { LogRow } from '../../records.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const NONE = t.words({
  saysFirst: [['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ ){0,2}errors?\\b', '\\bno \\w+ request', '(?<![\\d.,])0\\b']],
  neverFirst: ['^\\W*yes\\b'],
})

export const BUILDFARM_COUNTS_29 = [
  ask('count', '502s at the gate since {@onset+5}?', t.count(t.since('onset', 5), ...m.atGate(502))),
  ask('count', 'PUT /artifacts in the last 20 minutes?', t.count(t.last(20), t.requests(m.uploading))),
  ask('count', 'number of 404s gate returned in the last hour', t.count(t.last(60), ...m.atGate(404))),
  ask('class-of-codes', '5xx on gate last hour', t.count(t.last(60), t.logs(m.serverErrors))),
  ask('class-of-codes', 'were there any 5xx at the gate before {@onset-1}?', NONE),

  ask('errors', 'artifcat-store errors last half hour?', t.count(t.last(30), ...t.errors(m.store))),
  ask(
    'errors',
    'how many errors did conductor have between {@onset+2} and {@onset+12}',
    t.count(t.during(['onset', 2], ['onset', 12]), ...t.errors(m.conductor)),
  ),
  ask('errors', 'checks-out errors today', t.count(t.anytime, ...t.errors(m.checks))),
  ask(
    'level',
    'checks-out warnings since {@release+1}',
    t.count(t.since('release', 1), t.logs(t.all(m.checks, t.level('WARN')))),
  ),

  ask('outcome', 'how many jobs were lost?', t.count(t.anytime, ...m.LOST)),
  ask('outcome', 'jobs given up since {@onset}', t.count(t.since('onset'), t.logs(m.event('given_up')))),
  ask('outcome', 'how many jobs passed in the last 60 minutes', t.count(t.last(60), ...m.PASSED)),
  ask(
    'outcome',
    'How many jobs failed because of their own tests, i.e. with an exit code?',
    t.count(t.anytime, ...m.FAILED_TESTS),
  ),
  ask(
    'outcome',
    'invalid pipeline files',
    t.count(
      t.anytime,
      t.logs(m.invalid),
      t.requests(t.all(m.planning, m.resp(422))),
      t.requests(t.all(m.conductor, m.resp(422))),
    ),
  ),
  ask(
    'outcome',
    'how many pushes did we receive today',
    t.count(t.anytime, t.requests(m.pushing), t.logs(m.event('push_received')), t.logs(m.path('/hooks/push'))),
  ),
  ask(
    'outcome',
    'checks reported since {@recovery+1}?',
    t.count(
      t.since('recovery', 1),
      t.logs(t.says(/^check reported/)),
      t.requests(t.all(m.checks, t.has('reply.status', 201))),
      t.requests(m.checks),
    ),
  ),
  ask(
    'outcome',
    'cache misses in the last 20 minutes',
    t.count(t.last(20), t.logs(m.event('cache_miss')), t.requests(t.all(m.cache, t.has('status', 404)))),
  ),
  ask(
    'outcome',
    'retries asked for by developers?',
    t.count(
      t.anytime,
      t.logs(t.says(/^retry asked for/)),
      t.requests(m.retrying),
      t.requests(t.all(m.retrying, m.resp(202))),
    ),
  ),

  ask('text', 'how many jobs were requeued since {@onset}', t.count(t.since('onset'), t.logs(m.event('requeued')))),
  ask(
    'text',
    'how often did the lint step fail with an exit code',
    t.count(t.anytime, t.logs(t.says(/step "make lint" failed with exit code/))),
  ),

  ask(
    'attribute',
    'pushes from gitlab',
    t.count(
      t.anytime,
      t.requests(t.all(m.pushing, m.forge('gitlab'))),
      t.logs(t.all<LogRow>(m.event('push_received'), m.field('forge', 'gitlab'))),
    ),
  ),
  ask(
    'attribute',
    'how many conductor requests came from the cli?',
    t.count(t.anytime, t.requests(t.all(m.conductor, m.client('cli')))),
  ),
  ask(
    'attribute',
    'jobs enqueued for linux-large since {@release}',
    t.count(
      t.since('release'),
      t.logs(t.all<LogRow>(m.event('enqueued'), m.field('pool', 'linux-large'))),
      t.logs(t.all<LogRow>(m.event('enqueued', 'requeued'), m.field('pool', 'linux-large'))),
    ),
  ),
  ask(
    'conditions',
    'how many jobs of quarry were lost on linux-small',
    t.count(t.anytime, t.failures(t.all(m.finishing, m.org('quarry'), m.pool('linux-small')))),
  ),
  ask(
    'conditions',
    'failed uploads of brightloop in the first 10 minutes after {@onset}',
    t.count(t.during(['onset', 0], ['onset', 10]), t.failures(t.all(m.uploading, m.org('brightloop')))),
  ),
  ask(
    'conditions',
    'checks to gitea slower than 300 ms since {@release}',
    t.count(t.sinceMark('release'), t.requests(t.all(m.checks, m.forge('gitea'), t.longer(300)))),
  ),
  ask(
    'exclusion',
    'requests on conductor that are not from finish',
    t.count(t.anytime, t.requests(t.all(m.conductor, t.not(m.finishing)))),
  ),
  ask(
    'slow',
    'cachebox requests that took longer than 1 second',
    t.count(t.anytime, t.requests(t.all(m.cache, t.longer(1000)))),
  ),

  ask(
    'distinct',
    'how many different users used the api in the last half hour?',
    t.count(t.last(30), t.differentOf(m.conductor, 'user')),
  ),
  ask('distinct', 'number of distinct jobs that got lost', t.count(t.anytime, ...m.LOST_ONCE)),

  ask(
    'group',
    'lost jobs per org',
    t.groups(
      'count',
      t.anytime,
      m.each(['brightloop', 'quarry'], (one) => t.failures(t.all(m.finishing, m.org(one)))),
    ),
  ),
  ask(
    'group',
    'conductor by status code',
    t.groups(
      'count',
      t.anytime,
      Object.fromEntries([200, 201, 401, 422, 502].map((one) => [one, t.requests(t.all(m.conductor, m.resp(one)))])),
    ),
  ),
  ask(
    'group',
    'pushes per forge last 30 min',
    t.groups(
      'count',
      t.last(30),
      m.each(m.FORGES, (one) => t.requests(t.all(m.pushing, m.forge(one)))),
    ),
  ),
  ask('top', 'which repo lost the most jobs', t.topOf(t.failedRequests(m.finishing), t.attribute('repo'))),
  ask('top', 'top 3 repos by pushes', t.topOf(m.spansOf(m.pushing), t.attribute('repo'))),
  ask('top', 'which pool gets the most jobs', m.linesBy(m.event('enqueued'), 'pool')),
  ask(
    'top',
    'which service is the noisiest in logs',
    t.topOf(t.logRows(t.any), (row) => row.service),
  ),

  ...talk(
    'gate',
    ask('follow-up', 'how many requests hit gate in the last 40 min?', t.count(t.last(40), t.logs(m.gate))),
    ask('follow-up', 'how many of them 502', t.count(t.last(40), ...m.atGate(502))),
    ask('follow-up', 'and 401?', t.count(t.last(40), ...m.atGate(401))),
  ),
  ...talk(
    'conductor',
    ask('follow-up', 'failed requests on conductor', t.count(t.anytime, t.failures(m.conductor))),
    ask('follow-up', 'only org brightloop', t.count(t.anytime, t.failures(t.all(m.conductor, m.org('brightloop'))))),
    ask(
      'follow-up',
      'per repo?',
      t.groups(
        'count',
        t.anytime,
        m.each(['brightloop/app', 'brightloop/infra'], (one) => t.failures(t.all(m.conductor, m.repo(one)))),
      ),
    ),
    ask(
      'follow-up',
      'and quarry',
      t.groups(
        'count',
        t.anytime,
        m.each(['quarry/engine', 'quarry/assets'], (one) => t.failures(t.all(m.conductor, m.repo(one)))),
      ),
    ),
  ),
  ...talk(
    'pushes',
    ask('follow-up', 'requests to hookd in the last 10 minutes', t.count(t.last(10), t.requests(m.hookd))),
    ask('follow-up', 'and the 10 minutes before that?', t.count(t.earlier(10, 10), t.requests(m.hookd))),
    ask('follow-up', 'make it the whole hour', t.count(t.last(60), t.requests(m.hookd))),
  ),
]
