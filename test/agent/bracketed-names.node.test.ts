/** Names in brackets, verbs of asking, and the kind of answer: over names that a test states. */
import { describe, expect, it } from 'vitest'
import type { Plan } from '../../src/agent/questions/plan/plan.ts'
import { readQuestion } from '../../src/agent/questions/reader/read-question.ts'
import type { Reading } from '../../src/agent/questions/reading.ts'
import { catalogueOf } from './catalogue.ts'

const NOW_MS = Date.parse('2026-11-20T15:00:00Z')
const catalogue = catalogueOf({
  services: ['front-gate', 'stamp-worker'],
  operations: ['POST /forms/{formId}/pages', 'POST /signin', 'stamp pages'],
  metrics: ['process.cpu.utilization', 'jvm.memory.used'],
  lines: ['page <*> stamped in <*> ms'],
  keys: [
    { key: 'org.id', scope: 'attribute', signal: 'spans', records: 100 },
    { key: 'enduser.id', scope: 'attribute', signal: 'spans', records: 100 },
    { key: 'http.response.status_code', scope: 'attribute', signal: 'spans', records: 100 },
  ],
  lastMs: NOW_MS,
})

function read(question: string): Reading {
  const context = { catalogue, values: [], askedAtMs: NOW_MS, previous: null }
  const first = readQuestion(question, context, null)
  return first.lookups.words.length === 0 ? first.reading : readQuestion(question, context, {}).reading
}

const planOf = (question: string): Plan | undefined => read(question).plans[0]

describe('a name in brackets', () => {
  it('is the key that the word before it stands for', () => {
    const { plans, notes } = read('front-gate requests by school (org.id)')
    expect(plans[0]).toMatchObject({ intent: 'measure', groupBy: [{ field: 'org.id', scope: 'attribute' }] })
    expect(notes).toContain('I took "school" as org.id.')
  })

  it('is the key of what is counted, wherever it stands', () => {
    expect(planOf('how many pupils had failed requests (enduser.id)')).toMatchObject({
      measure: { of: 'distinct', key: 'enduser.id' },
    })
  })

  it('is the metric or the status code that the words before it describe', () => {
    expect(planOf('highest heap usage (jvm.memory.used) of front-gate')).toMatchObject({
      measure: { of: 'metric', metric: 'jvm.memory.used', statistic: 'max' },
    })
    expect(planOf('how many signin requests were throttled away (429)')).toMatchObject({
      conditions: expect.arrayContaining([expect.objectContaining({ on: 'status_code', from: 429 })]) as unknown,
    })
  })

  it('changes nothing beside an exclusion, and explains no word that says what is asked', () => {
    expect(read('front-gate requests without widgets (org.id)').plans).toEqual([])
    expect(read('how many purple things (org.id)').notes).not.toContain('I took "many" as org.id.')
  })

  it('that the data does not have explains nothing', () => {
    expect(read('front-gate requests by school (school.code)').plans).toEqual([])
  })
})

describe('a question', () => {
  it('whether something still fails is answered by yes where it fails', () => {
    expect(planOf('is front-gate still failing?')).toMatchObject({ intent: 'health', premise: 'failing' })
    expect(planOf('is front-gate still slow?')).toMatchObject({ intent: 'health', premise: 'slow' })
  })

  it('whether something was deployed is answered by yes or no', () => {
    expect(planOf('was front-gate deployed recently?')).toMatchObject({ intent: 'deployments', isYesNo: true })
    expect(planOf('what was deployed recently?')).not.toHaveProperty('isYesNo')
  })

  it('for the minute with most of something asks for the peak of its course', () => {
    expect(planOf('in which minute did front-gate have the most 500s?')).toMatchObject({
      isPeakAsked: true,
      intervalMs: 60_000,
    })
  })

  it('with a verb of asking names no metric that begins with the verb', () => {
    expect(planOf('how many requests did stamp-worker process?')).toMatchObject({ measure: { of: 'requests' } })
  })

  it('with a participle names no service that is called alike', () => {
    expect(read('how many requests were stamped').notes).toEqual([])
  })

  it('with a noun of a route takes no parameter of the route for capitals of a method', () => {
    const [plan] = read('how many pages did stamp-worker do').plans
    expect(JSON.stringify(plan ?? {})).not.toContain('POST /forms/{formId}/pages"]')
  })
})
