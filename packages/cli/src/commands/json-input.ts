/** Fields that come from a file or the input: secrets among them do not belong on a command line. */
import { readFileSync } from 'node:fs'
import { UsageError } from '../exit-codes.ts'
import type { Session } from '../session.ts'

/** Reads a JSON object; `-` is the input. What is wrong with it is said without quoting it, as it may hold secrets. */
export async function readJsonObject(session: Session, file: string): Promise<Record<string, unknown>> {
  const text = file === '-' ? await session.streams.readInput() : readFileSync(file, 'utf8')
  const value = parsed(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UsageError('The fields must be a JSON object.')
  return { ...value }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
