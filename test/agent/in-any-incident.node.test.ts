/** What is asked in any incident, in words that name nothing of the project. */
import { describe, expect, it } from 'vitest'
import { bakeryWorld } from './bakery-world.ts'
import { threadsOver } from './threads-over.ts'
import { END_MS } from './trade-world.ts'

const last = threadsOver(bakeryWorld, END_MS)

describe('a question of any incident', () => {
  it.each([
    ['what still works?', /^\*\*7 of 9 services\*\* are not affected/],
    ['are there two separate problems', /^\*\*Nothing else\*\* stands out/],
    ['is anything else broken besides this', /^\*\*Nothing else\*\* stands out/],
    ['what are people seeing right now', /^\*\*60\*\* requests failed/],
    ['how bad is it on a scale of one to ten', /^\*\*60\*\* requests failed/],
    ['network issue?', /^\*\*No\*\* sign of “network”/],
    ['is the connection pool full', /^\*\*No\*\* sign of “connection pool”/],
    ['is one pod worse than the others', /^`bake-desk-1` has the highest error rate: \*\*25\.0 %\*\*/],
    ['any pods restarting', /^\*\*No\*\*: no stop, start or crash was seen/],
    ['any weird status codes', /`503` \*\*120\*\*/],
    ['give me a trace id of a failed request', /^The slowest of 120 failed requests/],
    ['how many distinct error messages do we have', /In all 96 over 4 groups/],
    ['top 2 error messages with counts', /^The most frequent of errors: \*\*60\*\* times/],
    ['did latency go up before errors or after', /^It began in `bake-desk` at \*\*14:25:00/],
    [
      'what did the logs say at the moment it broke',
      /14:25:00 UTC `bake-desk` error: `POST \/batches failed: lock held`/,
    ],
    ['when will it recover by itself', /^When it will be over is not in the telemetry/],
    ['who is hammering us', /^`acme` has the most requests: \*\*120\*\*/],
  ])('%j is answered as what it asks', async (asked, said) => {
    expect(await last(asked)).toMatch(said)
  })

  it.each([
    ['what does the failing service call?', /^`bake-desk` calls `postgresql`/],
    ['last log line of the culprit', /of `bake-desk`/],
    ['which service is the culprit', /^\*\*Root cause: `bake-desk`\*\*/],
    ['who is the culprit', /^\*\*Root cause: `bake-desk`\*\*/],
  ])('%j is about the service in which it began', async (asked, said) => {
    expect(await last(asked)).toMatch(said)
  })
})

describe('several codes of a status', () => {
  it('are told as alternatives', async () => {
    expect(await last('how many requests with status 500 or 503')).toMatch(
      /^\*\*120\*\* requests with status 500 or 503/,
    )
  })
})
