/**
 * Checks and writes answers with long lists in pieces. A thousand log records take some 30 ms in one go, and every
 * other request of the isolate would wait that long.
 */
import { z } from 'zod'
import { WorkPace } from '../work-pace.ts'

/** Items that are checked and written together: a few milliseconds of records. */
const PIECE_ITEMS = 50

/** A JSON text, or what does not match the schema. */
export type WrittenAnswer = { readonly text: string } | { readonly issues: readonly z.core.$ZodIssue[] }

/**
 * Checks `result` against the schema and writes it as JSON. The outcome equals that of `safeParse` and
 * `JSON.stringify`.
 */
export async function writeAnswer(schema: z.ZodType, result: unknown): Promise<WrittenAnswer> {
  const lists = longListsOf(schema, result)
  if (lists === null) {
    const checked = schema.safeParse(result)
    return checked.success ? { text: JSON.stringify(checked.data) } : { issues: checked.error.issues }
  }
  const { names, shortened } = lists
  const checked = schema.safeParse(shortened)
  if (!checked.success) return { issues: checked.error.issues }
  // The schema describes an object, and this is its output.
  const fields: string[] = []
  for (const [name, value] of Object.entries(checked.data as Readonly<Record<string, unknown>>)) {
    const list = names.get(name)
    if (list === undefined) {
      const text = JSON.stringify(value)
      if (text !== undefined) fields.push(`${JSON.stringify(name)}:${text}`)
      continue
    }
    const written = await writeList(list, name)
    if ('issues' in written) return written
    fields.push(`${JSON.stringify(name)}:${written.text}`)
  }
  return { text: `{${fields.join(',')}}` }
}

interface LongList {
  readonly schema: z.ZodArray
  readonly items: readonly unknown[]
}

/** The long lists of an answer, and the answer with empty lists in their place. Null if it has none. */
function longListsOf(
  schema: z.ZodType,
  result: unknown,
): { readonly names: ReadonlyMap<string, LongList>; readonly shortened: object } | null {
  if (!(schema instanceof z.ZodObject) || typeof result !== 'object' || result === null) return null
  // Operations answer with plain objects; the schema refuses anything else.
  const given = result as Readonly<Record<string, unknown>>
  const names = new Map<string, LongList>()
  for (const [name, part] of Object.entries(schema.shape)) {
    const items = given[name]
    // Bounds of a list's length hold for the whole list.
    if (!(part instanceof z.ZodArray) || (part.def.checks?.length ?? 0) > 0) continue
    if (Array.isArray(items) && items.length > PIECE_ITEMS) names.set(name, { schema: part, items })
  }
  if (names.size === 0) return null
  return { names, shortened: { ...given, ...Object.fromEntries([...names.keys()].map((name) => [name, []])) } }
}

async function writeList({ schema, items }: LongList, name: string): Promise<WrittenAnswer> {
  const texts: string[] = []
  const pace = new WorkPace()
  for (let from = 0; from < items.length; from += PIECE_ITEMS) {
    await pace.pause()
    const checked = schema.safeParse(items.slice(from, from + PIECE_ITEMS))
    if (!checked.success) {
      const placed = checked.error.issues.map((issue) => {
        const [at, ...rest] = issue.path
        return { ...issue, path: [name, typeof at === 'number' ? at + from : (at ?? ''), ...rest] }
      })
      return { issues: placed }
    }
    texts.push(JSON.stringify(checked.data).slice(1, -1))
  }
  return { text: `[${texts.join(',')}]` }
}
