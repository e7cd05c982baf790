/** Times in which alerts of some services open no incident. */
import { Confirm } from '../../components/confirm.tsx'
import { type FieldSpec, Form } from '../../components/form.tsx'
import { Answer } from '../../components/states.tsx'
import { Time } from '../../components/time.tsx'
import { given, listed } from './form-values.ts'
import { Resource } from './resource.tsx'
import { useSetup } from './setup.ts'

export function MaintenanceWindows() {
  const { query, change } = useSetup('maintenance-windows', ({ client }, signal) =>
    client.maintenanceWindows.list({ signal }),
  )
  const fields: readonly FieldSpec[] = [
    { name: 'title', label: 'What is done', charactersMax: 200 },
    { name: 'startsAt', label: 'From (your time zone)', kind: 'time' },
    { name: 'endsAt', label: 'To', kind: 'time' },
    { name: 'services', label: 'Only these services', hint: 'Leave it empty for all services.', isOptional: true },
  ]
  return (
    <Answer query={query} what="the maintenance windows">
      {({ maintenanceWindows }) => (
        <Resource
          title="Maintenance windows"
          about="Alerts of these services open no incident meanwhile."
          items={maintenanceWindows}
          keyOf={({ id }) => id}
          columns={[
            { label: 'What', cell: ({ title }) => title },
            { label: 'From', cell: ({ startsAt }) => <Time at={startsAt} /> },
            { label: 'To', cell: ({ endsAt }) => <Time at={endsAt} /> },
            { label: 'Services', cell: ({ services }) => services.join(', ') || 'all' },
            { label: 'Kept quiet', cell: ({ suppressed }) => suppressed },
          ]}
          empty="No maintenance is planned"
          add={{
            label: 'New maintenance window',
            form: (close) => (
              <Form
                fields={fields}
                submit="Add"
                onSubmit={async (values) => {
                  const at = (name: string) => new Date(given(values[name]) ?? 0).toISOString()
                  await change(({ client }) =>
                    client.maintenanceWindows.create({
                      body: {
                        title: values['title'] ?? '',
                        startsAt: at('startsAt'),
                        endsAt: at('endsAt'),
                        services: listed(values['services']),
                      },
                    }),
                  )
                  close()
                }}
              />
            ),
          }}
          actions={(one) => (
            <Confirm
              label="Delete"
              of={one.title}
              onConfirm={() => change(({ client }) => client.maintenanceWindows.delete({ path: { windowId: one.id } }))}
            >
              Alerts open incidents again at once.
            </Confirm>
          )}
        />
      )}
    </Answer>
  )
}
