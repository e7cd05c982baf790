/**
 * The service's log: one line of JSON for each event. Fields are ids, counts and words of our own. The message of
 * somebody else's error is never logged: a driver's message quotes parameters, a platform's quotes the request, a
 * runtime's quotes whatever it was given.
 */
import { DomainError } from '../contracts/domain-error.ts'
import { SettingsError } from '../contracts/settings-error.ts'

export type LogFields = Readonly<Record<string, unknown>>

/** The first frames show where an error came from. The rest belongs to the runtime. */
const FRAMES_MAX = 12

/** Writes one event. */
export function logEvent(event: string, fields: LogFields = {}): void {
  console.error(JSON.stringify({ event, ...fields }))
}

/** Logs that something failed, and why as far as that may be said: `reason` and, for what was not expected, `stack`. */
export function logFailure(event: string, error: unknown, fields: LogFields = {}): void {
  const stack = framesOf(error)
  logEvent(event, { ...fields, reason: reasonOf(error), ...(stack === '' ? {} : { stack }) })
}

/** A word for an error: its class, the kind of a problem of the domain, the sentence of wrong settings. */
export function reasonOf(error: unknown): string {
  if (error instanceof DomainError) return error.problem.kind
  // The service wrote it, and it contains only names and rules.
  if (error instanceof SettingsError) return error.message
  if (!(error instanceof Error)) return typeof error
  // Drizzle's error stands for that of D1.
  return error.cause instanceof Error ? `${error.name} (${error.cause.name})` : error.name
}

/** The frames of an unexpected error's stack, without its message: a line of a message may look like a frame. */
function framesOf(error: unknown): string {
  if (!(error instanceof Error) || error instanceof DomainError || error instanceof SettingsError) return ''
  const head = `${error.name}: ${error.message}`
  const stack = error.stack ?? ''
  if (error.message !== '' && !stack.startsWith(head)) return ''
  const frames = stack
    .slice(head.length)
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
  return frames.slice(0, FRAMES_MAX).join('\n')
}
