/** Values, settings and orders that once were taken for something near to them. */
import { describe, expect, it } from 'vitest'
import { deploymentsAnswer } from '../../src/agent/answers/lists.ts'
import { isOfSetting, isSettingLine } from '../../src/agent/questions/execute/rollouts.ts'
import { remarkOf } from '../../src/agent/questions/reader/remark-of.ts'
import { Conversation } from './ask.ts'
import { NOW_MS, type SmallLog, storeWith } from './small-store.ts'

const TOPICS = ['business', 'politics', 'sport', 'traffic', 'health', 'data', 'system', 'people'] as const

/** So many lines of each topic that no two sums are alike. */
async function storeWithTopics() {
  const lines = TOPICS.flatMap((topic, index) =>
    Array.from(
      { length: 2 ** index },
      (): SmallLog => ({
        body: 'comment rejected',
        service: 'comments-api',
        severityNumber: 9,
        attributes: { topic, reason: index < 7 ? 'spam' : 'too_long' },
      }),
    ),
  )
  return await storeWith(lines)
}

const first = (text: string): string => text.split('\n')[0] ?? ''
const bold = (text: string): number => Number(/\*\*([\d,]+)\*\*/.exec(text)?.[1]?.replace(/,/g, ''))

describe('two values of one key with "or" between them', { timeout: 60_000 }, () => {
  it('both restrict, or the first sentence says which one does not', async () => {
    const store = await storeWithTopics()
    const lost: unknown[] = []
    let counted = 0
    for (const [at, one] of TOPICS.entries())
      for (const [other, two] of TOPICS.entries()) {
        if (at === other) continue
        const said = first((await new Conversation(store).ask(`rejected comments about ${one} or ${two}`, NOW_MS)).text)
        const number = bold(said)
        if (number === 2 ** at + 2 ** other) counted++
        else if (!Number.isNaN(number) && !(said.includes('left out') && (said.includes(one) || said.includes(two))))
          lost.push({ one, two, said })
      }
    expect(lost).toEqual([])
    expect(counted).toBeGreaterThan(20)
  })

  it('also where a preposition or article stands behind "or"', async () => {
    const { text } = await new Conversation(await storeWithTopics()).ask(
      'rejected comments about politics or about the sport',
      NOW_MS,
    )
    expect(bold(first(text))).toBe(2 + 4)
  })
})

describe('the most frequent reason of something that lines tell', () => {
  it.each(['most frequent reason for rejecting a comment?', 'top reasons for rejected comments'])(
    '%j counts them by reason and tells no root cause',
    async (question) => {
      const { text } = await new Conversation(await storeWithTopics()).ask(question, NOW_MS)
      expect(first(text)).toMatch(/^`too_long` has the most .*\*\*128\*\*/)
    },
  )
})

describe('an order to switch something', () => {
  it.each([
    'switch the flag dark-mode off',
    'switch off new-checkout please',
    'switch beta pricing off please',
    'turn off the beta banner',
    'can you flip the toggle back?',
    'disable the feature flag beta',
    'turn it off again',
  ])('%j is refused', (order) => expect(remarkOf(order)).toEqual({ kind: 'refusal', what: 'change' }))

  it.each([
    'switch off events per minute',
    'when was the flag switched off?',
    'who switched the flag off',
    'did someone switch the flag off?',
    'switch errors in the last hour',
    'flag changes today',
  ])('%j is a question', (question) => expect(remarkOf(question)).toBeNull())
})

describe('a setting that was changed', () => {
  const line = (body: string, at = '2026-11-20T14:40:00.000Z') => ({
    ...{ id: 'r', time: at, service: 'rates', severity: 'info', body, traceId: null, attributes: {} },
  })
  const window = { from: '2026-11-20T14:00:00.000Z', to: '2026-11-20T15:00:00.000Z' }
  const answer = (isReleaseAsked: boolean, ...bodies: readonly string[]): string =>
    deploymentsAnswer(
      {
        ...{ intent: 'deployments', conditions: [], isYesNo: true, ...(isReleaseAsked ? { isReleaseAsked } : {}) },
        time: { ...window, basis: 'asked' },
      },
      // The answer reads of a record its time, service and body.
      {
        ...{ kind: 'deployments', window, versionChanges: [], hasVersions: true, incomplete: null },
        ...{ records: bodies.map((body) => line(body)), total: bodies.length },
      } as unknown as Parameters<typeof deploymentsAnswer>[1],
      'call_1',
      NOW_MS,
    ).join('\n')

  it('is no deployment, and is told with its time', () => {
    expect(answer(true, 'Feature flag dark-mode switched on by ann')).toMatch(
      /^\*\*No\*\*: no deployment.*dark-mode switched on.*\*\*14:40:00 UTC\*\*/,
    )
  })

  it('is what was asked for, where the question names settings', () => {
    expect(answer(false, 'Feature flag dark-mode switched on by ann')).toMatch(/^Yes: /)
  })

  it('leaves a deployment beside it a deployment', () => {
    expect(answer(true, 'flag dark-mode on', 'rates 2.4.0 deployed')).toMatch(/^Yes: /)
  })

  it.each(['feature flag x switched on', 'toggle beta is now on', 'configuration reloaded', 'settings updated by ann'])(
    '%j names a setting',
    (body) => expect(isSettingLine(body)).toBe(true),
  )

  it.each(['deployed 2.4.0 with flag x', 'config version 12 loaded', 'rolling update started', 'rollout of config v2'])(
    '%j tells of a rollout',
    (body) => expect(isSettingLine(body)).toBe(false),
  )

  it('in a told change of another kind is a rollout', () => {
    const change = { kind: 'deployment' } as Parameters<typeof isOfSetting>[0]['change']
    expect(isOfSetting({ at: '', change, version: null, lines: [] })).toBe(false)
  })
})

describe('a crash before the last hour', () => {
  it('is a crash, where no time is named', async () => {
    const store = await storeWith([
      {
        body: 'runtime: out of memory, cannot allocate 4096 bytes',
        service: 'printer',
        severityNumber: 21,
        minutesAgo: 90,
      },
      ...[1, 2, 3, 50].map((minutesAgo) => ({
        body: 'page printed',
        service: 'printer',
        severityNumber: 9,
        minutesAgo,
      })),
    ])
    const { text } = await new Conversation(store).ask('did printer crash?', NOW_MS)
    expect(first(text)).toMatch(/^\*\*Yes\*\*: `printer` did crash, first at \*\*13:30:00 UTC\*\*/)
  })
})

describe('a share of which nothing says what it is of', () => {
  it('is asked back and is not 100 %', async () => {
    const { text } = await new Conversation(await storeWithTopics()).ask(
      'which share of comments-api finds nothing?',
      NOW_MS,
    )
    expect(first(text)).not.toContain('100 %')
  })
})
