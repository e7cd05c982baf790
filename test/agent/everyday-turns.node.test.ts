/** What everybody asks next, behind answers of each kind: of the same thing, or asked back, and never of everything. */
import { describe, expect, it } from 'vitest'
import { examhall } from '../../scripts/eval/questions/systems/examhall.ts'
import { waterSupply } from '../../scripts/eval/questions/systems/watersupply.ts'
import { plainTurn } from '../../src/agent/questions/reader/plain-turns.ts'
import { threadsAmong } from './threads-over.ts'

const END_MS = Date.parse('2026-11-20T15:00:07.312Z')
const last = threadsAmong({ examhall, waterSupply }, END_MS)

const ASKED_BACK = /so I give no number|could not tell/
const MAILS = 'how many results mails bounced?'

describe('behind lines that were counted', { timeout: 240_000 }, () => {
  it.each([
    ['out of how many?', /\*\*\d+(?:\.\d+)? %\*\*.* of \d+ that say `mails`/],
    ['what caused it?', /^The most frequent of log records that say `results mails bounced`/],
    ['since the incident', /that say `results mails bounced`.*since it started/],
    ['what should I do?', ASKED_BACK],
  ])('%s', async (turn, told) => {
    expect(await last('examhall', MAILS, turn)).toMatch(told)
  })

  it('how many of them have a value that only their requests carry', async () => {
    const line = await last('examhall', 'how many results mails bounced?', 'how many of these were northlake')
    expect(line).toMatch(/that say `results mails bounced` with `(?:exam\.)?university` `northlake`/)
  })
})

describe('behind requests with a value', { timeout: 240_000 }, () => {
  const FIRST = 'how many requests of northlake in the last hour?'
  it.each([
    ['any errors?', /failed requests with `exam\.university` `northlake`/],
    ['last one?', /the table has the newest 1/],
    ['what does it mean?', ASKED_BACK],
    ['what should I do?', ASKED_BACK],
  ])('%s', async (turn, told) => {
    expect(await last('examhall', FIRST, turn)).toMatch(told)
  })
})

describe('behind how one service is', { timeout: 240_000 }, () => {
  const FIRST = 'is grading-worker ok?'
  it.each([
    ['how many failed?', /failed requests of `grading-worker`/],
    ['who is affected?', /^\*\*No\*\*: `grading-worker` itself was not affected/],
    ['what caused it?', /^`grading-worker` itself is healthy/],
    ['since when?', /^`grading-worker` itself is healthy/],
    ['still happening?', /^\*\*No\*\*: `grading-worker` shows nothing unusual/],
    ['is that normal?', /^\*\*Not quite\*\*: `grading-worker` answers its requests, but it gets less to do since/],
    ['slowest one?', /requests of `grading-worker`/],
    ['is it related to the incident?', /^`grading-worker` itself is healthy/],
    ['which service?', ASKED_BACK],
  ])('%s', async (turn, told) => {
    expect(await last('examhall', FIRST, turn)).toMatch(told)
  })
})

describe('behind trouble', { timeout: 240_000 }, () => {
  it.each([
    ['which service?', /^\*\*Root cause: `answer-autosave`/],
    ['is it serious?', /requests failed since/],
    ['a trace please', /failed requests.*the table has/],
  ])('%s', async (turn, told) => {
    expect(await last('examhall', 'what broke?', turn)).toMatch(told)
  })
})

describe('behind a gauge, errors, releases and durations', { timeout: 240_000 }, () => {
  it.each([
    ['reservoir level', 'how long do they take?', ASKED_BACK],
    ['reservoir level', 'any errors?', ASKED_BACK],
    ['list the last 5 errors', 'what share is that?', ASKED_BACK],
    ['list the last 5 errors', 'did it stop?', /^The last of the errors was at/],
    ['top 3 error messages', 'p95?', ASKED_BACK],
    ['what was deployed?', 'why?', ASKED_BACK],
    ['what was deployed?', 'is that normal?', ASKED_BACK],
    ['what was deployed?', 'which service?', ASKED_BACK],
    ['p95 of GET /dashboards/{name}', 'did it stop?', ASKED_BACK],
    ['p95 of GET /dashboards/{name}', 'what does it mean?', ASKED_BACK],
    ['what share of requests with operator hahn failed?', 'still happening?', /with `operator` `hahn` failed/],
  ])('%s, %s', async (first, turn, told) => {
    expect(await last('waterSupply', first, turn)).toMatch(told)
  })
})

describe('behind a turn that was not answered', { timeout: 240_000 }, () => {
  it.each(['how many of those were northlake', 'what fraction of webcam requests', 'the northlake ones'])(
    'a part of it is not told: %s',
    async (turn) => {
      expect(await last('examhall', MAILS, 'how many zorbs were frobbed', turn)).toMatch(ASKED_BACK)
    },
  )
})

it('leaves every other follow-up as it was', () => {
  const previous = {
    plan: {
      intent: 'state' as const,
      conditions: [],
      time: { from: '2026-11-20T14:00:00.000Z', to: '2026-11-20T15:00:00.000Z', basis: 'now' as const },
    },
  }
  expect(plainTurn('which service?', previous)).toBe('which service broke')
  expect(plainTurn('which services are there?', previous)).toBe('which services are there?')
  expect(plainTurn('which service?', undefined)).toBe('which service?')
})
