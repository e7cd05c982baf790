import { describe, expect, it } from 'vitest'
import type { Attributes, MetricPoint } from '../../src/telemetry/model.ts'
import { MetricListAccumulator } from '../../src/telemetry/query/metric-list.ts'

function point(attributes: Attributes): MetricPoint {
  return {
    time: { day: 20_000, nanos: 0 },
    startTime: null,
    name: 'silo.level',
    unit: '%',
    description: '',
    type: 'gauge',
    temporality: 'unspecified',
    isMonotonic: false,
    value: { kind: 'number', value: 1 },
    resource: { service: 'mill', attributes: {} },
    scopeName: '',
    attributes,
  } as unknown as MetricPoint
}

describe('the list of metrics', () => {
  it('says what the series of a metric are told apart by, over all partitions', () => {
    const one = new MetricListAccumulator()
    one.addPoint(point({ silo: 'wheat', slot: 3 }))
    one.addPoint(point({ silo: 'rye' }))
    const other = new MetricListAccumulator()
    other.addPoint(point({ silo: 'oats', 'mill.line': 'a' }))
    const all = new MetricListAccumulator()
    for (const metric of [...one.finish(), ...other.finish()]) all.add(metric)
    expect(all.finish()).toEqual([
      {
        name: 'silo.level',
        unit: '%',
        type: 'gauge',
        description: '',
        services: ['mill'],
        attributes: [
          { key: 'mill.line', values: ['a'] },
          { key: 'silo', values: ['oats', 'rye', 'wheat'] },
        ],
        points: 3,
      },
    ])
  })

  it('holds at most fifty values of a key and twelve keys', () => {
    const list = new MetricListAccumulator()
    for (let at = 0; at < 80; at++) list.addPoint(point({ id: `n${at}`, [`key${at}`]: 'x', text: 'y'.repeat(at + 40) }))
    const [metric] = list.finish()
    expect(metric?.attributes).toHaveLength(12)
    expect(metric?.attributes.find(({ key }) => key === 'id')?.values).toHaveLength(50)
    expect(metric?.attributes.find(({ key }) => key === 'text')?.values.every(({ length }) => length <= 80)).toBe(true)
  })
})
