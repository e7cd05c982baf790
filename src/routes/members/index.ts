import { ListMembers } from './list-members.ts'
import { RemoveMember } from './remove-member.ts'
import { UpdateMemberRole } from './update-member-role.ts'

export const memberOperations = [ListMembers, UpdateMemberRole, RemoveMember]
