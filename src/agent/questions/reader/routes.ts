/** Routes by the words that people call them. */
import { stemOf } from './words.ts'

/** Routes that go by a noun. Of several ones, those that do something. */
export function operationsNamed(noun: string, operations: readonly string[]): string[] {
  const stem = stemOf(noun.replace(/-/g, ''))
  const named = operations.filter((name) => segmentsOf(name).includes(stem))
  const acting = named.filter((name) => /^post /i.test(name))
  return acting.length > 0 ? acting : named
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
