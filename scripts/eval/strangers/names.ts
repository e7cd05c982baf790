/** How services, operations and lines of a generated system are called: no two systems follow the same habit. */
import type { Random } from '../synthetic/random.ts'

const THINGS = [
  'ledger',
  'parcel',
  'ticket',
  'tariff',
  'roster',
  'claim',
  'policy',
  'quote',
  'route',
  'depot',
  'meter',
  'invoice',
  'lesson',
  'voucher',
  'carrier',
  'patient',
  'booking',
  'listing',
  'message',
  'device',
  'badge',
  'contract',
  'fleet',
  'review',
  'stream',
  'wallet',
  'consent',
  'pricing',
  'catalog',
  'session',
  'document',
  'campaign',
] as const
const TEAMS = ['core', 'ops', 'edge', 'fin', 'crm'] as const
const SYLLABLES = ['ka', 'lo', 'mir', 'ven', 'tas', 'ru', 'zel', 'bo', 'ny', 'ther', 'quo', 'fi'] as const
const VERBS = ['fetch', 'store', 'verify', 'search', 'assign', 'close', 'open', 'rank', 'merge', 'price'] as const

export interface Named {
  readonly service: string
  /** The plain word lines and operations are made of. */
  readonly word: string
}

type Habit = 'suffix' | 'team' | 'camel' | 'namespace' | 'code' | 'package'

export function serviceNames(random: Random, count: number): Named[] {
  const habit = random.pick<Habit>(['suffix', 'team', 'camel', 'namespace', 'code', 'package'])
  const ending = random.pick(['', '-service', '-svc', '-api', '_srv', '-app'])
  const isInvented = random.chance(0.25)
  const words = isInvented
    ? Array.from({ length: count }, (_, i) => `${random.pick(SYLLABLES)}${random.pick(SYLLABLES)}${SYLLABLES[i % 12]}`)
    : random.shuffled(THINGS).slice(0, count)
  return [...new Set(words)].map((word) => ({ word, service: nameIn(habit, word, ending, random) }))
}

function nameIn(habit: Habit, word: string, ending: string, random: Random): string {
  switch (habit) {
    case 'suffix':
      return `${word}${ending}`
    case 'team':
      return `${random.pick(TEAMS)}-${word}`
    case 'camel':
      return `${capital(word)}Service`
    case 'namespace':
      return `prod/${word}`
    case 'code':
      return `${word.slice(0, 4)}${random.int(10, 99)}`
    case 'package':
      return `com.example.${word}`
  }
}

export function operationName(random: Random, style: number, word: string): string {
  const verb = random.pick(VERBS)
  const number = random.int(1, 9)
  if (style === 0) return `${random.pick(['GET', 'POST', 'PUT'])} /v1/${word}s/{id}/${verb}${number}`
  if (style === 1) return `${word}.${capital(word)}/${capital(verb)}${number}`
  if (style === 2) return `${capital(word)}Controller.${verb}${number}`
  return `${verb}_${word}_${number}`
}

export function capital(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`
}
