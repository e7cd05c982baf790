/** Routes by the words that people call them. */
import { stemOf } from './words.ts'

/** Routes that go by a noun. Of several ones, those that do something. */
export function operationsNamed(noun: string, operations: readonly string[]): string[] {
  const stem = stemOf(noun.replace(/-/g, ''))
  const named = operations.filter((name) => segmentsOf(name).includes(stem))
  const acting = named.filter((name) => /^post /i.test(name))
  return acting.length > 0 ? acting : named
}

/** Requests that words of lines tell of as well. */
export interface ToldRequests {
  readonly routes: string[]
  readonly outcome: 'failed' | 'succeeded' | null
}

const FAILED = /^(?:fail\w*|unsuccessful|errors?|broken)$/
const SUCCEEDED = /^(?:success\w*|succeeded|ok|completed|done)$/

/** "Failed checkouts": requests on the routes that go by the noun, with that outcome; null where none go by it. */
export function requestsTold(words: string, operations: readonly string[]): ToldRequests | null {
  const said = words.toLowerCase().split(/\s+/)
  const nouns = said.filter((word) => !FAILED.test(word) && !SUCCEEDED.test(word))
  const [noun] = nouns
  if (noun === undefined || nouns.length > 1) return null
  const routes = operationsNamed(noun, operations).slice(0, 50)
  if (routes.length === 0) return null
  const outcome = said.some((word) => FAILED.test(word)) ? 'failed' : said.length > 1 ? 'succeeded' : null
  return { routes, outcome }
}

const SAYS_NOTHING = /^(?:api|get|put|post|head|patch|delete|rpc|www|app|all|new|the|and|for|v\d+)$/

/** Stems of the words of a route; of its first words versions and "api" say nothing. */
export function segmentsOf(operation: string): string[] {
  return operation
    .toLowerCase()
    .split(/[/ .:_{}-]+/)
    .filter((part) => part.length >= 3 && !SAYS_NOTHING.test(part))
    .flatMap((part) => [stemOf(part), stemOf(part.replace(/-/g, ''))])
}
