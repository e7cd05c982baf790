/** Finds the hosts that a line mentions: in its attributes, and in the URLs of its text, which a template masks. */
import type { AttributeValue, LogRecord } from '../model.ts'

export const HOSTS_MAX = 4
/** Attributes that name the other side of a call, by OpenTelemetry's conventions and by older ones. */
export const HOST_KEYS = [
  'server.address',
  'peer.service',
  'net.peer.name',
  'upstream',
  'rpc.service',
  'http.host',
] as const
/** Attributes by which a client's span names whom it calls, the one to be believed first. */
export const PEER_KEYS = ['peer.service', 'server.address', 'net.peer.name'] as const
const HOST_CHARS_MAX = 101
/** Only the beginning of a line is searched. */
const TEXT_MAX = 500
const URL_HOST = /\bhttps?:\/\/([a-z0-9][a-z0-9.-]{0,100})/i

/** Adds the hosts of a line to `hosts`, up to HOSTS_MAX. Bounded work. */
export function addHosts(hosts: string[], { attributes, body }: LogRecord): void {
  if (hosts.length >= HOSTS_MAX) return
  for (const key of HOST_KEYS) addHost(hosts, attributes[key])
  addHost(hosts, hostInText(body))
}

/** Adds the value of an attribute that names a host. */
export function addHost(hosts: string[], value: AttributeValue | undefined): void {
  if (typeof value !== 'string' || value === '' || value.length > HOST_CHARS_MAX) return
  if (hosts.length < HOSTS_MAX && !hosts.includes(value)) hosts.push(value)
}

/** The host of the first URL in the beginning of a text. */
export function hostInText(text: string): string | undefined {
  return URL_HOST.exec(text.slice(0, TEXT_MAX))?.[1]
}
