/** How many, and who has most: commands, locks, voices, updates, subscriptions of the smart homes. Thirty-eighth round. */
import type { LogRow } from '../../records.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const NONE = t.words({
  saysFirst: [
    ['^\\W*no\\b', '\\bnone\\b', '\\bnever\\b', '\\bno (?:\\w+ ){0,2}(?:errors?|failed)', '(?<![\\d.,])0\\b'],
  ],
  neverFirst: ['^\\W*yes\\b'],
})

export const SMARTHOME_COUNTS_38 = [
  ask('count', 'how many 502s did the app edge hand out today', t.count(t.anytime, ...m.atEdge(502))),
  ask('count', 'total requests app-edge, past half hour', t.count(t.last(30), t.requests(m.edge), t.logs(m.edge))),
  ask('count', 'number of 403 at command-router?', t.count(t.anytime, t.requests(t.all(m.router, m.status(403))))),
  ask('count', 'rate limited requests (429) on app-edge', t.count(t.anytime, ...m.atEdge(429))),
  ask(
    'count',
    'How many calls did device-registry get between {@onset} and {@recovery}?',
    t.count(t.during(['onset', 0], ['recovery', 0]), t.requests(m.registry)),
  ),
  ask(
    'count',
    '503 hub-bridge since {@onset-2}',
    t.count(t.since('onset', -2), t.requests(t.all(m.bridge, m.status(503)))),
  ),
  ask(
    'count',
    'requests on GET /v1/homes/{id} in the last 45 minutes',
    t.count(
      t.last(45),
      t.requests(m.on(m.edge, '/v1/homes/{id}')),
      t.requests(m.on(m.api, '/v1/homes/{id}')),
      t.logs(t.all(m.edge, (log) => String(log.attributes['path'] ?? '').startsWith('/v1/homes/'))),
    ),
  ),
  ask('count', 'how many log lines did energy-report write', t.count(t.anytime, t.logs(m.report))),
  ask(
    'count',
    'debug logs from device-registry last 15m',
    t.count(t.last(15), t.logs(t.all(m.registry, t.level('DEBUG')))),
  ),
  ask('class-of-codes', 'any server errors on home-api after {@recovery+1}?', NONE),
  ask('class-of-codes', 'how many 5xx did home-api have', t.count(t.anytime, t.failures(m.api))),
  ask(
    'class-of-codes',
    'client errors (4xx) home-api, whole time',
    t.count(t.anytime, t.requests(t.all(m.api, m.status(401, 402, 403, 404, 409, 422, 429)))),
  ),

  ask('errors', 'comand-router errors', t.count(t.anytime, ...t.errors(m.router))),
  ask(
    'errors',
    'count the errors the bridge logged between {@onset+2} and {@onset+12}',
    t.count(t.during(['onset', 2], ['onset', 12]), ...t.errors(m.bridge)),
  ),
  ask('errors', 'plan-billing: errors?', NONE),
  ask('errors', 'did device-registry log a single error today', NONE),
  ask('errors', 'voice-link errors past 30 min', t.count(t.last(30), ...t.errors(m.voice))),
  ask('errors', 'were there errors anywhere in the last 5 minutes?', NONE),
  ask('level', 'warnings by firmware-rollout?', t.count(t.anytime, t.logs(t.all(m.firmware, t.level('WARN'))))),
  ask(
    'level',
    'number of error lines in the entire system since {@onset}',
    t.count(t.since('onset'), t.logs(t.level('ERROR'))),
  ),
  ask('level', 'command-router warn logs last 20 min', t.count(t.last(20), t.logs(t.all(m.router, t.level('WARN'))))),

  ask(
    'outcome',
    'how many commands never made it?',
    t.count(
      t.anytime,
      ...m.FAILED_COMMANDS,
      t.requests(t.all(m.commands, m.status(409, 502))),
      t.requests(t.all(m.commands, m.status(403, 409, 502))),
      t.logs(t.says(/^(?:command not delivered|device unreachable)/)),
    ),
  ),
  ask('outcome', 'commands delivered past hour', t.count(t.last(60), ...m.DELIVERED)),
  ask('outcome', 'how many automations failed', t.count(t.anytime, ...m.FAILED_AUTOMATIONS)),
  ask('outcome', 'automations executed since {@recovery+1}', t.count(t.since('recovery', 1), t.logs(m.executed))),
  ask(
    'outcome',
    'failed voice intents in total pls',
    t.count(t.anytime, ...m.FAILED_VOICE, t.requests(t.all(m.voice, m.status(422, 502)))),
  ),
  ask('outcome', 'how many hub updates went through in the last 45 min?', t.count(t.last(45), t.logs(m.installed))),
  ask('outcome', 'firmware updates that had to be postponed', t.count(t.anytime, t.logs(m.postponed))),
  ask('outcome', 'declined payments today?', t.count(t.anytime, ...m.DECLINED)),
  ask('outcome', 'subscriptions renewed, last hour', t.count(t.last(60), ...m.RENEWED)),
  ask('outcome', 'how often did a lock jam', t.count(t.anytime, t.logs(m.jammed))),
  ask(
    'outcome',
    'how many times was a guest refused at a lock?',
    t.count(t.anytime, t.logs(m.guests), t.requests(t.all(m.router, m.status(403)))),
  ),

  ask('text', "count 'quota exceeded'", t.count(t.anytime, t.logs(t.says(/quota exceeded/)))),
  ask('text', 'lines with "second try" before {@onset}', t.count(t.before('onset'), t.logs(m.retried))),
  ask('text', 'how many cache misses in the last 30 minutes?', t.count(t.last(30), t.logs(m.misses))),
  ask('text', 'sensor battery low - how many', t.count(t.anytime, t.logs(m.battery))),
  ask(
    'text',
    'how many utterances were not understood?',
    t.count(t.anytime, t.logs(m.unclear), t.requests(t.all(m.voice, m.status(422)))),
  ),
  ask('text', 'clip storage quota reached, count', t.count(t.anytime, t.logs(m.clips))),
  ask('text', 'checksum mismatches since {@release}', t.count(t.since('release'), t.logs(m.checksum))),
  ask(
    'text',
    'how many offline hubs did we run into in the last half hour',
    t.count(
      t.last(30),
      t.logs(m.kept),
      t.requests(t.all(m.bridge, m.status(404))),
      t.differentIn(m.kept, 'hub'),
      t.logs(m.unreachable),
    ),
  ),

  ask(
    'attribute',
    'commands for thermostats?',
    t.count(t.anytime, t.requests(t.all(m.commands, m.type('thermostat')))),
  ),
  ask('attribute', 'how many unlock commands', t.count(t.anytime, t.requests(t.all(m.commands, m.action('unlock'))))),
  ask('attribute', 'alexa requests last 30 min', t.count(t.last(30), t.requests(t.all(m.voice, m.assistant('alexa'))))),
  ask(
    'attribute',
    'home-api requests from the web app',
    t.count(t.anytime, t.requests(t.all(m.api, m.platform('web')))),
  ),
  ask('attribute', 'hub-pro firmware jobs', t.count(t.anytime, t.requests(t.all(m.firmware, m.model('hub-pro'))))),
  ask(
    'conditions',
    'failed lamp commands in eu-north between {@onset} and {@recovery+1}',
    t.count(
      t.during(['onset', 0], ['recovery', 1]),
      t.failures(t.all(m.commands, m.type('lamp'), m.region('eu-north'))),
    ),
  ),
  ask(
    'conditions',
    'ios users in eu-west: how many 502 on home-api?',
    t.count(t.anytime, t.requests(t.all(m.api, m.status(502), m.platform('ios'), m.region('eu-west')))),
  ),
  ask(
    'conditions',
    'google or siri intents that ended in 502',
    t.count(t.anytime, t.failures(t.all(m.voice, m.assistant('google', 'siri')))),
  ),
  ask(
    'conditions',
    'commands with 409 coming from automations',
    t.count(t.anytime, t.requests(t.all(m.commands, m.status(409), m.origin('automation')))),
  ),
  ask(
    'exclusion',
    'all error logs since {@onset} minus hub-bridge and app-edge',
    t.count(t.since('onset'), t.logs(t.all(t.level('ERROR'), t.not(t.of('hub-bridge', 'app-edge'))))),
  ),
  ask(
    'exclusion',
    'commands to anything but lamps, last 30 min',
    t.count(t.last(30), t.requests(t.all(m.commands, t.not(m.type('lamp'))))),
  ),
  ask(
    'exclusion',
    'failed commands not from eu-west',
    t.count(t.anytime, t.failures(t.all(m.commands, t.not(m.region('eu-west'))))),
  ),
  ask(
    'slow',
    'how many commands took longer than 400ms',
    t.count(t.anytime, t.requests(t.all(m.commands, t.longer(400)))),
  ),
  ask(
    'slow',
    'subscriptions calls over half a second in plan-billing?',
    t.count(t.anytime, t.requests(t.all(m.subscribing, t.longer(500)))),
  ),

  ask(
    'distinct',
    'how many different accounts used the app in the last 20 min?',
    t.count(t.last(20), t.differentOf(m.api, 'account.id')),
  ),
  ask('distinct', 'unique hubs updated', t.count(t.anytime, t.differentIn(m.installed, 'hub'))),
  ask('distinct', 'how many assistants do we serve?', t.count(t.anytime, t.differentOf(m.voice, 'voice.assistant'))),

  ask(
    'group',
    'commands by device type',
    t.groups(
      'count',
      t.anytime,
      m.each(m.TYPES, (one) => t.requests(t.all(m.commands, m.type(one)))),
    ),
  ),
  ask(
    'group',
    'failed commands per origin',
    t.groups(
      'count',
      t.anytime,
      m.each(m.ORIGINS, (one) => t.failures(t.all(m.commands, m.origin(one)))),
    ),
  ),
  ask(
    'group',
    'break down voice-link by assistant, last 30 minutes',
    t.groups(
      'count',
      t.last(30),
      m.each(['alexa', 'google', 'siri'], (one) => t.requests(t.all(m.voice, m.assistant(one)))),
    ),
  ),
  ask(
    'group',
    'status codes returned by command-router',
    t.groups(
      'count',
      t.anytime,
      Object.fromEntries([202, 403, 409, 502].map((code) => [code, t.requests(t.all(m.router, m.status(code)))])),
    ),
  ),
  ask(
    'group',
    'Which plans were renewed how often?',
    t.groups(
      'count',
      t.anytime,
      m.each(['basic', 'plus', 'family'], (one) => t.logs(t.all(m.renewed, t.has('plan', one)))),
    ),
  ),
  ask('group', 'error logs per service, please', (asked) => ({
    groups: Object.fromEntries(
      (
        [
          ['app-edge', m.edge],
          ['home-api', m.api],
          ['command-router', m.router],
          ['hub-bridge', m.bridge],
          ['automation-engine', m.engine],
          ['voice-link', m.voice],
        ] as const
      ).map(([name, where]) => [
        name,
        t.numberOf(asked, 'count', t.anytime, [t.logs(t.all<LogRow>(where, t.level('ERROR')))]),
      ]),
    ),
  })),
  ask('top', 'what device action is used the most?', t.topOf(m.spansOf(m.commands), t.attribute('device.action'))),
  ask(
    'top',
    'chattiest service in the logs',
    t.topOf(t.logRows(t.any), (row) => row.service),
  ),
  ask('top', 'which region lost the most commands', t.topOf(t.failedRequests(m.commands), t.attribute('home.region'))),
  ask('top', 'top 3 routes on app-edge by traffic', t.topOf(m.spansOf(m.edge), t.attribute('http.route'))),
  ask(
    'window',
    'command-router requests {@release}-{@release+15}',
    t.count(t.during(['release', 0], ['release', 15]), t.requests(m.router)),
  ),
  ask(
    'window',
    'how many publishes were refused in the first five minutes from {@onset}',
    t.count(t.during(['onset', 0], ['onset', 5]), t.logs(m.refused), t.failures(m.bridge)),
  ),

  ...talk(
    'refusals',
    ask(
      'follow-up',
      'how many commands failed between {@onset} and {@recovery+1}?',
      t.count(t.during(['onset', 0], ['recovery', 1]), ...m.FAILED_COMMANDS),
    ),
    ask(
      'follow-up',
      'just the locks',
      t.count(
        t.during(['onset', 0], ['recovery', 1]),
        t.failures(t.all(m.commands, m.type('lock'))),
        t.logs(t.all(m.notDelivered, t.has('type', 'lock'))),
      ),
    ),
    ask(
      'follow-up',
      'what about blinds',
      t.count(
        t.during(['onset', 0], ['recovery', 1]),
        t.failures(t.all(m.commands, m.type('blind'))),
        t.logs(t.all(m.notDelivered, t.has('type', 'blind'))),
      ),
    ),
  ),
  ...talk(
    'traffic',
    ask('follow-up', 'requests home-api last 15 minutes', t.count(t.last(15), t.requests(m.api))),
    ask('follow-up', 'make it 45', t.count(t.last(45), t.requests(m.api))),
    ask('follow-up', 'android only', t.count(t.last(45), t.requests(t.all(m.api, m.platform('android'))))),
    ask(
      'follow-up',
      'by region',
      t.groups(
        'count',
        t.last(45),
        m.each(m.REGIONS, (one) => t.requests(t.all(m.api, m.platform('android'), m.region(one)))),
      ),
    ),
  ),
  ...talk(
    'updates',
    ask(
      'follow-up',
      'how many warnings has firmware-rollout logged',
      t.count(t.anytime, t.logs(t.all(m.firmware, t.level('WARN')))),
    ),
    ask('follow-up', 'same thing for plan-billing', t.count(t.anytime, t.logs(t.all(m.billing, t.level('WARN'))))),
  ),
  ...talk(
    'shifted',
    ask(
      'follow-up',
      'hub-bridge 503s {@onset+1} - {@onset+6}',
      t.count(t.during(['onset', 1], ['onset', 6]), t.failures(m.bridge)),
    ),
    ask(
      'follow-up',
      'and the five minutes after that?',
      t.count(t.during(['onset', 6], ['onset', 11]), t.failures(m.bridge)),
    ),
  ),
  ...talk(
    'explained',
    ask(
      'follow-up',
      'how many error logs does automation-engine have',
      t.count(t.anytime, t.logs(t.all(m.engine, t.level('ERROR')))),
    ),
    ask(
      'follow-up',
      'where do they come from?',
      t.words({ says: [['hub-bridge', 'command-router']], neverFirst: ['nothing broke'] }),
    ),
  ),
]
