/** What the dating app's workers write, and single events: models, a release, a restart. */
import type { DatingBase } from './dating-base.ts'
import { eachTick } from './scribe.ts'

const MINUTE_MS = 60_000

export function sendDatingWorkers(system: DatingBase): void {
  const { random, scribe, startMs, endMs, onsetMs, releaseMs, restartMs, silenceMs } = system
  for (const { id, reason, timeMs } of system.reports) {
    scribe.log('report-triage', timeMs + 900, 'INFO', `TriageJob picked up ${id} reason=${reason}`)
    const atMs = timeMs + random.logNormal(24_000, 0.4)
    const ticket = random.integer(1, 100)
    if (ticket <= 30) scribe.log('report-triage', atMs, 'WARN', `${id}: account suspended, reason=${reason}`)
    else if (ticket <= 75) scribe.log('report-triage', atMs, 'INFO', `${id}: closed, no violation found`)
    else scribe.log('report-triage', atMs, 'INFO', `${id}: handed over to a moderator`)
  }
  eachTick({ fromMs: startMs + 25_000, toMs: silenceMs, everyMs: 90_000 }, random, (timeMs) => {
    const mails = random.integer(40, 130)
    scribe.log('likes-digest', timeMs, 'INFO', `digest batch mailed: ${mails} people who were liked`)
    if (random.chance(0.2)) scribe.log('likes-digest', timeMs + 700, 'WARN', 'mailbox full, digest put back')
  })
  const models = [
    [startMs + 6 * MINUTE_MS, 'taste-v6', 'us', 256],
    [startMs + 19 * MINUTE_MS, 'taste-v6', 'apac', 256],
    [onsetMs - 2000, 'taste-v7', 'eu', 384],
  ] as const
  for (const [timeMs, model, region, dimensions] of models) {
    const text = `taste model reloaded: ${model} for region ${region}, ${dimensions} dimensions`
    scribe.log('deck-service', timeMs, 'INFO', text, { model, region, dimensions })
  }
  scribe.log('photo-check', releaseMs, 'INFO', 'photo-check 3.5.0 started, weights of nsfw-net loaded in 8.1 s')
  scribe.log('match-maker', restartMs - 4000, 'INFO', 'SIGTERM received, leaving consumer group matches')
  scribe.log('match-maker', restartMs, 'INFO', 'worker ready, 6 partitions of swipes assigned')
  scribe.log('subscriptions', startMs + 27 * MINUTE_MS, 'INFO', 'renewals of the night reconciled with both stores')
  eachTick({ fromMs: startMs + 50_000, toMs: endMs - 20_000, everyMs: 7 * MINUTE_MS }, random, (timeMs) => {
    scribe.log('chat-core', timeMs, 'WARN', 'DEPRECATION WARNING: update_attributes is deprecated and will be removed')
  })
}
