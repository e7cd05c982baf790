/** Every regular expression literal of a folder of sources, and the few that are harmless by a bound on their text. */
import { readdirSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { tokenizer } from 'acorn'

export interface Expression {
  readonly file: string
  readonly source: string
  readonly flags: string
}

/** A file of the sources as JavaScript. */
export const scriptOf = (file: string): string =>
  stripTypeScriptTypes(readFileSync(file, 'utf8'), { mode: 'transform' })

export function sourceFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
}

function expressionsOf(file: string): Expression[] {
  const script = scriptOf(file)
  const found: Expression[] = []
  for (const token of tokenizer(script, { ecmaVersion: 'latest', sourceType: 'module' })) {
    if (token.type.label !== 'regexp') continue
    // The tokenizer's types leave out the value; of a regular expression it is this.
    const { value } = token as unknown as { readonly value: { readonly pattern: string; readonly flags: string } }
    found.push({ file, source: value.pattern, flags: value.flags })
  }
  return found
}

/** By file, those with any. */
export function sourceExpressions(folder: string): { readonly file: string; readonly expressions: Expression[] }[] {
  return sourceFiles(folder)
    .map((file) => ({ file, expressions: expressionsOf(file) }))
    .filter(({ expressions }) => expressions.length > 0)
}

/** Texts so short that even their square is few steps: at most 25 million, some tens of milliseconds. */
export const BOUNDED_CHARACTERS_MAX = 5_000

export interface Bounded {
  /** A file, or a folder with its slash. */
  readonly where: string
  /** The longest text that its expressions are given. */
  readonly charactersMax: number
  /** What cuts the text. */
  readonly because: string
}

export const BOUNDED: readonly Bounded[] = [
  { where: 'src/agent/questions/', charactersMax: 4_000, because: 'outgoing.ts cuts what is read of a question' },
  { where: 'src/agent/embedded/', charactersMax: 4_000, because: 'outgoing.ts cuts what is read of a question' },
  { where: 'src/agent/answers/', charactersMax: 400, because: 'plain() cuts what is quoted' },
  { where: 'src/agent/investigator/stems.ts', charactersMax: 2_000, because: 'stemOf cuts its template' },
  {
    where: 'src/agent/investigator/mechanism-words.ts',
    charactersMax: 2_000,
    because: 'both of its functions cut what they read',
  },
]

export function isBounded({ file }: Expression): boolean {
  return BOUNDED.some(
    ({ where, charactersMax }) =>
      charactersMax <= BOUNDED_CHARACTERS_MAX && (where.endsWith('/') ? file.startsWith(where) : file === where),
  )
}
