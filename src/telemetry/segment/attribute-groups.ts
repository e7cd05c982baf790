/**
 * Attributes of records, grouped by their set of keys: one column per key of a group, with each value stored once. A
 * sender that makes up its keys has one group per record, so beyond a limit attributes are stored as they are.
 */
import { keepCompiled } from '../../keep-compiled.ts'
import type { Attributes, AttributeValue } from '../model.ts'
import { setOwn } from './values.ts'

/** The values of one attribute: `values[codes[n]]` for the n-th record, or `values[n]` without codes. */
export interface CodedValues {
  readonly values: readonly AttributeValue[]
  readonly codes: readonly number[] | null
}

/** Records whose attributes have the same keys in the same order. */
export interface AttributeGroup {
  readonly keys: readonly string[]
  /** Positions of the records, ascending. */
  readonly places: readonly number[]
  /** One column per key. */
  readonly columns: readonly CodedValues[]
}

export interface GroupedAttributes {
  readonly groups: readonly AttributeGroup[]
  /** Attributes of the records in no group, by position. */
  readonly rest: ReadonlyMap<number, Attributes>
}

/** Most columns of all groups together: about 2 MB. */
const COLUMNS_MAX = 4_096

interface CollectedGroup extends AttributeGroup {
  readonly places: number[]
  readonly columns: ValueCollector[]
}

export class AttributeGrouper implements GroupedAttributes {
  readonly groups: CollectedGroup[] = []
  readonly rest = new Map<number, Attributes>()
  #columns = 0
  readonly #byKeys = new Map<string, CollectedGroup>()
  /** The group of the previous record: records of one line of code have the same keys. */
  #last: CollectedGroup | null = null

  add(place: number, attributes: Attributes): void {
    if (this.#last === null || !hasKeys(attributes, this.#last.keys)) {
      this.#last = this.#groupOf(Object.keys(attributes))
    }
    if (this.#last === null) {
      this.rest.set(place, attributes)
      return
    }
    const { places, columns } = this.#last
    places.push(place)
    let at = 0
    // Keys and values in one loop, which the engine optimises.
    for (const key in attributes) columns[at++]?.add(attributes[key] ?? null)
  }

  /** Returns null when there is no room for another group. */
  #groupOf(keys: readonly string[]): CollectedGroup | null {
    const name = keys.join('\u0000')
    let group = this.#byKeys.get(name)
    // Keys that contain the separator could be equal when joined.
    if (group === undefined || !isSame(group.keys, keys)) {
      if (this.#columns + keys.length > COLUMNS_MAX) return null
      this.#columns += keys.length
      group = { keys, places: [], columns: keys.map(() => new ValueCollector()) }
      this.#byKeys.set(name, group)
      this.groups.push(group)
    }
    return group
  }
}

/** True when these are the group's keys, in this order. */
function hasKeys(attributes: Attributes, keys: readonly string[]): boolean {
  let at = 0
  for (const key in attributes) if (key !== keys[at++]) return false
  return at === keys.length
}

function isSame(keys: readonly string[], others: readonly string[]): boolean {
  if (keys.length !== others.length) return false
  for (let place = 0; place < keys.length; place++) if (keys[place] !== others[place]) return false
  return true
}

class ValueCollector implements CodedValues {
  readonly values: AttributeValue[] = []
  readonly codes: number[] = []
  readonly #known = new Map<AttributeValue, number>()

  add(value: AttributeValue): void {
    let code = isComparable(value) ? this.#known.get(value) : undefined
    if (code === undefined) {
      code = this.values.length
      this.values.push(value)
      if (isComparable(value)) this.#known.set(value, code)
    }
    this.codes.push(code)
  }
}

/** Lists, maps and -0 are compared by identity: each is a value of its own. */
export function isComparable(value: AttributeValue): boolean {
  return typeof value === 'object' ? value === null : value !== 0 || !Object.is(value, -0)
}

/** The attributes of each record, by position. */
export function attributesByPlace({ groups, rest }: GroupedAttributes, count: number): Attributes[] {
  const byPlace = new Array<Attributes>(count)
  for (const { keys, places, columns } of groups) {
    for (let at = 0; at < places.length; at++) {
      const own: { [key: string]: AttributeValue } = {}
      for (let key = 0; key < keys.length; key++) setOwn(own, keys[key] ?? '', valueAt(columns[key], at))
      byPlace[places[at] ?? 0] = own
    }
  }
  for (const [place, attributes] of rest) byPlace[place] = attributes
  return byPlace
}

function valueAt(column: CodedValues | undefined, at: number): AttributeValue {
  const code = column?.codes === null ? at : (column?.codes[at] ?? 0)
  return column?.values[code] ?? null
}

keepCompiled(new AttributeGrouper())
keepCompiled(new ValueCollector())
