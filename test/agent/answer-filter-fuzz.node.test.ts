/**
 * Whatever a model writes, and wherever its stream is cut: four Markdown renderers, with raw HTML and automatic links
 * switched on, make no image, no link and no tag of what the filter lets through. FUZZ_RUNS sets how many texts.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerFilter, PART_END } from '../../src/agent/prompt/answer-filter.ts'
import { harmIn } from './renderers.ts'

const RUNS = Number(process.env['FUZZ_RUNS'] ?? 1500)
const SEED = process.env['FUZZ_SEED'] === undefined ? {} : { seed: Number(process.env['FUZZ_SEED']) }

/** What is shown after each piece. */
function shown(pieces: readonly string[]): string[] {
  const { push, flush } = answerFilter({ callIds: new Set(['call_1']), toolNames: new Set(['log_volume']) })
  const states: string[] = []
  let text = ''
  for (const piece of pieces) {
    text += push(piece)
    states.push(text)
  }
  states.push(text + flush())
  return states
}

const PIECES = [
  '[',
  ']',
  '(',
  ')',
  '![',
  '](',
  '][',
  ']:',
  '] :',
  '[a]',
  '[a]: ',
  '[a]:\n',
  '[^1]',
  '[^1]: ',
  '[call_1]',
  '[x](',
  '![x](',
  '<',
  '>',
  '</',
  '<!--',
  '-->',
  '<a href="https://e.co">',
  '<img src=x onerror=1>',
  '<https://e.co>',
  '<j@e.co>',
  'https://e.co/p.png',
  'http://',
  'HTTPS://E.CO',
  'www.e.co',
  'www',
  '.e.co',
  '//e.co',
  'ftp://e.co',
  'mailto:j@e.co',
  'xmpp:j@e.co',
  'j@e.co',
  'j',
  '@e.co',
  'javascript:alert(1)',
  'data:text/html,x',
  '"t"',
  " 't'",
  ' (t)',
  '`',
  '``',
  '```',
  '````',
  '\\`',
  '~~~',
  '~~',
  '~',
  '~~~~',
  '```js\n',
  '~~~ a`b\n',
  '\n```\n',
  '\n~~~\n',
  '```~',
  '    ',
  '   ',
  '\t',
  '  ',
  ' ',
  '\n',
  '\n\n',
  '\r',
  '\r\n',
  '\\\n',
  '\\',
  '\\\\',
  '\\[',
  '\\]',
  '\\(',
  '\\!',
  '\\<',
  '\\:',
  '\\/',
  '\\.',
  '\\@',
  '\\_',
  '\\&',
  '&',
  '&#91;',
  '&#x5d;',
  '&lt;',
  '&#58;',
  '&colon;',
  '&sol;',
  '&commat;',
  '&amp;#58;',
  '#58;',
  'lt;',
  '|',
  '\\|',
  '|---|',
  '---|---',
  '\n---|---\n',
  '\n|---|---|\n',
  '| a | b |',
  ':--',
  '-',
  '- ',
  '* ',
  '+ ',
  '1. ',
  '1) ',
  '> ',
  '>',
  '# ',
  '=',
  '===',
  '---',
  '- [ ] ',
  '- [x] ',
  '*',
  '**',
  '_',
  '__',
  '!',
  ':',
  '\u00a0',
  '\u2028',
  '\u200b',
  '\0',
  '\f',
  'é',
  '😀',
  'x',
  'a',
  'tp',
  'ht',
  'ht[tp](x)',
  '[/',
  '/e.co](x)',
  '[(](x)',
  'a'.repeat(410),
  `[${'b'.repeat(420)}`,
  `\`${'c'.repeat(420)}`,
] as const

/** The ways around an earlier filter, whole. */
const CORPUS = [
  '[a [b] c](https://e.co)',
  '[![x](https://e.co/p.png)](https://e.co)',
  '![a [b] c](https://e.co/p.png)',
  '[a]: https://e.co "title"\n\n[a]',
  '[a]:\nhttps://e.co\n\n[a] ![a]',
  "[a]: <https://e.co> 't'\n[x][a]",
  `![${'x'.repeat(500)}](https://e.co/p.png)`,
  '` ![x](https://e.co/p.png)',
  '`` a ` ![x](https://e.co/p.png)',
  '\\` ![x](https://e.co/p.png) `',
  '~~~\n![x](y)\n~~~\n![x](https://e.co/p.png)',
  '~~~ a`b\nx\n~~~\n[x](https://e.co)',
  '```\n~~~\n```\n[x](https://e.co)\n~~~',
  '- ```\n  x\n[x](https://e.co)\n```',
  '> ```\n> x\n\n[x](https://e.co)\n```',
  '``` a`b\n[x](https://e.co)\n```',
  '    ```\n[x](https://e.co)\n    ```',
  '| a |\n|---|\n| `b | [l](https://e.co) |',
  '`a|b` d` e `[x](https://e.co)`\n---|---\n',
  'x | `c|d` t `e [x](https://e.co)` m\n---|---\n',
  '<[img src=x onerror=alert(1)>](y)',
  'https:/[/e.co](x)',
  'ww[w.e.co](x)',
  'www&[#46;](x)e.co',
  '~[~~](x)\n```\n[x](https://e.co)\n```',
  '[a][(https://e.co)](x)',
  '[a\\](https://e.co)',
  '\\[x](https://e.co)',
  '\\\\[x](https://e.co)',
  '[x]\\(https://e.co)',
  '[`](https://e.co)`]',
  '<a href="https://e.co">x</a>',
  '<https://e.co>',
  '[x](<https://e.co> "t")',
  '[x](https://e.co "t\nu")',
  '[x](\nhttps://e.co\n)',
  '```\ncode\n```~\n[x](https://e.co)',
  '```\ncode\n``` x\n[x](https://e.co)\n```\n[y](https://e.co)',
  '[^1]\n\n[^1]: https://e.co',
  '[^1]\n\n[^1]: ![x](https://e.co)',
  '\r```\r[x](https://e.co)\r```\r![x](https://e.co/p)',
  'max\\_@e.co https\\://e.co www\\.e.co',
  '&#91;x](https://e.co) &lt;a>',
  '[x]: https://e.co\r[x]',
  '# [x]: https://e.co\n[x]',
  '- [x]: https://e.co\n\n[x]',
  '> [x]: https://e.co\n\n[x]',
  'ht\\@~~.e.co',
  '[x]:https://e.co\n[x]',
  '[\nx]: https://e.co\n[x]',
  '[x\\]]: https://e.co\n[x\\]]',
  '![x][y]\n\n[y]: https://e.co/p.png',
  '[y]: /u\n[x][y](https://e.co)',
] as const

const soup = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...PIECES) },
      { weight: 1, arbitrary: fc.constantFrom(...CORPUS) },
      { weight: 1, arbitrary: fc.string({ maxLength: 5 }) },
    ),
    { maxLength: 18 },
  )
  .map((parts) => parts.join(''))

/** One of the known ways around, with pieces put in, taken out and doubled. */
const mutated = fc
  .tuple(
    fc.constantFrom(...CORPUS),
    fc.array(fc.tuple(fc.nat(), fc.nat({ max: 6 }), fc.constantFrom('', ...PIECES)), { maxLength: 4 }),
  )
  .map(([text, changes]) =>
    changes.reduce((changed, [place, removed, piece]) => {
      const at = place % (changed.length + 1)
      return changed.slice(0, at) + piece + changed.slice(at + removed)
    }, text as string),
  )

const cuts = fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 30 })

function cut(text: string, sizes: readonly number[]): string[] {
  const pieces: string[] = []
  let at = 0
  for (const size of sizes) {
    if (at >= text.length) break
    pieces.push(text.slice(at, at + size))
    at += size
  }
  return [...pieces, text.slice(at)]
}

describe('the answer filter, against four renderers', () => {
  it.each(CORPUS)('lets nothing out of %j, whole or at any point of its stream', (text) => {
    for (const state of [...shown([text]), ...shown([...text])]) expect([state, harmIn(state)]).toEqual([state, null])
  })

  it('lets nothing out of a soup of Markdown, whole or streamed', () => {
    let states = 0
    const property = fc.property(fc.oneof(soup, mutated), cuts, (text, sizes) => {
      const whole = shown([text]).at(-1) ?? ''
      const streamed = shown(cut(text, sizes))
      // The same text, however it arrives.
      expect(streamed.at(-1)).toBe(whole)
      for (const state of new Set([whole, ...streamed])) {
        states += 1
        const harm = harmIn(state)
        if (harm !== null) throw new Error(`${harm} in ${JSON.stringify(state)} of ${JSON.stringify(text)}`)
      }
    })
    fc.assert(property, { numRuns: RUNS, ...SEED })
    expect(states).toBeGreaterThan(RUNS)
  }, 3_600_000)

  it('lets nothing out of parts that a reader joins', () => {
    const filtered = (text: string) => {
      const { push, flush } = answerFilter({ callIds: new Set(['call_1']) })
      return push(text) + flush()
    }
    const property = fc.property(fc.array(fc.oneof(soup, mutated), { minLength: 2, maxLength: 4 }), (texts) => {
      const parts = texts.map(filtered)
      for (const between of ['', '\n', '\n\n', ' ']) {
        const joined = parts.join(`${PART_END}${between}`)
        const harm = harmIn(joined)
        if (harm !== null) throw new Error(`${harm} in ${JSON.stringify(joined)} of ${JSON.stringify(texts)}`)
      }
    })
    fc.assert(property, { numRuns: Math.ceil(RUNS / 3), ...SEED })
  }, 3_600_000)

  it.each([
    ['[a]', '(https://e.co)'],
    ['[a]', ': https://e.co\n\n[a]'],
    ['```\ncode', '```\n[a](https://e.co)\n```'],
    ['`a`', '`` ` ![x](https://e.co) ``'],
    ['www', '.e.co'],
  ])('lets nothing out of %j and %j joined', (first, second) => {
    const parts = [first, second].map((text) => shown([text]).at(-1) ?? '')
    for (const between of ['', '\n', '\n\n']) expect(harmIn(parts.join(`${PART_END}${between}`))).toBeNull()
  })

  it('reads hostile texts in time in proportion to their length', () => {
    for (const unit of [
      '[',
      '![',
      '[x',
      '[x](',
      '`',
      '` ',
      '``a`',
      '<',
      '&',
      '\\',
      '~~~\n',
      '> ',
      '*',
      'a@',
      '//',
      'www.',
      '(',
      '[a]: ',
      '| `a|b` ',
      '\n-',
      '1. ',
    ]) {
      const text = unit.repeat(100_000 / unit.length)
      const sizes = shown([text])
      expect(sizes.at(-1)?.length).toBeLessThan(text.length * 6)
    }
  })
})
