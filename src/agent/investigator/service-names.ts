/** How lines write the names of services. */
import { PLACEHOLDER } from '../../telemetry/index.ts'

/** Shorter words stand for too much else. */
const WORD_CHARS_MIN = 4

/**
 * Each service with its name as it is and, where no other service's name looks the same then, as a template shows it
 * with its numbers masked.
 */
export function writtenNames(services: readonly string[]): Map<string, readonly string[]> {
  const masked = (name: string): string => name.replace(/\d+/g, PLACEHOLDER)
  const alike = Map.groupBy(services, masked)
  return new Map(
    services.map((name) => [name, alike.get(masked(name))?.length === 1 ? [...new Set([name, masked(name)])] : [name]]),
  )
}

/** The words that only one service's name has: of `com.shop.Order`, `com.shop.Cart` these are `order` and `cart`. */
export function wordsOfNames(services: readonly string[]): [service: string, word: string][] {
  const owners = new Map<string, Set<string>>()
  for (const service of services) {
    for (const word of partsOf(service)) owners.set(word, (owners.get(word) ?? new Set<string>()).add(service))
  }
  return [...owners].flatMap(([word, [service, ...others]]): [string, string][] =>
    service === undefined || others.length > 0 || word.length < WORD_CHARS_MIN ? [] : [[service, word]],
  )
}

/** The words that a name is put together of, in lower case. */
export function partsOf(name: string): string[] {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
}

/** Services whose host, or its first label, is among these (`shipping.shop.svc.cluster.local`). */
export function servicesAt(hosts: readonly string[], services: readonly string[]): string[] {
  const names = new Set(hosts.flatMap((host) => [host, host.split(':')[0] ?? host, host.split('.')[0] ?? host]))
  return services.filter((name) => names.has(name))
}

/**
 * Services with the name of a remote procedure's service, as OpenTelemetry names spans of calls: `package.Service/Method`,
 * `shop.CartService/GetCart` for `cart-service`.
 */
export function servicesOfRpc(operation: string, services: readonly string[]): string[] {
  const slash = operation.lastIndexOf('/')
  const called = slash < 1 ? '' : lettersOf(operation.slice(operation.lastIndexOf('.', slash) + 1, slash))
  return called.length < WORD_CHARS_MIN ? [] : services.filter((name) => lettersOf(name) === called)
}

function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z\d]/g, '')
}

/** Whether a template has the name, and not as a part of a longer one. */
export function isWholeIn(template: string, name: string): boolean {
  const isPart = (char: string | undefined): boolean => char !== undefined && /[\w-]/.test(char)
  for (let at = template.indexOf(name); at >= 0; at = template.indexOf(name, at + name.length)) {
    if (!isPart(template[at - 1]) && !isPart(template[at + name.length])) return true
  }
  return false
}
