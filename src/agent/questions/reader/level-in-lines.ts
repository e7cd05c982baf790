/** Levels that lines say without stating them: "[12:03:04] warning: composite is late", "[php:warn] [pid 7] …", "(W) <nav> …". */
import type { QuestionState } from './state.ts'
import { templateCondition } from './texts.ts'

/** At the head of a line, in brackets or before a colon. */
const HEAD_LENGTH = 80
const SAID = {
  warn: /(?:(?:^|[\s[(:|])(?:warn|warning|wrn)|[([|]w)(?=[\]:)|])/i,
  error: /(?:(?:^|[\s[(:|])(?:err|error|severe)|[([|]e)(?=[\]:)|])/i,
  fatal: /(?:(?:^|[\s[(:|])(?:fatal|crit|critical|emerg|panic)|[([|]f)(?=[\]:)|])/i,
  info: /(?:(?:^|[\s[(:|])(?:info|notice)|[([|]i)(?=[\]:)|])/i,
  debug: /(?:(?:^|[\s[(:|])(?:debug|dbg)|[([|]d)(?=[\]:)|])/i,
} as const

/**
 * "Warnings of radar-fetch": where no line of the services named states this level and some say it, these are meant; the
 * answer says so. Without a service the levels that are stated are counted.
 */
export function levelInLines(state: QuestionState): void {
  const { conditions, context, notes } = state
  const level = conditions.find((one) => one.on === 'severity' && one.not !== true)
  const own = conditions.find((one) => one.on === 'service' && one.not !== true)
  if (level?.on !== 'severity' || own?.on !== 'service' || level.is === 'trace') return
  const said = SAID[level.is]
  const lines = context.catalogue.templates.filter(({ service }) => own.values.includes(service))
  const isStated = lines.some(({ severity }) => severity.toLowerCase().startsWith(level.is))
  const found = lines.filter(
    ({ severity, template }) => /^(?:|unspecified)$/i.test(severity) && said.test(template.slice(0, HEAD_LENGTH)),
  )
  const condition = templateCondition([level.is], found)
  if (isStated || condition === null) return
  conditions.splice(conditions.indexOf(level), 1, condition)
  notes.push(`${own.values.join(' and ')} states no such level, so I counted its lines that say it.`)
}
