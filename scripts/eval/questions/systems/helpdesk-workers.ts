/** Workers of the helpdesk and what happens on its hosts: timers of service levels, surveys, a file server, systemd. */
import type { Random } from '../../../demo/random.ts'
import type { Company } from './helpdesk.ts'
import { eachArrival, eachTick, NO_TRACE, type Scribe } from './scribe.ts'

interface Source {
  readonly scribe: Scribe
  readonly random: Random
  readonly startMs: number
  readonly endMs: number
  readonly onsetMs: number
  readonly recoveryMs: number
  readonly releaseMs: number
  readonly restartMs: number
  readonly silentMs: number
  company(): Company
  oldTicket(): string
}

export function workHelpdesk(source: Source): void {
  const { random, scribe, startMs, endMs } = source
  const range = { fromMs: startMs, toMs: endMs - 2000 }
  eachTick({ fromMs: startMs + 8000, toMs: endMs - 3000, everyMs: 20_000 }, random, (timeMs) => {
    const [timers, took] = [640 + random.integer(-18, 18), random.integer(38, 140)]
    scribe.log('sla-clock', timeMs, 'INFO', `sweep finished: ${timers} timers checked in ${took} ms`)
  })
  eachArrival({ ...range, meanMs: 55_000 }, random, (timeMs) => {
    const { tenant } = source.company()
    const kind = random.pick(['first_response', 'first_response', 'resolution'])
    scribe.log('sla-clock', timeMs, 'WARN', `SLA breached: ${kind} of ${source.oldTicket()} tenant=${tenant}`)
  })
  eachArrival({ ...range, meanMs: 30_000 }, random, (timeMs) => {
    const { tenant } = source.company()
    scribe.log('sla-clock', timeMs, 'INFO', `ticket ${source.oldTicket()} escalated to tier2 tenant=${tenant}`)
  })
  eachArrival({ fromMs: startMs, toMs: source.silentMs, meanMs: 11_000 }, random, (timeMs) => {
    const { tenant } = source.company()
    if (random.chance(0.06)) scribe.log('csat-mailer', timeMs, 'WARN', 'survey skipped: customer opted out', { tenant })
    else scribe.log('csat-mailer', timeMs, 'INFO', 'survey sent', { tenant, rating_scale: 5 })
  })
  happenings(source)
}

function happenings({ scribe, startMs, onsetMs, recoveryMs, releaseMs, restartMs }: Source): void {
  const say = scribe.log.bind(scribe)
  /** The last digits of a trace choose the host. */
  const second = { ...NO_TRACE, traceId: '00000000000000000000000000000001' }
  const first = { ...NO_TRACE, traceId: '00000000000000000000000000000002' }
  for (const trace of [first, second]) {
    say('file-vault', onsetMs - 48_000, 'WARN', 'nfs: server filer-03 not responding, still trying', {}, trace)
    say('file-vault', onsetMs - 1500, 'INFO', 'nfs: server filer-03 OK', {}, trace)
  }
  say('file-vault', recoveryMs - 400, 'INFO', 'systemd: srv-attachments.mount: remounted by operator', {}, second)
  say('search-hub', releaseMs - 3000, 'INFO', 'Stopping search-hub 3.2.0')
  say('search-hub', releaseMs, 'INFO', 'Started search-hub 3.3.0 in 4.1 seconds')
  say('mail-relay', restartMs - 5000, 'INFO', 'systemd: Stopping mail-relay.service')
  say('mail-relay', restartMs, 'INFO', 'systemd: Started mail-relay.service, version 4.0.7')
  say('desk-web', startMs + 23 * 60_000, 'INFO', 'puma: worker 2 booted in 3.1s, phase: 0')
}
