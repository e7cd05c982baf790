/** Questions to the baggage handling: states, causes, single things, what cannot be answered. Seventieth round. */
import { BAGGAGE_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import { BAGGAGE_COUNTS_70 } from './baggage-counts.ts'
import { BAGGAGE_NUMBERS_70 } from './baggage-numbers.ts'
import { BAGGAGE_TALKS_70 } from './baggage-talks.ts'
import * as m from './rows.ts'

const MECHANISM = BAGGAGE_INCIDENT.mechanism
const UNRELATED = t.words({
  saysFirst: [['no\\b', 'not', 'before', 'throughout', 'usual', 'normal', 'all the time', 'unrelated']],
  neverFirst: ['^\\W*yes\\b'],
})
const CAPTURE = ['raw[_ ]?capture', 'NET-77', 'configuration reloaded']

export const BAGGAGE_70 = [
  ask('state', 'can passengers still drop their bags? yes/no', t.verdict('yes', 'good')),
  ask('state', 'is it over', t.verdict('no', 'good')),
  ask('state', 'are bags still not being routed', t.verdict('yes', 'bad')),
  ask('state', 'does screening work?', t.verdict('yes', 'good')),
  ask('state', 'has typeb-handler recovered', t.verdict('no', 'good')),
  ask('health', 'checkin-drop healthy?', t.healthy),
  ask('health', 'any problem with lostbag-desk', t.noTrouble),
  ask('premise', 'why did screening-gw crash', t.denied('screening-gw')),
  ask('premise', 'checkin-drop is down, why?', t.denied('checkin-drop')),

  ask('cause', 'why are bags not routed?', t.because(BAGGAGE_INCIDENT, 'mechanism')),
  ask('cause', 'root cause of the 503s on POST /api/loads?', t.because(BAGGAGE_INCIDENT, 'mechanism')),
  ask('cause', 'what is wrong with typeb-handler', t.words({ says: [[...MECHANISM]] })),
  ask(
    'cause',
    'why does track-api show bags without flight details?',
    t.words({ says: [['typeb-handler', ...MECHANISM]] }),
  ),
  ask('cause', 'why did the spool fill up?', t.words({ says: [['raw[_ ]?capture', 'raw telegram', 'NET-77']] })),
  ask('cause', 'ramp crew says the handhelds reject everything, whats going on', t.because(BAGGAGE_INCIDENT)),
  ask('cause', 'disk, network or cert?', t.words({ says: [['typeb-handler'], ['\\bdisk\\b', 'space left', 'spool']] })),
  ask(
    'cause',
    'duty manager wants one sentence: why are so many bags in manual coding?',
    t.because(BAGGAGE_INCIDENT, 'mechanism'),
  ),
  ask('since', 'since when do loads fail', t.began('onset', 180)),
  ask('since', 'sinse when is the disk of typeb-handler full?', t.began('onset', 150)),
  ask('how-long', 'how long has routing been broken', t.lasted()),

  ask('impact', 'how bad is it?', m.damage),
  ask('impact', 'what else suffers from typeb-handler', t.words({ names: ['sort-controller', 'bag-recon'] })),
  ask('impact', 'is screening-gw affected', t.verdict('no', 'bad')),
  ask(
    'impact',
    'is it only nordair or other airlines too?',
    t.words({ saysFirst: [['\\bno\\b', 'not only', 'skylink', 'baltavia', 'all (?:four|4)?']] }),
  ),
  ask(
    'impact',
    'how many flights are affected by refused loads',
    t.count(
      t.anytime,
      t.differentOf(t.all(m.loads, t.failed), 'flight.number'),
      t.differentTexts(/^load of bag \S+ on (\S+) refused/),
    ),
  ),
  ask('impact', 'which airlines do i have to call, whose bags were not routed?', t.words({ names: m.AIRLINES })),

  ask('deploy', 'which services got a new version today?', t.words({ says: [['track-api'], ['3\\.9\\.0']] })),
  ask('deploy', 'when did track-api 3.9.0 go live', t.began('release', 120)),
  ask('deploy', 'did the track-api rollout break routing?', t.verdict('no', 'bad')),
  ask(
    'deploy',
    'any config change on typeb-handler before {@onset}?',
    t.words({ says: [CAPTURE], neverFirst: ['^\\W*(?:no|none)\\b'] }),
  ),
  ask('deploy', 'was sort-controller deployed in the last 75 minutes', t.verdict('no', 'fact')),
  ask('version', 'version of track-api?', t.words({ saysFirst: [['3\\.9\\.0']] })),
  ask('version', 'which track-api version ran before {@release}', t.words({ saysFirst: [['3\\.8\\.4']] })),
  ask(
    'version',
    'list all running versions',
    t.words({ says: [['3\\.9\\.0'], ['11\\.2\\.3'], ['2\\.9\\.6'], ['4\\.4\\.1']] }),
  ),
  ask('restart', 'any restarts in the last 75 min?', t.words({ says: [['screening-gw']] })),
  ask('restart', 'when did screening-gw restart', t.began('restart', 120)),
  ask('next-step', 'what do i do first to get bags moving', t.words({ says: [['typeb-handler'], [...MECHANISM]] })),
  ask(
    'next-step',
    'would rolling back track-api help?',
    t.words({ saysFirst: [['^\\W*no\\b', '\\bnot\\b', 'typeb-handler', 'unrelated']], neverFirst: ['^\\W*yes\\b'] }),
  ),
  ask('dependency', 'what calls typeb-handler?', t.words({ names: ['sort-controller', 'bag-recon', 'track-api'] })),
  ask(
    'timeline',
    'timeline of the outage pls, for the post mortem',
    t.words({ says: [['typeb-handler'], ['\\d\\d:\\d\\d'], [...MECHANISM]], neverFirst: ['log records'] }),
  ),
  ask(
    'timeline',
    'what happened from {@capture-1} to {@onset+5}, in order',
    t.words({ says: [['typeb-handler'], ['\\d\\d:\\d\\d'], [...MECHANISM]], neverFirst: ['log records'] }),
  ),
  ask(
    'silence',
    'did anything stop logging?',
    t.words({ says: [['billing-job']], neverFirst: ['^\\W*(?:no|none)\\b'] }),
  ),
  ask('silence', 'when did billing-job last log something', m.lastOf(m.billing)),
  ask('silence', 'billing-job alive?', t.verdict('no', 'good')),

  ask('lookup', 'where is bag {divertedBag}?', t.words({ says: [['not routed', 'manual coding', 'MC-[12]']] })),
  ask('lookup', 'was {goodBag} accepted', t.words({ says: [['accepted']], neverFirst: ['^\\W*no\\b'] })),
  ask('lookup', 'why was {refusedBag} refused at the drop?', t.words({ says: [['flight closed']] })),
  ask(
    'lookup',
    'passenger at the desk with claim {goodClaim}, was it opened',
    t.words({ says: [['opened']], neverFirst: ['^\\W*no\\b'] }),
  ),
  ask('lookup', 'why was the load of {failedLoad} refused', t.words({ says: [['typeb-handler', 'no message']] })),
  ask(
    'lookup',
    'what happened to {recirculated} on the belt?',
    t.words({ says: [['round again', 'is full', 'chute']] }),
  ),
  ask('lookup', 'trace {divertedTrace}: which service failed first', t.words({ says: [['typeb-handler']] })),
  ask('slow-trace', 'why did {loadTrace} take so long?', t.words({ says: [['typeb-handler', 'find message']] })),
  ask('slow-trace', 'where is the time in trace {trackTrace}', t.words({ says: [['typeb-handler', 'find message']] })),
  ask(
    'meaning',
    'what does "No space left on device" mean here and who logs it',
    t.words({ says: [['typeb-handler']] }),
  ),
  ask('meaning', 'what is NET-77?', t.words({ says: [['typeb-handler'], ['raw_capture', 'telegram']] })),
  ask('meaning', 'where does "goes round again" come from?', t.words({ says: [['sort-controller']] })),
  ask('paste', '{spaceLine}\nhow many of those in the last 15 min?', t.count(t.last(15), ...m.NOT_STORED)),
  ask('paste', '{journalLine}\nwhen was the first one', m.firstOf(m.lookup)),
  ask('paste', '{chuteLine}\nis this related to the incident?', UNRELATED),
  ask('paste', '{divertLine}\nwhats the reason', t.words({ says: [['typeb-handler'], [...MECHANISM]] })),
  ask('paste', '{captureLine}\nwhen was that?', t.began('capture', 90)),

  ask('list', 'which services do you have?', ({ world }) => ({ names: [...world.services] })),
  ask('list', 'routes of track-api', t.words({ says: [['/api/bags/\\{tag\\}'], ['/api/flights/\\{flight\\}']] })),
  ask(
    'list',
    'which metrics does sort-controller send',
    t.words({ names: ['belt.speed', 'ebs.bags', 'manual_coding.waiting'] }),
  ),
  ask('list', 'what queues are there', t.words({ names: ['bsm.in', 'bpm.out'] })),
  ask('single-record', 'first ERROR of typeb-handler, when', m.firstOf(t.all(m.handler, t.level('ERROR')))),
  ask('single-record', 'when did typeb-handler first warn about the spool?', m.firstOf(m.spool)),
  ask('single-record', 'when was the last bag loaded sucessfully', m.lastOf(m.loaded)),
  ask('single-record', 'latest error of sort-controller', t.words({ says: [['not routed']] })),
  ask('bare-name', 'typeb-handler', t.words({ saysFirst: [['typeb-handler']] })),
  ask('bare-name', 'sort-controler', t.words({ saysFirst: [['sort-controller']] })),

  ask('unknown', 'errors of loyalty-api last hour', t.declined('unknown', 'loyalty-api')),
  ask('unknown', 'p95 of crew-roster', t.declined('unknown', 'crew-roster')),
  ask('unknown', 'whats with bag BT-999001', t.declined('no_data')),
  ask('unknown-attribute', 'unrouted bags by passenger age?', t.declined('no_data')),
  ask('order', 'clean up /var/spool/typeb please', t.declined('read_only')),
  ask('order', 'restart typeb-handler', t.declined('read_only')),
  ask('talk', 'ok thx, lifesaver', t.declined('small_talk')),
  ask('off-topic', 'which gate has the best coffee?', t.declined('off_topic')),
  ask('language', 'Warum werden die Koffer nicht mehr sortiert?', t.because(BAGGAGE_INCIDENT)),
  ask('language', '¿qué le pasa a typeb-handler?', t.words({ says: [[...MECHANISM]] })),
  ask('ask-back', 'and those from T2?', t.declined('ask_back')),

  ask('several', 'what broke and when did it begin', t.because(BAGGAGE_INCIDENT, 'time')),
  ask('several', 'why are loads refused, since when?', t.because(BAGGAGE_INCIDENT, 'mechanism', 'time')),
  ...BAGGAGE_COUNTS_70,
  ...BAGGAGE_NUMBERS_70,
  ...BAGGAGE_TALKS_70,
]
