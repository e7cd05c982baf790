/** Makes a project: its name, and where its data is stored. */
import type { Project } from '@observability-agent/sdk'
import { REGIONS as ALL } from '../../../../src/contracts/region.ts'
import { Form } from '../../components/form.tsx'

export interface ProjectFormProps {
  readonly onSubmit: (project: Pick<Project, 'name' | 'region'>) => Promise<unknown>
}

/** In the order of their names. */
const REGIONS = [...ALL].sort()

const FIELDS = [
  { name: 'name', label: 'Name', charactersMax: 100, placeholder: 'production' },
  {
    name: 'region',
    label: 'Region',
    kind: 'choice',
    hint: 'Where its data is stored. It cannot be changed.',
    options: REGIONS.map((value) => ({ value, label: value })),
  },
] as const

export function ProjectForm({ onSubmit }: ProjectFormProps) {
  return (
    <Form
      submit="Make the project"
      fields={FIELDS}
      onSubmit={({ name = '', region }) =>
        onSubmit({ name, region: REGIONS.find((one) => one === region) ?? 'eu-central-1' })
      }
    />
  )
}
