/** The organization: its people, those who are invited, and its projects. */
import { useQueryClient } from '@tanstack/react-query'
import { Confirm } from '../../components/confirm.tsx'
import { Form } from '../../components/form.tsx'
import { Answer } from '../../components/states.tsx'
import { Time } from '../../components/time.tsx'
import { ProjectForm } from './project-form.tsx'
import { Resource } from './resource.tsx'
import { useSetup } from './setup.ts'

export function OrganizationSetup() {
  return (
    <div class="stack">
      <Members />
      <Invitations />
      <Projects />
    </div>
  )
}

const ROLES = [
  { value: 'member', label: 'Member: reads and asks' },
  { value: 'admin', label: 'Admin: sets up and pays' },
] as const

const roleOf = (text: string | undefined) => (text === 'admin' ? ('admin' as const) : ('member' as const))

function Members() {
  const { query, change, attempt, workplace } = useSetup('members', ({ client, project }, signal) =>
    client.members.list({ query: { organizationId: project?.organizationId ?? '' }, signal }),
  )
  const organizationId = workplace.project?.organizationId ?? ''
  const setRole = (userId: string, role: 'admin' | 'member') =>
    void attempt(({ client }) => client.members.updateRole({ path: { userId }, body: { role, organizationId } }))
  return (
    <Answer query={query} what="the members">
      {({ members }) => (
        <Resource
          title="Members"
          about="People who can see the projects of this organization."
          items={members}
          keyOf={({ userId }) => userId}
          columns={[
            { label: 'Name', cell: ({ name }) => name ?? '–' },
            { label: 'E-mail', cell: ({ email }) => email },
            {
              label: 'Role',
              cell: ({ userId, role, email }) => (
                <select
                  class="input fit"
                  aria-label={`Role of ${email}`}
                  value={role}
                  onChange={(event) => setRole(userId, roleOf(event.currentTarget.value))}
                >
                  {ROLES.map(({ value }) => (
                    <option key={value} value={value}>
                      {value}
                    </option>
                  ))}
                </select>
              ),
            },
            { label: 'Since', cell: ({ createdAt }) => <Time at={createdAt} /> },
          ]}
          empty="Nobody"
          actions={({ userId, email }) => (
            <Confirm
              label="Remove"
              of={email}
              onConfirm={() =>
                change(({ client }) => client.members.remove({ path: { userId }, query: { organizationId } }))
              }
            >
              Their sessions and tokens end at once.
            </Confirm>
          )}
        />
      )}
    </Answer>
  )
}

function Invitations() {
  const { query, change, workplace } = useSetup('invitations', ({ client, project }, signal) =>
    client.members.listInvitations({ query: { organizationId: project?.organizationId ?? '' }, signal }),
  )
  const organizationId = workplace.project?.organizationId ?? ''
  return (
    <Answer query={query} what="the invitations">
      {({ invitations }) => (
        <Resource
          title="Invitations"
          about="An invited person joins with the e-mail address that is named here."
          items={invitations}
          keyOf={({ id }) => id}
          columns={[
            { label: 'E-mail', cell: ({ email }) => email },
            { label: 'Role', cell: ({ role }) => role },
            { label: 'State', cell: ({ status }) => status },
            { label: 'Until', cell: ({ expiresAt }) => <Time at={expiresAt} /> },
          ]}
          empty="Nobody is invited at the moment"
          add={{
            label: 'Invite',
            form: (close) => (
              <Form
                submit="Invite"
                fields={[
                  { name: 'email', label: 'E-mail', charactersMax: 320 },
                  { name: 'role', label: 'Role', kind: 'choice', options: ROLES },
                ]}
                onSubmit={async ({ email = '', role }) => {
                  await change(({ client }) =>
                    client.members.invite({ body: { email, role: roleOf(role), organizationId } }),
                  )
                  close()
                }}
              />
            ),
          }}
          actions={({ id, email, status }) =>
            status === 'pending' && (
              <Confirm
                label="Revoke"
                of={`the invitation of ${email}`}
                onConfirm={() =>
                  change(({ client }) => client.members.revokeInvitation({ path: { invitationId: id } }))
                }
              >
                The link in the invitation stops working.
              </Confirm>
            )
          }
        />
      )}
    </Answer>
  )
}

function Projects() {
  const queries = useQueryClient()
  const { query, change, workplace } = useSetup('projects', ({ client, project }, signal) =>
    client.projects.list({ query: { organizationId: project?.organizationId ?? '' }, signal }),
  )
  const organizationId = workplace.project?.organizationId ?? ''
  // The switcher at the top lists them too.
  const withSwitcher = async <Result,>(made: Promise<Result>) => {
    await made
    await queries.invalidateQueries({ queryKey: ['workplace'] })
  }
  return (
    <Answer query={query} what="the projects">
      {({ projects }) => (
        <Resource
          title="Projects"
          about="A project has its own telemetry, keys, monitors and incidents."
          items={projects}
          keyOf={({ id }) => id}
          columns={[
            { label: 'Name', cell: ({ name }) => name },
            { label: 'Region', cell: ({ region }) => region },
            { label: 'Id', cell: ({ id }) => <code>{id}</code> },
          ]}
          empty="No project yet"
          add={{
            label: 'New project',
            form: (close) => (
              <ProjectForm
                onSubmit={async (body) => {
                  await withSwitcher(
                    change(({ client }) => client.projects.create({ body: { ...body, organizationId } })),
                  )
                  close()
                }}
              />
            ),
          }}
          actions={({ id, name }) => (
            <Confirm
              label="Delete"
              of={`the project ${name}`}
              onConfirm={() =>
                withSwitcher(change(({ client }) => client.projects.delete({ path: { projectId: id } })))
              }
            >
              Its telemetry, threads, incidents and keys are removed. This cannot be undone.
            </Confirm>
          )}
        />
      )}
    </Answer>
  )
}
