/** Parameters as a flat list of named numbers, for a search that knows nothing of what they mean. */
import { withValues as withValuesByPath } from '../../../src/agent/investigator/parameter-values.ts'

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
export function withValues<T extends object>(tree: T, values: Values): T {
  return withValuesByPath(tree, Object.fromEntries(values))
}

/** Four significant digits: a fit does not know more, and a file of them can be read. */
export function rounded(values: Values): Map<string, number> {
  return new Map([...values].map(([path, value]) => [path, Number(value.toPrecision(4))]))
}
