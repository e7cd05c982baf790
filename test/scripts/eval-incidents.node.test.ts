import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { type Asked, type CaseResult, lineOf, setReport } from '../../scripts/eval/incident-report.ts'
import { movedLine, rejectedOf, shiftOf } from '../../scripts/eval/send-incident.ts'
import { isAgreed, servedAnswerOf } from '../../scripts/eval/served-answer.ts'
import { decodeMetrics } from '../../src/intake/otlp/json-metrics.ts'
import { temporaryFolders } from '../temporary-folders.ts'

const newFolder = temporaryFolders('incidents')

const DAY_MS = 86_400_000
const env = { ...process.env }
delete env['EVAL_DATA']
// Without folders the data beside the repository would be taken: here there is none.
env['SHARED_DIR'] = newFolder()
const run = (...args: string[]) =>
  spawnSync(process.execPath, ['--import', 'tsx', 'scripts/eval/incidents.ts', ...args], { encoding: 'utf8', env })

describe('the evaluation of incidents', () => {
  it('says what it needs and exits 2 without a folder or without an index in it', () => {
    const without = run()
    expect(without.status).toBe(2)
    expect(without.stderr).toContain('EVAL_DATA')
    const empty = run(newFolder())
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

  it('counts what an intake took in part, whatever the signal and however the count is written', () => {
    expect(rejectedOf('{}')).toBe(0)
    expect(rejectedOf('')).toBe(0)
    expect(rejectedOf('{"partialSuccess":{"rejectedDataPoints":"3","errorMessage":"no value"}}')).toBe(3)
    expect(rejectedOf('{"partialSuccess":{"rejectedSpans":2}}')).toBe(2)
  })

  it('reads candidates and outcome from an answer, and compares them with the analysis in memory', () => {
    const rows = [
      { rank: 2, service: 'ads' },
      { rank: 1, service: 'cart', score: 0.9 },
    ]
    const served = servedAnswerOf([
      { type: 'tool_call', name: 'investigate', result: JSON.stringify({ outcome: 'root_cause_identified' }) },
      { type: 'artifact', name: 'table', data: { id: 'root_cause_candidates', rows } },
    ])
    expect(served).toEqual({ services: ['cart', 'ads'], score: 0.9, outcome: 'root_cause_identified' })
    expect(isAgreed(served, { said: 'identified', candidates: [{ service: 'cart', probability: 0.9 }] })).toBe(true)
    expect(isAgreed(served, { said: 'identified', candidates: [{ service: 'ads', probability: 0.9 }] })).toBe(false)
    expect(isAgreed(served, { said: 'probable', candidates: [{ service: 'cart', probability: 0.9 }] })).toBe(false)
    const nothing = { services: ['ads'], score: 0.1, outcome: 'no_anomaly' }
    expect(isAgreed(nothing, { said: 'no_anomaly', candidates: [{ service: 'cart', probability: 0.9 }] })).toBe(true)
  })
})

describe('the report of incidents', () => {
  const asked = (services: readonly string[], outcome: string, offline: readonly string[], said: string): Asked => ({
    error: null,
    served: { services, score: 0.9, outcome },
    offline: { said, candidates: offline.map((service) => ({ service, probability: 0.8 })) },
    tookMs: 1_000,
    cpuMs: 400,
    citations: { real: 0, invented: [] },
  })
  const result = (id: string, service: string, rejected: number, answer: Asked): CaseResult => {
    const rootCause = { service, faultType: service === '' ? 'none' : 'cpu' }
    const incident = { id, incidentStart: '2026-03-10T12:00:00Z', end: '2026-03-10T12:05:00Z', rootCause }
    return { folder: '/sets/shop', incident, rejected, stated: answer, unstated: answer }
  }
  const right = result('a', 'cart', 0, asked(['cart'], 'root_cause_identified', ['cart'], 'identified'))
  const other = result('b', 'cart', 3, asked(['ads', 'cart'], 'probable', ['cart'], 'identified'))
  const alarm = result('c', '', 2, asked(['ads'], 'probable', ['ads'], 'probable'))

  it('says on the line of a case what the analysis in memory says where it differs, and only there', () => {
    expect(lineOf(other, 'stated')).toContain('rank 2 probable 0.90 ads')
    expect(lineOf(other, 'stated')).toContain('IN MEMORY rank 1 identified 0.80 cart')
    expect(lineOf(right, 'stated')).not.toContain('IN MEMORY')
    expect(lineOf(right, 'stated')).toContain('1.0s (processor 0.4s)')
  })

  it('counts ranks, outcomes, agreement and what the intake did not take, set by set', () => {
    const [stated = '', , refused = ''] = setReport([right, other, alarm])
    expect(stated).toContain('AS@1 0.50 (in memory 1.00) AS@3 1.00')
    expect(stated).toContain('false alarms 1 of 1')
    expect(stated).toContain('as in memory 2 of 3, p95 1.0s, processor p95 0.4s')
    expect(refused).toContain('5 records of 2 cases were not taken')
  })

  it('counts a run without an answer as none that agrees', () => {
    const failed = { ...right.stated, error: '(run failed timeout)' }
    expect(setReport([{ ...right, stated: failed }])[0]).toContain('as in memory 0 of 1')
  })
})
