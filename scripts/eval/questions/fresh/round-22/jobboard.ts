/** Questions to the job board: states, causes, single things, what cannot be answered. Twenty-second round. */
import { requestsOf } from '../../truth.ts'
import { JOBBOARD_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import { JOBBOARD_COUNTS_22 } from './jobboard-counts.ts'
import { JOBBOARD_NUMBERS_22 } from './jobboard-numbers.ts'
import * as m from './rows.ts'

const KEY = [...JOBBOARD_INCIDENT.mechanism]
const at = (ms: number | undefined, toleranceS: number) => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})
/** The minute of a mark as an answer may print it, or a neighbouring one. */
const minutesOf = (ms: number) =>
  [-60_000, 0, 60_000, 120_000].map((shift) => new Date(ms + shift).toISOString().slice(11, 16))

export const JOBBOARD_22 = [
  ask('state', 'can candidates apply again?', t.verdict('yes', 'good')),
  ask('state', 'is the cv upload still failing?', t.verdict('no', 'bad')),
  ask('state', 'everything green now?', t.words({ says: [['feed-importer']] })),
  ask('state', 'is application-service back', t.verdict('yes', 'good')),
  ask('health', 'is advert-api ok', t.healthy),
  ask('health', 'hows job-search doing', t.healthy),
  ask('health', 'Is the match worker healthy at the moment?', t.healthy),
  ask('health', 'why did advert-api crash?', t.denied('advert-api')),
  ask('health', 'why is jobalert-mailer failing', t.denied('jobalert-mailer')),
  ask('cause', 'why did applications fail?', t.because(JOBBOARD_INCIDENT, 'mechanism')),
  ask('cause', 'what broke in the last hour?', t.because(JOBBOARD_INCIDENT, 'mechanism')),
  ask('cause', 'reason for the 503 on jobs-gateway?', t.because(JOBBOARD_INCIDENT, 'mechanism')),
  ask(
    'cause',
    'candidates wrote that they could not send their application. what was it?',
    t.because(JOBBOARD_INCIDENT),
  ),
  ask('cause', 'wat hapened to cv uplods', t.because(JOBBOARD_INCIDENT)),
  ask('cause', 'Root cause for the problem at {@onset+5}, please.', t.because(JOBBOARD_INCIDENT, 'mechanism')),
  ask('since', 'when did applications start failing?', t.began()),
  ask('since', 'when was the cv upload fixed', t.began('recovery')),
  ask('since', 'since when is feed-importer not sending?', t.began('silence')),
  ask('since', 'first 503 today - when', ({ world }) =>
    at(requestsOf(world, t.all(m.gateway, t.failed))[0]?.startMs, 60),
  ),
  ask('how-long', 'how long did it last, the outage?', t.lasted('onset', 'recovery')),
  ask('how-long', 'how many minutes were applications failing', t.lasted('onset', 'recovery')),
  ask('impact', 'how bad was it?', m.damage),
  ask('impact', 'how many users got a 503?', t.count(t.anytime, t.differentOf(t.all(m.gateway, t.failed), 'user.id'))),
  ask(
    'impact',
    'which services were affected by the cv problem',
    t.words({ names: ['cv-service', 'application-service', 'jobs-gateway'] }),
  ),
  ask('impact', 'were employers affected?', t.verdict('no', 'bad')),
  ask('impact', 'was the job search affected by the outage too?', t.verdict('no', 'bad')),
  ask('impact', 'did applications with a profile cv fail too?', t.verdict('no', 'bad')),
  ask('deploy', 'any deployment in the last 2 hours?', t.words({ says: [['job-search'], ['5\\.3\\.0']] })),
  ask('deploy', 'was job-search 5.3.0 the reason?', t.verdict('no', 'bad')),
  ask('deploy', 'time of the job-search rollout', t.began('release', 120)),
  ask('deploy', 'was cv-service released before it broke?', t.verdict('no', 'bad')),
  ask('version', 'version of cv-service?', t.words({ saysFirst: [['1\\.14\\.6']] })),
  ask('version', 'which versions of job-search did run today', t.words({ says: [['5\\.2\\.4'], ['5\\.3\\.0']] })),
  ask('version', 'what does application-service run, version wise?', t.words({ saysFirst: [['6\\.7\\.1']] })),
  ask('restart', 'has match-worker been restarted?', t.verdict('yes', 'bad')),
  ask('restart', 'when did match-worker restart', t.began('restart', 150)),
  ask('restart', 'did cv-service restart?', t.verdict('no', 'bad')),
  ask('next-step', 'what should we check so that it does not come back?', t.words({ says: [['cv-service'], KEY] })),
  ask(
    'dependency',
    'what does jobs-gateway talk to?',
    t.words({ names: ['job-search', 'advert-api', 'application-service'] }),
  ),
  ask('dependency', 'who is calling cv-service', t.words({ names: ['application-service'] })),
  ask('dependency', 'which service reads applications.submitted?', t.words({ names: ['match-worker'] })),
  ask('dependency', 'who uses mysql', t.words({ names: ['application-service'] })),
  ask(
    'timeline',
    'timeline of todays incident',
    t.words({
      says: [['cv-service'], ['application-service', 'jobs-gateway'], ['\\d\\d:\\d\\d']],
      neverFirst: ['log records'],
    }),
  ),
  ask('silence', 'which service stopped logging?', t.words({ saysFirst: [['feed-importer']] })),
  ask('silence', 'is feed-importer alive?', t.verdict('no', 'good')),
  ask('silence', 'does screening-bot still send logs?', t.verdict('yes', 'good')),
  ask('lookup', 'application {failedApplication} - what went wrong?', t.words({ says: [['not saved', 'KMS']] })),
  ask('lookup', 'was {submittedApplication} submitted?', t.words({ says: [['submitted', '^\\W*yes']] })),
  ask('lookup', '{rejectedAdvert} why rejected', t.words({ says: [['missing_salary|duplicate|forbidden_word']] })),
  ask('lookup', 'trace {failedTrace}: which service failed', t.words({ says: [['cv-service']] })),
  ask('lookup', '{publishedAdvert}', t.words({ says: [['published', 'mailed', 'job alert']] })),
  ask('meaning', 'what does KMS.DisabledException mean here?', t.words({ says: [['cv-service']] })),
  ask('meaning', 'where does "No skills found in the CV" come from', t.words({ saysFirst: [['match-worker']] })),
  ask('paste', '{keyLine}\nhow many times did this happen?', t.count(t.anytime, t.logs(m.noKey))),
  ask('paste', 'found this in the logs:\n{failedLine}\nwhat is the reason', t.because(JOBBOARD_INCIDENT)),
  ask(
    'paste',
    '{bouncedLine}\nis that new?',
    t.words({
      saysFirst: [['no\\b', 'not', 'before', 'throughout', 'usual', 'normal', 'all the time', 'since']],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask('list', 'list services', ({ world }) => ({ names: [...world.services] })),
  ask(
    'list',
    'which metrics do we get from application-service?',
    t.words({ names: ['jvm.memory.used', 'jvm.thread.count'] }),
  ),
  ask('list', 'what routes has jobs-gateway', t.words({ says: [['/v1/jobs'], ['/v1/applications'], ['/v1/adverts']] })),
  ask('list', 'which job categories are there?', t.words({ names: m.CATEGORIES })),
  ask('list', 'which errors did application-service write', t.words({ says: [['not saved']] })),
  ask('single-record', 'last error in cv-service?', t.words({ says: [['KMS']] })),
  ask('single-record', 'when did the last 503 happen', ({ world }) =>
    at(requestsOf(world, t.all(m.gateway, t.failed)).at(-1)?.startMs, 30),
  ),
  ask('single-record', 'last line of feed-importer', t.words({ says: [['imported', 'answered late']] })),
  ask('single-record', 'when was the latest advert published?', ({ world }) =>
    at(world.logs.findLast(m.published)?.timeMs, 20),
  ),
  ask('bare-name', 'cv-service', t.words({ saysFirst: [['cv-service']] })),
  ask('bare-name', 'screening-bot', t.words({ saysFirst: [['screening-bot']] })),

  ask('unknown', 'errors of billing-gateway', t.declined('unknown', 'billing')),
  ask('unknown', 'is mongo slow?', t.declined('unknown', 'mongo')),
  ask('unknown', 'how many 502 on jobs-gateway?', t.words({ numbers: [{ value: 0, unit: 'count' }] })),
  ask('unknown', 'find application AP-1', t.declined('no_data')),
  ask('unknown-attribute', 'failed applications by country', t.declined('no_data')),
  ask('order', 'restart the feed-importer', t.declined('read_only')),
  ask('order', 'resend the failed applications', t.declined('read_only')),
  ask('order', 'delete all logs of cv-service', t.declined('read_only')),
  ask('talk', 'morning!', t.declined('small_talk')),
  ask('talk', 'perfect, thank you very much', t.declined('small_talk')),
  ask('off-topic', 'write me a cover letter for a job as SRE', t.declined('off_topic')),
  ask('ask-back', 'how many of them?', t.declined('ask_back')),
  ask('language', 'Warum konnten sich Bewerber nicht bewerben?', t.because(JOBBOARD_INCIDENT)),
  ask('language', 'wie viele Fehler hatte cv-service?', t.count(t.anytime, ...t.errors(m.cv))),
  ask('language', '¿qué versión de advert-api está corriendo?', t.words({ says: [['10\\.2\\.3']] })),
  ask('language', 'combien d’erreurs 503 sur jobs-gateway ?', t.count(t.anytime, ...m.atGateway(503))),
  ask(
    'language',
    '¿ya terminó?',
    t.words({
      saysFirst: [['sí', '\\byes\\b', 'over', 'ended', 'termin', 'recover', 'acab']],
      neverFirst: ['^\\W*no\\b'],
    }),
  ),

  ...talk(
    'incident',
    ask('follow-up', 'what went wrong with the applications?', t.because(JOBBOARD_INCIDENT)),
    ask('follow-up', 'from when to when?', ({ world: { marks } }) => ({
      says: [minutesOf(marks['onset'] ?? 0), minutesOf(marks['recovery'] ?? 0)],
    })),
    ask('follow-up', 'and is it ok now?', t.verdict('yes', 'good')),
  ),
  ...talk(
    'search',
    ask('follow-up', 'is job-search healthy?', t.healthy),
    ask('follow-up', 'which version', t.words({ says: [['5\\.3\\.0']] })),
    ask('follow-up', 'and advert-api?', t.words({ says: [['10\\.2\\.3']] })),
  ),
  ask('several', 'what failed and how many applications were lost?', (asked) => ({
    ...t.because(JOBBOARD_INCIDENT)(asked),
    says: [[String(requestsOf(asked.world, t.all(m.applying, t.failed)).length)]],
  })),
  ...JOBBOARD_COUNTS_22,
  ...JOBBOARD_NUMBERS_22,
]
