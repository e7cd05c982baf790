/** Changes that people or their tools told of answer what was deployed, though no telemetry tells of them. */
import { describe, expect, it } from 'vitest'
import type { ProjectChanges } from '../../src/agent/changes.ts'
import type { ChangeView } from '../../src/contracts/oncall-protocol.ts'
import { Conversation, embeddedAgent } from './ask.ts'
import { NOW_MS, storeWith } from './small-store.ts'

const told = (minutesAgo: number, parts: Partial<ChangeView>): ChangeView => ({
  ...{
    id: `chg_${minutesAgo}`,
    kind: 'deployment',
    services: ['checkout'],
    title: 'Deploy of checkout',
    version: '2.4.1',
  },
  ...{ author: 'ana', environment: null, status: 'succeeded', url: null, source: 'api', endedAt: null },
  ...{ dedupKey: null, attributes: {}, recordedAt: NOW_MS, updatedAt: NOW_MS },
  startedAt: NOW_MS - minutesAgo * 60_000,
  ...parts,
})

const keeping = (changes: readonly ChangeView[]): ProjectChanges => ({
  list: ({ fromMs, toMs }) =>
    Promise.resolve({
      changes: changes.filter(({ startedAt }) => startedAt >= fromMs && startedAt < toMs),
      isTruncated: false,
    }),
})

async function answerTo(question: string, changes: readonly ChangeView[]): Promise<string> {
  const store = await storeWith([
    { body: 'order 1 placed', severityNumber: 9, minutesAgo: 50 },
    { body: 'order 2 placed', severityNumber: 9, minutesAgo: 1 },
    { body: 'mail 3 sent', service: 'mailer', severityNumber: 9, minutesAgo: 1 },
  ])
  const talk = new Conversation(store, embeddedAgent(), 24, { changes: keeping(changes) })
  return (await talk.ask(question, NOW_MS)).text
}

describe('a change that was told', () => {
  it.each(['what was deployed?', 'was there a release in the last hour?', 'any deployments of checkout today?'])(
    'answers %j with its service, version and author',
    async (question) => {
      const text = await answerTo(question, [told(20, {})])
      expect(text).toMatch(question.startsWith('what') ? /^Deployment of / : /^Yes: /)
      expect(text).toContain('14:40:00 UTC')
      for (const said of ['checkout', '2.4.1', 'ana']) expect(text).toContain(said)
    },
  )

  it('is not told of another service, nor outside the window', async () => {
    expect(await answerTo('what was deployed to mailer?', [told(20, {})])).toMatch(/^No deployment of `mailer`/)
    expect(await answerTo('what was deployed in the last 10 minutes?', [told(20, {})])).toMatch(/^No deployment/)
  })

  it('is not told twice where telemetry recognised it', async () => {
    expect(await answerTo('what was deployed?', [told(20, { source: 'telemetry' })])).toMatch(/^No deployment/)
  })
})
