/** What a question names beside what broke: trouble of its own, a change just before, and halves that were once dropped. */
import { describe, expect, it } from 'vitest'
import { acquirer } from '../../scripts/eval/questions/systems/acquirer.ts'
import { boxOffice } from '../../scripts/eval/questions/systems/boxoffice.ts'
import { codehost } from '../../scripts/eval/questions/systems/codehost.ts'
import { dating } from '../../scripts/eval/questions/systems/dating.ts'
import { flagship } from '../../scripts/eval/questions/systems/flagship.ts'
import { gamehub } from '../../scripts/eval/questions/systems/gamehub.ts'
import { hospital } from '../../scripts/eval/questions/systems/hospital.ts'
import { issuer } from '../../scripts/eval/questions/systems/issuer.ts'
import { jobboard } from '../../scripts/eval/questions/systems/jobboard.ts'
import { parking } from '../../scripts/eval/questions/systems/parking.ts'
import { tolls } from '../../scripts/eval/questions/systems/tolls.ts'
import { threadsOver } from './threads-over.ts'

const END_MS = Date.parse('2026-11-28T14:30:00Z')
const cards = threadsOver(() => issuer(END_MS), END_MS)
const code = threadsOver(() => codehost(END_MS), END_MS)
const flags = threadsOver(() => flagship(END_MS), END_MS)
const games = threadsOver(() => gamehub(END_MS), END_MS)
const garages = threadsOver(() => parking(END_MS), END_MS)
const acquiring = threadsOver(() => acquirer(END_MS), END_MS)
const jobs = threadsOver(() => jobboard(END_MS), END_MS)
const dates = threadsOver(() => dating(END_MS), END_MS)
const patients = threadsOver(() => hospital(END_MS), END_MS)
const tickets = threadsOver(() => boxOffice(END_MS), END_MS)
const trips = threadsOver(() => tolls(END_MS), END_MS)

describe('a cause that is asked for one thing', { timeout: 240_000 }, () => {
  it('has first what the lines tell of trouble with the thing alone', async () => {
    const said = await cards('push notifications dont arrive on phones since a while, why')
    expect(said).toMatch(/^Of `push` the log tells trouble of its own: `[^`]*key push-… [^`]*has expired/)
    expect(said).toContain('\n\n**Root cause: `hsm-broker`**')
    expect(said).not.toContain('This is about everything that fails')
  })

  it('has the lines of the thing behind the cause where it is a part of that', async () => {
    const said = await code('pushes failing with 502, why')
    expect(said).toMatch(/^\*\*Root cause: `refstore`\*\*/)
    expect(said).toMatch(
      /\n\nWith `pushes` it shows so: `push failed: refstore answered …` of `gitd`, \*\*59\*\* times/,
    )
  })

  it('says that no request with a value failed', async () => {
    const said = await code("the customer kestrel complains that they can't push to kestrel/firmware, why?")
    expect(said).toMatch(/^Of `kestrel\/firmware`(?: and `\w+`)* \*\*no request failed\*\*/)
  })

  it('has the failed requests of one customer before all that fails', async () => {
    const said = await games('customer P70563 wrote us that he gets errors, what happened to him?')
    expect(said).toMatch(/With `P70563` it shows so: \*\*3\*\* requests failed; the log says of them: `alloc_failed`/)
    expect(said.indexOf('P70563')).toBeLessThan(said.indexOf('Root cause'))
  })

  it('has the reasons that everyday lines say', async () => {
    const said = await tickets('why are tickets turned away at the gates, top reasons')
    expect(said).toContain('`ticket turned away: already used` of `scan-gate`, **44** times')
    expect(said).toContain('`ticket turned away: wrong gate` of `scan-gate`, **29** times')
  })

  it('says that a service which does not exist sends nothing', async () => {
    expect(await trips('why is the berth-scheduler so slow today')).toMatch(/^I have no telemetry of "berth-scheduler"/)
  })
})

describe('a change just before', { timeout: 240_000 }, () => {
  it('is a part of the cause, and what is taken back first', async () => {
    expect(await tickets('what broke?')).toContain(
      'after a change: `seat-map`: `setting hold_ttl changed from 8m to 60m (change BO-219, note longer holds for groups)` at 13:50:14 UTC: to take that back is the quickest thing to try.',
    )
    expect(await tickets('what do i do to stop it')).toMatch(
      /^First take back what was changed: `seat-map`: `setting hold_ttl changed from 8m to 60m/,
    )
  })

  it('may end what another one began, and is no release', async () => {
    const said = await games('what broke?')
    expect(said).toMatch(/^\*\*Root cause: `fleet_broker`\*\*: it fails with `alloc_failed: no free udp port/)
    expect(said).toContain('It began 4 s after a change: `fleet_broker`: `hosts_reloaded: rev 318')
    expect(said).toContain('it was over with another one: `fleet_broker`: `hosts_reloaded: rev 319')
    expect(said).not.toMatch(/a release broke it|previous version/)
  })
})

describe('a service that sends nothing', { timeout: 240_000 }, () => {
  it('has its last line where it is asked whether it is dead', async () => {
    for (const question of [
      'relay controller hasnt logged anything for ages, is it dead??',
      'is relay-controller dead?',
    ])
      expect(await flags(question)).toMatch(
        /^`relay-controller` has been \*\*silent\*\* since \*\*13:43:09 UTC\*\*.*Scaled to 0 replicas.*planned stop/,
      )
  })
})

describe('halves and words of a question', { timeout: 240_000 }, () => {
  it('in total is everything there is', async () => {
    const world = issuer(END_MS)
    const all = world.spans.filter(
      ({ service, attributes, isEntry }) =>
        isEntry && service === 'card-edge' && attributes['http.response.status_code'] === 429,
    )
    expect(await cards('how many 429 did card-edge give in total, and on which routes')).toContain(
      `In all ${all.length} over`,
    )
  })

  it('before a second clause are answered before it', async () => {
    const said = await games('error rate of /v1/store/buy, is the shop affected by the outage?')
    expect(said).toMatch(/^\*\*0 %\*\* of requests on `POST \/v1\/store\/buy` failed: 0 of 592/)
    expect(said).toContain('**No**: `item_shop` itself was not affected.')
  })

  it('that neither plan nor answer has are left out aloud', async () => {
    expect(await acquiring('how many payments were blocked by fraud-score', 'is that more since 4.8.0')).toMatch(
      /^I left out: 4\.8\.0\./,
    )
  })

  it('of a group are answered, or left out aloud', async () => {
    expect(await garages('how many requests failed in the last 15 minutes, and of which customers')).toMatch(
      /^I left out: of which customers\. \*\*\d+\*\* failed requests/,
    )
  })

  it('ask for the limit of a gauge, and for its last value', async () => {
    expect(await flags('how much redis memory is used right now and whats the limit')).toContain(
      'Last value of `redis.memory.max`: **4.295 GB**',
    )
    expect(await cards('hsm sessions used, max and last')).toMatch(/Maximum of .*Last value of `hsm\.sessions\.used`/)
  })

  it('that compare before and after in a second clause are one question', async () => {
    expect(await trips('quotes got slower? compare before and after 13:26')).toMatch(
      /^Yes: 95th percentile duration on `POST \/quotes`/,
    )
  })
})

describe('names', { timeout: 240_000 }, () => {
  it('of a service that does not exist are said first, whatever else could be read', async () => {
    for (const question of [
      'average response time of the recommendations service?',
      'how many requests did the recommendations service get',
    ])
      expect(await jobs(question)).toMatch(/^I have no telemetry of "recommendations", so I cannot answer\./)
  })

  it('of a key are those that most requests carry', async () => {
    expect(await dates('which region is worst')).toMatch(/^`eu` has the highest error rate: .*by `app\.region`/)
    expect(await dates('error rate of chat-core by region')).toMatch(/by `region`/)
  })

  it('of people are counted once each, however that is said', async () => {
    const counted = await patients('how many patients were affected')
    expect(counted).toMatch(/^\*\*4\d\d\*\* distinct patients that failed/)
    expect(await patients('how many different patients were hit')).toBe(counted)
  })
})

describe('numbers of groups', { timeout: 240_000 }, () => {
  it('are shares of lines by what the lines carry', async () => {
    const world = boxOffice(END_MS)
    const fromMs = Math.max(...world.logs.map(({ timeMs }) => timeMs)) - 3_600_000
    const charges = world.logs.filter(
      ({ message, timeMs }) => timeMs >= fromMs - 1_000 && /^charge (?:taken|declined)/.test(message ?? ''),
    )
    const of = (method: string, isDeclined: boolean): number =>
      charges.filter(
        ({ message, attributes }) =>
          attributes['method'] === method && (!isDeclined || (message ?? '').startsWith('charge declined')),
      ).length
    const said = await tickets('share of declined charges by method')
    for (const method of ['card', 'wallet', 'invoice'])
      expect(said).toContain(`(${of(method, true)} of ${of(method, false)})`)
  })

  it('are of lines that say the same, however a number in them is written', async () => {
    const said = await games('how many players got banned and for what')
    expect(said.match(/banned for aimbot/g)?.length).toBeLessThanOrEqual(2)
    expect(said).toContain('25× `cheat_guard`')
  })

  it('that carry no such key are told apart', async () => {
    const said = await garages('which host has the most errors')
    expect(said).toMatch(/In all \d+ over \d+ groups\. \d+ more carry no `host\.name`\./)
    expect(await garages('top 5 error messages')).toMatch(
      /^The most frequent of errors: \*\*427\*\* times `inference of/,
    )
  })

  it('rank by what each of them lost', async () => {
    expect(
      await flags('how many live sdk streams do we have now compared to 13:55', 'which sdk lost the most'),
    ).toMatch(/^`react` has the greatest fall: .* from \*\*2,130 streams\*\* to \*\*891 streams\*\*/)
  })

  it('say which routes still work', async () => {
    expect(await cards('which calls still work normally')).toMatch(
      /^\*\*9 of 20\*\* by `operation` had no failed request/,
    )
  })
})

describe('the trace of one of many', { timeout: 240_000 }, () => {
  it('is told of a line, of the slowest request, and behind a number', async () => {
    expect(await cards('one trace id of a failed card order please')).toMatch(
      /\n\nTrace `[0-9a-f]{32}`:\n\nIt failed first in `hsm-broker`/,
    )
    expect(await cards('give me the trace id of the slowest authorization')).toMatch(
      /^The slowest of .*\n\nTrace `[0-9a-f]{32}`/,
    )
    expect(await cards('how many cards were frozen', 'give me a trace id of one')).toMatch(/\n\nTrace `[0-9a-f]{32}`/)
  })

  it('stands behind the longest duration', async () => {
    expect(await cards('slowest authorization today?')).toMatch(
      /\n\n- \d\d:\d\d:\d\d UTC `card-edge POST [^`]*`: 3\.39 s, trace `/,
    )
  })
})
