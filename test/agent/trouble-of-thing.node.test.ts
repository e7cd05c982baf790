/** Trouble of one thing that is no service is never told by what is wrong with everything. */
import { describe, expect, it } from 'vitest'
import { examhall } from '../../scripts/eval/questions/systems/examhall.ts'
import { parking } from '../../scripts/eval/questions/systems/parking.ts'
import { troubleAsked } from '../../src/agent/questions/reader/trouble-asked.ts'
import { threadsAmong } from './threads-over.ts'

const END_MS = Date.parse('2026-11-20T15:00:07.312Z')
const said = threadsAmong({ examhall, parking }, END_MS)

const FORMS = [
  'any X problems?',
  'X issues',
  'trouble with X?',
  'are there issues with the X?',
  'anything wrong with X?',
  'does X have issues?',
  'are X affected?',
  'is X broken?',
  'X down?',
  'how is X doing?',
  'status of X',
  'X problems since when?',
  'when did X problems start?',
  'how bad is X?',
  'are X slow?',
] as const

/** Values of requests, values of lines, words of lines, and a word that nothing says. */
const THINGS = {
  examhall: ['northlake', 'passports', 'checksum', 'face match', 'late students', 'frobs'],
  parking: ['harbour', 'sepa', 'residents', 'boom', 'unreadable plates', 'frobs'],
} as const

const OF_EVERYTHING = /Root cause|requests failed since|^Since \*\*|\bis failing now\b|\bit is not ok\b/

describe('trouble of a thing that is named', { timeout: 240_000 }, () => {
  it.each(Object.entries(THINGS))('is told of that thing or asked back: %s', async (name, things) => {
    for (const form of FORMS)
      for (const thing of things) {
        const line = await said(name, form.replace('X', thing))
        expect(line, `${form} ${thing}`).not.toMatch(OF_EVERYTHING)
        if (thing === 'frobs') expect(line).not.toMatch(/\*\*/)
      }
  })

  it('is a share of the requests that carry a value', async () => {
    expect(await said('examhall', 'any northlake problems?')).toMatch(
      /^Yes: \*\*\d+(?:\.\d+)? %\*\* of requests with `exam\.university` `northlake` failed/,
    )
  })

  it('is a count of the warnings and errors that say it', async () => {
    expect(await said('examhall', 'any checksum problems?')).toMatch(/^Yes: \*\*\d+\*\* warnings and errors that say/)
  })

  it('gives no yes where lines cannot tell whether something is down', async () => {
    expect(await said('examhall', 'is the mailbox down?')).toMatch(
      /^\*\*\d+\*\* warnings and errors that say `mailbox`/,
    )
  })

  it('began with the first of those lines or requests', async () => {
    expect(await said('examhall', 'mailbox problems since when?')).toMatch(/^The first of the warnings and errors that/)
    expect(await said('examhall', 'since when are northlake failing?')).toMatch(
      /^The first of the failed requests with/,
    )
  })

  it('has the reason that everyday lines say', async () => {
    expect(await said('examhall', 'what is wrong with the mailbox?')).toMatch(/results mail bounced, mailbox is full/)
  })

  it('has the cause of everything where its requests fail, which the answer says', async () => {
    const line = await said('examhall', "what's wrong with northlake?")
    expect(line).toMatch(/Root cause: `answer-autosave`.*This is about everything that fails, not only `northlake`/)
  })

  it('is no more than usual, or is', async () => {
    expect(await said('examhall', 'is that many late students normal?')).toMatch(
      /as ever: \*\*\d+\*\* log records that say/,
    )
  })

  it('is asked back where who has it is not told', async () => {
    expect(await said('parking', 'who is affected by boom problems?')).toMatch(/could not tell who has trouble/)
  })

  it.each([
    ['any checksum problems today?', { thing: 'checksum', asks: 'any' }],
    ['hey, trouble with the webcams again?', { thing: 'webcams', asks: 'any' }],
    ['why is oxmoor slow', { thing: 'oxmoor', asks: 'cause', isSlow: true }],
    ['is the mailbox working?', { thing: 'mailbox', asks: 'good' }],
  ])('is read from %s', (text, asked) => {
    expect(troubleAsked(text)).toEqual(asked)
  })

  it.each([
    'any problems?',
    'is it down?',
    'is the system ok?',
    'trouble with everything?',
    'any network issues?',
    'why',
  ])('names no thing in %s', (text) => {
    expect(troubleAsked(text)).toBeNull()
  })
})
