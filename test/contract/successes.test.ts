/** Every operation succeeds for somebody, and its answer is what the served document says. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { call } from '../support/api.ts'
import { addTenant } from '../support/tenants.ts'
import { servedDocument } from './document.ts'
import { type Row, SUBJECTS } from './subjects.ts'
import { SUCCEED_ELSEWHERE, SUCCESSES } from './successes.ts'

const document = await servedDocument()

afterEach(() => {
  vi.restoreAllMocks()
})

const isReached = ({ admin, member, secret, partner, narrowed }: Row): boolean =>
  [admin, member, secret, partner, narrowed].some((status) => status < 300)

it('each operation succeeds in its row of the matrix, or here', () => {
  const refused = Object.entries(SUBJECTS).flatMap(([id, row]) => (isReached(row) ? [] : [id]))
  expect([...Object.keys(SUCCESSES), ...Object.keys(SUCCEED_ELSEWHERE)].sort()).toEqual(refused.sort())
})

describe('an operation that the matrix sees refused alone', () => {
  it.each(Object.entries(SUCCESSES))('succeeds: %s', async (operationId, successOf) => {
    const tenant = await addTenant()
    const { method, path, body, status, token = tenant.admin.token } = await successOf(tenant)
    const answer = await call(`${method} ${path}`, { token, ...(body === undefined ? {} : { body }) })
    expect([answer.status, answer.status === status ? '' : answer.text]).toEqual([status, ''])
    expect(document.problems(operationId, answer)).toEqual([])
  })
})
