/** What somebody types who was just woken up: a report of trouble in everyday words is answered with the cause. */
import { describe, expect, it } from 'vitest'
import { charging } from '../../scripts/eval/questions/systems/charging.ts'
import { vets } from '../../scripts/eval/questions/systems/vets.ts'
import { isTroubleTold, troubleReport } from '../../src/agent/questions/reader/trouble-reported.ts'
import { threadsAmong } from './threads-over.ts'

const END_MS = Date.parse('2026-11-20T15:00:07.312Z')

describe('a report of trouble', () => {
  it.each([
    ['checkout is completely dead for half of our shops, where do I look first?', true, true],
    ['500s all over the place, first suspect?', true, true],
    ['we keep getting paged for 5xx, where is it coming from?', true, true],
    ["members can't log in anymore", true, false],
    ['who is the bottleneck?', false, true],
  ])('is recognised: %s', (said, isReported, isAsked) => {
    expect(troubleReport(said)).toMatchObject({ isReported, isAsked })
  })

  it.each([
    'how many requests failed with 502?',
    'refused payments that are not card declined',
    'errors that the shop did not log',
    'when did it start?',
    'is the shop healthy?',
  ])('is something else: %s', (said) => {
    expect(troubleReport(said)).toBeNull()
    expect(isTroubleTold(said)).toBe(false)
  })

  it.each([
    ['the till swallowed my coupon and then the page went blank, what is that about', true],
    ['my boss wants an explanation and I have none', true],
    ['card reader beeps, turnstile stays shut, people climb over it!', true],
    ['thanks, that went great!', false],
    ['share of orders that are refused', false],
    ['alarms raised, please break them down by code', false],
    ['payments refused for too little money', false],
  ])('is told in any words: %s', (said, isTold) => {
    expect(isTroubleTold(said)).toBe(isTold)
  })

  it('is looked at in time that grows with its length alone', () => {
    const long = `${'nobody can '.repeat(20_000)}, ${'who is '.repeat(20_000)}`
    expect(isTroubleTold(long)).toBe(true)
    expect(troubleReport(long)).toBeNull()
  })
})

const last = threadsAmong({ charging, vets }, END_MS)

describe('an answer to it', { timeout: 240_000 }, () => {
  it.each([
    'the map is grey and the start button spins forever, poor folks in the rain',
    "can't plug in anymore, my screen shows a 502",
    'the start charging button does nothing, who is the culprit?',
    '500s everywhere, prime suspect?',
    'which component do I wake somebody up for?',
    "what's the bottleneck?",
  ])('names the cause: %s', async (said) => {
    expect(await last('charging', said)).toMatch(/\*\*Root cause: `token-auth`\*\*/)
  })

  it('begins with what to do where that is asked', async () => {
    // The setting is what broke it; a restart gains time.
    expect(await last('charging', 'charging is down for every second driver, where do I begin?')).toMatch(
      /^First take back what was changed: `token-auth`: `setting reloaded \(key roaming\.client\.keepalive, value off.* If that does not help, restart the failing instances of `token-auth`/,
    )
  })

  it('says that the words of a story are in no telemetry', async () => {
    const story =
      'our cleaner is upset, cows run around the lobby, the whiteboard got wet and nobody can print his forms'
    expect(await last('vets', story)).toMatch(
      /^I took this as a report of trouble, and looked at everything that fails\./,
    )
  })

  it('takes no time of a story but one of the clock', async () => {
    expect(await last('vets', 'the siren woke me at 4, what was that about?')).toMatch(/Root cause: `rx-service`/)
  })

  it('is about the service that it names', async () => {
    expect(await last('charging', 'somebody yelled at me that cdr-builder ruins his evening, no clue why')).toContain(
      'cdr-builder',
    )
  })

  it('says first that a store does not exist which it blames', async () => {
    expect(await last('charging', 'people yell that redis is dead, what happened?')).toMatch(/redis/)
  })

  it.each([
    ['how many sessions did we start in the last hour?', /\d/],
    ['lovely evening, thanks for everything', /./],
  ])('is none of %s', async (said, told) => {
    const answer = await last('charging', said)
    expect(answer).toMatch(told)
    expect(answer).not.toContain('Root cause')
  })
})

describe('what only an incident can be asked', { timeout: 240_000 }, () => {
  const AROUND = ['what changed right before that?', 'any release right before?', 'did the flurbish wobble as well?']

  it.each([
    ['is it fixed?', /over|healthy|recovered|no longer|ended|still going on/],
    ['how long did it last?', /min/],
    ['ok, what should we do next?', /First /],
    ['did it spread?', /It began in `rx-service`/],
    ['are you sure?', /sure that it is `rx-service`/],
    ['since when exactly?', /Since \*\*/],
    ['which endpoints fail?', /operation/],
  ])('%s is about the incident, whatever was asked in between', async (turn, told) => {
    for (const between of AROUND) expect(await last('vets', 'what broke?', between, turn)).toMatch(told)
  })

  it('says what was not answered in between', async () => {
    expect(await last('vets', 'what broke?', AROUND[2] ?? '', 'how long did it last?')).toMatch(
      /^"did the flurbish wobble as well\?" was not answered, so this goes on from "what broke\?"\./,
    )
  })

  it('is about a count of its own behind that', async () => {
    expect(await last('vets', 'how many prescriptions failed?', 'since when?')).not.toContain('Root cause')
  })
})

describe('a turn of an incident in other words', { timeout: 240_000 }, () => {
  it.each([
    ['what else got pulled into that swamp?', 'how did it spread', /It began in `rx-service`/],
    ['hand on heart, how certain are you about this mud?', 'are you sure', /sure that it is `rx-service`/],
    ['need something for the ministry, how painful is the puddle', 'what is the impact', /requests failed since/],
    ['got one raw exception for the fridge door?', 'show its errors', /errors of `rx-service`/],
    ['any rival theory from the barn?', 'what else could it be', /sure that it is `rx-service`/],
  ])('%s', async (turn, plain, told) => {
    const answer = await last('vets', 'what broke?', turn)
    expect(answer).toContain(`I read this as "${plain}".`)
    expect(answer).toMatch(told)
  })

  it.each([
    ['a number of things', 'how many kittens did the mud eat so far, fix that'],
    ['another service', 'is clinic-gateway through the mud?'],
  ])('is not read so where it asks for %s', async (_, turn) => {
    expect(await last('vets', 'what broke?', turn)).not.toContain('I read this as')
  })

  it('is not read so in a thread about a count', async () => {
    expect(await last('vets', 'how many requests in the last hour?', 'any rival theory from the barn?')).not.toContain(
      'I read this as',
    )
  })
})
