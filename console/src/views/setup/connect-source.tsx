/** Connecting a source: what a platform wants to know comes from the API's own description of it. */
import type { FieldDescriptor } from '@observability-agent/sdk'
import { useState } from 'preact/hooks'
import type { useWorkplace } from '../../api/context.tsx'
import { type FieldSpec, Form, type FormValues, YES } from '../../components/form.tsx'
import { Markdown } from '../../components/markdown.tsx'
import { given, listed } from './form-values.ts'

type Providers = readonly {
  readonly id: string
  readonly name: string
  readonly modes: readonly ('managed' | 'connectionless')[]
  readonly metadataFields: readonly FieldDescriptor[]
  readonly setupSkill: string | null
}[]

type CreateBody = Parameters<ReturnType<typeof useWorkplace>['client']['logSources']['create']>[0]['body']

interface ConnectProps {
  readonly providers: Providers
  readonly onConnect: (body: CreateBody) => Promise<unknown>
}

export function Connect({ providers, onConnect }: ConnectProps) {
  const [id, setId] = useState('')
  const [mode, setMode] = useState<'managed' | 'connectionless' | ''>('')
  const provider = providers.find((one) => one.id === id)
  const chosen = mode || provider?.modes[0] || 'connectionless'
  return (
    <div class="stack">
      <label class="field">
        Provider
        <select
          class="input"
          value={id}
          onChange={(event) => {
            setId(event.currentTarget.value)
            setMode('')
          }}
        >
          <option value="">Choose …</option>
          {providers.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </select>
      </label>
      {provider && provider.modes.length > 1 && (
        <label class="field">
          Who sets it up
          <select
            class="input"
            value={chosen}
            onChange={(event) => setMode(provider.modes.find((one) => one === event.currentTarget.value) ?? '')}
          >
            {provider.modes.map((one) => (
              <option key={one} value={one}>
                {one === 'managed' ? 'We do, with a credential of the platform' : 'I do, with an address to send to'}
              </option>
            ))}
          </select>
        </label>
      )}
      {provider?.setupSkill && (
        <details>
          <summary>How to</summary>
          <Markdown text={provider.setupSkill} />
        </details>
      )}
      {provider && (
        <Form
          key={`${provider.id}${chosen}`}
          fields={chosen === 'managed' ? provider.metadataFields.map(fieldOf) : []}
          submit="Connect"
          onSubmit={(values) =>
            onConnect({
              // The list of providers is the API's own.
              provider: provider.id as CreateBody['provider'],
              mode: chosen,
              ...(chosen === 'managed' ? { metadata: metadataOf(provider.metadataFields, values) } : {}),
            })
          }
        />
      )}
    </div>
  )
}

const wordsOf = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()

/** A field that a platform wants, as a field of a form. */
function fieldOf({ name, type, required, sensitive, description, values }: FieldDescriptor): FieldSpec {
  const kind = values
    ? 'choice'
    : type === 'boolean'
      ? 'check'
      : sensitive
        ? 'secret'
        : type === 'number'
          ? 'number'
          : 'text'
  const label = wordsOf(name)
  return {
    name,
    label: label.charAt(0).toUpperCase() + label.slice(1),
    kind,
    isOptional: !required,
    charactersMax: 20_000,
    ...(description ? { hint: description } : {}),
    ...(values ? { options: values.map((value) => ({ value, label: value })) } : {}),
  }
}

function metadataOf(fields: readonly FieldDescriptor[], values: FormValues): Record<string, unknown> {
  const entries = fields.flatMap(({ name, type, required }): [string, unknown][] => {
    const text = given(values[name])
    if (type === 'boolean') return [[name, values[name] === YES]]
    if (text === undefined) return required ? [[name, '']] : []
    if (type === 'number' || type === 'integer') return [[name, Number(text)]]
    return [[name, type === 'array' ? listed(text) : text]]
  })
  return Object.fromEntries(entries)
}
