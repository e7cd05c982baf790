/** Forms from a list of fields: labels, hints, what is wrong beside the field that is wrong, and one attempt at a time. */
import { ApiError } from '@observability-agent/sdk'
import { useId, useState } from 'preact/hooks'
import './form.css'
import { sentenceOf } from './states.tsx'

export interface FieldSpec {
  /** The last part of the path by which the API names it in its issues. */
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly kind?: 'text' | 'long' | 'secret' | 'number' | 'choice' | 'check' | 'time'
  readonly options?: readonly { readonly value: string; readonly label: string }[]
  readonly isOptional?: boolean
  readonly initial?: string | number | boolean
  readonly placeholder?: string
  readonly charactersMax?: number
}

export type FormValues = Readonly<Record<string, string>>

export interface FormProps {
  readonly fields: readonly FieldSpec[]
  readonly submit: string
  /** Resolves when it is done. What it throws is shown; the values stay. */
  readonly onSubmit: (values: FormValues) => Promise<unknown>
  readonly onCancel?: () => void
}

/** A checked box is this text. */
export const YES = 'true'
const CHARACTERS_MAX = 4_000

const initialOf = (fields: readonly FieldSpec[]): FormValues =>
  Object.fromEntries(
    fields.map(({ name, initial, options, kind }) => [
      name,
      String(initial ?? (kind === 'choice' ? (options?.[0]?.value ?? '') : '')),
    ]),
  )

export function Form({ fields, submit, onSubmit, onCancel }: FormProps) {
  const [values, setValues] = useState(() => initialOf(fields))
  const [error, setError] = useState<unknown>(null)
  const [isPending, setPending] = useState(false)
  const send = async (event: Event) => {
    event.preventDefault()
    setPending(true)
    setError(null)
    try {
      await onSubmit(values)
    } catch (reason) {
      setError(reason)
    } finally {
      setPending(false)
    }
  }
  const issues = error instanceof ApiError ? error.issues : []
  const issueOf = (name: string) => issues.find(({ path }) => path.split('.').includes(name))?.message
  const isPlaced =
    issues.length > 0 && issues.every(({ path }) => fields.some(({ name }) => path.split('.').includes(name)))
  return (
    <form class="stack" onSubmit={(event) => void send(event)}>
      {fields.map((field) => (
        <Field
          key={field.name}
          field={field}
          value={values[field.name] ?? ''}
          issue={issueOf(field.name)}
          onInput={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
        />
      ))}
      {error !== null && (
        <p class="small" role="alert">
          {isPlaced ? 'Nothing was changed. See the fields above.' : sentenceOf(error)}
        </p>
      )}
      <div class="row">
        <button type="submit" class="button primary" disabled={isPending}>
          {isPending ? 'One moment …' : submit}
        </button>
        {onCancel && (
          <button type="button" class="button" onClick={onCancel}>
            Cancel
          </button>
        )}
      </div>
    </form>
  )
}

interface FieldProps {
  readonly field: FieldSpec
  readonly value: string
  readonly issue: string | undefined
  readonly onInput: (value: string) => void
}

function Field({ field, value, issue, onInput }: FieldProps) {
  const id = useId()
  const { label, hint, kind = 'text', isOptional } = field
  const described = [hint ? `${id}-hint` : '', issue ? `${id}-issue` : ''].filter(Boolean).join(' ')
  const attributes = {
    id,
    value,
    required: !isOptional && kind !== 'check',
    'aria-invalid': issue !== undefined,
    ...(described ? { 'aria-describedby': described } : {}),
  }
  return (
    <div class="field">
      <label for={id}>
        {label}
        {isOptional && <span class="muted small"> (optional)</span>}
      </label>
      <Control field={field} attributes={attributes} onInput={onInput} />
      {hint && (
        <span id={`${id}-hint`} class="hint">
          {hint}
        </span>
      )}
      {issue && (
        <span id={`${id}-issue`} class="hint wrong">
          {issue}
        </span>
      )}
    </div>
  )
}

interface ControlProps {
  readonly field: FieldSpec
  readonly attributes: { readonly id: string; readonly value: string; readonly required: boolean }
  readonly onInput: (value: string) => void
}

function Control({ field, attributes, onInput }: ControlProps) {
  const { kind = 'text', options = [], placeholder, charactersMax = CHARACTERS_MAX } = field
  switch (kind) {
    case 'choice':
      return (
        <select {...attributes} class="input" onChange={(event) => onInput(event.currentTarget.value)}>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )
    case 'check':
      return (
        <input
          id={attributes.id}
          type="checkbox"
          class="check"
          checked={attributes.value === YES}
          onChange={(event) => onInput(event.currentTarget.checked ? YES : '')}
        />
      )
    case 'long':
      return (
        <textarea
          {...attributes}
          class="input"
          rows={6}
          maxLength={charactersMax}
          placeholder={placeholder}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )
    default:
      return (
        <TextInput
          kind={kind}
          attributes={{
            ...attributes,
            class: 'input',
            maxLength: charactersMax,
            ...(placeholder ? { placeholder } : {}),
            onInput: (event) => onInput(event.currentTarget.value),
          }}
        />
      )
  }
}

interface TextInputProps {
  readonly kind: 'text' | 'secret' | 'number' | 'time'
  readonly attributes: ControlProps['attributes'] & {
    readonly class: string
    readonly maxLength: number
    readonly placeholder?: string
    readonly onInput: (event: { readonly currentTarget: HTMLInputElement }) => void
  }
}

function TextInput({ kind, attributes }: TextInputProps) {
  switch (kind) {
    case 'number':
      return <input {...attributes} type="number" step="any" />
    case 'time':
      return <input {...attributes} type="datetime-local" />
    case 'secret':
      // A browser would offer the reader's own passwords for a token of a platform.
      return <input {...attributes} type="password" autocomplete="new-password" />
    case 'text':
      return <input {...attributes} type="text" autocomplete="off" />
  }
}
