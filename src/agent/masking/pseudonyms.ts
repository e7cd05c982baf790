/**
 * Replaces what identifies machines and people before a prompt leaves for a model provider, and restores it in the
 * model's answer. Pseudonyms are numbered in the order of their first appearance in the prompt, so the provider learns
 * nothing from them. A thread's prompt only grows at its end, so a name keeps its number throughout the thread, and
 * nothing has to be stored. Service names stay: questions and answers are about them.
 */
import { createMap, type PseudonymMap } from './pseudonym-map.ts'

interface Rule {
  readonly kind: string
  readonly pattern: RegExp
  readonly accepts?: (text: string) => boolean
}

const OCTET = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)'
/** Endings of names inside private networks, and the common public ones. */
const HOST_ENDINGS =
  'internal|local|lan|intranet|corp|svc|cluster|com|net|org|io|dev|app|cloud|co|ai|eu|de|uk|fr|nl|us|ch|at|se|jp|cn|in|br|au|info|biz|xyz|me|tv|gov|edu|mil|tech|site|online|test|example|invalid'

/** Applied in this order: a later rule does not see what an earlier one replaced. */
const RULES: readonly Rule[] = [
  { kind: 'email', pattern: /\b[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,6}\b/g },
  { kind: 'id', pattern: /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi },
  { kind: 'ip', pattern: /(?<![0-9A-Za-z:.])(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}(?![0-9A-Za-z:.])/gi, accepts: isIpv6 },
  { kind: 'ip', pattern: new RegExp(`(?<![\\w.])${OCTET}(?:\\.${OCTET}){3}(?![\\w]|\\.\\d)`, 'g') },
  {
    kind: 'host',
    pattern: new RegExp(`\\b(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.){1,8}(?:${HOST_ENDINGS})\\b(?!\\()`, 'gi'),
    accepts: isHost,
  },
  // Pods and instances: names with the random endings that orchestrators add.
  { kind: 'host', pattern: /\b[a-z][a-z0-9]{0,62}(?:-[a-z0-9]{1,62}){0,8}-[a-f0-9]{8,10}-[a-z0-9]{5}\b/g },
  { kind: 'host', pattern: /\b(?:ip-\d{1,3}(?:-\d{1,3}){3}|i-[0-9a-f]{8,17})\b/g },
  { kind: 'id', pattern: /\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{16,64}\b/gi },
  {
    kind: 'id',
    pattern: /\b(?:[A-Za-z]{2,12}[-_]){1,2}(?=[A-Za-z0-9]*\d)(?=[A-Za-z0-9]*[A-Za-z])[A-Za-z0-9]{12,64}\b/g,
  },
]

function isIpv6(text: string): boolean {
  const groups = text.split(':').filter((group) => group !== '')
  // "12:30:45" is a clock time. An address has the elision or all eight groups, and more than punctuation.
  return (text.includes('::') || text.split(':').length === 8) && groups.length >= 1 && text.length >= 3
}

/**
 * Dotted words in programs ("java.net", "Node.dev") look like hosts. A host has a lower-case name, and no call follows
 * it.
 */
function isHost(text: string): boolean {
  if (/^(?:java|javax|com|org|io|net|kotlin|scala|android)\./i.test(text)) return false
  return !/[A-Z]/.test(text) || /^[A-Z0-9.-]+$/.test(text)
}

export interface Pseudonyms {
  mask(text: string): string
  /** Masks every text within a value. Keys are masked too: others write attribute keys. */
  maskValue(value: unknown): unknown
  unmask(text: string): string
  unmaskValue(value: unknown): unknown
  readonly count: number
}

/** `keep`: texts that must pass unchanged although they look like ids (tool call ids, which answers cite). */
export function pseudonyms(keep: ReadonlySet<string>): Pseudonyms {
  const map: PseudonymMap = createMap()
  const mask = (text: string): string => {
    let masked = text
    for (const { kind, pattern, accepts } of RULES) {
      masked = masked.replace(pattern, (found) => {
        if (keep.has(found) || map.isPseudonym(found) || (accepts && !accepts(found))) return found
        return map.pseudonymOf(kind, found)
      })
    }
    return masked
  }
  const unmask = (text: string): string =>
    text.replace(/\b(?:email|id|ip|host)-x\d{1,6}\b/g, (found) => map.originalOf(found) ?? found)
  return {
    mask,
    unmask,
    maskValue: (value) => mapTexts(value, mask),
    unmaskValue: (value) => mapTexts(value, unmask),
    get count() {
      return map.size
    },
  }
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [change(key), mapTexts(item, change)]))
}
