/** How many, and who has most: rooms, joins, recordings, uploads, captions, invitations, seats. Sixtieth round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const NONE = t.words({
  saysFirst: [
    [
      '^\\W*no\\b',
      '\\bnone\\b',
      '\\bno (?:[\\w-]+ )*(?:errors?|uploads?|recordings?|requests?|invitations?|lines?)\\b',
      '(?<![\\d.,])0\\b',
    ],
  ],
  neverFirst: ['^\\W*yes\\b'],
})
const per = (when: t.When, names: readonly string[], measure: (name: string) => t.Measure) =>
  t.groups('count', when, m.each(names, measure))
const warnings = (where: t.Where) => t.logs(t.all(where, t.level('WARN')))

export const MEETINGS_COUNTS_60 = [
  ask('outcome', 'how many uploads were refused since {@onset}', t.count(t.since('onset'), ...m.UPLOADS_REFUSED)),
  ask('outcome', 'how many recordigns were uploaded before {@onset}', t.count(t.before('onset'), ...m.UPLOADED)),
  ask('outcome', 'recordings refused because there was no space', t.count(t.anytime, ...m.REFUSED)),
  ask('outcome', 'how many recordings were cut short', t.count(t.anytime, t.logs(m.cut))),
  ask('outcome', 'finished recordings since {@onset}', t.count(t.since('onset'), t.logs(m.finished))),
  ask('outcome', 'how many participants joined in the last 15 minutes?', t.count(t.last(15), ...m.JOINED)),
  ask('outcome', 'rooms craeted in the last half hour', t.count(t.last(30), ...m.CREATED)),
  ask('outcome', 'how many times did someone type a wrong passcode', t.count(t.anytime, t.logs(m.passcode))),
  ask(
    'outcome',
    'invitations sent between {@release} and {@onset}',
    t.count(t.during(['release', 0], ['onset', 0]), t.logs(m.sent)),
  ),
  ask('outcome', 'did any upload succeed after {@onset+1}? how many', NONE),
  ask('outcome', 'new recordings started in the last 10 minutes', NONE),
  ask(
    'outcome',
    'how often did people try to record without consent of everyone',
    t.count(t.anytime, t.logs(m.consent), t.requests(t.all(m.jobs, m.status(409)))),
  ),

  ask('count', 'how many requests did room-api get in the last 20 minuts', t.count(t.last(20), t.requests(m.rooms))),
  ask('count', 'how many 503 did room-api return', t.count(t.anytime, t.requests(t.all(m.rooms, m.status(503))))),
  ask(
    'count',
    'how many 507 responses from recorder since {@full}',
    t.count(t.sinceMark('full'), t.requests(t.all(m.recorder, m.status(507)))),
  ),
  ask(
    'count',
    'how many 404 on GET /recordings/{id}',
    t.count(t.anytime, t.requests(t.all(m.fetching, m.status(404)))),
  ),
  ask(
    'count',
    'requests to seat-billing between {@restart} and {@onset}',
    t.count(t.during(['restart', 0], ['onset', 0]), t.requests(m.billing)),
  ),

  ask('errors', 'how many errors does upload-worker have', t.count(t.anytime, ...t.errors(m.uploader))),
  ask('errors', 'recorder errors since {@full}', t.count(t.sinceMark('full'), ...t.errors(m.recorder))),
  ask('errors', 'any errors in signalling?', NONE),
  ask(
    'errors',
    'how many errors in total between {@onset} and {@full}',
    t.count(t.during(['onset', 0], ['full', 0]), t.failures(t.any), t.logs(t.level('ERROR'))),
  ),
  ask('errors', 'failed requests on room-api last 10 min', t.count(t.last(10), t.failures(m.rooms))),

  ask(
    'level',
    'how many warnings did transcriber log in the last 30 minutes',
    t.count(t.last(30), warnings(m.transcriber)),
  ),
  ask('level', 'room-api WARN count since {@onset}', t.count(t.since('onset'), warnings(m.rooms))),

  ask(
    'text',
    'how many lines say "no space left on device"',
    t.count(t.anytime, t.logs(t.says(/no space left on device/))),
  ),
  ask('text', 'how often do we see "jitter buffer overflow"', t.count(t.anytime, t.logs(m.jitter))),
  ask(
    'text',
    'how many UnsupportedLanguageException did the transcriber throw',
    t.count(t.anytime, t.logs(m.noCaptions)),
  ),

  ask(
    'attribute',
    'requests of kestrel on room-api',
    t.count(t.anytime, t.requests(t.all(m.rooms, m.tenant('kestrel')))),
  ),
  ask(
    'attribute',
    'how many sessions went over tcp',
    t.count(
      t.anytime,
      t.requests(t.all(m.sessions, t.has('net.transport', 'tcp'))),
      t.logs(t.all(m.joined, t.has('transport', 'tcp'))),
    ),
  ),
  ask(
    'attribute',
    'allocations on relay-eu-2 in the last 40 minutes',
    t.count(t.last(40), t.requests(t.all(m.relay, m.onRelay('relay-eu-2')))),
  ),
  ask(
    'attribute',
    'how many calendar events came from google',
    t.count(t.anytime, t.requests(t.all(m.calendar, t.has('calendar.provider', 'google')))),
  ),

  ask(
    'conditions',
    'recordings of northwind that failed with 503',
    t.count(t.anytime, t.requests(t.all(m.recording, m.tenant('northwind'), m.status(503)))),
  ),
  ask(
    'conditions',
    'failed recordings for webinars since {@full}',
    t.count(t.sinceMark('full'), t.failures(t.all(m.recording, m.kind('webinar')))),
  ),
  ask(
    'conditions',
    'how many joins from the web in eu-west got 403',
    t.count(t.anytime, t.requests(t.all(m.joining, m.platform('web'), m.region('eu-west'), m.status(403)))),
  ),
  ask(
    'conditions',
    'refused uploads of brightside from {@onset} to {@full}',
    t.count(
      t.during(['onset', 0], ['full', 0]),
      t.failures(t.all(m.uploader, m.tenant('brightside'))),
      t.logs(t.all(m.uploadRefused, t.has('tenant', 'brightside'))),
    ),
  ),
  ask(
    'conditions',
    'web joins in eu-west last 20 min',
    t.count(
      t.last(20),
      t.requests(t.all(m.joining, m.platform('web'), m.region('eu-west'))),
      t.requests(t.all(m.sessions, m.platform('web'), m.region('eu-west'))),
    ),
  ),

  ask(
    'slow',
    'how many uploads took longer than 5 seconds',
    t.count(t.anytime, t.requests(t.all(m.uploader, t.longer(5000)))),
  ),

  ask(
    'exclusion',
    'errors without upload-worker',
    t.count(t.anytime, t.logs(t.all(t.level('ERROR'), t.not(m.uploader))), t.failures(t.not(m.uploader))),
  ),
  ask(
    'exclusion',
    'how many refused recordings that were not from northwind',
    t.count(
      t.anytime,
      t.failures(t.all(m.recording, t.not(m.tenant('northwind')))),
      t.failures(t.all(m.jobs, t.not(m.tenant('northwind')))),
    ),
  ),
  ask(
    'exclusion',
    'warnings in the last hour except media-relay and transcriber',
    t.count(t.last(60), t.logs(t.all(t.level('WARN'), t.not(t.of('media-relay', 'transcriber'))))),
  ),

  ask(
    'distinct',
    'I have to write the status page: how many customers had a recording refused?',
    t.count(t.anytime, t.differentOf(t.all(m.recording, t.failed), 'tenant.id')),
  ),
  ask(
    'distinct',
    'how many different recordings could not be uploaded',
    t.count(t.anytime, t.differentIn(m.uploadRefused, 'recording')),
  ),
  ask(
    'distinct',
    'how many languages do we caption?',
    t.count(
      t.anytime,
      t.differentOf(m.captioning, 'speech.language'),
      t.differentOf(t.all(m.captioning, m.status(201)), 'speech.language'),
    ),
  ),
  ask(
    'distinct',
    'how many customers had a card declined',
    t.count(
      t.anytime,
      t.differentIn(m.declined, 'tenant'),
      t.differentOf(t.all(m.charging, m.status(402)), 'tenant.id'),
    ),
  ),

  ask(
    'group',
    'failed recordings by customer',
    per(t.anytime, m.TENANTS, (one) => t.failures(t.all(m.recording, m.tenant(one)))),
  ),
  ask(
    'group',
    'joins by platform',
    per(t.anytime, m.PLATFORMS, (one) => t.requests(t.all(m.joining, m.platform(one)))),
  ),
  ask(
    'group',
    'status codes of POST /rooms/{id}/participants',
    t.groups(
      'count',
      t.anytime,
      Object.fromEntries([201, 403, 423].map((code) => [code, t.requests(t.all(m.joining, m.status(code)))])),
    ),
  ),
  ask(
    'group',
    'allocations per relay last 30 minutes',
    per(t.last(30), m.RELAYS, (one) => t.requests(t.all(m.relay, m.onRelay(one)))),
  ),
  ask(
    'group',
    'how many error lines did each service write',
    per(t.anytime, ['upload-worker', 'room-api', 'recorder'], (one) => t.logs(t.all(t.of(one), t.level('ERROR')))),
  ),
  ask(
    'group',
    'captions by language please',
    per(t.anytime, ['en', 'de', 'fr', 'es'], (one) => t.requests(t.all(m.captioning, m.language(one)))),
  ),

  ask(
    'top',
    'which customer has most refused recordings',
    t.topOf(m.spansOf(t.all(m.recording, t.failed)), t.attribute('tenant.id')),
  ),
  ask('top', 'which codec is used most', t.topOf(m.spansOf(m.relay), t.attribute('media.codec'))),
  ask('top', 'which platform do most people join from', t.topOf(m.spansOf(m.joining), t.attribute('client.platform'))),
  ask(
    'top',
    'which service logs the most errors',
    t.topOf(t.logRows(t.level('ERROR')), (row) => row.service),
  ),
  ask('top', 'who creates the most rooms?', t.topOf(m.spansOf(m.creating), t.attribute('tenant.id'))),

  ...talk(
    'refusals',
    ask(
      'follow-up',
      'how many recordings were refused by the recorder since {@full}?',
      t.count(t.sinceMark('full'), ...m.REFUSED, t.requests(t.all(m.jobs, m.status(507, 409)))),
    ),
    ask(
      'follow-up',
      'only northwind',
      t.count(
        t.sinceMark('full'),
        t.failures(t.all(m.jobs, m.tenant('northwind'))),
        t.failures(t.all(m.recording, m.tenant('northwind'))),
        t.requests(t.all(m.jobs, m.tenant('northwind'), m.status(507, 409))),
      ),
    ),
    ask(
      'follow-up',
      'and kestrel?',
      t.count(
        t.sinceMark('full'),
        t.failures(t.all(m.jobs, m.tenant('kestrel'))),
        t.failures(t.all(m.recording, m.tenant('kestrel'))),
        t.requests(t.all(m.jobs, m.tenant('kestrel'), m.status(507, 409))),
      ),
    ),
  ),
  ...talk(
    'joins',
    ask(
      'follow-up',
      'how many joins did room-api have in the last 30 minutes',
      t.count(t.last(30), t.requests(m.joining), t.requests(t.all(m.joining, m.status(201)))),
    ),
    ask('follow-up', 'how many of those got a 403', t.count(t.last(30), t.requests(t.all(m.joining, m.status(403))))),
    ask('follow-up', 'and 423?', t.count(t.last(30), t.requests(t.all(m.joining, m.status(423))))),
    ask('follow-up', 'same for the last 60 minutes', t.count(t.last(60), t.requests(t.all(m.joining, m.status(423))))),
  ),
  ...talk(
    'warnings',
    ask('follow-up', 'how many warnings does signalling have', t.count(t.anytime, warnings(m.signalling))),
    ask('follow-up', 'and seat-billing?', t.count(t.anytime, warnings(m.billing))),
    ask('follow-up', 'only since {@onset}', t.count(t.since('onset'), warnings(m.billing))),
  ),
  ...talk(
    'charges',
    ask('follow-up', 'how many POST /charges in the last 50 minutes', t.count(t.last(50), t.requests(m.charging))),
    ask(
      'follow-up',
      'only enterprise',
      t.count(t.last(50), t.requests(t.all(m.charging, t.has('billing.plan', 'enterprise')))),
    ),
    ask(
      'follow-up',
      'how many of them were declined',
      t.count(t.last(50), t.requests(t.all(m.charging, t.has('billing.plan', 'enterprise'), m.status(402)))),
    ),
  ),
]
