/**
 * Keys of the project in everyday grammar: "kiln jobs by kiln" says the key twice, "how many kilns got a job" counts
 * those of the jobs, "glazes by kind" is by `pot.glaze`, "is it getting hotter? oven.temperature" asks it of that metric.
 */
import type { Catalogue } from '../grounding/catalogue.ts'
import { keysOf } from './fields.ts'
import { operationsNamed } from './routes.ts'
import { lemmaOf } from './words.ts'

type Known = Pick<Catalogue, 'keys' | 'metrics' | 'operations' | 'services' | 'values'>

/** The question in the form that the reader knows. */
export function withKeysInPlace(question: string, catalogue: Known): string {
  if (question.length > 300 || /["`\n]/.test(question)) return question
  const plain = byKind(withoutOwnThing(ofMetricBeside(question, catalogue), catalogue), catalogue)
  return onesOfMany(keySaidOnce(plain, catalogue), catalogue)
}

const ONTO =
  /^((?:so |and |but |hey )*(?:do|does|are|is) (?:the |our |all )?)([a-z-]{3,30}s) (?:onto|into|of|to|for) (?:the |our |all )?([a-z-]{3,30}s)(?= (?:still |all |now |currently |again |being |really )*(?:go|work|get|succeed|fail|failing|working|going|getting|ok|fine|broken|down|affected)\b)/i

/** "Do jobs for kilns go through", where kilns are a key and what a service is there for: all jobs are. */
function withoutOwnThing(question: string, catalogue: Known): string {
  return question.replace(ONTO, (said, lead: string, noun: string, things: string) => {
    const lemma = lemmaOf(things.toLowerCase())
    const isOwn = catalogue.services.some(({ name }) => name.toLowerCase().split(/[-_.]/).includes(lemma))
    const isRoute = operationsNamed(noun, catalogue.operations).length > 0
    return isOwn && isRoute && keysOf(things, catalogue).length > 0 ? `${lead}${noun}` : said
  })
}

/** "Order lines" are no log lines. */
const OF_LOGS = /^(?:lines|logs|records|messages|events|entries|requests|calls)$/i
const TWICE =
  /^((?:(?:number|count) of |how many )?)(?:the )?([a-z]{3,30}) ([a-z-]{3,30}s) (by|per|for each|for every) \2(?=\W*$| (?:in|since|between|during|from|over|today|last)\b)/i

/** "Kiln jobs by kiln": what is counted by a key has it anyway. */
function keySaidOnce(question: string, catalogue: Known): string {
  return question.replace(TWICE, (said, lead: string, key: string, noun: string, by: string) =>
    keysOf(key, catalogue).length > 0 && !OF_LOGS.test(noun) ? `${lead}${noun} ${by} ${key}` : said,
  )
}

const GOT_ONE =
  /^((?:so |and |but )*how many (?:different |distinct )?)([a-z-]{3,30}s) (?:got|had|have had|received|were given|have got|have) (?:an? |one |at least one |any )([a-z]{3,20})(?=\W*$| (?:in|since|between|during|from|over|today|so far|last|before|after)\b)/i

/** "How many kilns got a job": of the requests by that name, those of different kilns. */
function onesOfMany(question: string, catalogue: Known): string {
  return question.replace(GOT_ONE, (said, lead: string, things: string, one: string) => {
    const several = /[^aeiou]y$/i.test(one) ? `${one.slice(0, -1)}ies` : /(?:s|x|ch|sh)$/i.test(one) ? '' : `${one}s`
    const isOfRoute = several !== '' && operationsNamed(several, catalogue.operations).length > 0
    return isOfRoute && keysOf(things, catalogue).length > 0 ? `${lead}${things} got ${several}` : said
  })
}

const BY_KIND =
  /\b([a-z]{3,30}) (by|per|for each|for every) (kind|type|sort|category)(?=\W*$| (?:in|since|between|during|from|over|today|last)\b)/i
/** A key with more values has ids. */
const KINDS_MAX = 20
/** Says that there is none. */
const NONE = /^(?:none|no|nil|null|n\/a|-)$/i

/** "Glazes by kind" where no key is called a kind: by the key of that noun, which tells which one it is. */
function byKind(question: string, catalogue: Known): string {
  return question.replace(BY_KIND, (said, noun: string, by: string, kind: string) => {
    const isNamed = (word: string, key: string): boolean =>
      key
        .toLowerCase()
        .split(/[._-]/)
        .some((part) => part === word)
    if (catalogue.keys.some(({ key }) => isNamed(kind.toLowerCase(), key))) return said
    const lemma = lemmaOf(noun.toLowerCase())
    const own = catalogue.values.filter(
      ({ key, values }) =>
        key.toLowerCase().split(/[._-]/).at(-1) === lemma && values.length > 1 && values.length <= KINDS_MAX,
    )
    const none = own.flatMap(({ values }) => values.filter(({ value }) => NONE.test(value)))[0]?.value
    const named = own.find(({ key }) => key.toLowerCase() === lemma) ?? own[0]
    return named === undefined ? said : `${noun} ${by} ${named.key}${none === undefined ? '' : ` except ${none}`}`
  })
}

const BESIDE =
  /^((?:(?:so|and|hey|ok) )*(?:is|are|was|has|does|did|how|what|when|since when)\b[^?:,]{0,80}?)\b(?:it|this|that)\b([^?:,]{0,60}?)(?: (?:outside|inside|there|in there|here|out there))?(?:[?:,.]+ | - )\W{0,2}([a-z][\w.-]{3,80})\W*$/i

/** "Is it getting hotter in there? oven.temperature": a metric beside the question is what "it" is. */
function ofMetricBeside(question: string, { metrics }: Known): string {
  const [, lead = '', rest = '', name = ''] = BESIDE.exec(question) ?? []
  const metric = metrics.find((one) => one.name.toLowerCase() === name.toLowerCase())
  return metric === undefined ? question : `${lead}${metric.name}${rest}?`
}
