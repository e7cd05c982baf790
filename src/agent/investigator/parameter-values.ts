/** Parameters by path (`metrics.cause.host`), as the fitted file lists them. */

/**
 * The same tree with the numbers of `values`. If it lacks a number, the tree's own is kept. A path that the tree does
 * not have is ignored.
 */
export function withValues<T extends object>(tree: T, values: Readonly<Record<string, number>>, prefix = ''): T {
  const entries = Object.entries(tree).map(([name, value]: [string, unknown]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`
    if (typeof value === 'object' && value !== null) return [name, withValues(value, values, path)]
    return [name, values[path] ?? value]
  })
  // The same names, with leaves of the same type: numbers for numbers.
  return Object.fromEntries(entries) as T
}
