import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCredential } from '../../../src/auth/credential-format.ts'
import { keysInBody } from '../../../src/intake/otlp/key-in-body.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

describe('intake keys in the bytes of a body', () => {
  it('a key is found wherever it is', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.uint8Array({ maxLength: 300 }), (before, after) => {
        const key = createCredential('public')
        const body = new Uint8Array([...before, ...bytesOf(key), ...after])
        expect(keysInBody(body)).toContain(key)
        expect(keysInBody(body.subarray(1)).length).toBeLessThanOrEqual(3)
      }),
    )
  })

  it('only the first three distinct public keys with a valid checksum are found', () => {
    const keys = Array.from({ length: 5 }, () => createCredential('public'))
    const wrong = `${keys[0]?.slice(0, -1)}${keys[0]?.endsWith('0') ? '1' : '0'}`
    expect(keysInBody(bytesOf(`${wrong} ${createCredential('secret')} oas_public_`))).toEqual([])
    expect(keysInBody(bytesOf(`${keys[0]}${keys.join(',')}`))).toEqual(keys.slice(0, 3))
  })
})
