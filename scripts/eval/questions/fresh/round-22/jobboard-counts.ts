/** How many, and who has most: codes, applications, CVs, adverts, feeds, mails of the job board. Twenty-second round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const NONE = t.words({
  saysFirst: [['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )?errors?\\b', '(?<![\\d.,])0\\b']],
  neverFirst: ['^\\W*yes\\b'],
})
const outage = t.during(['onset', 0], ['recovery', 1])

export const JOBBOARD_COUNTS_22 = [
  ask('count', '503 count on jobs-gateway since {@onset}?', t.count(t.since('onset'), ...m.atGateway(503))),
  ask(
    'count',
    'How many 401 responses did jobs-gateway send in the last hour?',
    t.count(t.last(60), ...m.atGateway(401)),
  ),
  ask('count', 'how many requests hit job-search in the last 20 minutes', t.count(t.last(20), t.requests(m.search))),
  ask(
    'count',
    'requests on jobs-gateway since {@release}',
    t.count(t.since('release'), t.requests(m.gateway), t.logs(m.gateway)),
  ),
  ask('count', 'how many POST /v1/adverts today', t.count(t.anytime, t.requests(m.on('POST /v1/adverts')))),
  ask('count', 'cv-service 500s?', t.count(t.anytime, t.requests(t.all(m.cv, m.status(500))))),
  ask('count', '410 of advert-api last 30m', t.count(t.last(30), t.requests(t.all(m.adverts, m.status(410))))),
  ask('count', 'how many log lines did feed-importer write today?', t.count(t.anytime, t.logs(m.feed))),
  ask(
    'class-of-codes',
    'how many 5xx were there on application-service?',
    t.count(t.anytime, t.failures(m.applications)),
  ),
  ask(
    'class-of-codes',
    '4xx of application-service in the last hour',
    t.count(t.last(60), t.requests(t.all(m.applications, m.status(409, 413)))),
  ),
  ask('class-of-codes', 'any 5xx on jobs-gateway since {@recovery+1}?', NONE),

  ask('errors', 'errors in aplication-service', t.count(t.anytime, ...t.errors(m.applications))),
  ask(
    'errors',
    'how many errors did cv-service have between {@onset} and {@onset+10}',
    t.count(t.during(['onset', 0], ['onset', 10]), ...t.errors(m.cv)),
  ),
  ask('errors', 'does match-worker have errors?', NONE),
  ask('errors', 'errors in the last 10 minutes', NONE),
  ask(
    'errors',
    'failed requests on jobs-gateway today',
    t.count(t.anytime, t.failures(m.gateway), t.logs(t.all(m.gateway, t.level('ERROR')))),
  ),
  ask('level', 'warnings from jobalert-mailer', t.count(t.anytime, t.logs(t.all(m.mailer, t.level('WARN'))))),
  ask(
    'level',
    'how many warnings did advert-api log since {@onset}?',
    t.count(t.since('onset'), t.logs(t.all(m.adverts, t.level('WARN')))),
  ),
  ask('level', 'feed-importer warnings?', t.count(t.anytime, t.logs(t.all(m.feed, t.level('WARN'))))),
  ask('level', 'number of error logs overall today', t.count(t.anytime, t.logs(t.level('ERROR')))),

  ask('outcome', 'how many applications failed?', t.count(t.anytime, ...m.FAILED_APPLICATIONS)),
  ask('outcome', 'applications submitted in the last 30 minutes', t.count(t.last(30), ...m.SUBMITTED)),
  ask('outcome', 'How many adverts were published in the last hour?', t.count(t.last(60), ...m.PUBLISHED)),
  ask('outcome', 'adverts rejected today', t.count(t.anytime, ...m.REJECTED)),
  ask(
    'outcome',
    'how many cvs have been stored since {@recovery+1}',
    t.count(t.since('recovery', 1), t.logs(m.stored), t.requests(t.all(m.cv, m.status(201)))),
  ),
  ask(
    'outcome',
    'cvs refused because too large?',
    t.count(t.anytime, t.logs(m.tooLarge), t.requests(t.all(m.cv, m.status(413)))),
  ),
  ask('outcome', 'how many candidates had already applied', t.count(t.anytime, ...m.ALREADY)),
  ask('outcome', 'job alerts mailed in the last 40 min', t.count(t.last(40), t.logs(m.alerted), t.requests(m.mailer))),
  ask('outcome', 'applications screened since {@onset}', t.count(t.since('onset'), t.logs(m.screened))),
  ask('outcome', 'how many feeds were imported today?', t.count(t.anytime, t.logs(m.imported))),

  ask('text', 'how often do we see KMS.DisabledException?', t.count(t.anytime, t.logs(m.noKey))),
  ask('text', '"no jobs found" last 15 min', t.count(t.last(15), t.logs(m.nothingFound))),
  ask('text', 'expired adverts, how many views?', t.count(t.anytime, ...m.EXPIRED)),
  ask('text', 'how many lines say "answered late"', t.count(t.anytime, t.logs(m.late))),
  ask(
    'text',
    'access token expired - count for the last hour',
    t.count(t.last(60), t.logs(m.signedOut), t.requests(t.all(m.gateway, m.status(401)))),
  ),
  ask('text', 'bounced mails: number of log lines', t.count(t.anytime, t.logs(m.bounced))),

  ask(
    'attribute',
    'gateway requests from tablets',
    t.count(t.anytime, t.requests(t.all(m.gateway, m.device('tablet')))),
  ),
  ask(
    'attribute',
    'how many requests by employers on jobs-gateway?',
    t.count(t.anytime, t.requests(t.all(m.gateway, m.role('employer')))),
  ),
  ask(
    'attribute',
    'applications in nursing since {@onset}',
    t.count(
      t.since('onset'),
      t.requests(t.all(m.applying, m.category('nursing'))),
      t.requests(t.all(m.applying, m.category('nursing'), m.status(201))),
      t.logs(t.says(/submitted, category nursing/)),
    ),
  ),
  ask(
    'attribute',
    'how many applications with decision invite',
    t.count(t.anytime, t.logs(t.all(m.screened, m.line('decision', 'invite')))),
  ),
  ask(
    'attribute',
    'adverts rejected for missing_salary?',
    t.count(t.anytime, t.logs(t.all(m.rejected, m.line('Reason', 'missing_salary')))),
  ),
  ask(
    'conditions',
    'failed applications in logistics with cv.source upload',
    t.count(t.anytime, t.failures(t.all(m.applying, m.category('logistics'), m.source('upload')))),
  ),
  ask(
    'conditions',
    'jobs-gateway 503 on phones between {@onset} and {@recovery+1}',
    t.count(
      outage,
      t.requests(t.all(m.gateway, m.status(503), m.device('phone'))),
      t.logs(t.all(m.gateway, m.line('status', 503), m.line('device', 'phone'))),
    ),
  ),
  ask(
    'conditions',
    'job-search requests slower than 80 ms in the last hour',
    t.count(t.last(60), t.requests(t.all(m.search, t.longer(80)))),
  ),
  ask(
    'conditions',
    'GET /v1/jobs with 401 in the last 50 min',
    t.count(
      t.last(50),
      t.requests(t.all(m.on('GET /v1/jobs'), m.status(401))),
      t.logs(t.all(m.gateway, m.line('method', 'GET'), m.line('path', '/v1/jobs'), m.line('status', 401))),
    ),
  ),
  ask(
    'exclusion',
    'applications that were not in sales',
    t.count(
      t.anytime,
      t.requests(t.all(m.applying, t.not(m.category('sales')))),
      t.requests(t.all(m.applying, m.status(201), t.not(m.category('sales')))),
      t.logs(t.all(m.submitted, t.not(t.says(/category sales/)))),
    ),
  ),
  ask(
    'exclusion',
    'error logs except those of jobs-gateway',
    t.count(t.anytime, t.logs(t.all(t.level('ERROR'), t.not(m.gateway)))),
  ),
  ask(
    'exclusion',
    'gateway requests without phones, last 20min',
    t.count(
      t.last(20),
      t.requests(t.all(m.gateway, t.not(m.device('phone')))),
      t.logs(t.all(m.gateway, t.not(m.line('device', 'phone')))),
    ),
  ),
  ask(
    'slow',
    'how many mailer runs took more than a second',
    t.count(t.anytime, t.requests(t.all(m.mailer, t.longer(1000)))),
  ),
  ask('slow', 'cv-service requests > 150ms', t.count(t.anytime, t.requests(t.all(m.cv, t.longer(150))))),

  ask(
    'distinct',
    'how many different users in the last 30 minutes',
    t.count(t.last(30), t.differentOf(m.gateway, 'user.id')),
  ),
  ask(
    'distinct',
    'how many employers posted an advert?',
    t.count(
      t.anytime,
      t.differentOf(m.posting, 'employer.id'),
      t.differentOf(t.all(m.posting, m.status(201)), 'employer.id'),
    ),
  ),
  ask('distinct', 'number of different partner feeds', t.count(t.anytime, t.differentTexts(/^feed (\w+): /))),
  ask(
    'group',
    'requests by device on jobs-gateway',
    t.groups(
      'count',
      t.anytime,
      m.each(m.DEVICES, (one) => t.requests(t.all(m.gateway, m.device(one)))),
    ),
  ),
  ask(
    'group',
    'jobs-gateway status codes last 30 min',
    t.groups(
      'count',
      t.last(30),
      Object.fromEntries([200, 201, 401, 410].map((code) => [code, t.requests(t.all(m.gateway, m.status(code)))])),
    ),
  ),
  ask(
    'group',
    'failed applications per job.category',
    t.groups(
      'count',
      t.anytime,
      m.each(['nursing', 'logistics', 'sales'], (one) => t.failures(t.all(m.applying, m.category(one)))),
    ),
  ),
  ask(
    'group',
    'error logs per service since {@onset}',
    t.groups(
      'count',
      t.since('onset'),
      m.each(['jobs-gateway', 'application-service', 'cv-service'], (one) =>
        t.logs(t.all(t.of(one), t.level('ERROR'))),
      ),
    ),
  ),
  ask(
    'group',
    'how were applications screened, by decision?',
    t.groups(
      'count',
      t.anytime,
      m.each(['invite', 'review', 'decline'], (one) => t.logs(t.all(m.screened, m.line('decision', one)))),
    ),
  ),
  ask(
    'group',
    'advert-api: requests per operation',
    t.groups('count', t.anytime, {
      'GET /adverts/{id}': t.requests(m.viewing),
      'POST /adverts': t.requests(m.posting),
    }),
  ),
  ask('top', 'which category gets the most applications?', t.topOf(m.spansOf(m.applying), t.attribute('job.category'))),
  ask('top', 'most used route on jobs-gateway', t.topOf(m.spansOf(m.gateway), t.attribute('http.route'))),
  ask('top', 'why are most adverts rejected (reason)?', t.topOf(t.logRows(m.rejected), t.attribute('Reason'))),
  ask(
    'top',
    'noisiest service by log volume',
    t.topOf(t.logRows(t.any), (row) => row.service),
  ),
  ask(
    'window',
    'applications submitted between {@onset} and {@recovery}',
    t.count(t.during(['onset', 0], ['recovery', 0]), ...m.SUBMITTED),
  ),
  ask(
    'window',
    'application-service errors {@onset+10}-{@onset+20}?',
    t.count(t.during(['onset', 10], ['onset', 20]), ...t.errors(m.applications)),
  ),
  ask(
    'window',
    'how many adverts were published from {@release} until {@onset}',
    t.count(t.during(['release', 0], ['onset', 0]), ...m.PUBLISHED),
  ),

  ...talk(
    'gateway',
    ask(
      'follow-up',
      'requests of jobs-gateway in the last 40 minutes',
      t.count(t.last(40), t.requests(m.gateway), t.logs(m.gateway)),
    ),
    ask(
      'follow-up',
      'only desktop',
      t.count(
        t.last(40),
        t.requests(t.all(m.gateway, m.device('desktop'))),
        t.logs(t.all(m.gateway, m.line('device', 'desktop'))),
      ),
    ),
    ask(
      'follow-up',
      'and tablet?',
      t.count(
        t.last(40),
        t.requests(t.all(m.gateway, m.device('tablet'))),
        t.logs(t.all(m.gateway, m.line('device', 'tablet'))),
      ),
    ),
    ask(
      'follow-up',
      'the last 10 minutes',
      t.count(
        t.last(10),
        t.requests(t.all(m.gateway, m.device('tablet'))),
        t.logs(t.all(m.gateway, m.line('device', 'tablet'))),
      ),
    ),
  ),
  ...talk(
    'failed',
    ask(
      'follow-up',
      'failed requests of application-service since {@onset}',
      t.count(t.since('onset'), t.failures(m.applications)),
    ),
    ask(
      'follow-up',
      'only nursing',
      t.count(t.since('onset'), t.failures(t.all(m.applications, m.category('nursing')))),
    ),
  ),
  ...talk(
    'warnings',
    ask('follow-up', 'warnings of cv-service today', t.count(t.anytime, t.logs(t.all(m.cv, t.level('WARN'))))),
    ask('follow-up', 'and errors?', t.count(t.anytime, ...t.errors(m.cv))),
    ask('follow-up', 'what about screening-bot', NONE),
  ),
]
