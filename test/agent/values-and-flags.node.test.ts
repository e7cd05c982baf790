/** Values with signs, keys that say yes or no, what gauges hold of one value, failures that only lines tell, and typed forms. */
import { describe, expect, it } from 'vitest'
import { bloodBank } from '../../scripts/eval/questions/systems/bloodbank.ts'
import { lifts } from '../../scripts/eval/questions/systems/lifts.ts'
import { realEstate } from '../../scripts/eval/questions/systems/realestate.ts'
import { signing } from '../../scripts/eval/questions/systems/signing.ts'
import { smarthome } from '../../scripts/eval/questions/systems/smarthome.ts'
import { withCallsOfRoutes } from '../../src/agent/questions/reader/read-nouns.ts'
import { slotsOf } from '../../src/agent/questions/reader/slots.ts'
import { threadsAmong } from './threads-over.ts'

const END_MS = Date.parse('2026-11-20T15:00:07.312Z')
const last = threadsAmong({ bloodBank, lifts, realEstate, signing, smarthome }, END_MS)

const ASKED_BACK = /so I give no number|could not tell/

describe('values', { timeout: 240_000 }, () => {
  it.each([
    ['O- orders', /`blood\.group` `O-`/],
    ['O+ orders', /`blood\.group` `O\+`/],
    ['how many samples with blood group A+', /`blood\.group` `A\+`/],
    ['how many O- orders were emergencies', /`blood\.group` `O-`.*`order\.urgency` `emergency`/],
    ['orders by the university hospital', /with `hospital\.id` `university`/],
    ['which hospital orders the most', /has the most requests on `POST \/v1\/orders`.*by `hospital\.id`/],
    ['what percentage of orders is urgent or emergency', /^\*\*\d.*`urgent` or `emergency` match/],
    ['tours planned with a van, how many', /that say `tours planned van`/],
  ])('%s', async (question, told) => {
    expect(await last('bloodBank', question)).toMatch(told)
  })

  it.each([
    ['how many tickets are urgent', /with `ticket\.urgent` `yes`/],
    ['tickets that are not urgent', /with `ticket\.urgent` `no`/],
    ['what share of repair tickets is urgent', /^\*\*\d+(?:\.\d+)? %\*\*.*`ticket\.urgent` `yes`/],
  ])('%s, of a key that says yes or no', async (question, told) => {
    expect(await last('realEstate', question)).toMatch(told)
  })

  it('takes the day that something was booked for as no time of telemetry', async () => {
    const line = await last('realEstate', 'viewings booked in the last hour', 'how many were for saturday')
    expect(line).toMatch(/with the words `saturday`, 14:00:/)
  })
})

describe('gauges', { timeout: 240_000 }, () => {
  it.each([
    ['how many platelets are in stock', /^Last value of `stock\.units` with `product\.type` `platelets`/],
    ['platelets in stock at the beginning', /`stock\.units` with `product\.type` `platelets`.*at the beginning/],
    ['warmest fridge', /^`F\d` has the highest maximum of `fridge\.temperature`/],
    ['which fridge is the warmest', /^`F\d` has the highest last value of `fridge\.temperature`/],
    ['what was the last reading of F3', /^Last value of `fridge\.temperature` with `fridge` `F3`/],
  ])('%s', async (question, told) => {
    expect(await last('bloodBank', question)).toMatch(told)
  })
})

describe('failures that only lines tell', { timeout: 240_000 }, () => {
  it.each([
    ['how often did video ident fail', /\*\*\d+\*\* log records.*`method` `video` that say `identity not confirmed`/],
    ['eid failure rate', /\*\*\d+(?:\.\d+)? %\*\*: \d+ log records with `method` `eid` that say `identity not/],
  ])('%s', async (question, told) => {
    const line = await last('signing', question)
    expect(line).toContain('No request failed there')
    expect(line).toMatch(told)
  })

  it('has a reason that is no cause of everything', async () => {
    const line = await last('signing', 'how often did video ident fail', 'what was the reason')
    expect(line).toMatch(/^`face not matched` has the most|face not matched/)
  })

  it('counts what was done where some of the requests were refused', async () => {
    expect(await last('smarthome', 'subscription renewals last hour?')).toMatch(
      /\*\*\d+\*\* log records that say `subscription renewed`/,
    )
  })
})

describe('as people type', { timeout: 240_000 }, () => {
  it.each([
    ['slot searches from the app', /requests on `GET \/v1\/slots` with `app\.channel` `app`/],
    [
      'how big is the share of the app among slot searches',
      /^\*\*\d.*`GET \/v1\/slots` with `app\.channel` `app` match/,
    ],
    ['how many code lookups did session-desk cause at code-registry?', /calls from `session-desk` to `code-registry`/],
    ['routes with 5xx at front-gateway', /has the most requests of `front-gateway` with status 5xx/],
    ['409 and 422 of POST /v1/appointments at appointment-book, one number each', /by `http\.response\.status_code`/],
    ['do any logs say out of memory', /^No: \*\*0\*\* log records with the text `out of memory`/],
    ['labels.printed: where does the counter stand', /^Last value of `labels\.printed`/],
    ['load code list 2026-11 again', /I only read telemetry/],
    ['which room most often', ASKED_BACK],
  ])('%s', async (question, told) => {
    expect(await last('bloodBank', question)).toMatch(told)
  })

  it.each([
    ['fault reports from nordbau over the web', /requests on `POST \/v1\/fault-reports` with `tenant\.id` `nordbau`/],
    ['who of our customers is hit?', /has the most failed requests.*by `tenant\.id`/],
    ['billing-run: warnings and errors, give me both figures', /`warn` has the most.*`error`.*by `severity`/],
    ['how many pieces of door-roller were reserved altogether', ASKED_BACK],
  ])('%s', async (question, told) => {
    expect(await last('lifts', question)).toMatch(told)
  })

  it('calls no route where records say themselves what is done', () => {
    const token = (text: string) => text.split(' ')
    const catalogue = {
      operations: ['GET /v1/codes/{code}'],
      metrics: [],
      templates: [{ tokens: token('code lookups done') }],
    }
    const asked = 'how many code lookups were there'
    expect(withCallsOfRoutes(asked, catalogue as never)).toBe(asked)
    expect(withCallsOfRoutes(asked, { ...catalogue, templates: [] } as never)).toBe(
      'how many requests on GET /v1/codes/{code} were there',
    )
  })

  it('takes where in a program a line was written for no amount', () => {
    expect(slotsOf('[I <*> <*> tours:<*>] tour <*> planned: <*> boxes').map(({ name }) => name)).toEqual(['boxes'])
    expect(slotsOf('worker.go:<*> wrote <*> rows').map(({ name }) => name)).toEqual(['rows'])
  })
})

describe('follow-ups', { timeout: 240_000 }, () => {
  const LABELS = 'requests of session-desk on POST /v1/labels'
  it.each([
    ['how many went wrong', /failed requests of `session-desk` on `POST \/v1\/labels`/],
    ['how many failed', /failed requests of `session-desk` on `POST \/v1\/labels`/],
    ['how many went through', /successful requests of `session-desk` on `POST \/v1\/labels`/],
    ['how many came back with 500', /requests of `session-desk` on `POST \/v1\/labels` with status 500/],
  ])('%s', async (turn, told) => {
    expect(await last('bloodBank', LABELS, turn)).toMatch(told)
  })

  it.each([
    ['why did hospital orders fail?', 'until?', /^It lasted/],
    ['is everything ok again?', 'what was it', /^\*\*Root cause/],
    ['when did courier-dispatch get its new version', 'which one', /from version `1\.9\.2` to `1\.10\.0`/],
    [
      'how many errors in the last 30 minutes',
      'newest one of hospital-orders?',
      /^The last of the errors of `hospital-orders`/,
    ],
  ])('%s / %s', async (first, turn, told) => {
    expect(await last('bloodBank', first, turn)).toMatch(told)
  })

  it('how many failed on each', async () => {
    const line = await last('lifts', 'calls by carrier', 'how many failed on each')
    expect(line).toMatch(/has the most failed requests on `POST \/calls`.*by `carrier\.name`/)
  })

  it('mostly one or the other', async () => {
    const line = await last('smarthome', 'hubs postponed', 'mostly hub-mini or hub-pro?')
    expect(line).toMatch(/has the most log records that say `hubs postponed`.*by `model`/)
  })
})
