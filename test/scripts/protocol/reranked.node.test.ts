import { describe, expect, it } from 'vitest'
import { reranked } from '../../../scripts/eval/fit/bench.ts'
import { lookParametersOf } from '../../../scripts/eval/protocol/looks-cache.ts'
import { LabelledSource } from '../../../src/agent/investigator/labelled-source.ts'
import { type Looks, lookAround } from '../../../src/agent/investigator/looks.ts'
import { memorySource } from '../../../src/agent/investigator/memory-source.ts'
import { type InvestigatorParameters, START_PARAMETERS } from '../../../src/agent/investigator/parameters.ts'
import { shapeOf } from '../../../src/telemetry/shape/shape.ts'
import { END_MS, ONSET_MS, shop } from '../../agent/investigator/shop.ts'

const RANKING = { ...START_PARAMETERS.ranking, convincing: 20, sameEvent: 0.9 }

async function looksWith(parameters: InvestigatorParameters): Promise<Looks | null> {
  const records = shop({ tweak: { isQuiet: (service) => service === 'ledger' } })
  const source = memorySource(records, ({ body }) => shapeOf(body))
  const looks = await lookAround(
    new LabelledSource(source),
    { source, window: null, incidentStartHint: ONSET_MS, now: END_MS + 60_000 },
    parameters,
  )
  return 'present' in looks ? looks : null
}

function scoresOf(looks: Looks | null): (readonly [string, number])[] {
  return (looks?.looked?.examination?.ranked ?? []).map(({ service, score }) => [service, score] as const)
}

describe('evidence of a look, ranked in another way', () => {
  it('scores as a look taken in that way, where both divide the time alike', async () => {
    const taken = await looksWith(START_PARAMETERS)
    const other = await looksWith({ ...START_PARAMETERS, ranking: RANKING })
    expect(scoresOf(reranked(taken, RANKING))).toEqual(scoresOf(other))
    expect(scoresOf(other)).not.toEqual(scoresOf(taken))
    expect(scoresOf(reranked(taken, { ...START_PARAMETERS.ranking }))).toEqual(scoresOf(taken))
  })

  it('is not taken for the look that was kept', () => {
    expect(lookParametersOf({ ...START_PARAMETERS, ranking: RANKING })).not.toBe(lookParametersOf(START_PARAMETERS))
  })
})
