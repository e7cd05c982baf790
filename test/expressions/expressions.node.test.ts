/**
 * Every regular expression of the sources takes time in proportion to its text, whatever is in it, or its text is short.
 * Two judges: `recheck` decides by theory what it can decide soon; all are measured on texts made to be slow for them.
 */
import { describe, expect, it } from 'vitest'
import { DEFAULT_REDACTION, Redactor } from '../../src/intake/redaction/redact.ts'
import { builtAtImport, builtExpressions, HARMLESS } from './built-expressions.ts'
import { excessiveGrowth, hostileTexts } from './growth.ts'
import { BOUNDED, BOUNDED_CHARACTERS_MAX, type Expression, isBounded, sourceExpressions } from './source-expressions.ts'

/** All matches of a text, as the service looks for them. */
function search({ source, flags }: Expression): (text: string) => void {
  const expression = new RegExp(source, flags)
  return (text) => {
    expression.lastIndex = 0
    if (expression.global) text.replace(expression, '')
    else expression.exec(text)
  }
}

function slowTextOf(expression: Expression): string | null {
  const run = search(expression)
  for (const textOf of hostileTexts(expression.source)) {
    const ratio = excessiveGrowth(run, textOf)
    if (ratio !== null) return `eight times ${JSON.stringify(textOf(20))} takes ${ratio.toFixed(0)} times as long`
  }
  return null
}

const byFile = sourceExpressions('src')
const unbounded = byFile
  .map(({ file, expressions }) => ({ file, expressions: expressions.filter((one) => !isBounded(one)) }))
  .filter(({ expressions }) => expressions.length > 0)

describe('every expression of the sources takes linear time', () => {
  it.each(unbounded)('in $file', ({ expressions }) => {
    const slow = expressions.map((expression) => ({
      expression: `/${expression.source}/`,
      because: slowTextOf(expression),
    }))
    expect(slow.filter(({ because }) => because !== null)).toEqual([])
  })

  it('or is given short texts, by a bound that is stated', () => {
    for (const { where, charactersMax } of BOUNDED) {
      expect(charactersMax).toBeLessThanOrEqual(BOUNDED_CHARACTERS_MAX)
      // A file or folder that is gone needs no exception.
      expect([where, byFile.some(({ file }) => file.startsWith(where))]).toEqual([where, true])
    }
  })

  it('which finds what is quadratic', () => {
    for (const source of [String.raw`\beyJ[A-Za-z0-9_-]{10,}\.eyJ`, '/.*x', String.raw`\s+$`])
      expect([source, slowTextOf({ file: '', source, flags: 'g' })]).not.toEqual([source, null])
  })
})

describe('an expression that is put together', () => {
  const sites = builtExpressions('src')

  it('is of constants alone and takes linear time', async () => {
    const atImport = sites.filter(({ isAtImport }) => isAtImport)
    for (const file of new Set(atImport.map((site) => site.file))) {
      const built = await builtAtImport(file)
      expect(built.length).toBeGreaterThanOrEqual(atImport.filter((site) => site.file === file).length)
      const judged = built.filter((expression) => !isBounded(expression))
      for (const expression of judged)
        expect([expression.source, slowTextOf(expression)]).toEqual([expression.source, null])
    }
  })

  it('or holds data that is escaped', () => {
    const open = sites
      .filter(({ isAtImport }) => !isAtImport)
      .flatMap(({ file, parts }) => parts.filter(({ isSafe }) => !isSafe).map(({ written }) => `${file}: ${written}`))
    expect([...new Set(open)].sort()).toEqual(HARMLESS.map(({ file, part }) => `${file}: ${part}`).sort())
  })
})

describe('no expression of the sources is known to be slow', () => {
  /** Most are decided within half of this; what takes longer is left to the measurements. */
  const DECIDE_MS = 50
  /** The first runs on code that is not compiled yet. */
  const FIRST_DECIDE_MS = 200_000

  it('by the theory of automata', { timeout: 300_000 }, async () => {
    // The program for this machine would be started once for each expression; the one in JavaScript is here already.
    process.env['RECHECK_BACKEND'] = 'pure'
    const { checkSync } = await import('recheck')
    const judge = ({ source, flags }: Pick<Expression, 'source' | 'flags'>, timeout = DECIDE_MS): string | null => {
      const verdict = checkSync(source, flags, { checker: 'automaton', timeout })
      return verdict.status === 'vulnerable' ? `${verdict.complexity.summary}, by ${verdict.attack.pattern}` : null
    }
    expect(judge({ source: '(?:a|aa)+b', flags: '' }, FIRST_DECIDE_MS)).toContain('exponential')
    const found = unbounded.flatMap(({ file, expressions }) =>
      expressions.map((expression) => ({ file, source: expression.source, because: judge(expression) })),
    )
    expect(found.length).toBeGreaterThan(100)
    expect(found.filter(({ because }) => because !== null)).toEqual([])
  })
})

describe('redaction as a whole takes linear time', () => {
  it.each([
    'password=',
    '4111 ',
    'Bearer ',
    'a@',
    'a.',
    '-----BEGIN PRIVATE KEY-----',
    '"secret":"',
    '-eyJ',
    'eyJaaaaaaaaaa.',
  ])('on %j repeated', (unit) => {
    const redactor = new Redactor({ ...DEFAULT_REDACTION, redactEmails: true })
    const textOf = (characters: number) => `eyJ token @ ${unit.repeat(Math.ceil(characters / unit.length))}`
    expect(excessiveGrowth((text) => redactor.text(text), textOf)).toBeNull()
  })
})
