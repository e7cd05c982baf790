/** What leaves the console as a file holds text of telemetry, and none of it acts in what renders the file. */
import type { Incident } from '@observability-agent/sdk'
import { describe, expect, it } from 'vitest'
import { harmIn } from '../../test/agent/renderers.ts'
import { htmlOf, markdownOf } from '../src/views/incidents/export.ts'

const HOSTILE = [
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '<svg onload=alert(1)>',
  '![pixel](https://attacker.test/p.png)',
  '[click](javascript:alert(1))',
  'https://attacker.test/auto',
  'see www.attacker.test, mailto:a@attacker.test and (http://attacker.test/`x`)',
  '</li></ul><h1>All is well</h1>',
  '"><iframe src=https://attacker.test>',
  '`code` ~~~ ``` <b>',
  '| a | b |\n| - | - |\n| <u> | x |',
  '[ref]: https://attacker.test "x"',
  '\u202Egnp.exe\u202C',
  '&lt;script&gt;',
  'x'.repeat(50_000),
]

const NAMED = HOSTILE.map((text) => [text.slice(0, 40), text] as const)

function incidentWith(text: string): Incident {
  const statement = { text, cites: [] }
  const at = '2026-11-22T13:34:00.000Z'
  return {
    id: '01a20383-4262-77d1-8447-996265695b8c',
    title: text,
    headline: text,
    severity: 'critical',
    state: 'open',
    startedAt: at,
    alertList: [{ title: text, description: text, startedAt: at }],
    timeline: [{ id: 't1', at, kind: 'alert', text, subject: null }],
    analysis: {
      onset: { at, earliestAt: null, latestAt: null },
      hypotheses: [
        { service: text, mechanism: text, mechanismText: text, probability: 0.9, state: 'supported', because: text },
      ],
      propagation: [{ from: text, to: text, text }],
      nextSteps: [{ text }],
      notSeen: [text],
    },
    brief: {
      what: statement,
      impact: statement,
      cause: { statement },
      changeStatement: statement,
      evidence: [statement],
      openQuestions: [statement],
    },
    // Only what an export reads.
  } as unknown as Incident
}

describe('an exported incident', () => {
  it.each(NAMED)('shows %s as text in the page', (_, text) => {
    const html = htmlOf(incidentWith(text))
    const tags = [...html.matchAll(/<\/?([a-z0-9]+)/gi)].map(([, name]) => name?.toLowerCase())
    expect(new Set(tags)).toEqual(
      new Set(['html', 'head', 'meta', 'title', 'style', 'body', 'h1', 'p', 'h2', 'ul', 'li']),
    )
    expect(html).not.toMatch(/<[^>]+\son\w+=|<[^>]+\s(?:src|href)=/i)
    expect(html).toContain("default-src 'none'")
  })

  it.each(NAMED)('shows %s as text in Markdown, whoever renders it', (_, text) => {
    expect(harmIn(markdownOf(incidentWith(text)))).toBeNull()
  })

  it('keeps every sentence that the view shows', () => {
    const markdown = markdownOf(incidentWith('self time went up'))
    for (const title of ['What is known', 'Evidence', 'Possible causes', 'How it spread', 'Next', 'Timeline', 'Alerts'])
      expect(markdown).toContain(`## ${title}`)
    expect(markdown.match(/self time went up/g)?.length).toBeGreaterThan(12)
  })
})
