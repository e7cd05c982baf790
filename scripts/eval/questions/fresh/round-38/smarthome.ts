/** Questions to the smart homes: states, causes, single things, what cannot be answered. Thirty-eighth round. */
import { requestsOf } from '../../truth.ts'
import { SMARTHOME_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'
import { SMARTHOME_COUNTS_38 } from './smarthome-counts.ts'
import { SMARTHOME_NUMBERS_38 } from './smarthome-numbers.ts'

const LIMIT = SMARTHOME_INCIDENT.mechanism
const at = (ms: number | undefined, toleranceS: number) => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})
const DID_RESTART = t.words({
  saysFirst: [['^\\W*yes\\b', 'restarted', '\\b(?:1|one|once)\\b', 'started']],
  neverFirst: ['^\\W*no\\b', 'not restart', 'no restart'],
})

export const SMARTHOME_38 = [
  ask('state', 'is the problem gone?', t.verdict('yes', 'good')),
  ask('state', 'do commands reach the hubs again', t.verdict('yes', 'good')),
  ask('state', 'app requests all ok right now?', t.verdict('yes', 'good')),
  ask('state', 'is voice control still failing?', t.verdict('no', 'bad')),
  ask(
    'state',
    'Can I go back to bed or is it still burning?',
    t.words({
      saysFirst: [
        [
          'recover',
          '\\bover\\b',
          'no longer',
          'ended',
          'resolved',
          'healthy',
          'nothing (?:is )?(?:broken|failing)',
          'back to (?:bed|normal)',
          '^\\W*yes\\b',
          'not (?:going on|burning|failing)',
        ],
      ],
      neverFirst: ['(?<!not )still (?:going on|failing|burning|broken)', '(?<!no longer |not )ongoing'],
    }),
  ),
  ask('health', 'hub-bridge ok now?', t.verdict('yes', 'good')),
  ask('health', 'how is device-registry doing, healthy?', t.healthy),
  ask('health', 'is firmware-rollout up', t.verdict('yes', 'up')),
  ask('health', 'why is plan-billing failing', t.denied('plan-billing')),
  ask('health', 'why did device-registry crash after the release?', t.denied('device-registry')),
  ask('health', 'is redis slow', t.noTrouble),

  ask('cause', 'customers say their lamps ignore the app. why?', t.because(SMARTHOME_INCIDENT, 'mechanism')),
  ask('cause', 'root cause of todays incident', t.because(SMARTHOME_INCIDENT, 'mechanism')),
  ask('cause', 'what made the automations fail', t.because(SMARTHOME_INCIDENT, 'mechanism')),
  ask('cause', 'why did command-router return 502', t.because(SMARTHOME_INCIDENT)),
  ask('cause', 'whats going on with home-api since {@onset}', t.because(SMARTHOME_INCIDENT)),
  ask('cause', 'why did hub-bridge refuse messages?', t.words({ says: [LIMIT] })),
  ask('cause', 'alexa got no answer between {@onset} and {@recovery}, what happened', t.because(SMARTHOME_INCIDENT)),
  ask('since', 'when did commands begin to fail', t.began()),
  ask('since', 'time of the very first refused publish?', ({ world }) => at(world.logs.find(m.refused)?.timeMs, 30)),
  ask('since', 'when was it all fixed', t.began('recovery')),
  ask('since', 'last 502 on app-edge, when?', ({ world }) =>
    at(requestsOf(world, t.all(m.edge, t.failed)).at(-1)?.startMs, 40),
  ),
  ask('how-long', 'how long did the outage last this time?', t.lasted('onset', 'recovery')),
  ask('impact', 'how bad was it?', m.damage),
  ask(
    'impact',
    'number of accounts that ran into a 502 on home-api',
    t.count(t.anytime, t.differentOf(t.all(m.api, t.failed), 'account.id')),
  ),
  ask(
    'impact',
    'which services got hit',
    t.words({ names: ['hub-bridge', 'command-router', 'home-api', 'voice-link'] }),
  ),
  ask('impact', 'were homes in us-east affected too?', t.verdict('no', 'bad')),
  ask('impact', 'was eu-north hit as well', t.verdict('yes', 'bad')),
  ask('impact', 'did subscriptions suffer from the outage', t.verdict('no', 'bad')),
  ask('impact', 'was voice hit', t.verdict('yes', 'bad')),

  ask('deploy', 'what got released?', t.words({ says: [['device-registry'], ['2\\.15\\.0']] })),
  ask('deploy', 'could it have been the device-registry rollout?', t.verdict('no', 'bad')),
  ask('deploy', 'when exactly did 2.15.0 go live', t.began('release', 120)),
  ask('deploy', 'any new version of hub-bridge today', t.verdict('no', 'bad')),
  ask('version', 'version of voice-link', t.words({ saysFirst: [['1\\.8\\.8']] })),
  ask('version', 'which version did device-registry have before?', t.words({ saysFirst: [['2\\.14\\.6']] })),
  ask(
    'version',
    'list all services with their version',
    t.words({ says: [['2\\.15\\.0'], ['2\\.9\\.3'], ['4\\.0\\.11'], ['9\\.4\\.2'], ['6\\.2\\.0']] }),
  ),
  ask('restart', 'voice-link restarted?', DID_RESTART),
  ask('restart', 'what time did voice-link come back up', t.began('restart', 120)),
  ask('restart', 'did the bridge restart during the incident?', t.verdict('no', 'bad')),
  ask('next-step', 'where do i best start looking?', t.words({ says: [['hub-bridge'], LIMIT] })),
  ask('next-step', 'how do we keep this from happening again', t.words({ says: [['hub-bridge', 'broker'], LIMIT] })),
  ask('dependency', 'what calls hub-bridge', t.words({ names: ['command-router', 'firmware-rollout'] })),
  ask('dependency', 'downstreams of command-router?', t.words({ names: ['device-registry', 'hub-bridge'] })),
  ask('dependency', 'who uses redis here', t.words({ names: ['device-registry'] })),
  ask(
    'dependency',
    'does plan-billing depend on hub-bridge?',
    t.words({
      saysFirst: [['^\\W*no\\b', 'does not', 'doesn.t', 'not (?:call|depend)', 'no (?:calls?|edge)']],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask(
    'timeline',
    'give me the order of events for the postmortem',
    t.words({ says: [['hub-bridge'], ['\\d\\d:\\d\\d']], neverFirst: ['log records'] }),
  ),
  ask('silence', 'who of them has stopped sending?', t.words({ saysFirst: [['energy-report']] })),
  ask(
    'silence',
    'is energy-report still alive?',
    t.words({
      saysFirst: [['^\\W*no\\b', 'silent', 'stopped', 'since', 'last (?:line|log|record)', 'nothing']],
      neverFirst: ['^\\W*yes\\b', 'healthy'],
    }),
  ),
  ask('silence', 'when did we last hear from energy-report', ({ world }) =>
    at(world.logs.findLast(m.report)?.timeMs, 60),
  ),

  ask(
    'lookup',
    'what became of {failedCommand}?',
    t.words({ says: [['not delivered', 'failed', '50[23]', 'refused']] }),
  ),
  ask('lookup', '{deliveredCommand}', t.words({ says: [['command delivered']] })),
  ask('lookup', 'why was {offlineCommand} not executed', t.words({ says: [['offline', 'unreachable']] })),
  ask('lookup', 'did {jammedCommand} work?', t.words({ says: [['jammed']], neverFirst: ['^\\W*yes\\b'] })),
  ask('lookup', 'trace {failedTrace} - which service is to blame', t.words({ says: [['hub-bridge']] })),
  ask(
    'lookup',
    'which services took part in {goodTrace}',
    t.words({ names: ['app-edge', 'home-api', 'command-router', 'device-registry', 'hub-bridge'] }),
  ),
  ask('lookup', 'what did {updatedHub} do?', t.words({ says: [['update installed', 'acknowledged']] })),
  ask(
    'lookup',
    'is there a declined payment for {declinedAccount}?',
    t.words({ says: [['declined', '^\\W*yes\\b', '402']], neverFirst: ['^\\W*no\\b'] }),
  ),
  ask('meaning', 'what does "quota exceeded (0x97)" mean', t.words({ says: [['hub-bridge', 'broker'], LIMIT] })),
  ask('meaning', 'which service writes "clip storage quota reached"?', t.words({ saysFirst: [['plan-billing']] })),
  ask(
    'meaning',
    'is "guest may not operate this lock" something to worry about',
    t.words({
      saysFirst: [['no\\b', 'not', 'usual', 'normal', 'throughout', 'before', 'all the time', 'expected', 'warn']],
      neverFirst: ['^\\W*yes\\b', 'root cause'],
    }),
  ),
  ask('paste', '{refusedLine}\nhow often do we see this?', t.count(t.anytime, t.logs(m.refused))),
  ask('paste', 'on-call got paged with this\n{failedLine}\nwhere does it come from?', t.because(SMARTHOME_INCIDENT)),
  ask(
    'paste',
    '{jammedLine}\nis that part of the incident?',
    t.words({
      saysFirst: [['no\\b', 'not', 'before', 'throughout', 'usual', 'normal', 'all the time']],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask('list', 'list services', ({ world }) => ({ names: [...world.services] })),
  ask('list', 'metrics of hub-bridge?', t.words({ names: ['hubs.connected', 'mqtt.publish.refused'] })),
  ask('list', 'what device types are there', t.words({ names: m.TYPES })),
  ask(
    'list',
    'what kinds of warnings does command-router write?',
    t.words({ says: [['second try'], ['guest may not'], ['unreachable']] }),
  ),
  ask('single-record', 'newest error of command-router', t.words({ says: [['command not delivered']] })),
  ask('single-record', 'latest jammed bolt - at what time', ({ world }) =>
    at(world.logs.findLast(m.jammed)?.timeMs, 20),
  ),
  ask(
    'single-record',
    'first log line of voice-link after the restart?',
    t.words({ says: [['1\\.8\\.8 started', 'started', 'intent answered']] }),
  ),
  ask('bare-name', 'automation-engine', t.words({ saysFirst: [['automation-engine']] })),
  ask('bare-name', 'devcie-registry', t.words({ saysFirst: [['device-registry']] })),

  ask('unknown', 'errors of camera-stream in the last hour', t.declined('unknown', 'camera-stream')),
  ask('unknown', 'is mongodb down', t.declined('unknown', 'mongo')),
  ask('unknown', 'show command CMD-1111111', t.declined('no_data')),
  ask('unknown-attribute', 'failed commands by house age', t.declined('no_data')),
  ask('unknown-attribute', 'how much electricity in kWh did homes use today?', t.declined('no_data')),
  ask('order', 'scale hub-bridge to 4 replicas', t.declined('read_only')),
  ask('order', 'pls renew the broker licence', t.declined('read_only')),
  ask('talk', 'hey there', t.declined('small_talk')),
  ask('talk', 'perfect, thats all for tonight', t.declined('small_talk')),
  ask('off-topic', 'which thermostat should I buy for my flat?', t.declined('off_topic')),
  ask('ask-back', 'only the slow ones', t.declined('ask_back')),
  ask('language', 'Warum kamen die Befehle nicht bei den Hubs an?', t.because(SMARTHOME_INCIDENT)),
  ask(
    'language',
    'wie viele Warnungen hat automation-engine geschrieben',
    t.count(t.anytime, t.logs(t.all(m.engine, t.level('WARN')))),
  ),
  ask('language', '¿ya está resuelto?', t.verdict('yes', 'good')),
  ask('language', 'cuántos errores tuvo voice-link en la última hora', t.count(t.last(60), ...t.errors(m.voice))),
  ask('language', "depuis quand energy-report n'envoie plus rien ?", ({ world }) =>
    at(world.logs.findLast(m.report)?.timeMs, 90),
  ),

  ...talk(
    'incident',
    ask('follow-up', 'what went down today', t.because(SMARTHOME_INCIDENT)),
    ask('follow-up', 'from when to when?', t.began()),
    ask('follow-up', 'and the reason', t.words({ says: [LIMIT] })),
    ask('follow-up', 'so its fine now?', t.verdict('yes', 'good')),
  ),
  ...talk(
    'service',
    ask('follow-up', 'is automation-engine healthy at the moment?', t.verdict('yes', 'good')),
    ask('follow-up', 'how many errors did it have', t.count(t.anytime, ...t.errors(m.engine))),
    ask('follow-up', 'and voice-link', t.count(t.anytime, ...t.errors(m.voice))),
  ),
  ask('several', 'Which service failed first, why, and is it over?', (asked) => ({
    ...t.because(SMARTHOME_INCIDENT, 'mechanism')(asked),
    saysFirst: [['recover', '\\bover\\b', 'ended', 'until', 'resolved', 'no longer', 'back to normal']],
  })),
  ...SMARTHOME_COUNTS_38,
  ...SMARTHOME_NUMBERS_38,
]
