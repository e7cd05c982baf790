/** Questions that are asked at set times. */
import type { Schedule } from '@observability-agent/sdk'
import { Confirm } from '../../components/confirm.tsx'
import { type FieldSpec, Form } from '../../components/form.tsx'
import { Answer } from '../../components/states.tsx'
import { Time } from '../../components/time.tsx'
import { Resource } from './resource.tsx'
import { useSetup } from './setup.ts'

export function Schedules() {
  const { query, change, attempt } = useSetup('schedules', ({ client }, signal) => client.schedules.list({ signal }))
  const fields: readonly FieldSpec[] = [
    { name: 'name', label: 'Name', charactersMax: 100 },
    { name: 'question', label: 'Question', kind: 'long', placeholder: 'What changed since yesterday?' },
    { name: 'cron', label: 'When', hint: 'Minute, hour, day, month, weekday: 0 9 * * 1-5', initial: '0 9 * * 1-5' },
    {
      name: 'timeZone',
      label: 'Time zone',
      initial: Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
  ]
  const toggle = ({ id, enabled }: Schedule) =>
    void attempt(({ client }) => client.schedules.update({ path: { scheduleId: id }, body: { enabled: !enabled } }))
  return (
    <Answer query={query} what="the schedules">
      {({ schedules }) => (
        <Resource
          title="Schedules"
          about="Questions that are asked at set times. Their answers go to the destinations."
          items={schedules}
          keyOf={({ id }) => id}
          columns={[
            { label: 'Name', cell: ({ name }) => name },
            { label: 'Question', cell: ({ question }) => question },
            { label: 'When', cell: ({ timing }) => `${timing.cron} (${timing.timeZone})` },
            { label: 'Next', cell: ({ nextAt }) => (nextAt ? <Time at={nextAt} /> : '–') },
            { label: 'State', cell: ({ enabled }) => (enabled ? 'on' : 'off') },
          ]}
          empty="No schedule yet"
          add={{
            label: 'New schedule',
            form: (close) => (
              <Form
                fields={fields}
                submit="Add"
                onSubmit={async ({ name = '', question = '', cron = '', timeZone = '' }) => {
                  await change(({ client }) =>
                    client.schedules.create({ body: { name, question, timing: { cron, timeZone } } }),
                  )
                  close()
                }}
              />
            ),
          }}
          actions={(one) => (
            <>
              <button type="button" class="button small" onClick={() => toggle(one)}>
                {one.enabled ? 'Turn off' : 'Turn on'}
              </button>
              <Confirm
                label="Delete"
                of={one.name}
                onConfirm={() => change(({ client }) => client.schedules.delete({ path: { scheduleId: one.id } }))}
              >
                The question will no longer be asked. Earlier answers stay.
              </Confirm>
            </>
          )}
        />
      )}
    </Answer>
  )
}
