import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DomainError } from '../../src/contracts/domain-error.ts'
import { SettingsError } from '../../src/contracts/settings-error.ts'
import { logEvent, logFailure } from '../../src/log/log.ts'

const SECRET = 'hunter2'
let lines: string[]

beforeEach(() => {
  lines = []
  vi.spyOn(console, 'error').mockImplementation((line: string) => void lines.push(line))
})
afterEach(() => vi.restoreAllMocks())

const logged = () => JSON.parse(lines.at(-1) ?? '')

describe('the log', () => {
  it('writes an event as one line of JSON', () => {
    logEvent('stream_retired', { streamId: 's1', count: 2 })
    expect(lines).toEqual(['{"event":"stream_retired","streamId":"s1","count":2}'])
  })

  it('tells a failure by its class and its frames, never by a message that somebody else worded', () => {
    const cause = new TypeError(`value ${SECRET}`)
    const error = new Error(`Failed query: insert … params: ${SECRET}`, { cause })
    logFailure('query_failed', error, { table: 'threads' })
    expect(logged()).toMatchObject({ event: 'query_failed', table: 'threads', reason: 'Error (TypeError)' })
    expect(logged().stack).toContain('log.node.test.ts')
    expect(lines.join()).not.toContain(SECRET)
  })

  it('is not deceived by lines of a message that look like frames', () => {
    logFailure('query_failed', new Error(`first\n    at ${SECRET} (file.ts:1:1)`))
    expect(lines.join()).not.toContain(SECRET)
    const renamed = new Error(`first\n    at ${SECRET} (file.ts:1:1)`)
    renamed.name = 'Renamed'
    logFailure('query_failed', renamed)
    expect(lines.join()).not.toContain(SECRET)
  })

  it('names what was thrown that is no error by its type', () => {
    logFailure('job_failed', SECRET)
    expect(lines).toEqual(['{"event":"job_failed","reason":"string"}'])
  })

  it('names a problem of the domain by its kind, and wrong settings in their own sentence', () => {
    logFailure('job_failed', new DomainError({ kind: 'conflict', message: SECRET }))
    expect(logged()).toEqual({ event: 'job_failed', reason: 'conflict' })
    logFailure('job_failed', new SettingsError('The settings are wrong: RATE_LIMITS: invalid'))
    expect(logged()).toEqual({ event: 'job_failed', reason: 'The settings are wrong: RATE_LIMITS: invalid' })
  })
})
