/** Finds services the project has in the words of a question: full names first, then names without their usual endings. */
import { escapeRegExp } from './time-expression.ts'

const ENDING = /[-_. ]?(?:service|svc|api|server|app|worker|backend|srv)$/i
/** Words of questions that are also short service names; alone they do not mean the service. */
const COMMON = new Set([
  'log',
  'logs',
  'error',
  'errors',
  'service',
  'time',
  'last',
  'show',
  'find',
  'top',
  'all',
  'what',
  'trace',
  'metric',
  'metrics',
  'compare',
  'help',
  'test',
  'web',
  'app',
  'api',
])

export interface NamedServices {
  readonly services: readonly string[]
  /** The words that named them, for masking. */
  readonly words: readonly string[]
}

export function namedServices(question: string, known: readonly string[]): NamedServices {
  let text = question
  const services: string[] = []
  const words: string[] = []
  const take = (service: string, word: string): boolean => {
    const match = new RegExp(`(?<![\\w-])${word}(?![\\w-])`, 'i').exec(text)
    if (!match) return false
    services.push(service)
    words.push(match[0])
    text = text.replace(match[0], ' '.repeat(match[0].length))
    return true
  }
  const byLength = [...known].sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
  for (const service of byLength) take(service, spaced(service))
  const aliases = byLength
    .filter((service) => !services.includes(service))
    .flatMap((service) => aliasesOf(service).map((alias) => ({ service, alias })))
    .sort((a, b) => b.alias.length - a.alias.length)
  for (const { service, alias } of aliases) {
    const owners = new Set(
      aliases.filter((other) => other.alias.toLowerCase() === alias.toLowerCase()).map((other) => other.service),
    )
    // A short name that fits two services means neither for sure: both are taken.
    if (!services.includes(service) && take(service, `${spaced(alias)}(?:[-_ ]?(?:service|svc|api|server|app))?`)) {
      for (const owner of owners) if (!services.includes(owner)) services.push(owner)
    }
  }
  return { services, words }
}

/** "cart" and "eu-cart" for "eu-cart-service". */
function aliasesOf(service: string): string[] {
  const short = service.replace(ENDING, '')
  const parts = short.split(/[-_.]/)
  const withoutPrefix = parts.length > 1 && (parts[0]?.length ?? 0) <= 3 ? parts.slice(1).join('-') : short
  return [...new Set([short, withoutPrefix])].filter(
    (alias) => alias.length >= 3 && alias !== service && !COMMON.has(alias.toLowerCase()),
  )
}

function spaced(name: string): string {
  return escapeRegExp(name).replace(/\\?[-_]/g, '[-_ ]')
}

/** Names in a question that are written like services ("orders-api", "the foo service") and that the project does not have. */
export function unknownNames(question: string, matched: readonly string[], known: readonly string[]): string[] {
  let text = question.replace(/"[^"]*"|`[^`]*`/g, ' ')
  for (const word of matched) text = text.replace(word, ' ')
  const endings = '(?:service|svc|api|server|worker|gateway|backend|db)'
  const found = [
    ...text.matchAll(new RegExp(`(?<![\\w./-])([a-z][a-z0-9]*(?:[-_][a-z0-9]+)*[-_]${endings})(?![\\w-])`, 'gi')),
    ...text.matchAll(/\bthe\s+([a-z][a-z0-9_-]{2,40})\s+service\b/gi),
  ].map((match) => match[1] ?? '')
  const names = new Set(known.map((service) => service.toLowerCase()))
  return [...new Set(found)]
    .filter(
      (name) =>
        name !== '' &&
        !names.has(name.toLowerCase()) &&
        !/^(?:which|what|same|faulty|broken|failing|slow|whole|right|wrong|other|first|last|root)$/i.test(name),
    )
    .slice(0, 3)
}
