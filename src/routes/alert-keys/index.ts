import { CreateAlertKey } from './create-alert-key.ts'
import { DeactivateAlertKey } from './deactivate-alert-key.ts'
import { GetAlertKey } from './get-alert-key.ts'
import { ListAlertKeys } from './list-alert-keys.ts'
import { UpdateAlertKey } from './update-alert-key.ts'

export const alertKeyOperations = [ListAlertKeys, CreateAlertKey, GetAlertKey, UpdateAlertKey, DeactivateAlertKey]
