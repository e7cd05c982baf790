import { describe, expect, it } from 'vitest'
import { messageOf } from '../../console/src/telemetry/message.ts'

describe('messageOf', () => {
  it('shows the message of a structured line first, and its other values after it', () => {
    expect(messageOf('{"level":30,"time":1,"pid":17,"msg":"GET /cart completed","ms":4}')).toBe(
      'GET /cart completed  pid=17  ms=4',
    )
  })

  it('leaves text, arrays, broken JSON and objects without a message as they are', () => {
    for (const body of ['plain text', '[1,2]', '{"a":', '{"a":1}', '{"msg":""}', 'null'])
      expect(messageOf(body)).toBe(body)
  })
})
