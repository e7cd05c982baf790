/** Questions to the service of weather data: states, causes, single things, what cannot be answered. Seventeenth round. */
import { requestsOf } from '../../truth.ts'
import { WEATHER_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'
import { WEATHER_COUNTS_17 } from './weather-counts.ts'
import { WEATHER_NUMBERS_17 } from './weather-numbers.ts'

const REPORT = [
  'could not convert',
  'ValueError',
  'B-78\\d+',
  'ST-6613',
  'pressure',
  'crash',
  'exit',
  'unhandled',
  'exception',
]
/** The first crash, or three minutes later the first refused request. */
const began = t.began('onset', 200)
const over = t.began('recovery', 240)
const at = (ms: number | undefined, toleranceS: number) => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})

export const WEATHER_17 = [
  ask('state', 'is the api ok again?', t.verdict('yes', 'good')),
  ask('state', 'is wx-api up?', t.verdict('yes', 'good')),
  ask('state', 'is qc-worker still crashing?', t.verdict('no', 'bad')),
  ask('state', 'do customers get current weather again, yes or no', t.verdict('yes', 'good')),
  ask('state', 'still 503s?', t.verdict('no', 'bad')),
  ask('health', 'is grid-store healthy?', t.healthy),
  ask('health', 'key-auth ok?', t.healthy),
  ask('health', 'did grid-store crash?', t.denied('grid-store')),
  ask('health', 'why is forecast-run failing?', t.denied('forecast-run')),
  ask('health', 'why did tile-render go down', t.denied('tile-render')),
  ask('cause', 'what broke the api?', t.because(WEATHER_INCIDENT, 'mechanism')),
  ask('cause', 'why did wx-api return 503?', t.because(WEATHER_INCIDENT)),
  ask('cause', 'why were observations too old?', t.because(WEATHER_INCIDENT)),
  ask('cause', 'why did qc-worker crash?', t.words({ says: [REPORT], neverFirst: ['did not crash'] })),
  ask('cause', 'what went wrong around {@onset}?', t.because(WEATHER_INCIDENT)),
  ask('cause', 'agrisense says /v1/current was broken. what happened?', t.because(WEATHER_INCIDENT)),
  ask('since', 'when did the 503s begin?', ({ world }) =>
    at(requestsOf(world, t.all(m.api, m.status(503)))[0]?.startMs, 90),
  ),
  ask('since', 'since when was qc-worker dying', began),
  ask('since', 'when was the last 503?', ({ world }) =>
    at(requestsOf(world, t.all(m.api, m.status(503))).at(-1)?.startMs, 40),
  ),
  ask('since', 'when did it recover?', over),
  ask('how-long', 'how long was the outage', t.lasted('onset', 'recovery')),
  ask('impact', 'how bad was the outage?', m.damage),
  ask('impact', 'which customers were affected?', t.words({ names: m.TENANTS })),
  ask('impact', 'was skyfleet affected?', t.verdict('yes', 'bad')),
  ask(
    'impact',
    'how many of our tenants saw 503',
    t.count(t.anytime, t.differentOf(t.all(m.api, m.status(503)), 'tenant')),
  ),
  ask('impact', 'was /v1/hourly affected as well?', t.verdict('no', 'bad')),
  ask('deploy', 'did we deploy something?', t.words({ says: [['tile-render'], ['3\\.2\\.0']] })),
  ask('deploy', 'is tile-render 3.2.0 the reason for the 503s?', t.verdict('no', 'bad')),
  ask('deploy', 'when did tile-render get 3.2.0', t.began('release', 120)),
  ask('version', 'qc-worker version?', t.words({ saysFirst: [['1\\.14\\.2']] })),
  ask('version', 'which version of tile-render is live', t.words({ saysFirst: [['3\\.2\\.0']] })),
  ask('version', 'list all versions', t.words({ says: [['9\\.4\\.1'], ['3\\.2\\.0'], ['1\\.14\\.2'], ['6\\.0\\.7']] })),
  ask(
    'restart',
    'did anything restart today?',
    t.words({ says: [['qc-worker']], verdict: { is: 'yes', sense: 'fact' } }),
  ),
  ask(
    'restart',
    'how often did qc-worker restart?',
    t.count(t.anytime, ...m.DEATHS, m.gauge('qc-worker', 'container.restarts', 'last')),
  ),
  ask('restart', 'did grid-store restart in the last hour?', t.verdict('no', 'bad')),
  ask(
    'next-step',
    'what should we fix so this does not come back?',
    t.words({ says: [['qc-worker'], [...REPORT, 'dead letter', 'poison', 'batch', 'input']] }),
  ),
  ask('next-step', 'where would you look first', t.words({ says: [['qc-worker']] })),
  ask('dependency', 'what does wx-api call?', t.words({ names: ['key-auth', 'grid-store', 'tile-render'] })),
  ask('dependency', 'who reads from grid-store?', t.words({ names: ['wx-api', 'tile-render'] })),
  ask(
    'timeline',
    'timeline of the outage please',
    t.words({ says: [['qc-worker'], ['wx-api', '/v1/current'], ['\\d\\d:\\d\\d']], neverFirst: ['log records'] }),
  ),
  ask('silence', 'who went silent?', t.words({ saysFirst: [['alert-mailer']] })),
  ask('silence', 'is alert-mailer still sending?', t.verdict('no', 'good')),
  ask('silence', 'when did we last hear from alert-mailer?', ({ world }) =>
    at(world.logs.findLast((log) => log.service === 'alert-mailer')?.timeMs, 90),
  ),
  ask('silence', 'does station-ingest still log?', t.verdict('yes', 'good')),
  ask(
    'lookup',
    'what happened to batch {poison}?',
    t.words({ says: [['could not convert', 'dead letter', 'failed']] }),
  ),
  ask('lookup', '{checkedBatch}', t.words({ says: [['checked']] })),
  ask('lookup', 'did run {finishedRun} finish?', t.words({ says: [['finished']], neverFirst: ['^\\W*no\\b'] })),
  ask('lookup', 'station {quietStation}?', t.words({ says: [['has not reported', 'spike']] })),
  ask('lookup', 'trace {hourlyTrace}, which services', t.words({ names: ['wx-api', 'key-auth', 'grid-store'] })),
  ask('lookup', 'why did {failedTrace} fail?', t.words({ says: [['too old', '503']] })),
  ask(
    'meaning',
    'what does "observations too old: newest from qc-worker" mean?',
    t.words({ says: [['wx-api'], ['qc-worker']] }),
  ),
  ask('meaning', 'who writes "composite is late"?', t.words({ saysFirst: [['radar-fetch']] })),
  ask('paste', '{deathLine}\nhow many like this', t.count(t.anytime, t.logs(m.unreadable))),
  ask('paste', '{failedLine}\n\nwhy???', t.because(WEATHER_INCIDENT)),
  ask('paste', '{quotaLine} - how many of these for newsdesk?', t.count(t.anytime, t.logs(m.quota))),
  ask('list', 'what services are there?', ({ world }) => ({ names: [...world.services] })),
  ask('list', 'which metrics does grid-store send?', t.words({ names: ['disk.used', 'memory.rss', 'cpu.usage'] })),
  ask('list', 'tenants?', t.words({ names: m.TENANTS })),
  ask(
    'list',
    'which endpoints does wx-api offer',
    t.words({ says: [['/v1/current'], ['/v1/hourly'], ['/v1/radar'], ['/v1/warnings'], ['/v1/history']] }),
  ),
  ask(
    'list',
    'what kinds of errors does qc-worker log',
    t.words({ says: [['could not convert', 'unhandled exception']] }),
  ),
  ask('single-record', 'last error in qc-worker', t.words({ says: [['could not convert', 'unhandled exception']] })),
  ask('single-record', 'when did the last nowcast finish?', ({ world }) =>
    at(world.logs.findLast(m.finishedNowcast)?.timeMs, 40),
  ),
  ask('single-record', 'first "observations too old"?', ({ world }) => at(world.logs.find(m.tooOld)?.timeMs, 30)),
  ask('bare-name', 'wx-api', t.words({ saysFirst: [['wx-api']] })),
  ask('bare-name', 'radar-fetch', t.words({ saysFirst: [['radar-fetch']] })),

  ask('unknown', 'errors in satellite-feed', t.declined('unknown', 'satellite')),
  ask('unknown', 'is postgres slow?', t.declined('unknown', 'postgres')),
  ask('unknown', 'requests of tenant snowco', t.declined('no_data')),
  ask('unknown', 'how many 504 did wx-api send?', t.words({ numbers: [{ value: 0, unit: 'count' }] })),
  ask('unknown-attribute', 'requests per browser', t.declined('no_data')),
  ask('order', 'purge the obs.raw queue', t.declined('read_only')),
  ask('order', 'roll back tile-render to 3.1.6', t.declined('read_only')),
  ask('talk', 'hey!', t.declined('small_talk')),
  ask('talk', 'cheers, that helped', t.declined('small_talk')),
  ask('off-topic', 'will it rain tomorrow in Hamburg?', t.declined('off_topic')),
  ask('ask-back', 'is it more than before?', t.declined('ask_back')),
  ask('language', 'Was war mit der API los?', t.because(WEATHER_INCIDENT)),
  ask('language', 'Wie viele 503 hatte wx-api?', t.count(t.anytime, t.requests(t.all(m.api, m.status(503))))),
  ask('language', 'combien de fois qc-worker a planté ?', t.count(t.anytime, ...m.DEATHS)),
  ask(
    'language',
    '¿cuántas peticiones hizo agrisense?',
    t.count(t.anytime, t.requests(t.all(m.api, m.tenant('agrisense')))),
  ),

  ...talk(
    'incident',
    ask('follow-up', 'what was broken in the last hour?', t.because(WEATHER_INCIDENT)),
    ask('follow-up', 'since when?', began),
    ask('follow-up', 'until when?', over),
    ask('follow-up', 'who was hit?', t.words({ says: [['wx-api', '/v1/current', ...m.TENANTS]] })),
  ),
  ask('several', 'what broke, when did it start, and is it fixed?', (asked) => ({
    ...t.because(WEATHER_INCIDENT)(asked),
    ...began(asked),
    says: [['over', 'recover', 'ended', 'until', 'yes', 'no longer', 'back to', 'fixed']],
  })),
  ...WEATHER_COUNTS_17,
  ...WEATHER_NUMBERS_17,
]
