/** The domain context of work without a request: queue batches, alarms, cron. */
import { type Bindings, settingsOf } from '../env.ts'
import type { DomainContext } from './context.ts'

export function backgroundContext(bindings: Bindings, waitUntil: (work: Promise<unknown>) => void): DomainContext {
  const settings = settingsOf(bindings)
  return {
    db: bindings.DB,
    bindings,
    settings,
    now: Date.now,
    fetch: (input, init) => fetch(input, init),
    requestId: null,
    baseUrl: settings.PUBLIC_BASE_URL.replace(/\/$/, ''),
    waitUntil,
  }
}
