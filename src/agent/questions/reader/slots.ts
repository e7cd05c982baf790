/** Places of log templates where a number stands: under a key, before a unit, behind its noun. */
import { degreeOf } from '../vocabulary/degrees.ts'
import { unitNames } from '../vocabulary/units.ts'
import { lemmaOf, stemOf, type Word } from './words.ts'

/** A place of a template where a number stands, and how it is called. */
export interface Slot {
  readonly name: string
  /** Words of the name, in singular. */
  readonly words: readonly string[]
  readonly isMoney: boolean
  /** The number stands before it: "<*> employees". */
  readonly isUnit: boolean
  /** How long something took: `took_ms=<*>`, "slow query: <*> ms". */
  readonly isTime: boolean
  /** What stands behind the number, in small letters: "mb" of "Max Memory Used: <*> MB". */
  readonly unit: string | null
}

const KEYED = /(?<![\w.])((?:[A-Z]\w{1,20} ){0,3}[A-Za-z][\w.]{1,40})["']?\s?[=:]\s?["']?<\*>/g
/** A number behind a dash is an id: "LOT-17 sold"; a noun with an id of its own is no unit: "worker 14 design D-17". */
const IN_UNITS = /(?<![\w#-])<\*> ?([A-Za-z]{2,20}|[gtl])\b(?!["']?\s?(?:[=:]|<\*>)| (?:[A-Z][A-Za-z]{0,5}-|#)<\*>)/g
/** "ELAPSED 6.6 S", "captured 12.50 EUR": the unit behind a number tells that the word before it says what it is. */
const MEASURED =
  /\b([A-Za-z]{3,20}) (?<![\w#-])<\*> ?(?:ms|s|secs?|seconds|mins?|minutes|h|hours|eur|usd|gbp|chf|kb|mb|gb|kib|mib|gib|bytes|kg|km|m|kwh|kw|w|%|percent)(?![\w])/gi
/** "Haul done, bay 3, 38.0 s", "finished in 12 ms": how long it took, by its unit alone. */
const TIMED = /(?:,|\bin|:) (?<![\w#-])<\*> ?(ms|s|secs?|seconds|mins?|minutes)(?![\w"'=:/])/gi
/** What is measured goes before its number in prose ("with score 87"); of other nouns that is an id ("order 4711"). */
const SPOKEN =
  /\b(scores?|weight|distance|temperature|speed|rating|price|cost|size|length|depth|age|delay|pressure|balance|confidence|accuracy|lag|height|width|quantity|voltage|power|fee|fare|tip|discount|factor|humidity|altitude|margin|premium|salary) (?:of |is |was |at )?<\*>/gi
/** "Purchase 4711 settled": what stands before it is an id, no amount. */
const DONE = /(?:ed|ing)$/i
export const CURRENCY = /^(?:eur|usd|gbp|chf|euros?|dollars?|pounds?|francs?)$/i
/** Asks for money without naming a currency. */
export const MONEY = /^(?:money|revenue|amount|worth|value|turnover|sale|price|cost|sum|paid|spent|earned|volume)$/
/** What every line carries, and numbers that tell nothing. */
const NO_AMOUNT =
  /^(?:level|level_?value|info|information|inf|wrn|err|dbg|severe|warn|warning|error|debug|trace|fatal|notice|critical|time|timestamp|ts|pid|tid|id|trace_?id|span_?id|hostname|host|name|version|v|caller|line|port|thread|date|status|statusCode|code|requestId|orderId|of|at|for|by|in|on|to|and|is|was|with|from|has|ms|sec|s|min|h|utc|app|day)$/i
const ID = /(?:[_.]id|Id|ID)$/
/** Names of times that something took, and what stands behind the number of one. */
const TIME_NAME =
  /(?:^|[_.])(?:ms|millis|secs?|seconds|duration|elapsed|took|latency|runtime|minutes|mins|hours)(?:[_.](?:ms|s))?$|[a-z](?:Ms|Millis|Seconds|Duration)$|^(?:took|duration|elapsed|latency|wait(?:ed)?)_?(?:ms|s)$|[a-z]_s$/
const TIME_UNIT = /^(?:ms|msecs?|milliseconds|s|secs?|seconds|mins?|minutes|h|hours)$/

/** Words of a name that people leave out. */
const OPTIONAL =
  /^(?:max|min|avg|total|used|size|value|count|ms|second|sec|id|mb|kb|gb|byte|current|number|amount|eur|usd)$/

/** Where in a program a line was written: "[I <*> <*> tours:88] …", "main.go:<*>". */
const SOURCE_LINE =
  /(?<=^\[[^\]]{1,80} )[\w.]{1,60}:(?:<\*>|\d{1,6})(?=\])|[\w/-]{1,60}\.(?:py|go|js|ts|java|kt|rb|rs|cs|php|scala|cpp|cc|c|ex|erl):(?:<\*>|\d{1,6})/g

/** A template without the place in the program that wrote it: its number counts nothing. */
export function withoutSourceLine(template: string): string {
  return template.replace(SOURCE_LINE, '')
}

/** The numbers that lines of a template state, by their names or units. */
export function slotsOf(written: string): Slot[] {
  const template = withoutSourceLine(written)
  // "Order 17 placed: 3 items": what was done is no key of what follows.
  const keyed = [...template.matchAll(KEYED)].flatMap(([whole, name = '']) =>
    /: ?<\*>$/.test(whole) && !/["']\s?:/.test(whole) && !name.includes(' ') && DONE.test(name) ? [] : [name],
  )
  const units = [...template.matchAll(IN_UNITS)].map((found) => found[1] ?? '').filter((unit) => !DONE.test(unit))
  const spoken = [...template.matchAll(SPOKEN)].map((found) => found[1] ?? '')
  const measured = [...template.matchAll(MEASURED)].map((found) => found[1] ?? '')
  const timed = [...template.matchAll(TIMED)].map((found) => found[1] ?? '')
  const isTimed = timed.length === 1 && measured.length === 0
  return [...new Set([...keyed, ...units, ...spoken, ...measured, ...(isTimed ? timed : [])])].flatMap((name) => {
    const isTime = isTimed && timed.includes(name)
    if (!isTime && (NO_AMOUNT.test(name) || ID.test(name))) return []
    const words = name
      .replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter((part) => part !== '')
      .map(lemmaOf)
    const behind = new RegExp(`${RegExp.escape(name)}["']?[ :=]{1,3}<\\*> ?([A-Za-z]{1,12})(?![\\w"'=:]| [A-Z])`).exec(
      template,
    )
    const unit = behind?.[1]?.toLowerCase() ?? null
    return [
      {
        name,
        words,
        isMoney: CURRENCY.test(name) || words.some((word) => CURRENCY.test(word)),
        isUnit: units.includes(name) || isTime,
        isTime: isTime || TIME_NAME.test(name) || (unit !== null && TIME_UNIT.test(unit)),
        unit,
      },
    ]
  })
}

/** Whether a word is a part of what a number is called. */
export function namesSlot({ text, lemma }: Word, { name, words, isMoney, isUnit, unit }: Slot): boolean {
  if ((isMoney && CURRENCY.test(text)) || text === name.toLowerCase()) return true
  // "Weight" of "2235 g", "grams" of the same.
  const own = isUnit ? name.toLowerCase() : unit
  if (
    own !== null &&
    !TIME_UNIT.test(own) &&
    (degreeOf(text)?.units.test(own) === true || unitNames(text)?.includes(own) === true)
  )
    return true
  const joined = words.join('')
  return joined === text || joined === lemma || words.some((word) => word === lemma || stemOf(word) === stemOf(lemma))
}

/** Whether the words say the whole name, but for parts that people leave out. */
export function isWholeName(said: readonly Word[], { name, words, isMoney }: Slot): boolean {
  if (said.length === 0) return false
  if (said.some(({ text }) => text === name.toLowerCase())) return true
  if (isMoney || said.some(({ text, lemma }) => words.join('') === text || words.join('') === lemma)) return true
  const needed = words.filter((word) => !OPTIONAL.test(word))
  return (
    needed.length > 0 &&
    needed.every((word) => said.some(({ lemma }) => lemma === word || stemOf(lemma) === stemOf(word)))
  )
}
