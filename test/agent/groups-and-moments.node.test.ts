/** Groups in two windows and over time, the exact beginning and end of trouble, and what a trace shows. */
import { describe, expect, it } from 'vitest'
import { adexchange } from '../../scripts/eval/questions/systems/adexchange.ts'
import { identity } from '../../scripts/eval/questions/systems/identity.ts'
import { tellsOfChange } from '../../src/agent/questions/execute/releases.ts'
import { templateTokens } from '../../src/agent/questions/grounding/template-tokens.ts'
import { threadsOver } from './threads-over.ts'

const END_MS = Date.parse('2026-11-28T14:30:00Z')
const last = threadsOver(() => identity(END_MS), END_MS)
const traded = threadsOver(() => adexchange(END_MS), END_MS)

describe('groups', { timeout: 120_000 }, () => {
  it('have both values where two windows are compared', async () => {
    const said = await last('error rate of each service over the last 10 minutes vs the 10 before')
    expect(said).toMatch(/^- `token-mint`: [\d.]+ % \(\d+ of \d+\), then [\d.]+ % \(\d+ of \d+\)$/m)
    expect(said).toMatch(/^- `session-store`: 0 % \(0 of \d+\), then 0 % \(0 of \d+\)$/m)
  })

  it('are those of either window', async () => {
    const said = await last('compare errors by service 13:50-14:00 with 14:10-14:20')
    expect(said).toMatch(/^- `key-keeper`: 0, then 1\d\d$/m)
    expect(said).toMatch(/^- `auth-core`: 0, then \d\d$/m)
  })

  it('have a course each, and a yes or no of any of them', async () => {
    expect(await last('is memory growing anywhere')).toMatch(/^\*\*No\*\*, rising in \*\*none\*\* of the 6; /)
    const said = await last('error rate by service over time')
    expect(said).toMatch(/^Rising in 4 of 9: `token-mint` \(from \*\*0 %\*\* to \*\*6\d(?:\.\d)? %\*\*\)/)
    expect(said).toMatch(/^- `login-front`: rising: 0 %, 0 %, 0 %, 2\d(?:\.\d)? %, 3\d(?:\.\d)? %, 3\d(?:\.\d)? %$/m)
  })

  it('that no failed request carries tell of none', async () => {
    expect(await last('are all regions affected')).toMatch(
      /^I cannot tell: none of the 1,4\d\d failed requests carries/,
    )
  })

  it('are listed where they are asked for, and not what is affected', async () => {
    expect(await last('list the tenants')).toMatch(/^\*\*6\*\* distinct tenants/)
    expect(await last('how many different tenants sent requests')).toMatch(/^\*\*6\*\* distinct tenants/)
  })
})

describe('a moment', { timeout: 120_000 }, () => {
  it('is the first error of the trouble and the last failed request, to the second', async () => {
    expect(await last('since when is it broken')).toMatch(/^Since \*\*14:04:33 UTC\*\*, beginning in `key-keeper`/)
    expect(await traded('how long did it last')).toMatch(
      /^It lasted \*\*34 min 5 s\*\*, from 13:45:16 UTC until it recovered at \*\*14:19:21 UTC\*\*/,
    )
  })

  it('has the version that ran then', async () => {
    expect(await last('which version of consent-desk was running at 13:30')).toMatch(
      /^`consent-desk` ran version \*\*`3\.3\.1`\*\* at 13:30; `3\.4\.0` came at 13:38:00 UTC/,
    )
    expect(await last('which versions were running at 13:30')).toMatch(/`consent-desk`: `3\.3\.1`; `3\.4\.0` came/)
  })

  it.each([
    ['did the p95 of key-keeper change after 14:04', /^95th percentile duration of `key-keeper`: .+, then /],
    ['were there more 401s before the outage', /^Requests with status 401: .+, then /],
    ['was traffic higher before the incident', /^Requests: .+, then /],
    ['when did the first error of the incident happen', /^The first of the errors was at \*\*14:04:33 UTC\*\*/],
    ['what does the most frequent error mean', /410 records[\s\S]*signing failed for tenant/],
    ['how many requests succeeded of POST /signin in 10 minute steps', /Per 10 min from 13:20:00 UTC: \d+, \d+, /],
    ['first and last 502 of login-front', /first of the requests[\s\S]*14:04:34[\s\S]*last of the requests/],
  ])('"%s" has both sides, or its own', async (asked, said) => {
    expect(await last(asked)).toMatch(said)
  })

  it('that ended the trouble is told without a yes or no', async () => {
    expect(await traded('what fixed it')).toMatch(
      /^The trouble in `budget-pacer` ended at \*\*14:19:21 UTC\*\*, just before a setting was changed: .+14:19:29 UTC/,
    )
    expect(await traded('how did it recover')).toMatch(/^The trouble in `budget-pacer` ended at/)
    expect(await traded('did a change fix it')).toMatch(/^\*\*No\*\*, not with a release/)
  })
})

describe('behind trouble', { timeout: 120_000 }, () => {
  it('requests of another service are counted there', async () => {
    const said = await traded('timeline of the incident', 'how many auctions failed in total during it')
    expect(said).toMatch(/^\*\*103\*\* failed requests on `POST \/auctions`/)
  })

  it('a trace is told with what is in it', async () => {
    const said = await traded('show me the trace of the last auction that failed')
    expect(said).toMatch(/Trace `4f86d28da9496719a0ca5efef4dc4b0f`:/)
    expect(said).toMatch(/It failed first in `budget-pacer`: `POST \/pacing\/reserve`/)
    expect(said).toMatch(/The trace has \*\*\d+ spans\*\*/)
  })
})

describe('a suspicion of a resource', { timeout: 120_000 }, () => {
  it('has the reading of its gauge', async () => {
    expect(await last('is it the cpu')).toMatch(
      /^\*\*No\*\* sign of “cpu”: `process\.cpu\.utilization` of `auth-core` was at most \*\*45\.0 %\*\* since it began/,
    )
  })
})

describe('words that look like an order', () => {
  it('are a thing where nothing is told to be done', async () => {
    expect(await last('docker package downloads')).not.toMatch(/^I cannot do that/)
    expect(await last('docker restart web')).toMatch(/^I cannot do that/)
  })
})

describe('a line of a release', () => {
  const line = (template: string) => ({
    ...{ id: '1', service: 'pkgreg', severity: 'warn', count: 2, template },
    tokens: templateTokens(template),
  })

  it.each(['version already exists', 'hold not released: already gone', 'unknown revision'])(
    'is not "%s", whose words only hold one that a release has',
    (template) => {
      expect(tellsOfChange(line(template))).toBe(false)
    },
  )

  it.each(['version 2.4.0 is ready', 'release rolled out to 3 pods'])('is "%s"', (template) => {
    expect(tellsOfChange(line(template))).toBe(true)
  })
})
