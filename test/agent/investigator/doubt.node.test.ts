/** What one signal alone cannot tell apart is not claimed. */
import { describe, expect, it } from 'vitest'
import { doubtAbout } from '../../../src/agent/investigator/doubt.ts'
import type { Finding } from '../../../src/agent/investigator/findings.ts'
import { graphFrom } from '../../../src/agent/investigator/graph.ts'
import { judge, type Look } from '../../../src/agent/investigator/judgement.ts'
import { DEFAULT_PARAMETERS } from '../../../src/agent/investigator/parameters.ts'
import type { Scored } from '../../../src/agent/investigator/ranking.ts'

const { doubt } = DEFAULT_PARAMETERS

function finding(of: Partial<Finding>): Finding {
  return {
    kind: 'metric',
    service: 'cart',
    subject: 'x',
    strength: 20,
    onsetMs: 0,
    text: 'x',
    peer: null,
    reach: 'own',
    queries: ['q1'],
    selector: null,
    ...of,
  }
}

function scored(service: string, score: number, findings: readonly Finding[]): Scored {
  return { service, score, rawScore: score, findings, onset: 5, weight: 1, explainedBy: null }
}

function look(signals: Look['signals'], ranked: readonly Scored[]): Look {
  return {
    signals,
    ranked,
    surprise: null,
    everydayScore: 1,
    calmScore: 1,
    anomalyScale: 0.5,
    rankScale: 2.5,
    onsetMs: 0,
    baselineMs: 300_000,
    healthyNew: new Set(),
  }
}

const latency = finding({ role: 'latency' })
const processor = finding({ role: 'processor' })
const missing = finding({ kind: 'log_missing' })
const error = finding({ kind: 'log_new', isError: true })

describe('metrics alone', () => {
  it('leave half to none where what they show has passed before anybody asked', () => {
    const shareOf = (leader: Scored) => doubtAbout([leader], { signals: 'metrics', rankScale: 2.5 }, doubt)
    const busy = scored('cart', 9, [processor])
    expect(shareOf({ ...busy, isOver: true })).toEqual({ share: 0.5, service: null })
    expect(shareOf(busy).share).toBe(0)
  })

  it('leave half to none where all that is seen is that there is less in answers: they may only be written shorter', () => {
    const shareOf = (own: readonly Finding[], others: readonly Finding[]) =>
      doubtAbout([scored('cart', 9, own), scored('web', 2, others)], { signals: 'metrics', rankScale: 2.5 }, doubt)
    const gives = finding({ role: 'gives' })
    const takes = finding({ role: 'takes' })
    expect(shareOf([gives], [finding({ role: 'takes', service: 'web' })])).toEqual({ share: 0.5, service: null })
    expect(shareOf([gives, takes], []).share).toBe(0)
    expect(shareOf([gives], [finding({ role: 'errors', service: 'web' })]).share).toBe(0)
    expect(shareOf([gives], [finding({ role: 'traffic', service: 'web', isLess: true })]).share).toBe(0)
    expect(shareOf([gives], [finding({ role: 'traffic', service: 'web', isLess: false })]).share).toBe(0.5)
    expect(shareOf([finding({ role: 'gives', isUncalled: true }), gives], []).share).toBe(0)
  })

  it('leave a share to services that show nothing where the leader only became slow, none where its processor is busy', () => {
    const [slow, busy] = [latency, processor].map(
      (one) => doubtAbout([scored('cart', 5, [one])], { signals: 'metrics', rankScale: 2.5 }, doubt).share,
    )
    expect(slow).toBeGreaterThan(0.25)
    expect(busy).toBe(0)
  })

  it('share the place with the one caller that fails at the leader, where another one is answered', () => {
    const failing = finding({ role: 'success', strength: 8, peer: 'checkout', isLess: true })
    const doubtOf = (callers: readonly string[], findings: readonly Finding[]) =>
      doubtAbout(
        [scored('cart', 9, [...findings, processor])],
        { signals: 'metrics', rankScale: 2.5, graph: graphFrom(callers.map((caller) => [caller, 'cart'])) },
        doubt,
      )
    expect(doubtOf(['checkout', 'web'], [failing])).toEqual({ share: 0.5, service: 'checkout' })
    expect(doubtOf(['checkout'], [failing]).share).toBe(0)
    expect(doubtOf(['checkout', 'web'], [failing, { ...failing, peer: 'web', strength: 5 }]).share).toBe(0)
  })

  it('share the place with who fails altogether where the leader may only not be asked any more', () => {
    const gone = (isOfRequestsAlone: boolean) =>
      scored('files', 12, [finding({ service: 'files', isGone: true, isOfRequestsAlone })])
    const failing = (failingShare: number) => scored('cart', 9, [finding({ role: 'success', failingShare })])
    const doubted = (ranked: readonly Scored[]) => doubtAbout(ranked, { signals: 'metrics', rankScale: 2.5 }, doubt)
    expect(doubted([gone(true), failing(1)])).toEqual({ share: 0.5, service: 'cart' })
    expect(doubted([gone(true), failing(0.4)]).share).toBe(0)
    expect(doubted([gone(false), failing(1)]).share).toBe(0)
  })

  it('leave half to services that show nothing where the leader is a gateway, however strong it is', () => {
    const gateway = { ...scored('shop', 30, [latency]), handsOn: true }
    expect(doubtAbout([gateway], { signals: 'metrics', rankScale: 2.5 }, doubt)).toEqual({ share: 0.5, service: null })
  })

  it('assert no caller that leads over a callee only because it was changed, and a callee that leads so', () => {
    const change = { id: 'c', kind: 'deployment', services: ['web'], environment: null, version: null, author: null }
    const told = { ...change, title: 'web', url: null, startedMs: 0, endedMs: 0 }
    const outcomeWith = (caller: string, callee: string) => {
      const graph = { callees: new Map([[caller, new Set([callee])]]), callers: new Map([[callee, new Set([caller])]]) }
      const ranked = [scored('cart', 12, [latency]), scored('web', 9, [latency])]
      const seen = { ...look('metrics', ranked), graph }
      return judge(seen, { changes: [told], services: 5, isStated: false }, [], DEFAULT_PARAMETERS).outcome
    }
    expect(outcomeWith('web', 'cart')).toBe('inconclusive')
    expect(outcomeWith('cart', 'web')).toBe('root_cause_identified')
  })

  it('leave less the stronger the leader is', () => {
    const shares = [4, 8, 16].map(
      (score) => doubtAbout([scored('cart', score, [latency])], { signals: 'metrics', rankScale: 2.5 }, doubt).share,
    )
    expect(shares).toEqual(shares.toSorted((a, b) => b - a))
    // Something that sends nothing may always be behind what spreads.
    expect(shares.at(-1)).toBe(0.1)
  })

  it('take a service whose readings ended for one with a change of its own', () => {
    const gone = doubtAbout(
      [scored('cart', 7, [finding({ isGone: true })])],
      { signals: 'metrics', rankScale: 2.5 },
      doubt,
    ).share
    expect(gone).toBeLessThan(
      doubtAbout([scored('cart', 7, [latency])], { signals: 'metrics', rankScale: 2.5 }, doubt).share,
    )
  })
})

describe('lines alone', () => {
  it('do not identify a service that only stops and says nothing', () => {
    const { outcome, elsewhere } = judge(
      look('lines', [scored('cart', 40, [missing])]),
      { changes: [], services: 5, isStated: false },
      [],
      DEFAULT_PARAMETERS,
    )
    expect(outcome).not.toBe('root_cause_identified')
    expect(elsewhere).toBeGreaterThan(0.2)
  })

  it('identify a service that says what is wrong', () => {
    const { outcome, elsewhere } = judge(
      look('lines', [scored('cart', 40, [missing, error])]),
      { changes: [], services: 5, isStated: false },
      [],
      DEFAULT_PARAMETERS,
    )
    expect(outcome).toBe('root_cause_identified')
    expect(elsewhere).toBe(0)
  })
})

describe('a stated time', () => {
  it('keeps an answer from "nothing broke" at odds down to two to three, and asserts nothing', () => {
    const seen = { ...look('spans', [scored('cart', 10, [error])]), surprise: null, calmScore: 12, everydayScore: 12 }
    const asked = (isStated: boolean, score: number) => {
      const ranked = [scored('cart', score, [error])]
      return judge({ ...seen, ranked }, { changes: [], services: 5, isStated }, [], DEFAULT_PARAMETERS).outcome
    }
    const [justUnder, farUnder] = [12 - 0.3 * seen.anomalyScale, 12 - 0.6 * seen.anomalyScale]
    expect(asked(false, justUnder)).toBe('no_anomaly')
    expect(asked(true, justUnder)).toBe('inconclusive')
    expect(asked(true, farUnder)).toBe('no_anomaly')
  })
})

describe('spans', () => {
  const silence = finding({ kind: 'silence', peer: 'web', isByOneCaller: true })
  const failures = finding({ kind: 'span_errors', service: 'web', strength: 50 })

  it('do not tell a silent service from its only caller that fails: both are equally likely', () => {
    const ranked = [scored('cart', 36, [silence]), scored('web', 17, [failures])]
    const { outcome, probabilities } = judge(
      look('spans', ranked),
      { changes: [], services: 5, isStated: false },
      [],
      DEFAULT_PARAMETERS,
    )
    expect(outcome).toBe('inconclusive')
    expect(probabilities[0]).toBeCloseTo(probabilities[1] ?? 0, 1)
  })

  it('tell them apart where several callers miss the service', () => {
    const missed = finding({ kind: 'silence', peer: 'web', isByOneCaller: false })
    const ranked = [scored('cart', 36, [missed]), scored('web', 17, [failures])]
    expect(
      judge(look('spans', ranked), { changes: [], services: 5, isStated: false }, [], DEFAULT_PARAMETERS).outcome,
    ).toBe('root_cause_identified')
  })
})

it('probabilities of candidates, of services that show nothing and of no fault sum to one', () => {
  for (const signals of ['lines', 'spans', 'metrics'] as const) {
    const ranked = [scored('cart', 5, [missing]), scored('web', 3, [latency])]
    const { probabilities, elsewhere, anomaly } = judge(
      look(signals, ranked),
      { changes: [], services: 5, isStated: false },
      [],
      DEFAULT_PARAMETERS,
    )
    expect(probabilities.reduce((sum, one) => sum + one, elsewhere + 1 - anomaly)).toBeCloseTo(1, 9)
  }
})

describe('calls that fail', () => {
  const failed = finding({ kind: 'span_errors', subject: 'put', strength: 48 })
  const unreached = finding({
    kind: 'child_calls',
    subject: 'put → price',
    strength: 44,
    peer: 'prices',
    reach: 'callee',
  })
  const doubtOf = (...findings: Finding[]) =>
    doubtAbout([scored('cart', 38, findings)], { signals: 'spans', rankScale: 2.5 }, doubt)

  it('without arriving leave a share to the service that they were meant for', () => {
    expect(doubtOf(failed, unreached)).toEqual({ share: doubt.unanswered, service: 'prices' })
  })

  it('leave nothing where they arrive, and where the caller says what is wrong', () => {
    expect(doubtOf(failed).share).toBe(0)
    expect(doubtOf(failed, { ...unreached, subject: 'get → price' }).share).toBe(0)
    expect(doubtOf(failed, unreached, error).share).toBe(0)
  })
})
