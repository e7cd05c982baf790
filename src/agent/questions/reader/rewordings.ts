/**
 * What else a question may have meant that could not be read as it was put: the same asked in a plainer way, a service
 * by a part of its name, a metric by another word for it, a word by one that means nearly the same and that the data
 * has. Each is only taken where it is read to the end, and what was taken for something else is said.
 */

import type { Catalogue } from '../grounding/catalogue.ts'
import { degreeOf, isSuperlative } from '../vocabulary/degrees.ts'
import { EVERYDAY_PARAPHRASES } from '../vocabulary/everyday-paraphrases.ts'
import { METRIC_WORDS } from '../vocabulary/meanings.ts'
import { PARAPHRASES } from '../vocabulary/paraphrases.ts'
import { isContentWord } from '../vocabulary/small-words.ts'
import { SPOKEN_PARAPHRASES } from '../vocabulary/spoken-forms.ts'
import { TECHNOLOGIES } from '../vocabulary/technologies.ts'
import { nearlySame, phrasesKnown } from '../vocabulary/thesaurus.ts'
import { acceptedOf } from './accepted-of.ts'
import { keysOf } from './fields.ts'
import type { Rewording } from './glosses.ts'
import { valueFor } from './known-values.ts'
import { HOLDERS } from './nearest-lines.ts'
import { routesAbout, routesOfThing, segmentsOf } from './routes.ts'
import type { ReadContext } from './state.ts'
import { lemmaOf, stemOf } from './words.ts'

/** A question is read again at most so many times. */
const REWORDINGS_MAX = 12
/** Of so many words that could not be placed another one is tried; with more, something else is asked. */
const OPEN_MAX = 3
const ALTERNATIVES_MAX = 3
/** Values of a key with more of them are ids. */
const CLASSES_MAX = 40

/** The question in other words, likeliest first. `open` are the words that could not be placed. */
export function rewordings(text: string, open: readonly string[], context: ReadContext): Rewording[] {
  const lower = text.toLowerCase()
  const plain = toldApart(paraphrased(lower), context.catalogue)
  const paraphrase: Rewording[] = plain === lower ? [] : [{ text: plain, note: '' }]
  const bases = [...paraphrase.map((one) => one.text), lower]
  const words = [...new Set(open.flatMap((said) => said.toLowerCase().split(' ')))].filter((word) => isIn(lower, word))
  const replaced =
    words.length > OPEN_MAX
      ? []
      : bases.flatMap((base) => [
          ...inOtherWords(base, words, context),
          ...byMethod(base, words, context),
          ...withoutHolders(base, words, context),
        ])
  return [
    ...paraphrase,
    ...acceptedOf(lower, context),
    ...cameBack(lower, context),
    ...endOfAll(lower, context),
    ...replaced,
  ].slice(0, REWORDINGS_MAX)
}

function isIn(text: string, said: string): boolean {
  return new RegExp(`(?<![\\w-])${RegExp.escape(said)}(?![\\w-])`).test(text)
}

/** Each word or phrase that could not be placed by another one: first all by the likeliest, then one by one. */
function inOtherWords(base: string, open: readonly string[], context: ReadContext): Rewording[] {
  const phrases = phrasesKnown(base).filter((phrase) => {
    const words = phrase.split(' ')
    // "Paid by card": what stands behind "by" is a value of the data, which another word would not say.
    const by = words.lastIndexOf('by')
    if (by > 0 && valueFor({ context }, words.slice(by + 1).join(' ')) !== null) return false
    return open.length === 0 || words.some((word) => open.includes(word))
  })
  const choicesFor = (said: string): { said: string; others: readonly string[] }[] => {
    const others = alternatives(said, base, context).filter((other) => !isIn(base, other.toLowerCase()))
    const extreme = isSuperlative(said) ? (degreeOf(said)?.little.test(said) === true ? 'lowest ' : 'highest ') : ''
    return others.length === 0 ? [] : [{ said, others: others.map((other) => extreme + other) }]
  }
  const ofPhrases = phrases.flatMap(choicesFor)
  const rest = open.filter((word) => !ofPhrases.some(({ said }) => said.split(' ').includes(word)))
  const choices = [...ofPhrases, ...rest.flatMap(choicesFor)]
  const single = choices.flatMap(({ said, others }) =>
    others.map((other) => withWord({ text: base, note: '' }, said, other)),
  )
  // Two services at once were hardly meant by two everyday words.
  const isService = ({ others }: { others: readonly string[] }): boolean =>
    context.catalogue.services.some(({ name }) => name === others[0])
  if (choices.length < 2 || choices.filter(isService).length > 1) return single
  const together = [0, 1].map((place) =>
    choices.reduce((text, { said, others }) => withWord(text, said, others[place] ?? others[0] ?? said), {
      text: base,
      note: '',
    }),
  )
  return [...together, ...single]
}

/** A holder that nothing in the data goes by, where the word before it, or behind its "of", is one of the data. */
function withoutHolders(base: string, open: readonly string[], context: ReadContext): Rewording[] {
  // "Jobs done": of lines that tell of each step the last ones are meant.
  if (/\b(?:done|finished|completed|ended|started|begun|run)\b/.test(base)) return []
  return open.flatMap((word) => {
    if (!HOLDERS.test(word)) return []
    const said =
      new RegExp(`(?<![\\w-])([a-z][\\w-]{1,40}) ${RegExp.escape(word)}(?![\\w-])`).exec(base) ??
      new RegExp(`(?<![\\w-])${RegExp.escape(word)} of (?:the |our )?([a-z][\\w-]{1,40})`).exec(base)
    const [phrase, thing = ''] = said ?? []
    const { catalogue } = context
    const isOfData = isOfService(thing, catalogue) || isKnown(thing, catalogue) || isField(lemmaOf(thing), context)
    if (phrase === undefined || !isContentWord(thing) || !isOfData) return []
    const several = /(?:s|ing|ed)$/.test(thing) ? thing : `${thing}s`
    return [...new Set([several, thing])].map((plain) => withWord({ text: base, note: '' }, phrase, plain))
  })
}

/** What is done with a thing, by the methods of routes. */
const METHODS: readonly (readonly [said: RegExp, method: RegExp])[] = [
  [/^(?:lookups?|look-ups?|reads?|fetches|retrievals?|views?)$/, /^GET \//],
  [/^(?:updates?|edits?|modifications?)$/, /^(?:PUT|PATCH) \//],
  [/^(?:deletions?|deletes?|removals?)$/, /^DELETE \//],
  [/^(?:creations?|submissions?|applications?|inserts?)$/, /^POST \//],
]

/** "Permit lookups", "lookups of permits": the route of that method and thing, where there is one. */
function byMethod(base: string, open: readonly string[], { catalogue }: ReadContext): Rewording[] {
  return open.flatMap((word) => {
    const method = METHODS.find(([said]) => said.test(word))?.[1]
    const said =
      new RegExp(`(?<![\\w-])([a-z][\\w-]{1,40}) ${RegExp.escape(word)}(?![\\w-])`).exec(base) ??
      new RegExp(
        `(?<![\\w-])(?:get |put |post |delete )?${RegExp.escape(word)} of (?:the |our |an? )?([a-z][\\w-]{1,40})`,
      ).exec(base)
    const [phrase, thing] = said ?? []
    if (method === undefined || phrase === undefined || thing === undefined) return []
    const routes = routesAbout(thing, catalogue.operations).filter((name) => method.test(name))
    return routes.slice(0, 2).map((route) => withWord({ text: base, note: '' }, phrase, route))
  })
}

const CAME_BACK =
  /^(?:so |and |but |ok )*(?:when|at what time|what time) (?:did|was|were|is|has|have) (?:the |our )?(\S{2,60}) (?:come |came |get |got |go |gone |been |be )?(?:back|fixed|repaired|restored|working again|ok again|healthy again|available again)(?: (?:up|online|to normal|again))?\W*$/
const STARTED = /^(?:started|starting|restarted|restarting|booted|listening|ready|up)$/
/** Lines of a start that come more often are of something else. */
const STARTS_MAX = 20

/** "When did web come back?": when it started anew, where lines of it tell of that; else when it recovered. */
function cameBack(lower: string, { catalogue }: ReadContext): Rewording[] {
  const said = CAME_BACK.exec(lower)?.[1]
  if (said === undefined) return []
  const isStarted = catalogue.templates.some(
    ({ service, count, tokens }) =>
      service.toLowerCase() === said && count <= STARTS_MAX && tokens.some((token) => STARTED.test(token)),
  )
  return [{ text: `when did ${said} ${isStarted ? 'restart' : 'recover'}`, note: '' }]
}

const WHEN_OVER =
  /^(?:so |and |but |ok )*(?:when|at what time|what time|since when) (?:did|was|were|is|are|has|have) (?:the |our )?([a-z][a-z -]{2,40}?) (?:come |came |get |got |go |been |be |start |started )?(?:back|fixed|repaired|solved|resolved|restored|working(?: again)?|recover(?:ed)?|ok again|possible again|available again|work again)(?: (?:up|online|to normal|again))?\W*$/

/** "When was the upload fixed?": when all was over, which is said where the project knows the thing. */
function endOfAll(lower: string, { catalogue }: ReadContext): Rewording[] {
  const said = WHEN_OVER.exec(lower)?.[1]
  const isOfProject = said?.split(' ').some((word) => isContentWord(word) && isKnown(word, catalogue))
  return isOfProject === true
    ? [{ text: 'when was it over', note: `This is about everything that failed, not only "${said}".` }]
    : []
}

function withWord({ text, note }: Rewording, said: string, other: string): Rewording {
  const took = `I took "${said}" as ${other}.`
  return {
    text: text.replace(new RegExp(`(?<![\\w-])${RegExp.escape(said)}(?![\\w-])`, 'g'), other),
    note: note === '' ? took : `${note} ${took}`,
  }
}

export function paraphrased(text: string): string {
  let plain = text
  for (const [said, other] of [...PARAPHRASES, ...EVERYDAY_PARAPHRASES, ...SPOKEN_PARAPHRASES])
    plain = plain.replace(said, other)
  return plain.trim()
}

const HOW_MANY = /\bhow many (?!different|distinct|unique)((?:[a-z-]{3,30} )?[a-z-]{3,30}s|people) (?=[a-z])/

/** "How many branches send requests": a noun that is a key tells what is told apart. */
function toldApart(text: string, catalogue: Catalogue): string {
  return text.replace(HOW_MANY, (said, noun: string) => {
    const [first] = keysOf(noun, catalogue)
    return first === undefined || /[._-](?:type|kind|class|category|status|state|method)$/i.test(first.key)
      ? said
      : `how many different ${noun} `
  })
}

/** What the data calls something that nothing in it goes by this word for. */
function alternatives(word: string, base: string, context: ReadContext): string[] {
  const { catalogue, values } = context
  const carried = filesCarried(word, catalogue)
  if (carried !== null) return [carried]
  // "Slowest command" beside `command-router` and `POST /commands`: what is done goes before who is called after it.
  const isNamed = catalogue.services.some(({ name }) => isIn(base, name.toLowerCase()))
  const [route] = isNamed ? [] : routesOfThing(word, catalogue.operations).made
  const service = route === undefined ? serviceWith(word, catalogue) : null
  const metric = metricOf(word, catalogue)
  // A word that the data has was meant as it is.
  const isOwn =
    isKnown(word, catalogue) || values.some((one) => one.values.some(({ value }) => value.toLowerCase() === word))
  const isKnownAs = (other: string): boolean =>
    isKnown(other, catalogue) ||
    (isField(other, context) && !isOfService(other, catalogue)) ||
    catalogue.keys.some(({ key }) => key.toLowerCase() === other) ||
    // What was lost, and no line says so, is what failed.
    (other === 'failed' && catalogue.records.spans > 0)
  const known = isOwn ? [] : nearlySame(word).filter(isKnownAs)
  const other = known.filter(isContentWord)
  const denied = /^un([a-z]{3,20}(?:ed|en|ied))$/.exec(word)?.[1]
  const found = [
    ...(route === undefined ? [] : [route]),
    ...(service === null ? [] : [service]),
    ...(metric === null ? [] : [metric]),
    ...(denied !== undefined && isKnown(denied, catalogue) ? [`not ${denied}`] : []),
    ...other,
  ]
  const short = shortName(word, catalogue)
  return [...new Set(short === null ? found : [...found, short])].slice(0, ALTERNATIVES_MAX)
}

/** So many letters of a word tell it from others. */
const SHORT_MIN = 4

/** "Identifications" of `ident-check` and `ident.method`: the only name of the data that the word begins with. */
function shortName(word: string, { services, keys, operations }: Catalogue): string | null {
  if (/[^a-z]/.test(word)) return null

  const names = [...services.map(({ name }) => name), ...keys.map(({ key }) => key), ...operations]
  const parts = new Set(names.flatMap((name) => name.toLowerCase().split(/[^a-z]+/)))
  const short = [...parts].filter(
    (part) =>
      !TECHNOLOGIES.has(word) &&
      part.length >= SHORT_MIN &&
      word.length >= part.length + 3 &&
      word.startsWith(part) &&
      isContentWord(part),
  )
  const [name, more] = short
  if (name === undefined || more !== undefined) return null
  return word.endsWith('s') && !name.endsWith('s') ? `${name}s` : name
}

const IS_OF_FILES =
  /(?:attachments?|files?|blobs?|objects?|images?|photos?|pictures?|documents?|media|videos?|avatars?|assets?|artifacts?|binaries|binary)(?:\/(?:\{[^}]{1,40}\}|:\w{1,40}|\*))?$/i

/** "Uploads" where nothing goes by the word: the route on which files are put, or got for "downloads". */
export function filesCarried(word: string, catalogue: Catalogue): string | null {
  const said = /^(up|down)loads?$/.exec(word)?.[1]
  if (said === undefined || isKnown(word, catalogue)) return null
  const methods = said === 'up' ? /^(?:PUT|POST|PATCH) \// : /^GET \//
  return catalogue.operations.find((name) => methods.test(name) && IS_OF_FILES.test(name)) ?? null
}

/** The only service that has the word as a part of its name. */
function serviceWith(word: string, { services }: Catalogue): string | null {
  if (word.length < 4) return null
  const named = services.filter(({ name }) =>
    name
      .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-')
      .toLowerCase()
      .split(/[-_./: ]+/)
      .includes(lemmaOf(word)),
  )
  return named.length === 1 ? (named[0]?.name ?? null) : null
}

/** The only metric that goes by another word for what is asked. */
function metricOf(word: string, { metrics }: Catalogue): string | null {
  const parts = METRIC_WORDS.find(([asked]) => asked.includes(lemmaOf(word)))?.[1] ?? []
  for (const part of parts) {
    const named = metrics.filter(({ name }) =>
      name
        .toLowerCase()
        .split(/[._/-]+/)
        .some((own) => own === part || stemOf(own) === stemOf(part)),
    )
    if (named.length > 0) return named.length === 1 ? (named[0]?.name ?? null) : null
  }
  return null
}

/** Whether a key, a value that people know, or a metric goes by a word. */
function isField(word: string, { catalogue, values }: ReadContext): boolean {
  return (
    keysOf(word, catalogue).length > 0 ||
    values.some(
      (known) => known.values.length <= CLASSES_MAX && known.values.some(({ value }) => value.toLowerCase() === word),
    ) ||
    catalogue.metrics.some(({ name }) =>
      name
        .toLowerCase()
        .split(/[._/-]+/)
        .includes(word),
    )
  )
}

/** Whether lines or routes go by a word that is no part of a service's name. */
function isKnown(word: string, { services, templates, operations }: Catalogue): boolean {
  const stem = stemOf(word)
  if (isOfService(word, { services })) return false
  return (
    templates.some(({ tokens }) => tokens.some((token) => token === word || stemOf(token) === stem)) ||
    operations.some((name) => segmentsOf(name).includes(stem))
  )
}

/** Whether a service has the word as a part of its name. */
function isOfService(word: string, { services }: Pick<Catalogue, 'services'>): boolean {
  const stem = stemOf(word)
  return services.some(({ name }) =>
    name
      .toLowerCase()
      .split(/[-_./]+/)
      .some((part) => stemOf(part) === stem),
  )
}
