import { describe, expect, it } from 'vitest'
import type { NoteView } from '../../../src/contracts/incident-protocol.ts'
import { versionChanges } from '../../../src/domain/oncall/version-changes.ts'
import { accuracyOf } from '../../../src/oncall/incidents/accuracy.ts'
import { openIncident } from '../../../src/oncall/incidents/machine.ts'
import type { IncidentRecord } from '../../../src/oncall/incidents/records.ts'
import { similarIncidents } from '../../../src/oncall/memory/likeness.ts'
import { matchingSteps } from '../../../src/oncall/memory/runbook-steps.ts'
import { alertOf } from '../../support/alerts.ts'

const T = Date.UTC(2026, 10, 20, 9, 0)

function incident(id: string, title: string, service: string): IncidentRecord {
  const alert = { ...alertOf({ title, service }), id: `${id}-alert` }
  return openIncident({ id, threadId: `${id}-thread` }, alert, T).incident
}

function note(parts: Partial<NoteView>): NoteView {
  const base = { id: 'n1', kind: 'runbook' as const, title: 'runbook', service: null, url: null, text: '' }
  return { ...base, version: 1, updatedBy: 'user u', createdAt: T, updatedAt: T, ...parts }
}

describe('earlier incidents', () => {
  const now = incident('now', 'HighErrorRate', 'checkout')
  const found = { service: 'pricing', mechanism: 'slow_store', words: 'slow query on table lines' }

  it('are found by alert, services and cause, the most alike first, with how they ended', () => {
    const twin = { ...incident('twin', 'HighErrorRate', 'checkout'), feedback: RIGHT }
    const cousin = incident('cousin', 'HighErrorRate', 'search')
    const stranger = incident('stranger', 'DiskFull', 'warehouse')
    const similar = similarIncidents({ ...now }, { ...found, service: null, mechanism: null, words: '' }, [
      stranger,
      cousin,
      twin,
      now,
    ])
    expect(similar.map(({ incidentId }) => incidentId)).toEqual(['twin', 'cousin'])
    expect(similar[0]).toMatchObject({ likeness: 1, ending: expect.stringContaining('Confirmed: pricing: a lock.') })
  })

  it('say that what was found was wrong, and what it was', () => {
    const twin = { ...incident('twin', 'HighErrorRate', 'checkout'), feedback: { ...RIGHT, verdict: 'wrong' as const } }
    const [first] = similarIncidents(now, { service: null, mechanism: null, words: '' }, [twin])
    expect(first?.ending).toContain('What was found was wrong; it was pricing: a lock.')
  })
})

const RIGHT = { verdict: 'right' as const, service: 'pricing', cause: 'a lock', note: null, by: 'user u', at: T }

describe('steps of runbooks', () => {
  const found = { service: 'pricing', mechanism: 'slow_store', services: ['checkout'] }
  const text = [
    '# Pricing',
    '',
    'Call the team first.',
    '',
    '## When the database is slow',
    '',
    '- See who waits.',
    '- Kill the query that holds the lock.',
    '',
    '```sql',
    'select * from pg_locks -- database',
    '```',
    '',
    '## When memory runs out',
    '',
    '1. Restart it.',
  ].join('\n')

  it('are those that speak of the mechanism, or stand under a heading that does', () => {
    const steps = matchingSteps([note({ text, service: 'pricing', url: 'https://wiki.example.test' })], found)
    expect(steps.map(({ step }) => step)).toEqual(['Kill the query that holds the lock.', 'See who waits.'])
    expect(steps[0]).toMatchObject({ url: 'https://wiki.example.test', because: 'it speaks of query, lock, database' })
  })

  it('of another service, of another mechanism or of none are left out', () => {
    expect(matchingSteps([note({ text, service: 'search' })], found)).toEqual([])
    expect(matchingSteps([note({ text })], { ...found, mechanism: 'disk' })).toEqual([])
    expect(matchingSteps([note({ text })], { ...found, mechanism: null })).toEqual([])
  })

  it('are read in linear time and cut, whatever stands in the note', () => {
    const hostile = `- ${'database '.repeat(7_000)}`
    const [step] = matchingSteps([note({ text: hostile })], found)
    expect(step?.step).toHaveLength(300)
  })
})

describe('changes of version', () => {
  const seen = (service: string, version: string, from: number, to: number) => ({
    service,
    version,
    firstMs: T + from * 60_000,
    lastMs: T + to * 60_000,
  })

  it('are told where a version begins after another one of the service, and where it goes back', () => {
    const changes = versionChanges([seen('shop', '2', 30, 60), seen('shop', '1', 0, 30), seen('cart', '7', 0, 60)])
    expect(changes).toEqual([{ service: 'shop', from: '1', to: '2', atMs: T + 30 * 60_000 }])
    const back = versionChanges([seen('shop', '1', 0, 60), seen('shop', '2', 30, 40)])
    expect(back.map(({ from, to }) => `${from} ${to}`)).toEqual(['1 2', '2 1'])
  })

  it('are none where versions were there from the beginning', () => {
    expect(versionChanges([seen('shop', '1', 0, 60), seen('shop', '2', 0, 60)])).toEqual([])
  })
})

it('counts what people judged by how sure the answer was', () => {
  const judged = [
    { confidence: 1, isRight: true },
    { confidence: 0.9, isRight: false },
    { confidence: 0.5, isRight: true },
    { confidence: 0, isRight: false },
  ]
  const { bands, ...sums } = accuracyOf(judged, 9)
  expect(sums).toEqual({ judged: 4, right: 2, incidents: 9 })
  expect(bands.map((band) => [band.from, band.judged, band.right])).toEqual([
    [0, 1, 0],
    [0.5, 1, 1],
    [0.8, 0, 0],
    [0.9, 2, 1],
  ])
})
