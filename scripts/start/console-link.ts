/** The link that signs the demo's admin in to the console once. */
import { randomUUID } from 'node:crypto'
import { signed } from '../../src/oauth/session.ts'
import { apiClient } from '../server/api.ts'
import { localMasterKeys } from '../server/state.ts'

/** Enough to read what the start printed; afterwards /console/ lets one choose a person. */
export const LINK_VALID_MINUTES = 10

/** It is signed with the key that the server itself signs with. */
export async function consoleLink(baseUrl: string, adminToken: string): Promise<string> {
  const { user } = await apiClient(baseUrl, adminToken).get<{ readonly user: { readonly id: string } }>('/me')
  const payload = `${user.id} ${randomUUID()}`
  const token = await signed(localMasterKeys(), 'console-link', payload, Date.now(), LINK_VALID_MINUTES * 60_000)
  return `${baseUrl}/oauth/link?token=${encodeURIComponent(token)}`
}
