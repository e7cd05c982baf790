import { describe, expect, it } from 'vitest'
import { messageText } from '../../src/agent/message-text.ts'
import { shapeOf } from '../../src/telemetry/shape/shape.ts'

const isAlike = (one: string, other: string): boolean => shapeOf(one).hash === shapeOf(other).hash

describe('a line of pairs whose message stands under a key of its own', () => {
  it('has the words of its message in its template', () => {
    expect(
      shapeOf('at=2026-05-02T11:04:09Z sev=warn app=kiln say="glaze cracked on 14 tiles" batch=B-118').template,
    ).toBe('at=<*> sev=warn app=kiln say="glaze cracked on <*> tiles" batch=B-<*>')
    expect(isAlike('sev=info say="kiln lit" batch=B-1', 'sev=info say="kiln put out" batch=B-1')).toBe(false)
  })

  it('is read by its message', () => {
    expect(messageText('at=2026-05-02T11:04:09Z sev=warn app=kiln say="glaze cracked on 14 tiles" batch=B-118')).toBe(
      'glaze cracked on 14 tiles',
    )
    expect(messageText('sev=warn owner="Jane Doe" say="glaze cracked"')).toBe('glaze cracked')
  })

  it('holds one sentence: the next quoted text is a variable', () => {
    expect(isAlike('sev=info say="kiln lit" note="by hand"', 'sev=info say="kiln lit" note="by the night shift"')).toBe(
      true,
    )
  })

  it('may give a reason beside it', () => {
    expect(isAlike('sev=warn say="tile dropped" reason=wet', 'sev=warn say="tile kept back" reason=wet')).toBe(false)
  })
})

describe('a line of pairs with a message under a usual key', () => {
  it('keeps its other quoted texts as variables', () => {
    expect(isAlike('level=info msg="sold" item="oat milk"', 'level=info msg="sold" item="slow cooked beans"')).toBe(
      true,
    )
    expect(isAlike('item="oat milk" level=info msg="sold"', 'item="slow cooked beans" level=info msg="sold"')).toBe(
      true,
    )
  })
})

describe('names', () => {
  it('are no sentences', () => {
    expect(isAlike('user="Jane Doe" action=login', 'user="John Roe" action=login')).toBe(true)
  })
})

describe('plain text with a pair somewhere', () => {
  it('keeps its quoted texts as variables', () => {
    expect(isAlike('could not open file name="my cat"', 'could not open file name="my dog"')).toBe(true)
  })
})
