/** Parameters as a flat list of named numbers, for a search that knows nothing of what they mean. */

export type Values = ReadonlyMap<string, number>

/** `{ a: 1, b: { c: 2 } }` becomes `a → 1, b.c → 2`. @throws TypeError when a leaf is not a finite number. */
export function flatten(tree: object, prefix = ''): Map<string, number> {
  const values = new Map<string, number>()
  for (const [name, value] of Object.entries(tree) as [string, unknown][]) {
    const path = prefix === '' ? name : `${prefix}.${name}`
    if (typeof value === 'object' && value !== null) {
      for (const [inner, number] of flatten(value, path)) values.set(inner, number)
    } else if (typeof value === 'number' && Number.isFinite(value)) values.set(path, value)
    else throw new TypeError(`the parameter ${path} is not a number`)
  }
  return values
}

/** The same tree with the numbers of `values`; where it has none, the tree's own. */
export function withValues<T extends object>(tree: T, values: Values, prefix = ''): T {
  const entries = Object.entries(tree).map(([name, value]: [string, unknown]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`
    if (typeof value === 'object' && value !== null) return [name, withValues(value, values, path)]
    return [name, values.get(path) ?? value]
  })
  // The same names with leaves of the same type: numbers for numbers.
  return Object.fromEntries(entries) as T
}

/** Four significant digits: a fit does not know more, and a file of them can be read. */
export function rounded(values: Values): Map<string, number> {
  return new Map([...values].map(([path, value]) => [path, Number(value.toPrecision(4))]))
}
