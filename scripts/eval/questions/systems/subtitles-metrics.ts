/** Metrics of the subtitle service: the event loop, the queue of audio, graphics cards, cues, viewers, sessions, use. */
import { durationsOf } from './conventions.ts'
import { eachTick } from './scribe.ts'
import type { Subtitles } from './subtitles.ts'

const EVERY_MS = 60_000
const BOUNDS_S = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

export function sendSubtitlesMetrics(system: Subtitles): void {
  const { random, scribe, startMs, endMs } = system
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS / 2, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendSpeech(system, timeMs, fromMs)
    sendCounts(system, timeMs, fromMs)
    sendUse(system, timeMs)
    for (const service of ['caption-gateway', 'session-api', 'glossary-api', 'editor-desk'])
      scribe.point(service, durationsOf(scribe, service, BOUNDS_S, { fromMs, toMs: timeMs }))
    fromMs = timeMs
  })
}

function sendSpeech(system: Subtitles, timeMs: number, fromMs: number): void {
  const { random, scribe, queued, delays } = system
  const gauge = { type: 'gauge', timeMs } as const
  const isBlocked = system.isBlockedAt(timeMs)
  const delayMs = isBlocked ? random.integer(2700, 5800) : random.integer(7, 26)
  scribe.point('glossary-api', { ...gauge, name: 'nodejs.eventloop.delay.max', unit: 'ms', value: delayMs })
  const waiting = queued.filter(({ fromMs: from, toMs }) => from <= timeMs && toMs > timeMs).length
  const topic = { 'messaging.destination.name': 'audio.chunks' }
  const depth = waiting + random.integer(0, 2)
  scribe.point('asr-worker', { ...gauge, name: 'asr.queue.depth', unit: '{chunk}', value: depth, attributes: topic })
  for (const card of ['gpu0', 'gpu1']) {
    const value = (card === 'gpu0' ? 58 : 49) + random.integer(-60, 60) / 10
    scribe.point('asr-worker', { ...gauge, name: 'gpu.utilization', unit: '%', value, attributes: { 'gpu.id': card } })
  }
  const sent = delays.filter(({ timeMs: at }) => at >= fromMs && at < timeMs)
  let sumMs = 0
  for (const { behindMs } of sent) sumMs += behindMs
  const seconds = sent.length === 0 ? 0 : Math.round(sumMs / sent.length / 10) / 100
  scribe.point('cue-publisher', { ...gauge, name: 'caption.delay', unit: 's', value: seconds })
}

function sendCounts(system: Subtitles, timeMs: number, fromMs: number): void {
  const { random, scribe, startMs, endMs } = system
  const gauge = { type: 'gauge', timeMs } as const
  const progress = (timeMs - startMs) / (endMs - startMs)
  const told = (service: string, text: string, sinceMs: number) =>
    scribe.logs.filter((log) => {
      const isIn = log.timeMs >= sinceMs && log.timeMs < timeMs
      return isIn && log.service === service && log.message.startsWith(text)
    }).length
  const total = { type: 'cumulative', timeMs, startMs } as const
  const cues = told('cue-publisher', 'cue sent', startMs)
  scribe.point('cue-publisher', { ...total, name: 'cues.sent', unit: '{cue}', value: cues })
  const delta = { type: 'delta', timeMs, startMs: fromMs } as const
  const lost = told('asr-worker', 'chunk not captioned', fromMs)
  scribe.point('asr-worker', { ...delta, name: 'chunks.lost', unit: '{chunk}', value: lost })
  const chunks = told('audio-ingest', 'chunk accepted', fromMs)
  scribe.point('audio-ingest', { ...delta, name: 'chunks.received', unit: '{chunk}', value: chunks })
  for (const [output, viewers, more] of [
    ['hls', 18_400, 2600],
    ['web', 5210, -640],
  ] as const) {
    const value = Math.round(viewers + more * progress + random.integer(-40, 40))
    const attributes = { 'output.kind': output }
    scribe.point('cue-publisher', { ...gauge, name: 'viewers.connected', unit: '{viewer}', value, attributes })
  }
  for (const [plan, open] of [
    ['broadcast', 41],
    ['pro', 26],
    ['standard', 12],
  ] as const) {
    const attributes = { 'tenant.plan': plan }
    const value = open + random.integer(-3, 3)
    scribe.point('session-api', { ...gauge, name: 'sessions.open', unit: '{session}', value, attributes })
  }
  const used = random.integer(5, 11)
  scribe.point('session-api', {
    ...{ ...gauge, name: 'db.client.connection.count', unit: '{connection}', value: used },
    attributes: { 'db.client.connection.pool.name': 'sessions', 'db.client.connection.state': 'used' },
  })
  const left = Math.round(742 - 31 * progress)
  scribe.point('archive-writer', { ...gauge, name: 'archive.quota.free', unit: 'GBy', value: left })
}

function sendUse(system: Subtitles, timeMs: number): void {
  const { random, scribe } = system
  const gauge = { type: 'gauge', timeMs } as const
  for (const [service, megabytes, percent] of [
    ['caption-gateway', 140, 15],
    ['session-api', 760, 22],
    ['audio-ingest', 96, 19],
    ['asr-worker', 5400, 47],
    ['punctuator', 2100, 38],
    ['glossary-api', 310, 16],
    ['cue-publisher', 58, 9],
    ['editor-desk', 420, 14],
  ] as const) {
    const value = Math.round(megabytes * 1e6 * (0.98 + 0.04 * random.next()))
    scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value })
    const isBusy = service === 'glossary-api' && system.isBlockedAt(timeMs)
    const cpu = isBusy ? random.integer(970, 999) / 10 : percent + random.integer(-30, 30) / 10
    scribe.point(service, { ...gauge, name: 'process.cpu.percent', unit: '%', value: cpu })
  }
}
