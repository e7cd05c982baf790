import { GetMe } from './get-me.ts'
import { ListTokens } from './list-tokens.ts'
import { RevokeToken } from './revoke-token.ts'

export const identityOperations = [GetMe, ListTokens, RevokeToken]
