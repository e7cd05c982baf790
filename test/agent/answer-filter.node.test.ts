import { describe, expect, it } from 'vitest'
import { answerFilter } from '../../src/agent/prompt/answer-filter.ts'

const callIds = new Set(['call_1', 'toolu_01AB'])

function filter(text: string, size: number): string {
  const { push, flush } = answerFilter({ callIds, toolNames: new Set(['log_volume', 'trace']) })
  let out = ''
  for (let at = 0; at < text.length; at += size) out += push(text.slice(at, at + size))
  return out + flush()
}

const CASES: readonly (readonly [string, string, string])[] = [
  ['keeps citations of real calls', 'Three errors. [call_1][toolu_01AB]', 'Three errors. [call_1][toolu_01AB]'],
  ['drops citations of calls that do not exist', 'Three errors. [call_9] Yes.', 'Three errors.  Yes.'],
  ['keeps the real part of a list of citations', 'x [call_1, call_9; toolu_01AB]', 'x [call_1][toolu_01AB]'],
  [
    'drops references as in papers, and keeps indices',
    'a deployment [3] broke rows[3] and b(c)[1].',
    'a deployment  broke rows[3] and b(c)[1].',
  ],
  [
    'drops tools named instead of calls, but not words',
    'It rose [log_volume] at level [trace].',
    'It rose  at level [trace].',
  ],
  ['drops ids of other providers', 'x [chatcmpl-tool-9f] [functions.search_logs:3] [aB3dE5fG7]', 'x   '],
  ['reads citations written as code', 'x [`call_1`] [`call_9`]', 'x [call_1] '],
  ['keeps brackets that are no citation', 'see [sqlalchemy.pool] and a[0]', 'see [sqlalchemy.pool] and a[0]'],
  ['takes the address out of a link', 'go [here](https://evil.example/x?d=1) now', 'go here now'],
  ['takes the address out of an image', 'a ![pic](https://evil.example/p.png) b', 'a pic b'],
  ['takes the address out of a reference', '[a]: https://evil.example\nnext', 'a\nnext'],
  ['makes HTML text', '<img src=x onerror=alert(1)> 1 < 2', '&lt;img src=x onerror=alert(1)> 1 < 2'],
  ['leaves inline code alone', 'say `[call_9] <b> ![x](y)` ok', 'say `[call_9] <b> ![x](y)` ok'],
  ['leaves code blocks alone', '```\n[a](b) <i>\n```\n[call_9]', '```\n[a](b) <i>\n```\n'],
  ['escapes an open bracket at the end', 'left [open', 'left \\[open'],
  ['passes exclamation marks', 'Great! Really!', 'Great! Really!'],
  ['escapes a dangling backtick', 'it`s', 'it\\`s'],
  [
    'makes a bare address code',
    'see https://evil.example/x?d=1, or www.evil.example.',
    'see `https://evil.example/x?d=1`, or `www.evil.example`.',
  ],
  ['makes an address in angle brackets code', '<https://evil.example> a', '&lt;`https://evil.example`> a'],
  ['makes a mail address code', 'ask jo@evil.example!', 'ask `jo@evil.example`!'],
  [
    'sees through escapes and references',
    'http\\:\\/\\/evil.example http&#58;//evil.example',
    '`http://evil.example` `http&#58;//evil.example`',
  ],
  [
    'keeps emphasis, lists, tables and paths',
    '- **a** _b_ `c`\n| a | b |\n|---|---|\n| src/a.ts | 3 |',
    '- **a** _b_ `c`\n| a | b |\n|---|---|\n| src/a.ts | 3 |',
  ],
  [
    'puts the code block of a list at the start of its line',
    '1. run\n   ```sh\n   ls | wc\n   ```\n2. go',
    '1. run\n```sh\n   ls | wc\n```\n2. go',
  ],
  ['keeps a definition from being one', '[a]:\nhttps://evil.example "t"', '[a]\\:\n`https://evil.example` "t"'],
  ['keeps a colon after a citation', 'The patterns [call_1]:\n- a', 'The patterns [call_1]:\n- a'],
  [
    'takes the address out of a link in brackets',
    '[a [b] c](https://evil.example)',
    '\\[a [b] c\\](`https://evil.example`)',
  ],
]

describe('the answer filter', () => {
  it.each(CASES)('%s', (_, text, expected) => {
    for (const size of [1, 2, 3, 7, 1000]) expect(filter(text, size)).toBe(expected)
  })

  it('knows invented ids by those of the thread', () => {
    const shown = (ids: readonly string[], text: string) => {
      const { push, flush } = answerFilter({ callIds: new Set(ids) })
      return push(text) + flush()
    }
    expect(shown(['step-1'], '[step-1] [step-9] [node-9]')).toBe('[step-1]  [node-9]')
    expect(shown(['a1b2c3d4e5f6'], '[a1b2c3d4e5f6] [f6e5d4c3b2a1] [shortword]')).toBe('[a1b2c3d4e5f6]  [shortword]')
  })

  it('streams: plain text is not held back', () => {
    const { push } = answerFilter({ callIds })
    expect(push('Hello there, ')).toBe('Hello there, ')
  })

  it('holds no more than a bounded piece of an open bracket', () => {
    const { push } = answerFilter({ callIds })
    let out = ''
    for (let i = 0; i < 600; i++) out += push('[x')
    expect(out.length).toBeGreaterThan(700)
  })

  it('puts names back even when they arrive in pieces', () => {
    const { push, flush } = answerFilter({ callIds, unmask: (text) => text.replace(/\bip-x1\b/g, '10.0.0.7') })
    expect(push('from ip') + push('-x') + push('1 on') + flush()).toBe('from 10.0.0.7 on')
  })
})
