/**
 * Cuts a tool's result to a number of tokens. What makes it heaviest goes first, by halves: lists lose their tail,
 * objects with many keys lose their last keys, long texts their end. The result keeps its shape, so that it still fits
 * the tool's output schema, and what was cut is named.
 */
import { shorten } from '../agent/tools/bound-result.ts'
import { tokensAtMost } from './tokens.ts'

/** Objects with fewer keys are records of ours; with more, they are attributes of somebody else's. */
const RECORD_KEYS_MAX = 40
const TEXT_CHARS_MIN = 80
/** Each turn halves something, so far fewer are needed; a result is at most 60 KiB when it comes here. */
const TURNS_MAX = 400
const CUTS_NAMED_MAX = 12

export interface Bounded {
  readonly value: Record<string, unknown>
  /** `records: 20 of 100`, for each list, object or text that was cut. */
  readonly cut: readonly string[]
  /** The value as it is written. */
  readonly text: string
}

/** Something that can be halved: its weight in characters of JSON, and how. */
interface Heavy {
  readonly path: string
  readonly weight: number
  readonly size: number
  readonly unit: 'items' | 'keys' | 'characters'
  readonly halve: () => number
}

/** `render` is how the result will be written; what it adds counts too. */
export function boundTokens(
  result: Record<string, unknown>,
  tokensMax: number,
  render: (value: unknown) => string = JSON.stringify,
): Bounded {
  const whole = render(result)
  if (tokensAtMost(whole) <= tokensMax) return { value: result, cut: [], text: whole }
  const root = { value: structuredClone(result) }
  const cuts = new Map<string, { readonly from: number; kept: number; readonly unit: Heavy['unit'] }>()
  let text = whole
  for (let turn = 0; turn < TURNS_MAX && tokensAtMost(text) > tokensMax; turn += 1) {
    // Lists are emptied only when nothing else is left to halve.
    const heaviest = heaviestOf(root, 2) ?? heaviestOf(root, 1)
    if (heaviest === null) break
    const from = cuts.get(heaviest.path)?.from ?? heaviest.size
    cuts.set(heaviest.path, { from, kept: heaviest.halve(), unit: heaviest.unit })
    text = render(root.value)
  }
  const named = [...cuts].map(([path, { from, kept, unit }]) => `${path}: ${kept} of ${from} ${unit}`)
  const more = named.length - CUTS_NAMED_MAX
  return {
    value: root.value,
    cut: more > 0 ? [...named.slice(0, CUTS_NAMED_MAX), `and ${more} more places`] : named,
    text,
  }
}

function heaviestOf(root: { value: unknown }, itemsMin: number): Heavy | null {
  let best: Heavy | null = null
  const offer = (heavy: Heavy): void => {
    if (best === null || heavy.weight > best.weight) best = heavy
  }
  /** Returns the value's weight. `set` puts another in its place. */
  const visit = (value: unknown, path: string, set: (next: unknown) => void): number => {
    if (typeof value === 'string') {
      if (value.length > TEXT_CHARS_MIN) offer(textAt(value, path, set))
      return value.length + 2
    }
    if (Array.isArray(value)) {
      let weight = 2
      for (const [index, item] of value.entries()) {
        weight +=
          1 +
          visit(item, `${path}[${index}]`, (next) => {
            value[index] = next
          })
      }
      if (value.length >= itemsMin) offer(listAt(value, path, weight))
      return weight
    }
    if (typeof value === 'object' && value !== null) return visitObject(value as Record<string, unknown>, path)
    return 5
  }
  const visitObject = (value: Record<string, unknown>, path: string): number => {
    const keys = Object.keys(value)
    let weight = 2
    for (const key of keys) {
      const at = path === '' ? key : `${path}.${key}`
      weight +=
        key.length +
        4 +
        visit(value[key], at.slice(0, 120), (next) => {
          value[key] = next
        })
    }
    if (keys.length > RECORD_KEYS_MAX) offer(keysAt(value, keys, path, weight))
    return weight
  }
  visit(root.value, '', (next) => {
    root.value = next
  })
  return best
}

const textAt = (value: string, path: string, set: (next: unknown) => void): Heavy => ({
  path,
  // Twice what it weighs: half of one long text goes before half of the records around it.
  weight: 2 * value.length,
  size: value.length,
  unit: 'characters',
  halve: () => {
    const kept = Math.max(TEXT_CHARS_MIN / 2, Math.floor(value.length / 2))
    set(shorten(value, kept))
    return kept
  },
})

const listAt = (list: unknown[], path: string, weight: number): Heavy => ({
  path,
  weight,
  size: list.length,
  unit: 'items',
  halve: () => {
    list.length = Math.floor(list.length / 2)
    return list.length
  },
})

const keysAt = (value: Record<string, unknown>, keys: readonly string[], path: string, weight: number): Heavy => ({
  path,
  weight,
  size: keys.length,
  unit: 'keys',
  halve: () => {
    const kept = Math.max(1, Math.floor(keys.length / 2))
    for (const key of keys.slice(kept)) delete value[key]
    return kept
  },
})
