import { describe, expect, it } from 'vitest'
import { isUnderCurrentKey, keyringOf, open, rewrap, seal } from '../../src/crypto/envelope.ts'

const key = (fill: number) => btoa(String.fromCharCode(...new Uint8Array(32).fill(fill)))
const ring = (current: string) => keyringOf(JSON.stringify({ current, keys: { k1: key(1), k2: key(2), k3: key(3) } }))
const place = { purpose: 'test', associatedData: 'table|row|field' }

describe('an envelope', () => {
  it('opens in its place only, and shows nothing of the value', async () => {
    const sealed = await seal(ring('k1'), place, 'sk_live_secret ✓')
    expect(sealed).not.toContain('secret')
    expect(await open(ring('k2'), place, sealed)).toBe('sk_live_secret ✓')
    for (const wrong of [
      { ...place, associatedData: 'table|other|field' },
      { ...place, purpose: 'other' },
    ]) {
      await expect((async () => open(ring('k1'), wrong, sealed))()).rejects.toThrow()
    }
    await expect((async () => open(ring('k1'), place, `${sealed.slice(0, -3)}AAA`))()).rejects.toThrow()
  })

  it('moves to the current key without being decrypted, from any older one', async () => {
    const envelopes = await Promise.all(['k1', 'k2', 'k3'].map((current) => seal(ring(current), place, 'value')))
    const moved = await Promise.all(envelopes.map((envelope) => rewrap(ring('k3'), place, envelope)))
    expect(moved.every((envelope) => isUnderCurrentKey(ring('k3'), envelope))).toBe(true)
    const onlyNew = keyringOf(JSON.stringify({ current: 'k3', keys: { k3: key(3) } }))
    expect(await Promise.all(moved.map((envelope) => open(onlyNew, place, envelope)))).toEqual([
      'value',
      'value',
      'value',
    ])
    await expect((async () => open(onlyNew, place, envelopes[0] ?? ''))()).rejects.toThrow('no longer in MASTER_KEYS')
  })
})

describe('the keyring', () => {
  it.each([
    ['', 'is not set'],
    ['{', 'must be'],
    ['{"current":"k1","keys":{}}', 'not among its keys'],
    [`{"current":"k1","keys":{"k1":"${btoa('short')}"}}`, 'not 32 bytes'],
  ])('refuses %j in a sentence without its value', (text, message) => {
    expect(() => keyringOf(text)).toThrow(message)
  })
})
