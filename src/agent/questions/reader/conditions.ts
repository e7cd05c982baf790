/** Conditions a question states: services, status codes, severities, key=value pairs; operations and limits on numbers stand beside. */

import { statusKeys } from '../execute/filters.ts'
import { PEOPLE } from '../vocabulary/people.ts'
import { STATUS_REASONS } from '../vocabulary/status-reasons.ts'
import { asksOfCalls } from './calls-between.ts'
import { fieldOf } from './fields.ts'
import { grpcStatus } from './grpc-status.ts'
import { classValue, valueFor } from './known-values.ts'
import { letteredNames } from './lettered.ts'
import { levelInLines } from './level-in-lines.ts'
import { amountConditions, boundConditions, durationConditions } from './limits.ts'
import { METHODS, operationConditions } from './operation-conditions.ts'
import { routesAbout } from './routes.ts'
import { SERVICE_NOUNS } from './services.ts'
import { asWritten, has, negated, phraseWords, type QuestionState } from './state.ts'
import { takeTraced } from './traced.ts'
import type { Word } from './words.ts'

/** Reads the conditions of a question and takes their words as used. */
export function readConditions(state: QuestionState): void {
  serviceConditions(state)
  boundConditions(state)
  pairConditions(state)
  letteredNames(state)
  newlyMade(state)
  takeTraced(state)
  operationConditions(state)
  statusConditions(state)
  grpcStatus(state)
  durationConditions(state)
  amountConditions(state)
  severityCondition(state)
  levelInLines(state)
}

const COMES_TO_BE =
  /^(?:started|created|opened|registered|made|added|begun|placed|booked|accepted|submitted|stored|posted|uploaded|published|issued|signed|subscribed|arrived|received|installed|launched)$/

/** "New rooms created": what came to be is new, so the word says nothing, unless the data has it. */
function newlyMade({ words, context }: QuestionState): void {
  for (const [at, word] of words.entries()) {
    if (word.text !== 'new' || word.usedBy !== null) continue
    const isMade = words.slice(at + 2, at + 5).some(({ text }) => COMES_TO_BE.test(text))
    const isOfData =
      valueFor({ context }, 'new') !== null || context.catalogue.templates.some(({ tokens }) => tokens.includes('new'))
    if (isMade && !isOfData) word.usedBy = 'no condition'
  }
}

function serviceConditions(state: QuestionState): void {
  const taken: string[] = []
  const left: string[] = []
  for (const { services, said, how, at, length } of state.named) {
    const isNot = negated(state, state.words.slice(at, at + length))
    const [first] = services
    if (METHODS.has(said) && state.words[at + length]?.text.startsWith('/') === true) {
      // "POST /quotes" names no `notice-post`.
      for (const word of state.words.slice(at, at + length)) word.usedBy = null
    } else if (first !== undefined && services.length === 1 && isOfDeployment(state, at)) {
      state.anchorService = first
    } else if (how === 'short' && length === 1 && meansValue(state, said, at)) {
      const value = classValue(state, said)
      if (value !== null && /\b(?:via|through|over|using|from the|via the) $/.test(textBefore(state, at)))
        attribute(state, value.key, value.scope, value.value, isNot)
      else if (value !== null && !isOfTrouble(state) && isPeopleOf(state, services, said, at)) {
        const [only, more] = services
        if (state.context.areServicesMeant === true && only !== undefined && more === undefined) {
          taken.push(only)
          state.notes.push(`I took "${said}" as ${only}.`)
          continue
        }
        attribute(state, value.key, value.scope, value.value, isNot)
        for (const word of state.words.slice(at, at + length)) word.usedBy = 'attribute'
        state.notes.push(`I took "${said}" as \`${value.key}\` \`${value.value}\`.`)
      } else if (value !== null && isOfTrouble(state)) {
        // Trouble is told for everything, whichever of the two is meant.
        for (const word of state.words.slice(at, at + length)) word.usedBy = 'left out'
        state.leftOut.push(said)
        state.unrestricted.push(said)
      } else if (value !== null)
        state.askBack = {
          because: `"${said}" may be ${orList([...services.slice(0, 3), `the \`${value.key}\` of that name`])}`,
          readings: [...services.slice(0, 1), `${value.key} ${said}`].map((meant) =>
            state.text.replace(said, meant).trim(),
          ),
        }
    } else if (services.length > 1) {
      state.askBack = {
        because: `"${said}" may be ${orList(services.slice(0, 4))}`,
        readings: services.slice(0, 3).map((service) => state.text.replace(said, service).trim()),
      }
    } else if (first !== undefined) {
      if (isNot && isBesideOther(state, first) && !asksOfCalls(state)) leaveRoutes(state, said)
      else (isNot ? left : taken).push(first)
      if (how === 'near') state.notes.push(`I took "${said}" for ${first}.`)
    }
  }
  if (taken.length > 0) state.conditions.push({ on: 'service', values: [...new Set(taken)] })
  if (left.length > 0) state.conditions.push({ on: 'service', values: [...new Set(left)], not: true })
}

function isOfTrouble(state: QuestionState): boolean {
  if (has(state, 'count', 'share', 'by', 'request_noun', 'log_noun', 'error_noun', 'duration', 'failure_ratio'))
    return (
      /\bhow (?:many (?:minutes|hours)|long)\b/.test(state.text) &&
      /\b(?:broken|down|failing|out|unavailable|degraded|affected)\b/.test(state.text)
    )
  return has(state, 'what_broke', 'why', 'since_when', 'how_long')
}

/** "Gateway requests without presence": another service is whose requests are counted. */
function isBesideOther({ named, negations }: QuestionState, service: string): boolean {
  const isLeft = (at: number): boolean => negations.some(({ scope }) => scope.has(at))
  return named.some(({ services, at }) => services.length === 1 && services[0] !== service && !isLeft(at))
}

/** Of a service's requests those are left out that go by the name of another; without such routes it is asked back. */
function leaveRoutes(state: QuestionState, said: string): void {
  const routes = routesAbout(said, state.context.catalogue.operations)
  if (routes.length === 0) {
    state.askBack = { because: `I cannot tell which requests "${said}" leaves out`, readings: [] }
    return
  }
  state.notes.push(`I left out the requests on the routes that go by "${said}".`)
  state.conditions.push({ on: 'operation', values: routes.slice(0, 50), not: true })
}

/** "Requests for web" beside web-edge and a channel `web`: either may be meant. */
function meansValue(state: QuestionState, said: string, at: number): boolean {
  const value = classValue(state, said)
  const next = state.words[at + 1]
  return (
    value !== null &&
    !/service|^(?:db|messaging|rpc)\./i.test(value.key) &&
    !(next !== undefined && SERVICE_NOUNS.test(next.lemma))
  )
}

/**
 * "How many returns did citizens file" beside citizen-portal: several of them, or who does something, are people whom a
 * value tells; a part of a service's name in another form is none.
 */
function isPeopleOf(state: QuestionState, services: readonly string[], said: string, at: number): boolean {
  const [word, next] = state.words.slice(at, at + 2)
  if (word === undefined || (next !== undefined && SERVICE_NOUNS.test(next.lemma))) return false
  const isPart = services.some((name) =>
    name
      .toLowerCase()
      .split(/[-_./ ]+/)
      .includes(said),
  )
  if (word.text !== word.lemma && !isPart) return true
  const isOne = /^(?:an?|each|every|per|by)$/.test(state.words[at - 1]?.text ?? '')
  return PEOPLE.test(word.lemma) && (isOne || word.text !== word.lemma)
}

function textBefore({ words, text }: QuestionState, at: number): string {
  return text.slice(0, words[at]?.start ?? 0)
}

/** "Since the rollback of web": whose deployment it is, not whose records are counted. */
function isOfDeployment(state: QuestionState, at: number): boolean {
  const before = state.words
    .slice(Math.max(0, at - 6), at)
    .map(({ text }) => text)
    .join(' ')
  return /\b(?:since|after) (?:the |its |last |latest )*(?:rollback|deploy|deployment|release|rollout|upgrade|update|new version) (?:of|to|for|on|in)(?: the)?$/.test(
    before,
  )
}

/** "tenant=acme", "region:eu-west-1". */
function pairConditions(state: QuestionState): void {
  for (const found of state.text.matchAll(
    /(?<![\w/])([a-z_][\w.]{0,80})(?: ?(!?==?|<>) ?|(:)(?! |\d\d|\/))([\w./@-]{1,200})/g,
  )) {
    const [whole, key = '', sign = '', colon, value = ''] = found
    if (/^(?:error|errors|message|question|hi|hello|note|time|utc|explain|mean|means)$/.test(key)) continue
    const known = state.context.catalogue.keys.find((one) => one.key.toLowerCase() === key)
    const field = known === undefined ? fieldOf(key, state.context.catalogue) : null
    // A colon is punctuation unless a key of the data stands before it.
    if (colon !== undefined && known === undefined && (field === null || field.scope === 'builtin')) continue
    const words = state.words.filter(({ start, end }) => start < found.index + whole.length && end > found.index)
    const isNot = sign === '!=' || sign === '!==' || sign === '<>' || negated(state, words)
    for (const word of words) word.usedBy ??= 'condition'
    if (known !== undefined) attribute(state, known.key, known.scope, value, isNot)
    else if (field !== null && field.scope !== 'builtin') attribute(state, field.field, field.scope, value, isNot)
    else state.conditions.push({ on: 'text', text: `${key}=${value}`, mode: 'phrase', ...(isNot ? { not: true } : {}) })
  }
}

/** Several values of one key are alternatives. */
export function attribute(
  state: QuestionState,
  key: string,
  scope: 'attribute' | 'resource',
  value: string,
  isNot = false,
): void {
  const values = state.context.values.filter((one) => one.key === key && one.scope === scope)
  const known = values.flatMap((one) => one.values).find((one) => one.value.toLowerCase() === value.toLowerCase())
  const written = known?.value ?? asWritten(state, value)
  const index = state.conditions.findIndex(
    (one) => one.on === 'attribute' && one.key === key && one.scope === scope && (one.not === true) === isNot,
  )
  const held = state.conditions[index]
  if (held?.on === 'attribute') {
    if (!held.values.includes(written)) state.conditions[index] = { ...held, values: [...held.values, written] }
    return
  }
  state.conditions.push({ on: 'attribute', key, scope, values: [written], ...(isNot ? { not: true } : {}) })
}

/** After these a number of three digits is an amount. */
const AMOUNT_BEFORE =
  /^(?:top|first|limit|than|over|above|below|under|exceeding|about|around|nearly|almost|roughly|to|last|past|newest|latest|at)$/
const AMOUNT_AFTER =
  /^(?:ms|s|sec|second|minute|min|hour|millisecond|byte|mb|kb|gb|log|record|line|%|percent|times?|of|users?|customers?|orders?|days?)$/

/** "How many 201 did GET /orders return": what is answered with is a code. */
const ANSWERS = /\b(?:return|answer|respond|send|give|serve|reply)\b/

function statusConditions(state: QuestionState): void {
  for (const [index, word] of state.words.entries()) {
    const found = /^([1-5])(?:xx|(\d\d))(?:s|'s)?$/.exec(word.text)
    if (found === null || word.usedBy !== null) continue
    const before = state.words[index - 1]
    const after = state.words[index + 1]
    const isClass = found[2] === undefined
    const isPlain = /^[123]/.test(word.text)
    const isUnit = after !== undefined && AMOUNT_AFTER.test(after.lemma) && !isOfService(state, index)
    const isPlural = /s$/.test(word.text) || isClass
    // "The last 504 on web" is one of them, "the last 500 requests" are so many.
    const isOne =
      /^(?:first|last|newest|latest)$/.test(before?.text ?? '') &&
      /^[45]/.test(word.text) &&
      (after === undefined ||
        after.usedBy === 'time' ||
        /^(?:on|of|at|from|in|for|by|seen|was|came|occur|occurred|happen|happened|appear|appeared|when|what|please|and|ever|since|before|after)$/.test(
          after.text,
        ))
    const isLimit = before !== undefined && AMOUNT_BEFORE.test(before.text) && before.usedBy !== 'not' && !isOne
    const isSaid =
      /^(?:status|code|http|response|error|request|returned|return|with|answered|answer|responded|gave|got|get|of)$/.test(
        before?.lemma ?? '',
      ) ||
      (/^an?$/.test(before?.text ?? '') &&
        /^(?:get|got|gotten|return|returned|with|answered|gave|receive|received|saw|see|had|was|is)$/.test(
          state.words[index - 2]?.text ?? '',
        )) ||
      /^(?:response|status|error|request|code|answer|reply)$/.test(after?.lemma ?? '') ||
      (before?.text === 'many' && /^(?:did|does|do)$/.test(after?.text ?? '') && ANSWERS.test(state.text))
    const isBesideCode = isCodeBeside(state.words, index)
    const isKnown = isPlain && isKnownCode(state, index)
    if (!isPlural && !isBesideCode && (isUnit || (isLimit && !isKnown) || (isPlain && !isSaid && !isKnown))) continue
    const isNot = negated(state, [word])
    word.usedBy = 'status_code'
    const base = Number(found[1]) * 100
    const code = isClass ? null : base + Number(found[2])
    state.conditions.push({
      on: 'status_code',
      from: code ?? base,
      to: code ?? base + 99,
      ...(isNot ? { not: true } : {}),
    })
    takeReason(state, index, base + Number(found[2] ?? 0))
    takeRefusal(state.words, index, base)
    takeWhoSaw(state.words, index)
    const wider = /^(?:error|response|request|status|code|answer|http)$/
    for (const near of [before, after])
      if (near !== undefined && near.usedBy === null && wider.test(near.lemma) && near.lemma !== 'request')
        near.usedBy = 'status_code'
  }
}

const BEFORE_CODE =
  /^(?:any|only|just|and|or|not|no|without|except|excluding|but|many|some|vs|versus|against|return|returned|returning|returns)$/
const AFTER_CODE = /^(?:on|of|at|from|in|for|by|per|and|or|vs|versus|only|since|between|during|over|today|now|please)$/

/** "Only 201", "other than 200", "200 of web": a code of success that the project's requests carry, and no amount. */
function isKnownCode({ words, context }: QuestionState, at: number): boolean {
  const [word, before, after] = [words[at], words[at - 1], words[at + 1]]
  const isOther = before?.text === 'than' && words[at - 2]?.text === 'other'
  const isPlaced = before === undefined || isOther || before.usedBy === 'not' || BEFORE_CODE.test(before.text)
  const isEnd = after === undefined || after.usedBy === 'time' || AFTER_CODE.test(after.text)
  if (word === undefined || !/^[23]\d\d$/.test(word.text) || !isPlaced || !isEnd) return false
  const keys = [...statusKeys(context.catalogue, 'spans'), ...statusKeys(context.catalogue, 'logs')]
  return context.values.some(({ key, values }) => keys.includes(key) && values.some(({ value }) => value === word.text))
}

/** "410 of web": a code of a failure before the service it is of, and no amount of it. */
function isOfService({ words, named }: QuestionState, at: number): boolean {
  const next = words[at + 2]?.text === 'the' ? at + 3 : at + 2
  return (
    /^[45]/.test(words[at]?.text ?? '') && words[at + 1]?.text === 'of' && named.some((service) => service.at === next)
  )
}

/** "409 conflicts", "503 service unavailable": the name of the code beside it says the same. */
function takeReason({ words }: QuestionState, at: number, code: number): void {
  const reason = STATUS_REASONS[code] ?? []
  for (const name of reason) {
    const parts = name.split(' ')
    // "Rate limited requests (429)": a noun may stand between.
    const isNoun = (place: number): boolean =>
      /^(?:request|response|call|error|answer)$/.test(words[place]?.lemma ?? '')
    const beyond = [...(isNoun(at + 1) ? [at + 2] : []), ...(isNoun(at - 1) ? [at - 1 - parts.length] : [])]
    for (const from of [at + 1, at - parts.length, ...beyond]) {
      const said = words.slice(Math.max(0, from), from + parts.length)
      if (
        said.length === parts.length &&
        said.every(({ lemma, text }, place) => lemma === parts[place] || text === parts[place])
      )
        for (const word of said) word.usedBy ??= 'status_code'
    }
  }
}

/** "Refused with 409", "409 refusals": how it is called that a request is not granted. */
function takeRefusal(words: readonly Word[], at: number, base: number): void {
  if (base !== 400) return
  const before = /^(?:with|as|by)$/.test(words[at - 1]?.text ?? '') ? words[at - 2] : words[at - 1]
  for (const word of [before, words[at + 1]])
    if (word?.usedBy === null && /^(?:refus(?:ed|als?)|reject(?:ed|ions?)|denied|denials?)$/.test(word.text))
      word.usedBy = 'status_code'
}

/** "502s did runners see": who met them. */
function takeWhoSaw(words: readonly Word[], at: number): void {
  const [did, who, saw] = words.slice(at + 1, at + 4)
  if (!/^(?:did|do|have|has)$/.test(did?.text ?? '') || who?.usedBy !== null || who.text === who.lemma) return
  if (/^(?:see|get|got|hit|face|meet|receive|seen|gotten|run)$/.test(saw?.text ?? '')) who.usedBy = 'no condition'
}

/** "200 vs 503", "402 or 502": a number beside a code is one. */
function isCodeBeside(words: readonly Word[], at: number): boolean {
  const isJoint = (word: Word | undefined): boolean => /^(?:vs|versus|and|or|than|against|plus)$/.test(word?.text ?? '')
  const isCode = (word: Word | undefined): boolean => /^[1-5]\d\d(?:s|'s)?$/.test(word?.text ?? '')
  return (isJoint(words[at + 1]) && isCode(words[at + 2])) || (isJoint(words[at - 1]) && isCode(words[at - 2]))
}

const LEVELS = ['fatal_noun', 'error_noun', 'warn_noun', 'info_noun', 'debug_noun'] as const

/** "Logs of web with problems", "lines that look bad": warnings and worse. */
function withProblems(state: QuestionState): void {
  const found =
    /\b(?:logs?|lines?|records?|messages?|entries|events?)\b.{0,80}?\b(?:(?:with|about|of|showing) (?:any )?(?:problems?|issues?|troubles?)|that (?:look|looks|are|is) (?:bad|wrong|suspicious))\b/.exec(
      state.text,
    )
  if (found === null) return
  const end = found.index + found[0].length
  for (const word of state.words.filter(({ end: own }) => own <= end).slice(-3))
    if (
      /^(?:with|about|of|showing|any|problems?|issues?|troubles?|that|looks?|are|is|bad|wrong|suspicious)$/.test(
        word.text,
      )
    )
      word.usedBy ??= 'severity'
  state.conditions.push({ on: 'severity', is: 'warn', orWorse: true })
}

const OR_WORSE = /^(?:worse|higher|above|severe|up)$/

function severityCondition(state: QuestionState): void {
  const isOrWorse = /\b(?:or (?:worse|higher|above|more severe)|and (?:above|worse|higher|up)|at least)\b/.test(
    state.text,
  )
  // "Top errors", "new warnings": the phrase asks for patterns or changes, its noun still says of which records.
  const inPhrases = state.phrases
    .filter(({ tag }) => tag === 'patterns' || tag === 'changes')
    .flatMap((phrase) => phraseWords(state, phrase).map(({ lemma }) => lemma))
  const isIn = (tag: string): boolean =>
    (tag === 'error_noun' && inPhrases.some((word) => word === 'error' || word === 'exception')) ||
    (tag === 'warn_noun' && inPhrases.includes('warning'))
  const levels = [...LEVELS].filter((tag) => has(state, tag) || isIn(tag))
  const names = {
    fatal_noun: 'fatal',
    error_noun: 'error',
    warn_noun: 'warn',
    info_noun: 'info',
    debug_noun: 'debug',
  } as const
  if (levels.length === 0) {
    withProblems(state)
    return
  }
  const said = state.phrases.filter(({ tag }) => levels.includes(tag as (typeof levels)[number]))
  const words = said.flatMap((phrase) => phraseWords(state, phrase))
  const isNot = negated(state, words)
  for (const word of words) word.usedBy ??= 'severity'
  if (isOrWorse) for (const word of state.words) if (OR_WORSE.test(word.text)) word.usedBy ??= 'severity'
  if (isNot && levels.length > 1) {
    // "Warnings, but no errors": the negated ones are not what is counted, the others are all of it.
    const open = said.filter((phrase) => !negated(state, phraseWords(state, phrase))).map(({ tag }) => tag)
    levels.splice(0, levels.length, ...levels.filter((level) => open.includes(level)))
  }
  const lowest = levels.at(-1)
  if (lowest === undefined) return
  // "Fatal errors" are fatal ones; "errors and warnings" are both; "errors" take the fatal ones in.
  if (
    levels.length === 2 &&
    levels[0] === 'fatal_noun' &&
    levels[1] === 'error_noun' &&
    !/fatals? and|errors? and/.test(state.text)
  ) {
    state.conditions.push({ on: 'severity', is: 'fatal', orWorse: true })
  } else if (isNot && levels.length === 1 && said.every((phrase) => negated(state, phraseWords(state, phrase)))) {
    const is = names[lowest]
    state.conditions.push({ on: 'severity', is, orWorse: is === 'error' || is === 'fatal', not: true })
  } else {
    const is = names[lowest]
    state.conditions.push({
      on: 'severity',
      is,
      orWorse: levels.length > 1 || is === 'error' || is === 'fatal' || isOrWorse,
    })
  }
}

/** Joins names as in `a, b or c`. */
export function orList(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}
