import { CreateSecretKey } from './create-secret-key.ts'
import { DeleteSecretKey } from './delete-secret-key.ts'
import { GetSecretKey } from './get-secret-key.ts'
import { ListSecretKeys } from './list-secret-keys.ts'
import { UpdateSecretKey } from './update-secret-key.ts'

export const secretKeyOperations = [ListSecretKeys, CreateSecretKey, GetSecretKey, UpdateSecretKey, DeleteSecretKey]
