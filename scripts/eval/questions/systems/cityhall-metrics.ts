/** The few metrics of a city's online services: a histogram, memory, workers of PHP, letters that wait, chats, tokens. */
import type { City } from './cityhall-background.ts'
import { durationsOf } from './conventions.ts'
import { eachTick } from './scribe.ts'

const EVERY_MS = 30_000
const BOUNDS_S = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

export function sendCityhallMetrics(city: City): void {
  const { random, scribe, startMs, endMs, onsetMs, recoveryMs, restartMs } = city
  let fromMs = startMs
  let waiting = 140
  let tokens = 88_400
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    const gauge = { type: 'gauge', timeMs } as const
    scribe.point('portal-web', durationsOf(scribe, 'portal-web', BOUNDS_S, { fromMs, toMs: timeMs }))
    for (const [service, megabytes] of [
      ['portal-web', 212],
      ['epay-bridge', 148],
      ['amt-chatbot', 930],
    ] as const) {
      const bytes = Math.round(megabytes * 1e6 * (0.92 + 0.16 * random.next()))
      scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value: bytes })
    }
    const heap = Math.round(620e6 * (0.8 + 0.4 * random.next()))
    scribe.point('residence-registry', { ...gauge, name: 'jvm.memory.used', unit: 'By', value: heap })
    const busy = random.integer(3, 17)
    scribe.point('termin-service', { ...gauge, name: 'phpfpm_active_processes', unit: '', value: busy })
    const isBroken = timeMs >= onsetMs && timeMs < recoveryMs
    waiting = Math.max(18, waiting + random.integer(-5, 5) - (isBroken ? 2 : -1))
    scribe.point('letter-press', { ...gauge, name: 'letters_waiting', unit: '', value: waiting })
    const chats = random.integer(9, 24) + (isBroken ? 14 : 0)
    scribe.point('amt-chatbot', { ...gauge, name: 'chat.sessions.active', unit: '{session}', value: chats })
    const restarts = timeMs < restartMs ? 0 : 1
    scribe.point('amt-chatbot', { ...gauge, name: 'process_restarts', unit: '', value: restarts })
    tokens += random.integer(700, 2600)
    const counter = { name: 'chat_tokens_total', unit: '', type: 'cumulative', timeMs, startMs } as const
    scribe.point('amt-chatbot', { ...counter, value: tokens })
    fromMs = timeMs
  })
}
