import { expect, it } from 'vitest'
import { DATA_SOURCE_TYPES } from '../../../src/domain/sources/providers.ts'
import { call } from '../../support/api.ts'
import { addTenant } from '../../support/tenants.ts'

it('every type of the contract is listed in its order, and before the senders where providers are listed', async () => {
  const { member } = await addTenant()
  const { types } = (await call('GET /data-sources/types', { token: member.token })).body
  const { providers } = (await call('GET /log-sources/providers', { token: member.token })).body
  const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id)
  expect(ids(types)).toEqual(DATA_SOURCE_TYPES)
  expect(ids(providers).slice(0, DATA_SOURCE_TYPES.length)).toEqual(DATA_SOURCE_TYPES)
})
