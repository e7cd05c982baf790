import { describe, expect, it } from 'vitest'
import { ContainerReader, ContainerWriter } from '../../../src/telemetry/segment/container.ts'

/** Lengths a quarter apart from 1 byte to 600 kB: some lie just above each step by which the runtime grows a buffer. */
function lengths(): number[] {
  const list: number[] = []
  for (let length = 1; length < 600_000; length = Math.ceil(length * 1.25)) list.push(length, length + 1)
  return list
}

describe('the container of a segment', () => {
  it.each([
    ['well compressible', (index: number) => index % 7],
    ['badly compressible', (index: number) => ((index * 2_654_435_761) >>> 5) & 63],
  ])('gives back %s columns of every length', (_name, byteAt) => {
    const writer = new ContainerWriter()
    const columns = lengths().map((length) => Uint8Array.from({ length }, (_, index) => byteAt(index)))
    for (const [index, column] of columns.entries()) writer.add(String(index), column)
    const reader = new ContainerReader(writer.done())
    for (const [index, column] of columns.entries()) {
      const read = reader.read(String(index))
      expect(read.length).toBe(column.length)
      expect(Buffer.from(read).equals(Buffer.from(column))).toBe(true)
    }
  })
})
