/** Routes by the words that people call them. */
import type { PlanCondition } from '../plan/plan.ts'
import { lemmaOf, stemOf } from './words.ts'

/**
 * Routes that go by a noun: those with a path before statements and messages, those that end in the noun before those
 * that go on from it ("rentals" are `POST /rentals`, not `POST /rentals/{id}/end`), and those that do something.
 */
export function operationsNamed(noun: string, operations: readonly string[]): string[] {
  const stem = stemOf(noun.replace(/-/g, ''))
  const named = operations.filter(
    (name) => segmentsOf(name).includes(stem) && !isOfStore(name) && !isAfterwards(name, noun),
  )
  const onPath = preferred(named, isPath)
  const ending = preferred(onPath, (name) => endsIn(name, noun))
  return preferred(preferred(ending, isActing), (name) => endsInWord(name, noun))
}

/** Routes whose last fixed segment is the noun: what is made on them, else what is looked at; empty where none is. */
export function routesOfThing(noun: string, operations: readonly string[]): { made: string[]; read: string[] } {
  const named = operations.filter((name) => isPath(name) && endsIn(name, noun))
  const own = preferred(named, (name) => endsInWord(name, noun))
  return { made: own.filter(isActing), read: own.filter((name) => /^(?:get )?\//i.test(routeOf(name))) }
}

/** Routes that are about a noun, whatever is done with it: those whose last fixed segment it is, else those that have it. */
export function routesAbout(noun: string, operations: readonly string[]): string[] {
  const paths = routesAcross(noun, operations)
  const own = paths.filter((name) => endsIn(name, noun))
  return own.length > 0 ? own : paths
}

/** All routes that have a noun in their path, whatever they end in: `/envelopes/{id}/sign` as well as `/envelopes`. */
export function routesAcross(noun: string, operations: readonly string[]): string[] {
  const stem = stemOf(noun.replace(/-/g, ''))
  return operations.filter((name) => isPath(name) && segmentsOf(name).includes(stem))
}

/** The noun that all routes of the conditions end in, where something is made on them; null where there is none. */
export function thingOf(conditions: readonly PlanCondition[]): string | null {
  const noun = nounOfRoutes(conditions)
  return noun !== null && operationsIn(conditions).every(isActing) ? noun : null
}

/** The noun that all routes of the conditions end in, whatever is done on them; null where there is none. */
export function nounOfRoutes(conditions: readonly PlanCondition[]): string | null {
  const routes = operationsIn(conditions)
  const noun = fixedPartsOf(routes[0] ?? '').at(-1)
  return noun !== undefined && routes.every((name) => endsIn(name, noun)) ? noun : null
}

function operationsIn(conditions: readonly PlanCondition[]): string[] {
  return conditions.flatMap((one) => (one.on === 'operation' && one.not !== true ? one.values : []))
}

/** What people only look at: "404s when people look up their booking". */
const LOOKS =
  /\b(?:look(?:s|ed|ing)? (?:up|at|into|for|through)|read(?:s|ing)?|open(?:s|ed|ing)?|view(?:s|ed|ing)?|(?:see|check)(?:s|ing)? (?:on )?(?:their|his|her|its|the|a|an)|brows(?:e|es|ed|ing)|fetch(?:es|ed|ing)?|load(?:s|ed|ing)?|look-?ups?)\b/

/** The routes on which what a question says is done with a thing: those that only read where people look at it. */
export function routesMeant(noun: string, text: string, operations: readonly string[]): readonly string[] {
  const { made, read } = routesOfThing(noun, operations)
  // "Readings": the noun itself says nothing of what is done.
  const isLookedAt = read.length > 0 && LOOKS.test(text.replaceAll(noun, ''))
  return isLookedAt || made.length === 0 ? read : made
}

/** "Authorisations" are `/authorizations`, and what calls `/authorize` for them is no second one. */
function endsInWord(name: string, noun: string): boolean {
  const plain = (word: string): string => lemmaOf(word.toLowerCase()).replace(/isation$/, 'ization')
  return plain(fixedPartsOf(name).at(-1) ?? '') === plain(noun)
}

/** Those that pass, or all where none does. */
function preferred(names: string[], isBetter: (name: string) => boolean): string[] {
  const better = names.filter(isBetter)
  return better.length > 0 ? better : names
}

const isPath = (name: string): boolean => /^(?:[a-z]+ )?\//i.test(routeOf(name))
const isActing = (name: string): boolean => /^post /i.test(routeOf(name))

/** `BidsController#create`, `Api::OrderController.show`: requests are called after the method that handles them. */
const HANDLER =
  /^(?:[\w:./\\]*[:./\\])?([A-Z][A-Za-z0-9]*?)(?:Controller|Resource|Endpoint|Handler|ViewSet)[#.@:]{1,2}([a-z_]\w*)$/

/** What is done by the methods of a handler that go by these names, as the frameworks of the web have them. */
const METHODS_OF_HANDLERS: readonly (readonly [RegExp, string])[] = [
  [/^(?:create|store|post|add|submit|place|save|register)$/, 'POST'],
  [/^(?:index|list|show|get|find|retrieve|search|read|view)$/, 'GET'],
  [/^(?:update|put|patch|edit)$/, 'PUT'],
  [/^(?:destroy|delete|remove)$/, 'DELETE'],
]

/** The route that a name stands for: `POST /bids` for `BidsController#create`; other names are what they are. */
export function routeOf(name: string): string {
  const [, thing, method = ''] = HANDLER.exec(name) ?? []
  if (thing === undefined) return name
  const path = `/${thing.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-').toLowerCase()}`
  const verb = METHODS_OF_HANDLERS.find(([names]) => names.test(method))?.[1]
  return verb === undefined ? `${path}/${method.toLowerCase()}` : `${verb} ${path}`
}

/** `INSERT bids`, `SADD watchlist`, `bids.accepted publish`: a call of a store or a broker, and nothing that people do. */
export function isOfStore(name: string): boolean {
  return (
    /^[A-Z]{3,} [^\s/]+$/.test(name) ||
    /^(?:select|insert|update|delete|upsert|merge) [^\s/]+$/i.test(name) ||
    /\S (?:publish|send)$/i.test(name)
  )
}

export function fixedPartsOf(name: string): string[] {
  return isPath(name)
    ? routeOf(name)
        .toLowerCase()
        .split('/')
        .slice(1)
        .filter((part) => /^[a-z]/.test(part))
    : []
}

/** Whether the last part of a path that is no parameter is the noun, in singular or plural. */
export function endsIn(name: string, noun: string): boolean {
  const last = fixedPartsOf(name).at(-1)
  const plain = (text: string): string => lemmaOf(text.replace(/[-_]/g, ''))
  // "Evaluations" of `POST /evaluate`.
  const verb = /^([a-z]{3,20}at)ions?$/.exec(noun.toLowerCase())?.[1]
  return last !== undefined && (plain(last) === plain(noun.toLowerCase()) || last === `${verb}e`)
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

/** Of what is only told over a queue (`photos.uploaded process`) the routes on which it is done (`POST /photos`). */
export function routesDone(names: readonly string[], operations: readonly string[]): readonly string[] {
  if (names.length === 0 || !names.every(isDoneInQueue)) return names
  const things = names.map((name) => name.split(/[._-]/)[0] ?? '')
  const made = [...new Set(things)].flatMap((thing) => routesOfThing(thing, operations).made)
  return made.length > 0 ? made : names
}

/** `messages.posted publish`: what was done already went through a queue, so this never tells whether it failed. */
export function isDoneInQueue(operation: string): boolean {
  return /[._-][a-z]{3,}ed (?:publish|process|receive|send|settle|deliver)$/i.test(operation)
}

/** `recordings.uploaded process` is what follows an upload, and no upload itself: the noun is what was done before. */
export function isAfterwards(operation: string, noun: string): boolean {
  const done = isDoneInQueue(operation) ? /([a-z]{3,20}ed) [a-z]+$/i.exec(operation)?.[1] : undefined
  return done !== undefined && stemOf(done.toLowerCase()) === stemOf(noun.replace(/-/g, ''))
}

/** Stems of the words of a route; of its first words versions and "api" say nothing. */
export function segmentsOf(operation: string): string[] {
  return routeOf(operation)
    .toLowerCase()
    .split(/[/ .:_{}-]+/)
    .filter((part) => part.length >= 3 && !SAYS_NOTHING.test(part))
    .flatMap((part) => [stemOf(part), stemOf(part.replace(/-/g, ''))])
}
