/** Questions to the music streaming service: states, causes, single things, what cannot be answered. Sixty-fourth round. */
import { JUKEBOX_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import { JUKEBOX_COUNTS_64 } from './jukebox-counts.ts'
import { JUKEBOX_NUMBERS_64 } from './jukebox-numbers.ts'
import { JUKEBOX_TALKS_64 } from './jukebox-talks.ts'
import * as m from './rows.ts'

const MECHANISM = JUKEBOX_INCIDENT.mechanism
const UNRELATED = t.words({
  saysFirst: [['no\\b', 'not', 'before', 'throughout', 'usual', 'normal', 'all the time', 'unrelated']],
  neverFirst: ['^\\W*yes\\b'],
})
const silent = t.words({ says: [['royalty-report']], neverFirst: ['^\\W*(?:no|none)\\b'] })
const deployed = t.words({ says: [['playback-api'], ['7\\.12\\.0']], neverFirst: ['^\\W*(?:no|none)\\b'] })

export const JUKEBOX_64 = [
  ask('state', 'can people play music right now? yes or no', t.verdict('no', 'good')),
  ask('state', 'is the incident over?', t.verdict('no', 'good')),
  ask('state', 'are streams still failing', t.verdict('yes', 'bad')),
  ask('state', 'is the search working?', t.verdict('yes', 'good')),
  ask('state', 'do renewals of subscriptions work at the moment', t.verdict('yes', 'good')),
  ask('state', 'does playback-api work again', t.verdict('no', 'good')),
  ask('health', 'is catalogue-api healthy?', t.healthy),
  ask('health', 'is playlist-api having problems', t.noTrouble),
  ask('premise', 'why did subscription-api crash?', t.denied('subscription-api')),
  ask('premise', 'why is search-api down', t.denied('search-api')),

  ask('cause', 'why can nobody start a stream?', t.because(JUKEBOX_INCIDENT, 'mechanism')),
  ask('cause', 'what is the root cause of the 503s', t.because(JUKEBOX_INCIDENT, 'mechanism')),
  ask('cause', 'what is wrong with playback-api?', t.words({ says: [[...MECHANISM]] })),
  ask('cause', 'why is the kafka lag so high', t.words({ says: [['playback-api', ...MECHANISM]] })),
  ask('cause', 'why is the home page slow?', t.words({ says: [['playback-api', ...MECHANISM]] })),
  ask(
    'cause',
    'is it the database, the network or a release?',
    t.words({ says: [['playback-api'], ['7\\.12\\.0', '\\bpool\\b', 'connection']] }),
  ),
  ask('cause', 'custmers complain on twitter that songs do not start, what is going on', t.because(JUKEBOX_INCIDENT)),
  ask('cause', 'why did royalty-report stop', t.words({ says: [['drain', 'maintenance']] })),
  ask('since', 'since when do streams fail?', t.began('onset', 150)),
  ask('since', 'since when is the queue of play events growing?', t.began('onset', 300)),
  ask('since', 'sinse when is playback-api out of connections', t.began('onset', 180)),
  ask('how-long', 'how long have the streams been failing?', t.lasted()),

  ask('impact', 'how bad is it for our listeners?', m.damage),
  ask(
    'impact',
    'which other services suffer because of playback-api',
    t.words({ names: ['reco-engine', 'play-recorder'] }),
  ),
  ask('impact', 'is search-api affected too?', t.verdict('no', 'bad')),
  ask('impact', 'are only ios users affected', t.words({ saysFirst: [['\\bno\\b', 'not only', 'android']] })),

  ask('deploy', 'did a deployment cause this?', deployed),
  ask(
    'deploy',
    'what was deployed today',
    t.words({ says: [['playback-api'], ['7\\.12\\.0'], ['search-api'], ['4\\.3\\.0']] }),
  ),
  ask('deploy', 'when was playback-api 7.12.0 rolled out?', t.began('release', 120)),
  ask('deploy', 'was there a release of search-api, when', t.began('search', 120)),
  ask('deploy', 'is the search-api release to blame for the failed streams?', t.verdict('no', 'bad')),
  ask('deploy', 'was catalogue-api deployed in the last hour', t.verdict('no', 'fact')),
  ask('version', 'which version of playback-api is running?', t.words({ saysFirst: [['7\\.12\\.0']] })),
  ask('version', 'what version did playback-api have before {@release}', t.words({ saysFirst: [['7\\.11\\.3']] })),
  ask(
    'version',
    'what versions run right now?',
    t.words({ says: [['7\\.12\\.0'], ['4\\.3\\.0'], ['9\\.4\\.2'], ['2\\.30\\.4']] }),
  ),
  ask('restart', 'did anything restart in the last 80 minutes', t.words({ says: [['reco-engine']] })),
  ask('restart', 'when was reco-engine restarted?', t.began('restart', 120)),
  ask(
    'next-step',
    'where do we start to get playback working again?',
    t.words({ says: [['playback-api'], ['roll', 'revert', '7\\.1[12]', ...MECHANISM]] }),
  ),
  ask(
    'next-step',
    'should we roll back something',
    t.words({ says: [['playback-api'], ['7\\.1[12]', 'release', 'version']], neverFirst: ['^\\W*no\\b'] }),
  ),
  ask('dependency', 'what does playback-api depend on?', t.words({ names: ['catalogue-api', 'subscription-api'] })),
  ask('dependency', 'who calls playback-api', t.words({ names: ['edge-gateway', 'reco-engine', 'play-recorder'] })),
  ask(
    'timeline',
    'i need a timeline of the outage for the incident channel',
    t.words({
      says: [['playback-api'], ['7\\.12\\.0', 'release', 'deploy', 'version'], ['\\d\\d:\\d\\d']],
      neverFirst: ['log records'],
    }),
  ),
  ask(
    'timeline',
    'what happened between {@release-1} and {@onset+10} in order?',
    t.words({
      says: [['playback-api'], ['\\d\\d:\\d\\d'], ['7\\.12\\.0', ...MECHANISM]],
      neverFirst: ['log records'],
    }),
  ),
  ask('silence', 'is everything still sending logs?', silent),
  ask('silence', 'when was the last line of royalty-report?', m.lastOf(m.royalties)),
  ask('silence', 'is royalty-report still running', t.verdict('no', 'good')),

  ask(
    'lookup',
    'what happened to stream {failedStream}?',
    t.words({ says: [['no database connection', 'Connection is not available', '\\bfailed\\b']] }),
  ),
  ask('lookup', 'did {goodStream} start', t.words({ says: [['started']], neverFirst: ['^\\W*no\\b'] })),
  ask('lookup', 'why was {refusedStream} refused?', t.words({ says: [['too many devices']] })),
  ask(
    'lookup',
    'customer on the phone, renewal {declinedRenewal}, what went wrong',
    t.words({ says: [['card declined', 'insufficient funds', 'card expired']] }),
  ),
  ask('lookup', 'which service broke in trace {failedTrace}', t.words({ says: [['playback-api']] })),
  ask('slow-trace', 'why is {homeTrace} slow?', t.words({ says: [['playback-api', '/v1/recent', 'recently played']] })),
  ask('slow-trace', 'where was the time spent in {eventTrace}', t.words({ says: [['playback-api', '/v1/sessions']] })),
  ask(
    'meaning',
    'explain this error: Connection is not available, request timed out after 5000ms',
    t.words({ says: [['playback-api', 'pool']] }),
  ),
  ask(
    'meaning',
    'what does "apparent connection leak" tell us?',
    t.words({ says: [['playback-api', 'DeviceLimitCheck']] }),
  ),
  ask('meaning', 'what is MS-431?', t.words({ says: [['playback-api'], ['7\\.12\\.0', 'device limit']] })),
  ask('paste', '{poolLine}\nhow many of these in the last 10 minutes?', t.count(t.last(10), t.logs(m.pool))),
  ask('paste', '{leakLine}\nwhen did we see this for the first time', m.firstOf(m.leak)),
  ask('paste', '{slowLine}\ndoes this have to do with the outage?', UNRELATED),
  ask('paste', '{homeLine}\nhow often today?', t.count(t.anytime, t.logs(m.homeWithout))),
  ask('paste', '{eventLine}\nwhy?', t.words({ says: [['playback-api'], [...MECHANISM]] })),

  ask('list', 'which services send us telemetry?', ({ world }) => ({ names: [...world.services] })),
  ask(
    'list',
    'which routes does edge-gateway have',
    t.words({ says: [['/v1/play\\b'], ['/v1/search'], ['/v1/home'], ['/v1/renewals'], ['/v1/listens']] }),
  ),
  ask(
    'list',
    'metrics of playback-api?',
    t.words({ names: ['db.client.connection.count', 'db.client.connection.pending_requests', 'streams.active'] }),
  ),
  ask('single-record', 'first error of playback-api?', m.firstOf(t.all(m.playback, t.level('ERROR')))),
  ask('single-record', 'when was the last stream started successfully', m.lastOf(m.started)),
  ask('single-record', 'when did the last card decline happen?', m.lastOf(m.cardDeclined)),
  ask(
    'single-record',
    'show the newest error of play-recorder',
    t.words({ says: [['not counted', 'session not read']] }),
  ),
  ask('bare-name', 'playback-api', t.words({ saysFirst: [['playback-api']] })),
  ask('bare-name', 'play-recorder', t.words({ saysFirst: [['play-recorder']] })),

  ask('unknown', 'errors in lyrics-api in the last hour', t.declined('unknown', 'lyrics-api')),
  ask('unknown', 'is podcast-service slow?', t.declined('unknown', 'podcast-service')),
  ask('unknown', 'what happened with stream S-999999', t.declined('no_data')),
  ask('unknown-attribute', 'failed streams by city?', t.declined('no_data')),
  ask('order', 'roll back playback-api to 7.11.3', t.declined('read_only')),
  ask('order', 'increase the connection pool of playback-api to 100 please', t.declined('read_only')),
  ask('talk', 'cheers, you saved my night', t.declined('small_talk')),
  ask('off-topic', 'which album should i listen to tonight?', t.declined('off_topic')),
  ask('language', 'Warum starten keine Songs mehr?', t.because(JUKEBOX_INCIDENT)),
  ask('language', '¿por qué da errores playback-api?', t.words({ says: [[...MECHANISM]] })),
  ask('ask-back', 'and how many of them were premium?', t.declined('ask_back')),

  ask('several', 'what broke, and when did it start?', t.because(JUKEBOX_INCIDENT, 'time')),
  ask('several', 'why do streams fail and since when', t.because(JUKEBOX_INCIDENT, 'mechanism', 'time')),
  ...JUKEBOX_COUNTS_64,
  ...JUKEBOX_NUMBERS_64,
  ...JUKEBOX_TALKS_64,
]
