import { describe, expect, it } from 'vitest'
import { bootstrapInterval } from '../../../scripts/eval/protocol/bootstrap.ts'
import type { Verdict } from '../../../scripts/eval/protocol/engine.ts'
import type { Truth } from '../../../scripts/eval/protocol/episode.ts'
import { acceptedMechanisms } from '../../../scripts/eval/protocol/mechanisms.ts'
import { questionsAbout, subsetsOf, timesOf } from '../../../scripts/eval/protocol/questions.ts'
import { binsOf, reliabilitySvg } from '../../../scripts/eval/protocol/reliability.ts'
import { figuresOf, judge, logLossOf } from '../../../scripts/eval/protocol/scores.ts'
import { systemOf } from '../../../scripts/eval/protocol/sets.ts'

const truth: Truth = { services: ['cart'], unstatedToo: ['ads'], faultType: 'cpu' }
const about = { setName: 'incidents-x', cluster: 'a', truth, isStated: true }
const quiet = { ...about, truth: null }

function verdict(said: Verdict['said'], services: readonly string[], mechanism: string | null = null): Verdict {
  const candidates = services.map((service, index) => ({ service, probability: 0.6 / 2 ** index }))
  const anomaly = candidates.reduce((sum, { probability }) => sum + probability, 0)
  return { said, confidence: 0.6, anomaly, candidates, mechanism, onsetMs: null }
}

describe('the figures of the protocol', () => {
  it('count "nothing broke" on a real incident at any rank, and right and wrong assertions', () => {
    const judged = [
      judge(about, verdict('no_anomaly', ['cart'])),
      judge(about, verdict('identified', ['cart', 'ads'], 'processor')),
      judge(about, verdict('probable', ['ads', 'cart'], 'processor')),
      judge(about, verdict('inconclusive', ['a', 'b', 'c', 'cart'])),
    ]
    expect(figuresOf(judged)).toEqual({
      cases: 4,
      first: 0.5,
      three: 0.75,
      assertedRight: 0.25,
      assertedWrong: 0.25,
      nothingBroke: 0.25,
      falseAlarms: null,
      falselyRaised: null,
      mechanism: 0.25,
    })
  })

  it('count false alarms on quiet windows only, and apart what was raised without being asserted', () => {
    const judged = [
      judge(quiet, verdict('probable', ['cart'])),
      judge(quiet, verdict('inconclusive', ['cart'])),
      judge(quiet, verdict('no_anomaly', ['cart'])),
      judge(quiet, verdict('no_data', [])),
      judge(about, verdict('identified', ['cart'])),
    ]
    expect(figuresOf(judged)).toMatchObject({ cases: 5, first: 1, falseAlarms: 0.25, falselyRaised: 0.5 })
  })

  it('accept the second of two faults only where no time was stated', () => {
    expect(judge(about, verdict('identified', ['ads'])).rank).toBeNull()
    expect(judge({ ...about, isStated: false }, verdict('identified', ['ads'])).rank).toBe(1)
  })

  it('call the mechanism of a wrong service wrong, and judge none where the label does not say', () => {
    expect(judge(about, verdict('identified', ['ads', 'cart'], 'processor')).isMechanismRight).toBe(false)
    const unlabelled = { ...truth, faultType: 'something else' }
    expect(judge({ ...about, truth: unlabelled }, verdict('identified', ['cart'])).isMechanismRight).toBeNull()
  })

  it('have a log loss that is least when the probabilities are honest', () => {
    const said = (probability: number) => ({
      ...verdict('identified', []),
      anomaly: probability,
      candidates: [{ service: 'cart', probability }],
    })
    const loss = (probability: number) =>
      logLossOf([
        ...Array.from({ length: 8 }, () => judge(about, said(probability))),
        ...Array.from({ length: 2 }, () => judge(quiet, said(probability))),
      ])
    expect(loss(0.8)).toBeLessThan(loss(0.7))
    expect(loss(0.8)).toBeLessThan(loss(0.9))
  })

  it('give a faulty service that is not listed what was left to services that show nothing', () => {
    const said = { ...verdict('probable', []), anomaly: 0.9, candidates: [{ service: 'ads', probability: 0.6 }] }
    expect(judge(about, said).truthProbability).toBeCloseTo(0.3)
    expect(judge(quiet, said).truthProbability).toBeCloseTo(0.1)
  })
})

describe('the bootstrap', () => {
  const share = (sample: readonly { readonly value: number }[]) =>
    sample.length === 0 ? null : sample.reduce((sum, { value }) => sum + value, 0) / sample.length
  const items = (values: readonly number[]) => values.map((value, index) => ({ cluster: String(index), value }))

  it('gives the same interval each time, around the share, about as wide as theory says', () => {
    const all = items(Array.from({ length: 100 }, (_, index) => (index < 80 ? 1 : 0)))
    const interval = bootstrapInterval(all, share)
    expect(interval).toEqual(bootstrapInterval(all, share))
    // 0.8 ± 1.96 · sqrt(0.8 · 0.2 / 100)
    expect(interval?.low).toBeGreaterThan(0.69)
    expect(interval?.low).toBeLessThan(0.75)
    expect(interval?.high).toBeGreaterThan(0.85)
    expect(interval?.high).toBeLessThan(0.91)
  })

  it('draws episodes, so that asking each ten times does not narrow it', () => {
    const once = items([1, 1, 1, 0, 0, 1, 0, 1, 1, 0])
    const often = once.flatMap((item) => Array.from({ length: 10 }, () => item))
    expect(bootstrapInterval(often, share)).toEqual(bootstrapInterval(once, share))
  })

  it('does not claim certainty from 0 of 20, and says nothing about one episode', () => {
    const none = bootstrapInterval(items(Array.from({ length: 20 }, () => 0)), share)
    expect(none?.low).toBe(0)
    expect(none?.high).toBeCloseTo(0.168, 3)
    expect(bootstrapInterval(items([1]), share)).toBeNull()
  })
})

describe('the questions of the protocol', () => {
  const episode = {
    id: 'x-1',
    cluster: 'x-1',
    signals: ['spans', 'metrics'] as const,
    hasChanges: true,
    startMs: 1_000_000_000_000,
    endMs: 1_000_000_060_000,
    truth,
    contentKey: '',
    load: () => ({ records: { logs: [], spans: [], metrics: [] }, changes: [] }),
  }

  it('show every subset of the signals, with and without changes, with each stated time and none', () => {
    expect(subsetsOf(['logs', 'spans', 'metrics'])).toHaveLength(7)
    expect(questionsAbout(episode, false)).toHaveLength(3 * 2 * 4)
    expect(questionsAbout(episode, true)).toHaveLength(1 * 2 * 2)
  })

  it('state a time late by whole minutes, never in the future of who asks', () => {
    const times = timesOf(episode, { signals: ['spans'], withChanges: false, lateMin: 15 })
    expect(times.statedMs).toBe(episode.startMs + 900_000)
    expect(times.nowMs).toBeGreaterThan(times.statedMs ?? 0)
    expect(timesOf(episode, { signals: ['spans'], withChanges: false, lateMin: null }).statedMs).toBeNull()
  })

  it('hold sets of one system together, and an unknown set apart', () => {
    expect(systemOf('incidents', 'tt-01-29-0843')).toBe(systemOf('quiet-trainticket', 'tq-1427'))
    expect(systemOf('incidents-canary', 'cr-1')).toBe(systemOf('incidents-onlineboutique', 'ob-1'))
    expect(systemOf('incidents-bank-2', 'bk-1')).toBe('bank')
  })
})

describe('mechanisms and confidence', () => {
  it('map every fault type to mechanisms, with the release beside them only where all faults were releases', () => {
    expect(acceptedMechanisms('incidents', 'cpu_contention')).toEqual(['processor'])
    expect(acceptedMechanisms('incidents-canary', 'memoryleak')).toEqual(['memory', 'bad_release'])
    expect(acceptedMechanisms('incidents', 'no such type')).toBeNull()
  })

  it('bin answers by confidence, the last bin closed, and draw each bin that has answers', () => {
    const answers = [0.1, 0.92, 0.93, 0.97, 1].map((confidence) => ({
      cluster: 'a',
      confidence,
      isRight: confidence > 0.925,
    }))
    const bins = binsOf(answers)
    expect(bins.map(({ answers: count }) => count)).toEqual([0, 1, 0, 0, 0, 0, 0, 0, 0, 2, 2])
    expect(bins[9]).toMatchObject({ rightShare: 0.5, meanConfidence: 0.925 })
    expect(reliabilitySvg(answers, 'title').match(/<circle/g)).toHaveLength(3)
  })
})
