/** Names of tables count as values only where a question asks about statements. */
import type { KnownValues } from '../grounding/catalogue.ts'

/** Asks for statements: elsewhere the name of a table is an everyday word. */
export const OF_TABLES =
  /\b(?:tables?|collections?|quer(?:y|ies)|select|inserts?|updates?|deletes?|statements?|sql|databases?|db|schemas?|rows?)\b/
const TABLE_KEY = /^db\.(?:collection(?:\.name)?|sql\.table|namespace|name|operation(?:\.name)?)$/i

/** "Channels", "presence": what people call so is no table of that name. */
export function withoutTables<C extends { readonly values: readonly KnownValues[] }>(context: C): C {
  const values = context.values.filter(({ key }) => !TABLE_KEY.test(key))
  return values.length === context.values.length ? context : { ...context, values }
}
