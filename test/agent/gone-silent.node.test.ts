/** Services that went silent, what belongs to an incident and what does not, and everyday remarks around one. */
import { describe, expect, it } from 'vitest'
import type { LogRow, SpanRow, World } from '../../scripts/eval/questions/records.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

/** A vineyard: cellar requests fail for a while, the barrel export pauses, corks are refused all the time. */
function vineyard(): World {
  const plain = worldOf({
    gateway: 'vine-gate',
    routes: { 'POST /bottles': 'cellar-api', 'GET /labels': 'label-svc' },
    failing: 'POST /bottles',
    store: 'postgresql',
  })
  const line = (minute: number, service: string, body: string): LogRow => ({
    ...{ timeMs: END_MS - minute * 60_000, service, severity: 'INFO', isSeveritySent: true, message: body, body },
    ...{ attributes: {}, traceId: '', spanId: '', version: '1.0.0', instance: `${service}-1` },
  })
  const logs = [...plain.logs]
  for (let minute = 59; minute > 20; minute--) logs.push(line(minute, 'barrel-export', 'barrel list exported'))
  logs.push(line(20, 'barrel-export', 'export paused, depot moves to hall 4'))
  const spans = plain.spans.map(
    (span, index): SpanRow =>
      span.kind === 'client' && span.service === 'label-svc' && index % 2 === 0
        ? { ...span, name: 'POST', attributes: { 'server.address': 'print.labelhouse.example' } }
        : span,
  )
  for (let minute = 58; minute > 0; minute -= 3) logs.push(line(minute, 'label-svc', 'cork refused'))
  return { ...plain, services: [...plain.services, 'barrel-export'], logs, spans }
}

const store = storeWithWorld(vineyard())
const thread = async (...questions: string[]): Promise<string> => {
  const talk = new Conversation(rememberingStore(await store))
  let text = ''
  for (const question of questions) text = (await talk.ask(question, END_MS)).text
  return text
}

describe('a service that went silent', { timeout: 120_000 }, () => {
  it('stopped for what its own last lines say', async () => {
    for (const question of ['barrel lists stopped coming in, how come?', 'why did barrel-export stop?']) {
      const text = await thread(question)
      expect(text).toMatch(/`barrel-export` has been silent since \*\*14:40:00 UTC\*\*/)
      expect(text).toMatch(/export paused, depot moves to hall 4/)
      expect(text).not.toMatch(/Root cause/)
    }
  })

  it('is meant by the reason and the moment that a follow-up asks for', async () => {
    expect(await thread('is barrel-export still alive?', 'reason?')).toMatch(/export paused/)
    expect(await thread('which services went silent?', 'and why?')).toMatch(/export paused/)
    expect(await thread('is barrel-export still running?', 'when did it stop?')).toMatch(/^`barrel-export`.*14:40:00/)
    expect(await thread('why did barrel-export stop?', 'is that part of the outage?')).toMatch(/^\*\*No\*\*/)
    expect(await thread('barrel-export is quiet, is that related to the incident?')).toMatch(/^\*\*No\*\* sign/)
  })

  it('does its work no longer', async () => {
    expect(await thread('is barrel-export still exporting')).toMatch(/^\*\*No\*\*.*silent since/)
    expect(await thread('did barrel-export stop exporting?')).toMatch(/^\*\*Yes\*\*.*silent since/)
  })

  it('is not what is asked of others', async () => {
    expect(await thread('bottles stopped working, why?')).not.toMatch(/barrel-export/)
    expect(await thread('is label-svc still serving labels?')).not.toMatch(/barrel-export/)
  })
})

describe('what was counted', { timeout: 120_000 }, () => {
  it('is no part of the incident where it goes on as before', async () => {
    expect(await thread('how many corks were refused?', 'is that part of the incident?')).toMatch(/^\*\*No\*\*.*before/)
    expect(await thread('how many corks were refused?', 'does that have anything to do with the outage')).toMatch(
      /^\*\*No\*\*/,
    )
  })

  it('is part of it where it came with it', async () => {
    const text = await thread('how many requests of cellar-api failed?', 'is that related to the incident?')
    expect(text).toMatch(/^\*\*Yes\*\*, probably/)
  })
})

describe('everyday words about an incident', { timeout: 120_000 }, () => {
  it('ask whom it reached', async () => {
    expect(await thread('who else suffers from cellar-api being broken?')).toMatch(/spread to `vine-gate`/)
    expect(await thread('is it just cellar-api or others too?')).toMatch(/^\*\*No\*\*, not only `cellar-api`/)
  })

  it('ask for what there is', async () => {
    expect(await thread('name all services you can see')).toMatch(/^\*\*4 services\*\*/)
    expect(await thread('routes of cellar-api please')).toMatch(/POST \/bottles/)
    expect(await thread('did anyone ship something today?')).toMatch(/no deployment was seen/i)
    expect(await thread('was label-svc logging errors before 14:20?')).toMatch(/^No: \*\*0\*\* errors of `label-svc`/)
    expect(await thread('cork refused\ndid this show up more than once? how often')).toMatch(/^\*\*20\*\*/)
  })

  it('ask for hosts outside', async () => {
    expect(await thread('which outside hosts does label-svc talk to')).toMatch(/calls `print\.labelhouse\.example`,/)
    expect(await thread('which outside hosts does cellar-api talk to')).toMatch(/No host outside.*postgresql/)
  })

  it('take this morning for all of it soon after noon', async () => {
    const text = await thread('my boss wants a timeline of this morning in a few lines')
    expect(text).toMatch(/"this morning" as today up to now.*cellar-api/s)
    expect(text).toMatch(/lock held/)
  })

  it('are no questions where they are talk', async () => {
    expect(await thread('thx, you were a great help')).toMatch(/You are welcome/)
    expect(await thread('my tooth hurts, what should i take?')).toMatch(/I cannot answer that/)
    expect(await thread('¿qué le pasa a cellar-api?')).toMatch(/`cellar-api`/)
  })
})
