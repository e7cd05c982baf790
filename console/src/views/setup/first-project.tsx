/** What stands for every view while a person has no project: how to get one, and the forms for who may make it. */
import type { OrganizationWithRole } from '@observability-agent/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useWorkplace } from '../../api/context.tsx'
import { Form } from '../../components/form.tsx'
import { ProjectForm } from './project-form.tsx'

export function FirstProject() {
  const { person } = useWorkplace()
  const own = person.organizations.find(({ role }) => role === 'admin')
  if (person.organizations.length === 0) return <FirstOrganization />
  return own === undefined ? <AskAnAdmin organizations={person.organizations} /> : <MakeProject organization={own} />
}

/** What every view needs is read again after it was made. */
function useReadAgain() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['workplace'] })
}

function FirstOrganization() {
  const { client, person } = useWorkplace()
  const readAgain = useReadAgain()
  return (
    <section class="card stack narrow">
      <h1>Begin with an organization</h1>
      <p>
        It holds your projects and the people who may see them. You become its admin.
        <br />
        <span class="muted">
          Does your team have one? Ask an admin to invite <strong class="foreign">{person.user.email}</strong>, and open
          the link of the invitation.
        </span>
      </p>
      <Form
        submit="Make the organization"
        fields={[{ name: 'name', label: 'Name', charactersMax: 100, placeholder: 'Acme' }]}
        onSubmit={async ({ name = '' }) => {
          await client.organizations.create({ body: { name } })
          await readAgain()
        }}
      />
    </section>
  )
}

function MakeProject({ organization: { id, name } }: { readonly organization: OrganizationWithRole }) {
  const { client } = useWorkplace()
  const readAgain = useReadAgain()
  const navigate = useNavigate()
  return (
    <section class="card stack narrow">
      <h1>
        The first project of <span class="foreign">{name}</span>
      </h1>
      <p>A project has its own telemetry, keys, monitors and incidents. Most teams have one for each environment.</p>
      <ProjectForm
        onSubmit={async (body) => {
          const { project } = await client.projects.create({ body: { ...body, organizationId: id } })
          await readAgain()
          await navigate({ to: '/setup', search: { project: project.id } })
        }}
      />
    </section>
  )
}

function AskAnAdmin({ organizations }: { readonly organizations: readonly OrganizationWithRole[] }) {
  const readAgain = useReadAgain()
  return (
    <section class="card stack narrow">
      <h1>There is no project yet</h1>
      <p>
        You are a member of <strong class="foreign">{organizations.map(({ name }) => name).join(', ')}</strong>. An
        admin there makes the first project; you then see it here.
      </p>
      <div class="row">
        <button type="button" class="button" onClick={() => void readAgain()}>
          Look again
        </button>
      </div>
    </section>
  )
}
