import { CreatePublicKey } from './create-public-key.ts'
import { DeactivatePublicKey } from './deactivate-public-key.ts'
import { GetPublicKey } from './get-public-key.ts'
import { ListPublicKeys } from './list-public-keys.ts'
import { UpdatePublicKey } from './update-public-key.ts'

export const publicKeyOperations = [ListPublicKeys, CreatePublicKey, GetPublicKey, UpdatePublicKey, DeactivatePublicKey]
