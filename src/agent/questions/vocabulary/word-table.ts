/**
 * A table that is looked up by words which people and lines choose. It has its own words and no others: an object of
 * JavaScript has a `constructor` too, which is an everyday word of errors.
 */
export function wordTable<Value>(words: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> {
  return Object.assign(Object.create(null), words)
}
