import { describe, expect, it } from 'vitest'
import { messageOf } from '../../console/src/telemetry/message.ts'
import { layoutOf } from '../../console/src/views/explore/services/layout.ts'

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

describe('layoutOf', () => {
  const call = (caller: string, callee: string) => ({
    caller,
    callee,
    calls: 1,
    errors: 0,
    durationMs: { p50: 1, p99: 2 },
  })

  it('places every service and every arrow within the frame, circles and calls of itself too', () => {
    const calls = [call('a', 'b'), call('b', 'c'), call('c', 'a'), call('b', 'b'), call('a', 'd'), call('x', 'd')]
    const { width, height, nodes, edges } = layoutOf(['a', 'b', 'c', 'd', 'alone'], calls)
    expect(nodes.map(({ service }) => service).toSorted()).toEqual(['a', 'alone', 'b', 'c', 'd', 'x'])
    expect(edges).toHaveLength(5)
    for (const { x, y } of [...nodes, ...edges.flatMap(({ points }) => points)]) {
      expect(x).toBeGreaterThan(0)
      expect(y).toBeGreaterThan(0)
      expect(x).toBeLessThan(width)
      expect(y).toBeLessThan(height)
    }
  })
})
