/** What the questions to the podcast platform count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { LogRow, SpanRow, World } from '../../records.ts'
import { pointsOf } from '../../truth.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, spansOf } from '../measures.ts'

export const edge = t.of('web-edge')
export const listen = t.of('listen-api')
export const studio = t.of('studio-api')
export const catalog = t.of('catalog')
export const locator = t.of('media-locator')
export const feedgen = t.of('feedgen')
export const counter = t.of('play-counter')
export const transcoder = t.of('transcoder')
export const adstitch = t.of('adstitch')
export const poller = t.of('feed-poller')

export const NORTH_SHOWS = ['the-daily-crash', 'kernel-panic', 'nordic-noir', 'error-culture', 'silent-reading']
export const APPS = ['ios', 'android', 'web', 'carplay']

export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const app = (...names: string[]) => t.has('client.app', ...names)
export const country = (...codes: string[]) => t.has('geo.country.iso_code', ...codes)
/** The show of a request; lines have it under a key of their own. */
export const show = (name: string) => t.has('show.slug', name)
export const lineShow = (name: string) => t.has('show', name)
export const host = (name: string) => t.has('media.host', `audio-${name}.podcdn.net`)
export const agent = (start: string) => (row: LogRow | SpanRow) =>
  String(row.attributes['user_agent.original']).startsWith(start)
export const on = (where: t.Where, ...routes: string[]) => t.all<SpanRow>(where, t.has('http.route', ...routes))

export const playing = on(listen, '/v1/plays')
export const searching = t.all<SpanRow>(catalog, t.named('GET /search'))
export const downloading = on(edge, '/media/{episode}.mp3')
export const fetching = on(edge, '/feeds/{show}.xml')
export const uploading = on(studio, '/studio/episodes')
const following = on(listen, '/v1/follows')

export const loop = t.says(/stopped after 10 redirects/)
const started = t.says(/^play started/)
export const notStarted = t.says(/^play could not start/)
const refused = t.says(/^premium episode refused/)
const followed = t.says(/^show followed/)
export const counted = t.says(/^play counted/)
export const noHits = t.says(/^no hits for/)
export const unknownFeed = t.says(/^feed is unknown/)
export const rejected = t.says(/^upload rejected/)
export const uploaded = t.says(/^episode uploaded/)
export const stitched = t.says(/ stitched \d+ ads/)
export const notStitched = t.says(/ failed: source not readable/)
export const transcoded = t.says(/ done: EP-/)
export const timeout = t.says(/timeout after 8 s/)
export const errorLogs = (where: t.Where) => t.logs(t.all<LogRow>(where, t.level('ERROR')))
export const warnings = (where: t.Where) => t.logs(t.all<LogRow>(where, t.level('WARN')))

export const STARTED = [t.logs(started), t.requests(t.all(playing, status(201)))]
export const NOT_STARTED = [t.logs(notStarted), t.failures(playing)]
export const REFUSED = [t.logs(refused), t.requests(t.all(playing, status(403)))]
export const UPLOADED = [t.logs(uploaded), t.requests(t.all(uploading, status(201)))]
export const REJECTED = [t.logs(rejected), t.requests(t.all(uploading, status(422)))]
export const FOLLOWED = [t.logs(followed), t.requests(t.all(following, status(201)))]
export const TRANSCODE_SECONDS = /in ([\d.]+) s, renditions/

/** What the lines state under a key. */
const stated = (where: t.Where<LogRow>, key: string, world: World, window: Parameters<t.Measure>[1]) =>
  t
    .logsIn(where)(world, window)
    .map((log) => Number(log.attributes[key] ?? 0))
export const maxOf =
  (where: t.Where<LogRow>, key: string): t.Measure =>
  (world, window) =>
    Math.max(...stated(where, key, world, window))

/** Listeners of all apps together, by the moments they were counted. */
export const online =
  (what: 'last' | 'min' | 'max'): t.Measure =>
  (world, window) => {
    const sums = new Map<number, number>()
    for (const { timeMs, value } of pointsOf(world, 'listen-api', 'listeners.online', window))
      sums.set(timeMs, (sums.get(timeMs) ?? 0) + value)
    const totals = [...sums.values()]
    return what === 'last' ? (totals.at(-1) ?? 0) : Math[what](...totals)
  }
export const onlineOf = (name: string, what: t.Statistic) =>
  t.metric('listen-api', 'listeners.online', what, (point) => point.attributes['client.app'] === name)

const DURING = t.during(['onset', 0], ['recovery', 1])
/** How bad it was: failed requests, their share, listeners who met them, jobs that failed. */
export function damage(asked: Asked): Expectation {
  const wheres = [t.any, edge, listen, locator, playing, downloading]
  const who = t.differentOf(t.all(listen, t.failed), 'listener.id')
  const lines = [t.logs(loop), t.logs(notStitched), errorLogs(t.any)]
  const measures = [...wheres.flatMap((one) => [t.failures(one), t.share(one)]), who, ...lines]
  return howBad(asked, [t.anytime, DURING, t.since('onset'), t.sinceMark('onset'), MIDST], measures)
}

/** From the onset to the recovery, by their own moments. */
const MIDST: t.When = ({ world: { marks } }) => [[{ fromMs: marks['onset'] ?? 0, toMs: marks['recovery'] ?? 0 }]]
