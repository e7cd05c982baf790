import { describe, expect, it } from 'vitest'
import { withoutSecrets } from '../../src/connectors/discreet.ts'

const TOKEN = 'vcp_0123456789abcdefghij'

describe('the message of a failure', () => {
  it.each([
    ['whole, more than once', `unknown key ${TOKEN}, really ${TOKEN}.`, 'unknown key [hidden], really [hidden].'],
    ['cut by a quote', `refused: ${TOKEN.slice(0, 15)}. Check its filter.`, 'refused: [hidden]. Check its filter.'],
    ['derived, in a header', 'got Authorization: Basic dXNlcjpwYXNzd29yZA==', 'got Authorization: Basic [hidden]'],
    ['inside another one', `at https://u:${TOKEN}@h.test`, 'at [hidden]'],
  ])('loses a secret that is %s', (_, said, shown) => {
    expect(withoutSecrets(said, [TOKEN, `https://u:${TOKEN}@h.test`])).toBe(shown)
  })

  it('keeps short values and prefixes that all keys share, because they are no secrets', () => {
    const said = 'Use a key that begins with vcp_ and the role admin; a token of basic plans is refused.'
    expect(withoutSecrets(said, [TOKEN, 'admin', ''])).toBe(said)
  })
})
