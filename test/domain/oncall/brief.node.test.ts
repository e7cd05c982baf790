/** A brief names the change to blame, as surely as its service is known, or says that none is. */
import { expect, it } from 'vitest'
import type { StoredMessage } from '../../../src/contracts/content-block.ts'
import type { RunView } from '../../../src/contracts/thread-protocol.ts'
import { briefOf } from '../../../src/domain/oncall/brief.ts'
import { openIncident } from '../../../src/oncall/incidents/machine.ts'
import { alertOf, investigateResult } from '../../support/alerts.ts'

const AT = Date.UTC(2026, 10, 20, 9)
const change = (id: string, service: string, state: 'culprit' | 'weakened', because: string) => ({
  change: {
    id,
    kind: 'deployment',
    title: `${service} 2.4.1 to production`,
    services: [service],
    version: '2.4.1',
    author: 'mira',
    url: 'https://ci.example.test/812',
    environment: null,
    startedMs: AT - 120_000,
    endedMs: null,
  },
  state,
  because,
})
const CULPRIT = change('c1', 'pricing', 'culprit', 'it changed pricing 2 min before the onset')
const ELSEWHERE = change('c2', 'search', 'weakened', 'it changed search; the evidence points to pricing')

function changesSaid(outcome: string, changes: readonly object[]) {
  const result = investigateResult('pricing', AT) as { verdict: object }
  const verdict = { ...result.verdict, outcome, changes }
  const answer: StoredMessage = {
    id: '019b2c47-d1ee-7002-9d52-3f1f6f0c1a66',
    role: 'assistant',
    content: [
      {
        type: 'tool_call',
        toolCallId: 'call_1',
        name: 'investigate',
        params: {},
        result: { ...result, verdict },
        status: 'success',
      },
    ],
    createdAt: new Date(AT).toISOString(),
    source: 'automation',
  }
  const run: RunView = {
    completed: true,
    threadId: 't',
    runId: 'r',
    status: 'completed',
    response: null,
    messageId: 'm',
    error: null,
    usage: null,
  }
  const { incident } = openIncident({ id: 'i', threadId: 't' }, { id: 'a', ...alertOf() }, AT)
  const brief = briefOf({ incident, alerts: [], run, answer, similar: [], runbooks: [], before: null, nowMs: AT })
  return { said: brief.changeStatement, changes: brief.changes }
}

it.each([
  ['identified', 'The change to blame is the deployment'],
  ['probable', 'The change to blame is probably the deployment'],
  ['inconclusive', 'The change to suspect first is the deployment'],
])('a brief whose cause is %s says "%s", cites it and gives its link', (outcome, words) => {
  const { said, changes } = changesSaid(outcome, [ELSEWHERE, CULPRIT])
  expect(said.text.startsWith(`${words} "pricing 2.4.1 to production" (version 2.4.1)`)).toBe(true)
  expect(said.cites).toEqual(['c1', 'r#call_1'])
  expect(changes).toMatchObject([
    { changeId: 'c1', state: 'culprit', url: 'https://ci.example.test/812' },
    { changeId: 'c2' },
  ])
})

it('a brief whose changes do not fit says so, and lists the coincidence with what speaks against it', () => {
  const { said, changes } = changesSaid('identified', [ELSEWHERE])
  expect(said.text).toBe('No change is to blame. 1 change was near in time and does not fit.')
  expect(changes).toMatchObject([{ state: 'weakened', because: expect.stringContaining('points to pricing') }])
})
