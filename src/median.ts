/**
 * Returns the middle value, or the mean of the two in the middle if there is an even number; 0 of an empty list. The
 * values need no order and keep theirs.
 */
export function medianOf(values: ArrayLike<number>): number {
  // Typed arrays are sorted without calling a function for each comparison.
  return middleOf(Float64Array.from(values).sort())
}

/** The median of ascending values. */
export function middleOf(sorted: ArrayLike<number>): number {
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}
