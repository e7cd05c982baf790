import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstLook, MAY_HAVE_CARD, MAY_HAVE_KEYWORD } from '../../../src/intake/redaction/first-look.ts'
import { compilePattern, compileRules } from '../../../src/intake/redaction/own-rule.ts'
import { DEFAULT_REDACTION, Redactor } from '../../../src/intake/redaction/redact.ts'
import { isCardNumber } from '../../../src/intake/redaction/rules.ts'
import { WorkPace } from '../../../src/work-pace.ts'
import { logRecord } from '../../support/log-record.ts'

const redact = (text: string) => new Redactor(DEFAULT_REDACTION).text(text)

describe('the built-in rules', () => {
  it.each([
    ['Authorization: Bearer abcdefghijklmnop.qrstuvwxyz', 'abcdefghijklmnop'],
    ['using key sk_live_abcdefghijklmnop1234', 'sk_live_abc'],
    ['aws AKIAIOSFODNN7EXAMPLE used', 'AKIAIOSFODNN7EXAMPLE'],
    ['token ghp_abcdefghijklmnopqrstuvwxyz0123456789', 'ghp_abc'],
    ['jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U', 'eyJhbGci'],
    ['login with password=hunter2 failed', 'hunter2'],
    ['{"client_secret":"s3cr3t value","a":1}', 's3cr3t'],
    ["api_key: 'abc123'", 'abc123'],
    ['-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA\n-----END RSA PRIVATE KEY-----', 'MIIEow'],
    ['paid with 4111 1111 1111 1111 today', '4111 1111'],
    ['card 5500-0000-0000-0004', '5500-0000'],
  ])('take the secret out of %j', (text, secret) => {
    const redacted = redact(text)
    expect(redacted).not.toContain(secret)
    expect(redacted).toContain('[REDACTED:')
  })

  it.each([
    `sk_test_${'a1'.repeat(10)}`,
    `rk_live_${'a1'.repeat(10)}`,
    `ASIA${'A1'.repeat(8)}`,
    `gho_${'a1'.repeat(16)}`,
    `github_pat_${'a1'.repeat(22)}`,
    `xoxb-${'1'.repeat(12)}`,
    `AIza${'a'.repeat(35)}`,
    `sk-${'a1'.repeat(12)}`,
    `glpat-${'a1'.repeat(11)}`,
    `npm_${'a1'.repeat(18)}`,
    `dop_v1_${'a1'.repeat(32)}`,
    `oas_secret_${'a1'.repeat(21)}`,
    `APIKEY ${'a1'.repeat(9)}`,
    `Splunk ${'a1'.repeat(9)}`,
    `basic ${'a1'.repeat(9)}`,
    'PWD=hunter2',
    'Passwd: hunter2',
    'access-key=hunter2',
    'refreshToken=hunter2',
    'private_key: hunter2',
  ])('find %s in an otherwise plain line', (secret) => {
    expect(redact(`served in 12 ms with ${secret} from 10.0.0.1`)).toContain('[REDACTED:')
  })

  it.each([
    'GET /users/4111111111111112 200',
    'order 1234-5678-9012-3456 shipped',
    'password reset requested for user 17',
    'tokenizer finished in 12ms',
    'trace 4bf92f3577b34da6a3ce929d0e0e4736',
    'mail ann@example.com sent',
  ])('leave %j as it is', (text) => {
    expect(redact(text)).toBe(text)
  })

  it('attributes whose name says that they are secret are redacted, and all findings are counted by rule', () => {
    const redactor = new Redactor({ ...DEFAULT_REDACTION, redactEmails: true })
    const given = {
      'http.request.header.authorization': 'anything',
      nested: { password: 'x', fine: 'ann@example.com' },
      n: 1,
    }
    expect(redactor.attributes(given)).toEqual({
      'http.request.header.authorization': '[REDACTED:secret_attribute]',
      nested: { password: '[REDACTED:secret_attribute]', fine: '[REDACTED:email]' },
      n: 1,
    })
    expect(redactor.counts).toEqual({ secret_attribute: 2, email: 1 })
  })

  it('redacting twice changes nothing more', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        const once = redact(`${text} password=${text || 'x'}`)
        expect(redact(once)).toBe(once)
      }),
    )
  })

  it('a token in the middle of a run of its characters is redacted, and the text before it is kept', () => {
    const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N'
    expect(redact(`id session-${token} ended`)).toBe('id session-[REDACTED:api_key] ended')
    expect(redact(`a.b.eyJ.${token}`)).toBe('a.b.eyJ.[REDACTED:api_key]')
    expect(redact(`x-eyJ-eyJ-${token}`)).toBe('x-[REDACTED:api_key]')
  })
})

describe('redacting card numbers', () => {
  it('only digits with a correct check digit are card numbers', () => {
    expect(['4111111111111111', '378282246310005', '6011 1111 1111 1117'].every(isCardNumber)).toBe(true)
    expect(['4111111111111112', '1111111111111111', '411111'].some(isCardNumber)).toBe(false)
  })
})

describe("a project's own patterns", () => {
  const redactorOf = async (...patterns: readonly string[]) => {
    const rules = patterns.map((pattern, i) => ({ name: `own${i}`, pattern, replacement: '[$1]' }))
    const { usable, refused } = await compileRules(rules)
    expect(refused).toEqual([])
    return new Redactor({ ...DEFAULT_REDACTION, own: usable })
  }

  it('own patterns run after the built-in rules, in their order, and are counted', async () => {
    const redactor = await redactorOf('ORD-(\\d{2})\\d+', '\\[(\\d)\\d\\]')
    expect(redactor.text('ORD-123456 paid, ORD-777 not')).toBe('[1] paid, [7] not')
    expect(redactor.counts).toEqual({ own0: 2, own1: 2 })
  })

  it.each([
    ['(', 'RE2 syntax'],
    ['[z-a]', 'RE2 syntax'],
    ['x*', 'empty text'],
    ['(a|b)\\1', 'refers back'],
    ['(?=x)y', 'looks ahead or behind'],
    ['(?<!x)y', 'looks ahead or behind'],
    ['x'.repeat(201), 'longer than 200'],
    ['[a-z]{1,200}', 'smaller counts'],
    ['(?:(?:a{10}){10}){10}b', 'smaller counts'],
  ])('refuse %j in plain words', async (pattern, reason) => {
    expect(await compilePattern(pattern)).toEqual(expect.stringContaining(reason))
  })

  it.each([
    'ORD-[0-9]{6}',
    '(?:foo|bar)-\\d+',
    '\\bemp\\d{4}\\b',
    '\\/home\\/\\w+',
    '(?<n>a)b',
    '\\u00e9t\\u00e9',
    '(?i)secret',
  ])('accept %j', async (pattern) => {
    expect(await compilePattern(pattern)).not.toBeTypeOf('string')
  })

  it('patterns that would make a backtracking engine run for ever are harmless', async () => {
    const redactor = await redactorOf('(a|a)*b', '(?:a|aa)+b', '(a?){20}b', 'a*a*a*b', '(a+)+c')
    const text = 'a'.repeat(60_000)
    expect(redactor.text(text)).toBe(text)
    expect(redactor.text(`${text}d`)).toBe(`${text}d`)
    expect(redactor.text(`x${'a'.repeat(50)}b`)).not.toContain('ab')
  })

  it('a text is replaced as a whole when finding all matches in it would take quadratic time', async () => {
    const redactor = await redactorOf('x+y|x')
    expect(redactor.text('x'.repeat(60_000))).toBe('[REDACTED:own0]')
    expect(redactor.text('an x here')).toBe('an [] here')
  })

  it('own patterns read the first 65,536 characters of a text, and the unread rest is dropped', async () => {
    const redactor = await redactorOf('ORD-\\d+')
    const text = redactor.text(`${'-'.repeat(65_536)}ORD-1`)
    expect(text).toBe(`${'-'.repeat(65_536)}[REDACTED:too_long_for_own_rules]`)
    expect(redactor.counts).toEqual({ too_long_for_own_rules: 1 })
  })

  it('redaction with own patterns lets other requests run between records', async () => {
    const redactor = await redactorOf('(\\w)ORD-\\d+')
    let pauses = 0
    const pace = new WorkPace(async () => {
      pauses += 1
    })
    const logs = Array.from({ length: 100 }, () => logRecord({ body: 'a word and another '.repeat(1_000) }))
    expect((await redactor.batchInTurns({ logs }, pace)).logs).toHaveLength(100)
    expect(pauses).toBeGreaterThan(10)
  })

  it('stored patterns that are refused today are left out and named', async () => {
    const rules = [
      { name: 'old', pattern: '(a)\\1', replacement: '' },
      { name: 'good', pattern: 'b+', replacement: '' },
    ]
    const { usable, refused } = await compileRules(rules)
    expect(usable.map(({ name }) => name)).toEqual(['good'])
    expect(refused).toEqual([{ name: 'old', problem: expect.stringContaining('refers back') }])
  })
})

describe('the first look of redaction', () => {
  const words =
    'passw pwd secret key token bearer basic splunk _live_ _test_ akia asia ghp_ gho_ ghu_ ghs_ ghr_ github_pat xox aiza sk- glpat- npm_ dop_v1 oas_ eyj'
  const cased = (word: string) =>
    fc.tuple(...[...word].map((letter) => fc.constantFrom(letter, letter.toUpperCase()))).map((all) => all.join(''))

  it.each(words.split(' '))('the keyword %s is found in any text and any case', (word) => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), cased(word), fc.string({ unit: 'binary' }), (before, found, after) => {
        expect(firstLook(before + found + after) & MAY_HAVE_KEYWORD).toBe(MAY_HAVE_KEYWORD)
      }),
      { numRuns: 50 },
    )
  })

  it('a run of digits as long as a card number is always found', () => {
    const digits = fc.stringMatching(/^\d( ?-?\d){12,18}$/)
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), digits, fc.string({ unit: 'binary' }), (before, found, after) => {
        expect(firstLook(`${before}x${found}x${after}`) & MAY_HAVE_CARD).toBe(MAY_HAVE_CARD)
      }),
    )
  })

  it.each(['order stored after 12 ms for user u-1234', 'a chunk of the stream was flushed', '2026-11-20 10:11:12'])(
    'sees nothing in %j',
    (text) => {
      expect(firstLook(text)).toBe(0)
    },
  )
})
