/** Codes of success by their number alone, two codes at once, courses and comparisons as engineers type them. */
import { describe, expect, it } from 'vitest'
import { codehost } from '../../scripts/eval/questions/systems/codehost.ts'
import { threadsAmong } from './threads-over.ts'

const END_MS = Date.parse('2026-11-20T15:00:07.312Z')
const last = threadsAmong({ codehost }, END_MS)
const ask = (...questions: readonly string[]): Promise<string> => last('codehost', ...questions)
const number = (line: string): string | undefined => /\*\*([\d,.]+)\*\*/.exec(line)?.[1]

describe('a code of success', { timeout: 240_000 }, () => {
  it.each([
    'did pkgreg return any 201 in the last 20 minutes',
    'any 201 from pkgreg in the last 20 minutes',
    'how many 201 on pkgreg in the last 20 minutes',
  ])('%s', async (said) => {
    const whole = await ask('number of requests of pkgreg with status 201 in the last 20 minutes')
    expect(number(await ask(said))).toBe(number(whole))
  })

  it.each(['only 200', 'how many 200', 'and 200?'])('%s, behind all requests', async (turn) => {
    const whole = await ask('number of requests of pkgreg with status 200 in the last 20 minutes')
    expect(number(await ask('how many requests did pkgreg get in the last 20 minutes', turn))).toBe(number(whole))
  })

  it.each([
    'accounts requests not 200 in the last 20 minutes',
    'requests of accounts other than 200 in the last 20 minutes',
  ])('is excluded: %s', async (said) => {
    const whole = await ask('number of requests of accounts except status 200 in the last 20 minutes')
    expect(number(await ask(said))).toBe(number(whole))
  })

  it('is an amount where the number is one', async () => {
    expect(await ask('requests over 200 ms')).toContain('a duration over 200 ms')
    expect(await ask('top 200 routes')).toMatch(/most requests/)
  })

  it.each(['200/503 of refstore in the last 20 minutes', 'refstore 200s and 503s in total in the last 20 minutes'])(
    'is counted together with another: %s',
    async (said) => {
      expect(await ask(said)).toContain('with status 200 or 503')
    },
  )
})

describe('courses, comparisons and slowest requests', { timeout: 240_000 }, () => {
  it.each(['minute by minute', 'as a series', 'by minute', 'show it as a chart'])(
    '%s, behind a count, is its course',
    async (turn) => {
      expect(await ask('how many requests did codesearch get in the last 20 minutes', turn)).toMatch(
        /^(?:Steady|Rising|Falling|Peak)/,
      )
    },
  )

  it('compares two stated windows', async () => {
    expect(await ask('compare the error rate of accounts between 14:20 and 14:35 with 14:35 to 14:50')).toMatch(
      /14:20:00.14:35:00 UTC, then .* in 14:35:00.14:50:00 UTC/,
    )
  })

  it('compares a window with the one before it, of a service that is called like a key', async () => {
    expect(await ask('compare p95 of pulls last 20 minutes with the previous 20 minutes')).toMatch(
      /duration of `pulls`.*, then /,
    )
  })

  it('finds the slowest request of a service', async () => {
    expect(await ask('which request of accounts took longest in the last 20 minutes')).toMatch(
      /^The slowest of .* requests of `accounts`/,
    )
  })

  it('says whether a service has returned a code', async () => {
    expect(await ask('has refstore returned 503s in the last 20 minutes')).toMatch(/^Yes: .* with status 503/)
  })
})
