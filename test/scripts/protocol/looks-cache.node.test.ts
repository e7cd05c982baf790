import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { EpisodeReader } from '../../../scripts/eval/protocol/cached-source.ts'
import { DiskCache } from '../../../scripts/eval/protocol/disk-cache.ts'
import { probabilitiesOfLooks, verdictOf, verdictOfLooks } from '../../../scripts/eval/protocol/engine.ts'
import { generatedEpisode } from '../../../scripts/eval/protocol/generated-episode.ts'
import { LookReader } from '../../../scripts/eval/protocol/looks-cache.ts'
import { timesOf } from '../../../scripts/eval/protocol/questions.ts'
import { makeIncident } from '../../../scripts/eval/synthetic/incident.ts'
import { DEFAULT_PARAMETERS } from '../../../src/agent/investigator/parameters.ts'

const directory = mkdtempSync(join(tmpdir(), 'looks-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

describe('a look that is kept', () => {
  it('is judged as the investigation judges it, freshly taken and read again', async () => {
    const cache = new DiskCache(directory)
    const generator = { name: 'synthetic', idPrefix: 'sy', faultPrefix: '', code: '', make: makeIncident }
    const episode = generatedEpisode(generator, 4, true, cache)
    const question = { signals: ['metrics', 'spans'] as const, withChanges: false, lateMin: 5 }
    const times = timesOf(episode, question)
    const reader = new EpisodeReader(cache)
    const asked = await verdictOf(reader.sourceOf(episode, question), times, DEFAULT_PARAMETERS)
    const kept = new LookReader(reader, cache)
    for (let reading = 1; reading <= 2; reading++) {
      const looks = await kept.looksAt(episode, question, DEFAULT_PARAMETERS)
      expect(verdictOfLooks(looks, times, DEFAULT_PARAMETERS)).toEqual(asked)
      expect(probabilitiesOfLooks(looks, times, DEFAULT_PARAMETERS)).toEqual({ ...asked, mechanism: null })
    }
    expect(asked.candidates.length).toBeGreaterThan(0)
  })
})
