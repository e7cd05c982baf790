/** The routes by which people do something: of "unlock bikes" those of unlocking, of "read articles" those that read. */

import type { Catalogue } from '../grounding/catalogue.ts'
import { isContentWord } from '../vocabulary/small-words.ts'
import { endsIn, isOfStore, routeOf, routesDone, segmentsOf } from './routes.ts'
import { templatesWith } from './texts.ts'
import { stemOf, type Word } from './words.ts'

const WRITES = /^(?:post|put|patch) /i

/** What people do says by which methods routes do it, the likeliest first. */
const METHODS: readonly (readonly [RegExp, readonly RegExp[]])[] = [
  [
    /^(?:read|see|view|load|open|browse|find|search|watch|list|show|check|download|fetch|play|stream|track|look|follow|visit)$/,
    [/^get /i],
  ],
  [
    /^(?:place|create|submit|send|book|buy|order|pay|file|post|make|register|sign|upload|add|reserve|rent|start|borrow|apply|request|hand|checkout|comment|publish|write|subscribe|activate|purchase|enter|issue|print|save|store|renew|change|update|edit|log|unlock|lock)$/,
    [WRITES],
  ],
  [/^(?:cancel|delete|remove|return|end|finish|close|stop)$/, [/^delete /i, WRITES]],
]

export interface AbleRoutes {
  /** Empty where no route goes by any of the words. */
  readonly routes: readonly string[]
  /** Words that neither a route nor a method tells, and that nothing else in the telemetry is called. */
  readonly untold: readonly string[]
}

/** The routes that all of the words go by, else those of the first one that any goes by. */
export function ableRoutes(words: readonly Word[], joined: readonly string[], catalogue: Catalogue): AbleRoutes {
  const isJoined = (text: string): boolean => joined.some((verb) => verb.startsWith(text))
  // "File returns" of `POST /returns`, though lines and codes are returned as well.
  const isRoute = ({ text, lemma }: Word): boolean => text !== lemma && routesOf(text, catalogue.operations).length > 0
  const said = [
    ...joined,
    ...words
      .filter((word) => (isContentWord(word.text) || isRoute(word)) && !isJoined(word.text))
      .map(({ text }) => text),
  ]
  const named = said.map((text) => ({ text, routes: routesOf(text, catalogue.operations) }))
  const told = named.filter(({ routes }) => routes.length > 0)
  const [first] = told
  if (first === undefined) return { routes: [], untold: [] }
  const common = first.routes.filter((route) => told.every(({ routes }) => routes.includes(route)))
  const [verb] = said
  const methods = METHODS.find(([verbs]) => verbs.test(verb ?? ''))?.[1] ?? []
  const done = byMethod(common.length > 0 ? common : first.routes, methods)
  // "Create rooms": what is made below a room is another thing, unless the route goes by the verb as well.
  const own =
    first.text === verb || methods.length === 0
      ? []
      : done.filter((route) => told.some(({ text }) => endsIn(route, text)))
  const chosen = own.length > 0 ? own : done
  // Routes that only read say nothing of who buys.
  const isDone = first.text === verb || methods.some((method) => chosen.some((route) => method.test(routeOf(route))))
  const untold = named
    .filter(({ text, routes }) => routes.length === 0 && !(text === verb ? isDone : isInLines(text, catalogue)))
    .map(({ text }) => text)
  return { routes: chosen.slice(0, 50), untold }
}

/** Whether "saved" or "booking" is what requests on one of these routes do, by their methods. */
export function isDoneOn(participle: string, routes: readonly string[]): boolean {
  const stem = participle.replace(/(?:ed|ing)$/, '')
  const verbs = [stem, `${stem}e`, stem.replace(/(.)\1$/, '$1'), stem.replace(/i$/, 'y')]
  return METHODS.slice(0, 2).some(
    ([known, methods]) =>
      verbs.some((verb) => known.test(verb)) &&
      routes.some((route) => methods.some((method) => method.test(routeOf(route)))),
  )
}

/** Routes of the first method that any has; those that do something where the verb tells none. */
function byMethod(routes: readonly string[], methods: readonly RegExp[]): readonly string[] {
  for (const method of methods.length === 0 ? [/^post /i] : methods) {
    const own = routes.filter((route) => method.test(routeOf(route)))
    if (own.length > 0) return own
  }
  return routes
}

function isInLines(text: string, catalogue: Catalogue): boolean {
  return templatesWith([text], catalogue, []).length > 0
}

function routesOf(text: string, operations: readonly string[]): readonly string[] {
  if (text.length < 3) return []
  const stem = stemOf(text.replace(/-/g, ''))
  const own = operations.filter((name) => segmentsOf(name).includes(stem) && !isOfStore(name))
  if (own.length > 0) return routesDone(own, operations)
  const nouns = nounsOf(text).map(stemOf)
  return operations.filter((name) => !isOfStore(name) && segmentsOf(name).some((segment) => nouns.includes(segment)))
}

/** Nouns that are made of a verb: "apply" and "applications", "subscribe" and "subscriptions". */
function nounsOf(verb: string): string[] {
  if (verb.endsWith('y')) return [`${verb.slice(0, -1)}ication`]
  if (verb.endsWith('be')) return [`${verb.slice(0, -2)}ption`]
  if (verb.endsWith('er')) return [`${verb.slice(0, -2)}ration`, `${verb}y`]
  return verb.length > 4 ? [`${verb}lation`, `${verb}al`, `${verb.replace(/e$/, '')}ance`] : []
}
