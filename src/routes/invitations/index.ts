import { AcceptInvitation } from './accept-invitation.ts'
import { InviteMember } from './invite-member.ts'
import { ListInvitations } from './list-invitations.ts'
import { RevokeInvitation } from './revoke-invitation.ts'

export const invitationOperations = [ListInvitations, InviteMember, AcceptInvitation, RevokeInvitation]
