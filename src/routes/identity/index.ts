import { GetMe } from './get-me.ts'

export const identityOperations = [GetMe]
