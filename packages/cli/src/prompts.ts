/** Questions to the person at the terminal. What is typed for a secret is never shown. */
import { confirm, isCancel, password, select, text } from '@clack/prompts'

/** What a field of a form asks for. */
export interface PromptedField {
  readonly name: string
  readonly type: string
  readonly required: boolean
  readonly sensitive: boolean
  readonly description: string | null
  readonly values?: readonly string[]
}

/** Returns the next question; null when the person has enough. */
export async function nextQuestion(): Promise<string | null> {
  const answer = await text({ message: 'Next question (empty to end)' })
  return isCancel(answer) || !answer ? null : answer.trim()
}

/** Asks for a yes or a no; no is the default. Throws `Cancelled` on Ctrl-C. */
export async function askWhether(message: string): Promise<boolean> {
  return taken<boolean>(await confirm({ message, initialValue: false }))
}

/** Returns the typed value; undefined if it was left out. Throws `Cancelled` on Ctrl-C. */
export async function askField(field: PromptedField): Promise<unknown> {
  const message = field.description === null ? field.name : `${field.name}: ${field.description}`
  const validate = (value: string | undefined) => (field.required && !value ? 'This is needed.' : undefined)
  if (field.sensitive) return typed(await password({ message, mask: '', validate }), field)
  if (field.type === 'boolean') return askWhether(message)
  if (field.values !== undefined && field.values.length > 0) {
    const options = field.values.map((value) => ({ value, label: value }))
    return (
      taken(
        await select({ message, options: field.required ? options : [{ value: '', label: '(none)' }, ...options] }),
      ) || undefined
    )
  }
  return typed(await text({ message, validate }), field)
}

export class Cancelled extends Error {}

function taken<Value>(value: Value | symbol): Value {
  // The only symbol that a prompt returns says that the person gave up.
  if (typeof value === 'symbol') throw new Cancelled('Nothing was done.')
  return value
}

function typed(value: string | symbol, field: PromptedField): unknown {
  const given = taken(value)
  return given === '' || given === undefined ? undefined : fieldValue(given, field)
}

/** A field's text as the type that the service wants. */
export function fieldValue(given: string, field: Pick<PromptedField, 'type'>): unknown {
  if (field.type === 'number') return Number(given)
  if (field.type === 'boolean') return given === 'true'
  if (field.type === 'array') return given.split(',').map((one) => one.trim())
  return given
}
