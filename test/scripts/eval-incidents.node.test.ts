import { spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { movedLine, shiftOf } from '../../scripts/eval/send-incident.ts'
import { decodeMetrics } from '../../src/intake/otlp/json-metrics.ts'

const DAY_MS = 86_400_000
const env = { ...process.env }
delete env['EVAL_DATA']
const run = (...args: string[]) =>
  spawnSync(process.execPath, ['--import', 'tsx', 'scripts/eval/incidents.ts', ...args], { encoding: 'utf8', env })

describe('the evaluation of incidents', () => {
  it('says what it needs and exits 2 without a folder or without an index in it', () => {
    const without = run()
    expect(without.status).toBe(2)
    expect(without.stderr).toContain('EVAL_DATA')
    const empty = run(mkdtempSync(join(tmpdir(), 'empty-')))
    expect(empty.status).toBe(2)
    expect(empty.stderr).toContain('index.json')
  })

  it('moves a case by whole days to where it ends within the last day', () => {
    const nowMs = Date.parse('2026-03-10T12:00:00.000Z')
    for (const end of ['2023-01-29T11:59:59.999Z', '2023-01-29T12:00:00.000Z', '2023-01-29T12:00:00.001Z']) {
      const shiftMs = shiftOf(Date.parse(end), nowMs)
      const agoMs = nowMs - (Date.parse(end) + shiftMs)
      expect(shiftMs % DAY_MS).toBe(0)
      expect(agoMs).toBeGreaterThanOrEqual(0)
      expect(agoMs).toBeLessThan(DAY_MS)
    }
  })

  it('moves every time to the nanosecond, and neither unknown times nor times in text', () => {
    const body = JSON.stringify('{"timeUnixNano":"1674981556889381497","asDouble":NaN}')
    const line = `{"timeUnixNano":"1674981556889381497","observedTimeUnixNano":"0","endTimeUnixNano":1674981556889381498,"body":{"stringValue":${body}}}`
    expect(movedLine(line, DAY_MS)).toBe(
      `{"timeUnixNano":"1675067956889381497","observedTimeUnixNano":"0","endTimeUnixNano":1675067956889381498,"body":{"stringValue":${body}}}`,
    )
  })

  it('writes undefined readings so that the intake takes them for what they are', () => {
    const point = (value: string) => `{"timeUnixNano":"1674981669000000000","asDouble":${value}}`
    const line = `{"resourceMetrics":[{"scopeMetrics":[{"metrics":[{"name":"m","gauge":{"dataPoints":[${point('NaN')},${point('-Infinity')},${point('2.5')}]}}]}]}]}`
    const values = JSON.stringify(decodeMetrics(new TextEncoder().encode(movedLine(line, 0))), (key, value: unknown) =>
      key === 'value' && typeof value === 'number' ? String(value) : value,
    )
    for (const value of ['NaN', '-Infinity', '2.5']) expect(values).toContain(`"value":"${value}"`)
  })
})
