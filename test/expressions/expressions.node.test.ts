/** Every regular expression of the intake takes time in proportion to its text, whatever is in it. */
import { readdirSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { tokenizer } from 'acorn'
import { describe, expect, it } from 'vitest'
import { DEFAULT_REDACTION, Redactor } from '../../src/intake/redaction/redact.ts'
import { excessiveGrowth, hostileTexts } from './growth.ts'

interface Expression {
  readonly file: string
  readonly source: string
  readonly flags: string
}

function expressionsOf(file: string): Expression[] {
  const script = stripTypeScriptTypes(readFileSync(file, 'utf8'), { mode: 'transform' })
  const found: Expression[] = []
  for (const token of tokenizer(script, { ecmaVersion: 'latest', sourceType: 'module' })) {
    if (token.type.label !== 'regexp') continue
    // The tokenizer's types leave out the value; of a regular expression it is this.
    const { value } = token as unknown as { readonly value: { readonly pattern: string; readonly flags: string } }
    found.push({ file, source: value.pattern, flags: value.flags })
  }
  return found
}

const files = readdirSync('src/intake', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => join(entry.parentPath, entry.name))
const byFile = files.map((file) => ({ file, expressions: expressionsOf(file) })).filter((one) => one.expressions.length)

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

describe('every expression of the intake takes linear time', () => {
  it.each(byFile)('in $file', ({ expressions }) => {
    const slow = expressions.map((expression) => ({
      expression: `/${expression.source}/`,
      because: slowTextOf(expression),
    }))
    expect(slow.filter(({ because }) => because !== null)).toEqual([])
  })

  it('which finds what is quadratic', () => {
    for (const source of [String.raw`\beyJ[A-Za-z0-9_-]{10,}\.eyJ`, '/.*x', String.raw`\s+$`])
      expect([source, slowTextOf({ file: '', source, flags: 'g' })]).not.toEqual([source, null])
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
