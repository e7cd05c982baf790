/** Finds the hosts that a line mentions: in its attributes, and in URLs of its text, which a template masks. */
import type { LogRecord } from '../model.ts'

export const HOSTS_MAX = 4
/** Attributes that name the other end, as OpenTelemetry's conventions and older ones do. */
const HOST_KEYS = ['server.address', 'peer.service', 'net.peer.name', 'upstream', 'rpc.service', 'http.host'] as const
/** Only the beginning of a line is searched. */
const TEXT_MAX = 500
const URL_HOST = /\bhttps?:\/\/([a-z0-9][a-z0-9.-]{0,100})/i

/** Adds the hosts of a line to `hosts`, up to HOSTS_MAX. Bounded work. */
export function addHosts(hosts: string[], { attributes, body }: LogRecord): void {
  if (hosts.length >= HOSTS_MAX) return
  const found: string[] = []
  for (const key of HOST_KEYS) {
    const value = attributes[key]
    if (typeof value === 'string' && value !== '' && value.length <= 100) found.push(value)
  }
  const host = URL_HOST.exec(body.slice(0, TEXT_MAX))?.[1]
  if (host !== undefined) found.push(host)
  for (const value of found) if (hosts.length < HOSTS_MAX && !hosts.includes(value)) hosts.push(value)
}
