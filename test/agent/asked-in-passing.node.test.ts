/** What questions say beside what they ask, and words that only look like others. */
import { describe, expect, it } from 'vitest'
import { valueFor } from '../../src/agent/questions/reader/known-values.ts'
import { asPutRight, partsOf } from '../../src/agent/questions/reader/message-parts.ts'
import { corrected } from '../../src/agent/questions/reader/phrases.ts'
import { remarkOf } from '../../src/agent/questions/reader/remark-of.ts'
import type { QuestionState } from '../../src/agent/questions/reader/state.ts'
import { wordsOf } from '../../src/agent/questions/reader/words.ts'

describe('a message that asks nothing of telemetry', () => {
  it.each(['please requeue the messages in jobs-dlq', 'resend the failed jobs', 'redrive the queue'])(
    '%j is an order and refused',
    (order) => expect(remarkOf(order)).toEqual({ kind: 'refusal', what: 'change' }),
  )

  it.each(['Great, thanks for the quick help!', 'thanks for all the support', 'cool, thanks for the fast answer'])(
    '%j is thanks',
    (said) => expect(remarkOf(said.toLowerCase())).toEqual({ kind: 'thanks' }),
  )

  it.each(['can you book me a meeting room for tomorrow', 'order us some pizza', 'how do i cook better rice?'])(
    '%j is another topic',
    (asked) => expect(remarkOf(asked)).toEqual({ kind: 'off_topic' }),
  )

  it.each(['restore the lost messages', 'resend the failed payslips', 'recreate all tickets'])(
    '%j is an order, whatever it is to be done with',
    (order) => expect(remarkOf(order)).toEqual({ kind: 'refusal', what: 'change' }),
  )

  it.each(['hi, new on call here', 'hello, first night shift', "good evening team, i'm new to this"])(
    '%j is a greeting',
    (said) => expect(remarkOf(said)).toEqual({ kind: 'greeting' }),
  )

  it.each(['write me a cover letter for a job', 'tell us a funny story', 'compose a short poem about queues'])(
    '%j is another topic as well',
    (asked) => expect(remarkOf(asked)).toEqual({ kind: 'off_topic' }),
  )

  it.each(['hi, new errors in web?', 'restore times of backups', 'tell me the slowest requests'])(
    '%j is none of these',
    (asked) => expect(remarkOf(asked)).toBeNull(),
  )

  it.each(['find me the slowest requests', 'get me a list of errors', 'how do i find slow requests?'])(
    '%j is a question',
    (asked) => expect(remarkOf(asked)).toBeNull(),
  )
})

describe('a word that looks like another one', () => {
  it.each(['sales', 'query', 'country', 'countries', 'poster'])('%j is no typing error', (word) => {
    const [asked] = wordsOf(word)
    expect(asked).toBeDefined()
    if (asked !== undefined) expect(corrected(asked, () => false)).toBeNull()
  })

  it('is still put right where no such word exists', () => {
    const [asked] = wordsOf('avarage')
    if (asked !== undefined) expect(corrected(asked, () => false)).toBe('average')
    expect(asked).toBeDefined()
  })
})

describe('a country', () => {
  const known = (values: readonly string[]) =>
    ({
      context: { values: [{ key: 'geo', scope: 'attribute', values: values.map((value) => ({ value, count: 1 })) }] },
      // Only these parts of a question are looked at.
    }) as unknown as QuestionState

  it('named in English is its code, where all values are codes', () => {
    expect(valueFor(known(['DE', 'FR']), 'France')?.value).toBe('FR')
    expect(valueFor(known(['DE', 'GB']), 'united kingdom')?.value).toBe('GB')
  })

  it('is nothing where the values are other words', () => {
    expect(valueFor(known(['DE', 'premium']), 'germany')).toBeNull()
    expect(valueFor(known(['DE', 'FR']), 'spain')).toBeNull()
  })
})

it('who asks says nothing of what is asked', () => {
  expect(asPutRight('Question from sales: how many orders?')).toBe('how many orders?')
})

it('"how many of them" is of what was counted before', () => {
  expect(partsOf('how many scans were requested and how many of them failed?')[1]).toBe('how many scans failed?')
})
