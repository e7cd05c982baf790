/** What is taken out of telemetry before it is stored, and out of text before a model reads it. */
import type { RedactionSettings } from '@observability-agent/sdk'
import { Confirm } from '../../components/confirm.tsx'
import { Form } from '../../components/form.tsx'
import { Answer } from '../../components/states.tsx'
import { Resource } from './resource.tsx'
import { attempted, useSetup } from './setup.ts'

export function Privacy() {
  return (
    <div class="stack">
      <Redaction />
      <Masking />
    </div>
  )
}

function Redaction() {
  const { query, change, workplace } = useSetup('redaction', ({ client, project }, signal) =>
    client.projects.getRedaction({ path: { projectId: project?.id ?? '' }, signal }),
  )
  const update = (body: Partial<Omit<RedactionSettings, 'notices'>>) =>
    change(({ client }) => client.projects.updateRedaction({ path: { projectId: workplace.project?.id ?? '' }, body }))
  const toggle = (body: { enabled?: boolean; redactEmails?: boolean }) => void attempted(update(body))
  return (
    <Answer query={query} what="the redaction">
      {({ redaction }) => (
        <div class="stack">
          <section class="stack tight" aria-label="Redaction">
            <h2>Redaction</h2>
            <p class="muted small">
              Secrets in logs, spans and metrics are replaced before anything is stored. What arrived earlier stays as
              it is.
            </p>
            <label class="row">
              <input
                type="checkbox"
                class="check"
                checked={redaction.enabled}
                onChange={(event) => toggle({ enabled: event.currentTarget.checked })}
              />
              Replace credentials, keys and card numbers
            </label>
            <label class="row">
              <input
                type="checkbox"
                class="check"
                checked={redaction.redactEmails}
                onChange={(event) => toggle({ redactEmails: event.currentTarget.checked })}
              />
              Replace e-mail addresses too
            </label>
            {redaction.notices.map(({ rule, message }) => (
              <p key={rule} class="small" role="alert">
                <span class="badge warning">not in force</span> <span class="foreign">{rule}</span>: {message}
              </p>
            ))}
          </section>
          <Resource
            title="Rules of your own"
            about="A pattern (RE2 syntax) and what stands in its place."
            items={redaction.rules}
            keyOf={({ name }) => name}
            columns={[
              { label: 'Name', cell: ({ name }) => name },
              { label: 'Pattern', cell: ({ pattern }) => <code>{pattern}</code> },
              { label: 'Replacement', cell: ({ replacement }) => <code>{replacement}</code> },
            ]}
            empty="No rule of your own"
            add={{
              label: 'New rule',
              form: (close) => (
                <Form
                  submit="Add"
                  fields={[
                    { name: 'name', label: 'Name', charactersMax: 100 },
                    { name: 'pattern', label: 'Pattern', placeholder: 'customer-[0-9]{6}' },
                    { name: 'replacement', label: 'Replacement', initial: '[REDACTED]', isOptional: true },
                  ]}
                  onSubmit={async ({ name = '', pattern = '', replacement = '' }) => {
                    await update({ rules: [...redaction.rules, { name, pattern, replacement }] })
                    close()
                  }}
                />
              ),
            }}
            actions={(rule) => (
              <Confirm
                label="Delete"
                of={`the rule ${rule.name}`}
                onConfirm={() => update({ rules: redaction.rules.filter(({ name }) => name !== rule.name) })}
              >
                From now on, text that it replaced is stored as it arrives.
              </Confirm>
            )}
          />
        </div>
      )}
    </Answer>
  )
}

function Masking() {
  const { query, attempt } = useSetup('agent-settings', ({ client, project }, signal) =>
    client.organizations.getAgentSettings({ path: { organizationId: project?.organizationId ?? '' }, signal }),
  )
  const update = (maskingEnabled: boolean) =>
    void attempt(({ client, project }) =>
      client.organizations.updateAgentSettings({
        path: { organizationId: project?.organizationId ?? '' },
        body: { maskingEnabled },
      }),
    )
  return (
    <Answer query={query} what="the masking">
      {({ agentSettings }) => (
        <section class="stack tight" aria-label="Masking">
          <h2>Masking</h2>
          <p class="muted small">
            Names of people, addresses and numbers are replaced by placeholders before a language model reads them, and
            put back into its answer. Set by the {agentSettings.maskingSetBy}.
          </p>
          <label class="row">
            <input
              type="checkbox"
              class="check"
              checked={agentSettings.maskingEnabled}
              onChange={(event) => update(event.currentTarget.checked)}
            />
            Mask what language models read
          </label>
        </section>
      )}
    </Answer>
  )
}
