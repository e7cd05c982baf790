/** What the questions to the video-conference service count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { LogRow, SpanRow } from '../../records.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, spansOf } from '../measures.ts'

export const rooms = t.of('room-api')
export const signalling = t.of('signalling')
export const relay = t.of('media-relay')
export const recorder = t.of('recorder')
export const uploader = t.of('upload-worker')
export const transcriber = t.of('transcriber')
export const calendar = t.of('calendar-sync')
export const billing = t.of('seat-billing')

export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const tenant = (...names: string[]) => t.has('tenant.id', ...names)
export const kind = (...names: string[]) => t.has('room.kind', ...names)
export const platform = (...names: string[]) => t.has('client.platform', ...names)
export const region = (...names: string[]) => t.has('client.region', ...names)
export const onRelay = (...names: string[]) => t.has('relay.name', ...names)
export const language = (...names: string[]) => t.has('speech.language', ...names)
export const TENANTS = ['northwind', 'oakfield-school', 'kestrel', 'brightside', 'lumen', 'quanta', 'sunport']
export const KINDS = ['meeting', 'webinar', 'classroom', 'interview']
export const PLATFORMS = ['web', 'desktop', 'ios', 'android']
export const RELAYS = ['relay-eu-1', 'relay-eu-2', 'relay-us-1', 'relay-ap-1']

const route = (where: t.Where, name: string) => t.all<SpanRow>(where, t.named(name))
export const creating = route(rooms, 'POST /rooms')
export const joining = route(rooms, 'POST /rooms/{id}/participants')
export const recording = route(rooms, 'POST /rooms/{id}/recordings')
export const fetching = route(rooms, 'GET /recordings/{id}')
export const jobs = route(recorder, 'POST /jobs')
export const sessions = route(signalling, 'POST /sessions')
export const captioning = route(transcriber, 'POST /captions')
export const transcribing = route(transcriber, 'recordings.uploaded process')
export const charging = route(billing, 'POST /charges')

export const uploadRefused = t.says(/^upload refused by object storage/)
export const uploaded = t.says(/^recording uploaded/)
const refused = t.says(/^recording refused: no space/)
const notStarted = t.says(/^recording could not be started/)
const started = t.says(/^recording started/)
export const finished = t.says(/^recording finished/)
export const cut = t.says(/^recording cut short/)
export const consent = t.says(/^recording needs the consent/)
export const passcode = t.says(/^wrong passcode/)
const created = t.says(/^room created/)
export const closed = t.says(/^room closed/)
export const joined = t.says(/^participant joined/)
export const jitter = t.says(/jitter buffer overflow/)
export const declined = t.says(/^card declined/)
export const charged = t.says(/^charge booked/)
export const seatsAdded = t.says(/^seats added/)
export const sent = t.says(/^invitation sent to/)
export const noCaptions = t.says(/^captions not started/)
export const WORDS = /^transcript of \S+ ready, (\d+) words/
export const LOST = /packet loss ([\d.]+) percent/

export const REFUSED = [t.logs(refused), t.logs(notStarted), t.failures(recording), t.failures(jobs)]
export const STARTED = [t.logs(started), t.requests(t.all(recording, status(201)))]
export const CREATED = [t.logs(created), t.requests(t.all(creating, status(201)))]
export const JOINED = [t.logs(joined), t.requests(t.all(joining, status(201))), t.requests(sessions)]
export const UPLOADED = [t.logs(uploaded), t.requests(t.all(uploader, t.not(t.failed)))]
export const UPLOADS_REFUSED = [t.logs(uploadRefused), t.failures(uploader)]

/** What the lines state under a key: added up, the extremes, the mean. */
export const stat =
  (where: t.Where<LogRow>, key: string, what: 'min' | 'max' | 'mean' | 'sum'): t.Measure =>
  (world, window) => {
    const rows = t.logsIn(where)(world, window)
    const all = rows.map((log) => Number(log.attributes[key] ?? 0))
    const sum = all.reduce((before, one) => before + one, 0)
    if (what === 'sum') return sum
    if (what === 'mean') return sum / all.length
    return what === 'min' ? Math.min(...all) : Math.max(...all)
  }

export const gauge = (service: string, name: string, what: t.Statistic, key = '', one = '') =>
  t.metric(service, name, what, (point) => key === '' || point.attributes[key] === one)

/** How bad it is: failed requests, their share, recordings and customers who met them, what waits. */
export function damage(asked: Asked): Expectation {
  const wheres = [t.any, rooms, recorder, uploader, recording, jobs]
  const measures = [
    ...wheres.flatMap((one) => [t.failures(one), t.share(one)]),
    t.differentOf(t.all(recording, t.failed), 'tenant.id'),
    t.differentOf(t.all(uploader, t.failed), 'tenant.id'),
    ...[t.logs(refused), t.logs(cut), t.logs(uploadRefused), t.differentIn(uploadRefused, 'recording')],
  ]
  const exact =
    (mark: string): t.When =>
    ({ world }) => [[{ fromMs: world.marks[mark] ?? 0, toMs: world.endMs }]]
  return howBad(asked, [t.anytime, exact('onset'), exact('full'), t.since('onset'), t.since('full')], measures)
}
