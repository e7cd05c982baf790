/** Addresses for platforms that take one, and no headers. */
import type { Delivery } from './connector.ts'

/** The key as user information, which senders turn into an `Authorization` header instead of sending it as a path. */
export function withUser({ url, key }: Pick<Delivery, 'url' | 'key'>): string {
  const address = new URL(url)
  address.username = 'intake'
  address.password = key
  return address.href
}
