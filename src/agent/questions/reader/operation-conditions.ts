/** Conditions on operations: routes, whole names of spans, the last part of a route. */

import { accessServices, accessServicesIn } from '../access/access-services.ts'
import { type KnownValue, ofValue } from './known-values.ts'
import { has, negated, type QuestionState } from './state.ts'
import { lemmaOf, stemOf, type Word } from './words.ts'

export const METHODS: ReadonlySet<string> = new Set(['get', 'post', 'put', 'patch', 'delete', 'head', 'options'])

/** "/orders", "POST /orders", "the checkout endpoint", a span's whole name. */
export function operationConditions(state: QuestionState): void {
  const { operations } = state.context.catalogue
  const lower = operations.map((name) => ({ name, text: name.toLowerCase() }))
  const isTimed = has(
    state,
    ...([
      'request_noun',
      'span_noun',
      'duration',
      'slowest',
      'fastest',
      'failure_noun',
      'failure_ratio',
      'success_ratio',
      'p95',
      'p99',
      'p90',
      'median',
      'mean',
    ] as const),
  )
  for (const { name, text } of lower) if (isTimed || QUERY.test(text)) byWholeName(state, name, text)
  for (const [index, word] of state.words.entries()) {
    if (word.usedBy !== null && word.usedBy !== 'path') continue
    const before = state.words[index - 1]
    const isPath = word.text.startsWith('/') || (word.text.includes('/') && !/^\d/.test(word.text))
    if (isPath) {
      const method = before !== undefined && METHODS.has(before.text) ? before.text : null
      const onRoute = lower.filter(({ text }) => isRouteOf(text, word.text, method))
      // "Bids/collect" of `POST /bids/collect`.
      const isBare = onRoute.length === 0 && !word.text.startsWith('/')
      const fitting = isBare ? lower.filter(({ text }) => isRouteOf(text, `/${word.text}`, method)) : onRoute
      // "/products/search" is its own route where there is one, and no product of that name.
      const literal = fitting.filter(({ text }) => text.endsWith(word.text.replace(/\/$/, '')))
      const exact = (literal.length > 0 ? literal : fitting).map(({ name }) => name)
      // "Rooms/Open" of `lobby.v1.Rooms/Open`: procedures are called without the package of their service.
      const unpackaged = word.text.startsWith('/') ? [] : lower.filter(({ text }) => text.endsWith(`.${word.text}`))
      // "/patients" is what people call "/patients/{id}".
      const longer = lower.filter(
        ({ text }) => /\/[:{<*][^/]*$/.test(text) && isRouteOf(text.replace(/\/[^/]*$/, ''), word.text, method),
      )
      const near = longer.length > 0 ? longer : unpackaged
      const named = exact.length > 0 ? exact : near.map(({ name }) => name)
      const value = named.length > 0 || isPathOfAccess(state) ? null : valueOfPath(state, word.text)
      if (named.length > 0)
        takeOperation(state, named, method === null || before === undefined ? [word] : [before, word])
      else if (word.text.startsWith('/') && isPathOfAccess(state))
        takeOperation(
          state,
          [method === null ? word.text : `${method.toUpperCase()} ${word.text}`],
          method === null || before === undefined ? [word] : [before, word],
        )
      else if (value !== null) {
        // A path that only an attribute of the spans tells.
        word.usedBy = 'condition'
        if (method !== null && before !== undefined) before.usedBy = 'condition'
        state.conditions.push(ofValue(value))
      } else if (word.text.startsWith('/') && operations.length > 0) {
        word.usedBy = 'condition'
        state.unknown.push(word.text)
      }
      continue
    }
    // Of names without a route the last part is what people say; in a route it is also an everyday word.
    const whole = lower.filter(
      ({ name, text }) =>
        (text === word.text && /[^a-z]/.test(text)) ||
        (isMethodName(name) && text.split(/[/.:]/).at(-1) === word.text && isOwnName(state, index, name)),
    )
    const isNamed = word.text.length >= 5 && whole.length > 0
    if (isNamed)
      takeOperation(
        state,
        whole.map(({ name }) => name),
        [word],
      )
    else byLastSegment(state, index, lower)
  }
}

/** The value of an attribute of spans that is this path, such as a route that their names do not have. */
function valueOfPath({ context }: QuestionState, path: string): KnownValue | null {
  if (!path.startsWith('/')) return null
  for (const { key, scope, signal, values } of context.values) {
    const held = signal === 'spans' ? values.find(({ value }) => value.toLowerCase() === path) : undefined
    if (held !== undefined) return { key, scope, ...held }
  }
  return null
}

/** The name of a query is never said by chance. */
const QUERY = /^(?:select|insert|update|delete) [a-z]/

/** Whether a path that no span has may stand in access lines: of the service that is named, or of any. */
function isPathOfAccess({ conditions, context }: QuestionState): boolean {
  const isNamed = conditions.some((condition) => condition.on === 'service' && condition.not !== true)
  return (isNamed ? accessServicesIn(conditions, context.catalogue) : accessServices(context.catalogue)).length > 0
}

/** "Mean duration of check batch": a span's name of plain words, written out. */
function byWholeName(state: QuestionState, name: string, text: string): void {
  if (!/^[a-z]{3,}(?: [a-z][\w.]{2,}){1,3}$/.test(text) || METHODS.has(text.split(' ')[0] ?? '')) return
  const parts = text.split(' ')
  for (let at = 0; at + parts.length <= state.words.length; at++) {
    const said = state.words.slice(at, at + parts.length)
    const isFree = said.every(({ usedBy }) => usedBy === null)
    if (isFree && (said.every((word, place) => word.text === parts[place]) || isDoing(said, parts)))
      takeOperation(state, [name], said)
  }
}

/** "Crate weighing" of `weigh crate`. */
function isDoing([thing, doing, more]: readonly Word[], [verb, noun]: readonly string[]): boolean {
  if (thing === undefined || doing === undefined || more !== undefined || verb === undefined || noun === undefined)
    return false
  return /ings?$/.test(doing.text) && stemOf(doing.text) === stemOf(verb) && thing.lemma === lemmaOf(noun)
}

/** `mdm.Write`, `pkg.Store/PutFrame`: capitals within a name that is no route; a route's own stand in its parameters. */
function isMethodName(name: string): boolean {
  return /[a-z][A-Z]/.test(name) && !/^(?:[A-Z]+ )?\/[a-z]|[{<]/.test(name)
}

/** Not `error` of `BasicController.error`: a plain word that says what is asked for is no name of a method. */
function isOwnName({ phrases }: QuestionState, index: number, name: string): boolean {
  const last = name.split(/[/.:]/).at(-1) ?? ''
  return /[a-z][A-Z_]/.test(last) || !phrases.some(({ at, length }) => at <= index && index < at + length)
}

/** "the search endpoint", "checkout requests" where a route ends so. */
function byLastSegment(state: QuestionState, index: number, lower: readonly { name: string; text: string }[]): void {
  const word = state.words[index]
  const after = state.words[index + 1]
  if (
    word === undefined ||
    after === undefined ||
    !/^(?:endpoint|route|operation|page|path|handler|api)$/.test(after.lemma)
  )
    return
  const named = lower.filter(({ text }) =>
    text.split(/[/ .:]/).some((part) => part === word.text || part === word.lemma || part === `${word.lemma}s`),
  )
  if (named.length > 0)
    takeOperation(
      state,
      named.map(({ name }) => name),
      [word, after],
    )
}

function takeOperation(state: QuestionState, names: readonly string[], words: readonly Word[]): void {
  const isNot = negated(state, words)
  for (const word of words) word.usedBy = 'operation'
  // Two routes are alternatives: no request is on both.
  const index = state.conditions.findIndex((one) => one.on === 'operation' && (one.not === true) === isNot)
  const held = state.conditions[index]
  if (held?.on === 'operation') {
    state.conditions[index] = { ...held, values: [...new Set([...held.values, ...names])].slice(0, 50) }
    return
  }
  state.conditions.push({
    on: 'operation',
    values: [...new Set(names)].slice(0, 50),
    ...(isNot ? { not: true } : {}),
  })
}

function isRouteOf(operation: string, path: string, method: string | null): boolean {
  const [verb, ...rest] = operation.split(' ')
  const route = rest.length > 0 && METHODS.has(verb ?? '') ? rest.join(' ') : operation
  if (method !== null && route !== operation && verb !== method) return false
  const clean = (text: string): string => text.replace(/\/$/, '')
  return clean(route) === clean(path) || clean(operation) === clean(path) || pathPattern(route, path)
}

/** "/products/42" is a request to "/products/:id". */
function pathPattern(route: string, path: string): boolean {
  const own = route.split('/')
  const asked = path.split('/')
  return (
    own.length === asked.length &&
    own.some((part) => /^[:{<*]/.test(part)) &&
    own.every((part, at) => part === asked[at] || /^[:{<*]/.test(part))
  )
}
