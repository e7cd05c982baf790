/** What runs beside the city's requests: the press of letters, reminders by mail, the release and the restart. */
import type { Random } from '../../../demo/random.ts'
import { eachArrival, eachTick, type Scribe } from './scribe.ts'

const MINUTE_MS = 60_000
const STREETS = [
  'Lindenallee',
  'Hafenstrasse',
  'Am Markt',
  'Muehlweg',
  'Ringstrasse',
  'Schulgasse',
  'Bergweg',
  'Kaiplatz',
]

export interface City {
  readonly scribe: Scribe
  readonly random: Random
  readonly startMs: number
  readonly endMs: number
  readonly releaseMs: number
  readonly restartMs: number
  readonly onsetMs: number
  readonly recoveryMs: number
  readonly silentMs: number
  remember(key: string, id: string, timeMs: number): void
  letter(timeMs: number, kind: string): void
}

export function streetOf(random: Random): string {
  return random.pick(STREETS)
}

export function runBackground(city: City): void {
  const { random, scribe, startMs, endMs } = city
  const range = { fromMs: startMs + 1000, toMs: endMs - 3000 }
  eachArrival({ ...range, meanMs: 7000 }, random, (timeMs) => city.letter(timeMs, 'fine-notice'))
  eachArrival({ ...range, meanMs: 11_000 }, random, (timeMs) => city.letter(timeMs, 'polling-card'))
  eachArrival({ ...range, meanMs: 5 * MINUTE_MS }, random, (timeMs) =>
    scribe.log('letter-press', timeMs, 'WARN', `tray ${random.integer(1, 4)} is low on paper, please refill`),
  )
  let batch = 411
  eachTick({ fromMs: startMs + 9000, toMs: city.silentMs, everyMs: 20_000 }, random, (timeMs) => {
    const mails = random.integer(6, 34)
    const bounced = random.chance(0.2) ? random.integer(1, 3) : 0
    scribe.log('notice-mailer', timeMs, 'INFO', `batch ${++batch} done: ${mails} reminders sent, ${bounced} bounced`)
    if (random.chance(0.06)) scribe.log('notice-mailer', timeMs + 40, 'WARN', 'greylisted by mx1.freemail.example')
  })
  eachTick({ fromMs: startMs + 70_000, toMs: endMs - 4000, everyMs: 4 * MINUTE_MS }, random, (timeMs) =>
    scribe.log('citizen-login', timeMs, 'INFO', `session sweep: ${random.integer(12, 80)} expired sessions removed`),
  )
  scribe.log('fines-desk', city.releaseMs, 'INFO', 'fines-desk 3.14.0 started', { workers: 4 })
  scribe.log('amt-chatbot', city.restartMs - 4000, 'INFO', 'received signal 15, shutting down')
  scribe.log('amt-chatbot', city.restartMs, 'INFO', 'amt-chatbot 2.9.1 started, model warm after 3 s')
  const imported = 'street directory import finished: table streets replaced, 9412 rows'
  scribe.log('residence-registry', city.onsetMs - 1500, 'INFO', imported)
  const converted = 'maintenance: table streets converted to utf8mb4_unicode_ci'
  scribe.log('residence-registry', city.recoveryMs, 'INFO', converted)
}
