/** The workers of the podcast platform, known by their lines: transcoding, ads, and a job of cron that polls feeds. */

import type { Podcasts } from './podcasts.ts'
import * as n from './podcasts-names.ts'
import { eachTick, NO_TRACE } from './scribe.ts'

const EVERY_MS = 3 * n.MINUTE_MS

/** An uploaded episode is made into renditions. */
export function transcode(system: Podcasts, startMs: number, show: string, episode: string, megabytes: number): void {
  const { random, scribe } = system
  const job = `TJ-${random.integer(300_000, 399_999)}`
  const say = (timeMs: number, severity: 'INFO' | 'WARN' | 'ERROR', text: string) =>
    scribe.log('transcoder', timeMs, severity, `${job} ${text}`, {}, NO_TRACE)
  say(startMs, 'INFO', `started: ${episode} of ${show}, ${megabytes} MB`)
  const seconds = random.logNormal(0.5 * megabytes, 0.25)
  if (random.chance(0.05)) {
    say(startMs + 700, 'ERROR', `failed: ${episode} has no audio stream`)
    return
  }
  if (random.chance(0.2)) say(startMs + 900, 'WARN', `loudness ${-random.integer(20, 31)} LUFS, normalised to -16`)
  const share = random.integer(40, 60)
  say(startMs + seconds * (10 * share), 'INFO', `at ${share}%`)
  say(startMs + seconds * 1000, 'INFO', `done: ${episode} in ${seconds.toFixed(1)} s, renditions mp3 and aac`)
  system.remember('transcodeJob', job, startMs + seconds * 1000)
}

/** Ads are put into the audio of an episode, whose place `media-locator` tells. */
export function stitch(system: Podcasts, startMs: number): void {
  const { random, scribe } = system
  const [show, host] = random.pick(n.SHOW_TICKETS)
  const episode = `EP-${random.integer(11_000, 20_900)}`
  const job = `AJ-${random.integer(600_000, 699_999)}`
  const parent = { traceId: scribe.newTrace(), spanId: '' }
  const attributes = {
    ...{ 'http.request.method': 'GET', 'http.route': '/locate', 'media.host': host, 'show.slug': show },
    'user_agent.original': 'adstitch/2.5.7',
  }
  const step = { service: 'media-locator', name: 'GET /locate', startMs, parent, attributes }
  const located = system.serve(step, 'server', (trace) => system.locate(startMs, trace, { host, show, episode }))
  const say = (timeMs: number, severity: 'INFO' | 'WARN' | 'ERROR', text: string) =>
    scribe.log('adstitch', timeMs, severity, `${job} ${text}`, {}, NO_TRACE)
  const endMs = startMs + located.durationMs
  if (located.status >= 500) {
    say(endMs, 'ERROR', `failed: source not readable, locate of ${episode} (${show}) answered 502`)
    system.remember('failedStitch', job, startMs)
    return
  }
  const seconds = random.logNormal(3.1, 0.35)
  if (random.chance(0.15))
    say(endMs + 300, 'WARN', `no fill for slot ${random.pick(['pre-roll', 'mid-roll'])}, house ad used`)
  say(
    endMs + seconds * 1000,
    'INFO',
    `stitched ${random.integer(1, 4)} ads into ${episode} (${show}) in ${seconds.toFixed(1)} s`,
  )
  system.remember('stitchJob', job, startMs)
}

/** Feeds of other hosts are polled every three minutes, until the job is silent. */
export function pollFeeds({ random, scribe, startMs, silenceMs }: Podcasts): void {
  let run = 5508
  eachTick({ fromMs: startMs + 47_000, toMs: silenceMs, everyMs: EVERY_MS }, random, (timeMs) => {
    const name = `run ${++run}`
    const say = (atMs: number, severity: 'INFO' | 'WARN', text: string) =>
      scribe.log('feed-poller', atMs, severity, `${name}: ${text}`, {}, NO_TRACE)
    say(timeMs, 'INFO', 'started, 140 feeds')
    const dead = random.integer(0, 3)
    for (let one = 0; one < dead; one++) {
      const host = random.pick(['feeds.oldradio.fm', 'rss.uni-mitte.de', 'pod.slowmail.org'])
      say(timeMs + random.integer(2000, 9000), 'WARN', `timeout after 8 s at ${host}, tried again next time`)
    }
    const seconds = random.integer(95, 180) / 10
    say(timeMs + seconds * 1000, 'INFO', `done in ${seconds} s, ${random.integer(0, 7)} new episodes`)
  })
}
