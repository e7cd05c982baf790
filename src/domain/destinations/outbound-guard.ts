/**
 * The guard for addresses that people enter for destinations. It is the same when an address is stored and when it is
 * called.
 */
import type { GuardOptions } from '../../connectors/outbound/address-guard.ts'
import { resolveByDns } from '../../connectors/outbound/resolve.ts'
import type { DomainContext } from '../context.ts'

/** Returns the addresses that deliveries may reach: public ones; locally, this machine if the deployment allows it. */
export function destinationGuard({ settings, fetch }: Pick<DomainContext, 'settings' | 'fetch'>): GuardOptions {
  if (settings.ENVIRONMENT === 'local') return { isThisMachineAllowed: settings.LOCAL_DESTINATIONS === 'on' }
  return { resolve: (host) => resolveByDns(host, fetch) }
}
