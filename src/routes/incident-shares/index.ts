import { CreateIncidentShare } from './create-incident-share.ts'
import { ListIncidentShares } from './list-incident-shares.ts'
import { RevokeIncidentShare } from './revoke-incident-share.ts'

export const incidentShareOperations = [ListIncidentShares, CreateIncidentShare, RevokeIncidentShare]
