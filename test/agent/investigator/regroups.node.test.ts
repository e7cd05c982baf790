/** Groups of readers that begin anew again and again. */
import { describe, expect, it } from 'vitest'
import type { LogView, StemActivity } from '../../../src/agent/investigator/log-view.ts'
import { regroupFindings } from '../../../src/agent/investigator/regroups.ts'
import { splitAt } from '../../../src/agent/investigator/split.ts'

const GRID = { startMs: 0, intervalMs: 10_000, count: 120 }
const ONSET = 80
const SPLIT = splitAt(GRID, ONSET)

function stem(service: string, template: string, countAt: (i: number) => number, severity = 9): StemActivity {
  const counts = Array.from({ length: GRID.count }, (_, i) => countAt(i))
  return { service, stem: template, template, shown: template, severity, unlinked: 0, hosts: [], shapes: [], counts }
}

function viewOf(stems: readonly StemActivity[], more: Partial<LogView> = {}): LogView {
  return { stems, successors: [], totals: new Map(), ordinary: new Map(), contexts: 'trace', ...more }
}

const REVOKED = '[Consumer groupId=mailer] Revoke previously assigned partitions orders-<*>'
const again = (i: number) => (i >= ONSET && i % 3 === 0 ? 2 : 0)

describe('a group of readers', () => {
  const found = (...stems: StemActivity[]) => regroupFindings(viewOf(stems), ['kafka'], SPLIT, 'q1')

  it('that begins anew again and again is told, though all its lines are harmless', () => {
    const [finding] = found(stem('mailer', REVOKED, again))
    expect(finding).toMatchObject({ service: 'mailer', kind: 'silence' })
    expect(finding?.strength).toBeGreaterThan(15)
  })

  it('that does so a few times, or all day, is as usual', () => {
    expect(found(stem('mailer', REVOKED, (i) => (i === ONSET + 2 || i === ONSET + 20 ? 9 : 0)))).toEqual([])
    expect(found(stem('mailer', REVOKED, (i) => (i % 3 === 0 ? 2 : 0)))).toEqual([])
  })

  it('is not its broker, which tells of all groups', () => {
    expect(found(stem('kafka', 'Member was removed: group is rebalancing', again))).toEqual([])
  })

  it('says less where others begin anew as well', () => {
    const alone = found(stem('mailer', REVOKED, again))[0]?.strength ?? 0
    const both = found(stem('mailer', REVOKED, again), stem('audit', REVOKED, again))
    expect(both.map(({ strength }) => strength)).toEqual([alone / 2, alone / 2])
  })
})
