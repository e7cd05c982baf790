/** Shares, durations, rates, metrics and comparisons of the job board. Twenty-second round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const gauge = (service: string, name: string, what: t.Statistic) => t.metric(service, name, what)
const memory = (service: string, what: t.Statistic) => gauge(service, 'process.memory.usage', what)
const active = (category: string, what: t.Statistic) =>
  t.metric('advert-api', 'adverts.active', what, (point) => point.attributes['job.category'] === category)
const outage = t.during(['onset', 1], ['recovery', 0])

export const JOBBOARD_NUMBERS_22 = [
  ask(
    'ratio',
    'error rate of application-service between {@onset+1} and {@recovery}',
    t.percent(outage, t.share(m.applications)),
  ),
  ask('ratio', 'cv-service: share of failed requests today?', t.percent(t.anytime, t.share(m.cv))),
  ask(
    'ratio',
    'how many percent of applications failed since {@onset}',
    t.percent(t.since('onset'), t.share(m.applying), t.share(m.on('POST /v1/applications'))),
  ),
  ask('ratio', 'error rate of jobs-gateway in the last 10 min', t.percent(t.last(10), t.share(m.gateway))),
  ask('ratio', 'What share of adverts gets rejected?', t.percent(t.anytime, t.share(m.posting, m.status(422)))),
  ask(
    'ratio',
    'phones as a percentage of jobs-gateway requests',
    t.percent(t.anytime, t.share(m.gateway, m.device('phone'))),
  ),
  ask('ratio', 'ratio of 401 on the gateway', t.percent(t.anytime, t.share(m.gateway, m.status(401)))),

  ask('percentile', 'jobs-gateway p95?', t.millis(t.anytime, t.took(m.gateway, 0.95))),
  ask('percentile', 'p99 of cv-service since {@recovery+1}', t.millis(t.since('recovery', 1), t.took(m.cv, 0.99))),
  ask(
    'percentile',
    'p50 for POST /applications',
    t.millis(t.anytime, t.took(m.applying, 0.5), t.took(m.on('POST /v1/applications'), 0.5)),
  ),
  ask('percentile', 'whats the p90 of match-worker', t.millis(t.anytime, t.took(m.match, 0.9))),
  ask('percentile', 'median of advert-api in the last 15 min', t.millis(t.last(15), t.took(m.adverts, 0.5))),
  ask('mean-max', 'how long does jobalert-mailer need on average?', t.millis(t.anytime, t.took(m.mailer, 'mean'))),
  ask('mean-max', 'longest job-search request in the last hour', t.millis(t.last(60), t.took(m.search, 'max'))),
  ask(
    'mean-max',
    'avg latency of application-service last 20 min',
    t.millis(t.last(20), t.took(m.applications, 'mean')),
  ),
  ask(
    'mean-max',
    'max duration of viewing an advert on advert-api (GET)',
    t.millis(t.anytime, t.took(m.viewing, 'max')),
  ),
  ask(
    'slowest',
    'which service is slowest?',
    t.words({ saysFirst: [['jobalert-mailer']], neverFirst: ['log records'] }),
  ),
  ask(
    'slowest',
    'slowest route of jobs-gateway by p95',
    t.words({ saysFirst: [['POST /v1/applications|/v1/applications']], neverFirst: ['log records'] }),
  ),

  ask('rate', 'requests per second on jobs-gateway', t.perS(t.anytime, t.perSecond(t.requests(m.gateway)))),
  ask(
    'rate',
    'job-search requests per minute in the last 30 min',
    t.perS(t.last(30), t.perSecond(t.requests(m.search))),
  ),
  ask(
    'rate',
    'How many applications per minute came in before {@onset}?',
    t.perS(
      t.before('onset'),
      ...[...m.SUBMITTED, t.requests(m.applying), t.requests(m.on('POST /v1/applications'))].map(t.perSecond),
    ),
  ),
  ask(
    'rate',
    'cv-service errors per minute between {@onset+1} and {@recovery}',
    t.perS(outage, ...t.errors(m.cv).map(t.perSecond)),
  ),
  ask(
    'rate',
    'adverts published per minute?',
    t.perS(t.anytime, ...[...m.PUBLISHED, t.requests(m.posting)].map(t.perSecond)),
  ),

  ask(
    'sum',
    'how many adverts did feed-importer import in total?',
    t.count(t.anytime, t.stated(/: (\d+) adverts imported/, 'sum')),
  ),
  ask(
    'sum',
    'total number of candidates mailed by jobalert-mailer',
    t.count(t.anytime, t.stated(/ mailed to (\d+) candidates/, 'sum')),
  ),
  ask(
    'sum',
    'kilobytes of stored cvs in total',
    t.within(
      0.01,
      t.value(
        t.anytime,
        m.statedAs(m.stored, 'kilobytes', 'sum'),
        t.scaled(m.statedAs(m.stored, 'kilobytes', 'sum'), 1000),
      ),
    ),
  ),
  ask('stated', 'average match score', t.within(0.01, t.value(t.anytime, t.stated(/with score (\d+)/, 'mean')))),
  ask(
    'stated',
    'longest wait for a late feed (s)?',
    t.within(
      0.01,
      t.value(
        t.anytime,
        t.stated(/answered late, after (\d+) s/, 'max'),
        t.scaled(t.stated(/answered late, after (\d+) s/, 'max'), 1000),
      ),
    ),
  ),

  ask('metric', 'max memory match-worker', t.within(0.01, t.bytes(t.anytime, memory('match-worker', 'max')))),
  ask(
    'metric',
    'how much memory does cv-service use now?',
    t.within(0.06, t.bytes(t.anytime, memory('cv-service', 'last'))),
  ),
  ask(
    'metric',
    'how many candidates are online?',
    t.within(0.02, t.value(t.anytime, gauge('jobs-gateway', 'candidates.online', 'last'))),
  ),
  ask('metric', 'active adverts in nursing, latest', t.within(0.01, t.value(t.anytime, active('nursing', 'last')))),
  ask(
    'metric',
    'peak of jvm.thread.count on application-service',
    t.value(t.anytime, gauge('application-service', 'jvm.thread.count', 'max')),
  ),
  ask(
    'metric',
    'mean goroutine count of job-search in the last hour?',
    t.within(0.02, t.value(t.last(60), gauge('job-search', 'go.goroutine.count', 'mean'))),
  ),
  ask(
    'metric',
    'match-worker consumer lag max',
    t.value(t.anytime, gauge('match-worker', 'kafka.consumer.lag', 'max')),
  ),
  ask(
    'metric',
    'lowest jvm.memory.used',
    t.within(0.01, t.bytes(t.anytime, gauge('application-service', 'jvm.memory.used', 'min'))),
  ),
  ask(
    'metric',
    'cv.stored since {@recovery+1}, sum',
    t.within(0.03, t.count(t.since('recovery', 1), gauge('cv-service', 'cv.stored', 'sum'), t.logs(m.stored))),
  ),
  ask('metric', 'match-worker restarts?', t.count(t.anytime, gauge('match-worker', 'k8s.container.restarts', 'last'))),

  ask(
    'compare',
    'job-search p95 before vs after the rollout',
    t.compared('ms', t.took(m.search, 0.95), t.before('release'), t.sinceMark('release')),
  ),
  ask('compare', 'applications submitted {@onset-15}-{@onset} versus {@onset+1}-{@onset+16}', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.during(['onset', -15], ['onset', 0]), m.SUBMITTED),
      t.numberOf(asked, 'count', t.during(['onset', 1], ['onset', 16]), m.SUBMITTED),
    ],
  })),
  ask(
    'compare',
    'requests on jobs-gateway last 15 min and the same an hour ago',
    t.compared('count', t.requests(m.gateway), t.last(15), t.earlier(15, 60)),
  ),
  ask(
    'compare',
    'do we have more requests from desktop or tablet',
    t.words({
      saysFirst: [['desktop']],
      neverFirst: ['more tablets?', 'tablets? (?:is|has|have|leads|was)'],
    }),
  ),
  ask('trend', 'is candidates.online going down?', t.verdict('yes', 'down')),
  ask(
    'trend',
    'is job-search faster since 5.3.0?',
    t.words({
      saysFirst: [
        ['^\\W*yes\\b', 'faster', 'fell', 'went down', 'dropp', 'decreas', 'down from', 'went from', 'lower'],
      ],
      neverFirst: ['^\\W*no\\b', '\\bslower\\b'],
    }),
  ),
  ask(
    'trend',
    'did errors in application-service drop after {@recovery+1}?',
    t.words({
      saysFirst: [['^\\W*yes\\b', 'fell', 'dropp', 'went down', 'decreas', 'down from', 'to 0', 'none', 'no errors']],
      neverFirst: ['^\\W*no[,.:](?! error)', 'rose'],
    }),
  ),
  ask(
    'anomaly',
    'anything unusual in advert-api?',
    t.words({
      saysFirst: [['advert-api'], ['no\\b', 'nothing', 'usual', 'normal', 'unchanged', '0 of', 'none']],
      neverFirst: ['root cause: .?advert', '^\\W*yes\\b'],
    }),
  ),
  ask(
    'anomaly',
    'did cv.stored drop at some point?',
    t.words({
      saysFirst: [['^\\W*yes\\b', 'dropp', 'drops?\\b', 'fell', 'falls?\\b', 'went down', 'to 0', '\\b0\\b', 'gap']],
      neverFirst: ['^\\W*no\\b'],
    }),
  ),
  ask(
    'several',
    'p50, p95 and p99 of match-worker?',
    t.both(t.anytime, ['ms', t.took(m.match, 0.5)], ['ms', t.took(m.match, 0.95)], ['ms', t.took(m.match, 0.99)]),
  ),
  ask('several', 'how many adverts were published and how many rejected today?', (asked) => ({
    numbers: [t.numberOf(asked, 'count', t.anytime, m.PUBLISHED), t.numberOf(asked, 'count', t.anytime, m.REJECTED)],
  })),
  ask(
    'group',
    'p95 by operation of advert-api',
    t.groups('ms', t.anytime, {
      'GET /adverts/{id}': t.took(m.viewing, 0.95),
      'POST /adverts': t.took(m.posting, 0.95),
    }),
  ),
  ask(
    'group',
    'failure rate of POST /applications by cv.source from {@onset+1} to {@recovery}',
    t.groups('percent', outage, {
      upload: t.share(t.all(m.applying, m.source('upload'))),
    }),
  ),

  ...talk(
    'latency',
    ask('follow-up', 'median latency of job-search?', t.millis(t.anytime, t.took(m.search, 0.5))),
    ask('follow-up', 'p99?', t.millis(t.anytime, t.took(m.search, 0.99))),
    ask('follow-up', 'and of cv-service?', t.millis(t.anytime, t.took(m.cv, 0.99))),
  ),
  ...talk(
    'rate',
    ask(
      'follow-up',
      'requests per minute of application-service in the last 20 minutes',
      t.perS(t.last(20), t.perSecond(t.requests(m.applications))),
    ),
    ask('follow-up', 'and job-search', t.perS(t.last(20), t.perSecond(t.requests(m.search)))),
  ),
]
