/**
 * Patterns: each is a group of shapes that one statement of a program wrote. The method is Drain, applied to shapes as
 * they arrive: where otherwise equal templates differ, the place becomes a variable once it has held enough different
 * words (evidence.ts).
 *
 * Every rule is monotone in the set of shapes. So groups only ever merge, and the same shapes give the same groups in
 * any order, whichever shards they come from.
 */
import type { Shape } from '../shape/shape.ts'
import { mayVary, type Place, SERIES_MIN, seriesStem, weightBesideValues, weightNeeded, weightOf } from './evidence.ts'
import { mergeTemplates } from './merge.ts'
import { FAMILY_MIN, withoutPairValues } from './pair-values.ts'
import { PlaceHashes } from './place-hashes.ts'
import { collapse, isDelimiter, keyWords, WILD, wordsOf } from './words.ts'

export interface Pattern {
  /** The smallest shape hash of the group. If a smaller one joins later, the older id still names the group. */
  readonly id: string
  readonly template: string
  readonly shapes: readonly string[]
}

/** A pattern's template is merged from at most this many of its shapes, those with the smallest hashes. */
const MERGED_TEMPLATES_MAX = 64

interface Bucket {
  readonly words: Set<string>
  readonly nodes: number[]
  weight: number
  /** What the words weigh in addition once the place has held values. */
  weightBesideValues: number
  /** How many words of a series there are, by stem. */
  readonly series: Map<string, number>
  hasSeries: boolean
  hasFired: boolean
}

/** The shapes of a project and the patterns they form. */
export class PatternMap {
  readonly #templates = new Map<string, string>()
  /** The node of each shape. A node is a key or a generalised key; union-find joins nodes to groups. */
  readonly #shapeNodes = new Map<string, number>()
  readonly #keyNodes = new Map<string, number>()
  readonly #parents: number[] = []
  /** All hashes of the group of each root. */
  readonly #groups = new Map<number, string[]>()
  /** The smallest hash of the group of each root. */
  readonly #ids = new Map<number, string>()
  readonly #keys: (readonly string[])[] = []
  /** The node at each place that only one key has. Nearly all places are such, so they have no bucket. */
  readonly #alone = new Map<number, number>()
  readonly #buckets = new Map<number, Bucket>()
  readonly #mergedTemplates = new Map<number, string>()
  /** The nodes of keys that differ in nothing but the values of pairs, by the key without these values. */
  readonly #families = new Map<string, number[]>()

  /** Returns the id of the shape's pattern. A new shape is added first. */
  assign(shape: Shape): string {
    const known = this.#shapeNodes.get(shape.hash)
    if (known !== undefined) return this.#idOf(known)
    this.#templates.set(shape.hash, shape.template)
    const node = this.#addKey(keyWords(wordsOf(shape.template)))
    this.#shapeNodes.set(shape.hash, node)
    const root = this.#root(node)
    const group = this.#groups.get(root)
    if (group === undefined) this.#groups.set(root, [shape.hash])
    else group.push(shape.hash)
    const id = this.#ids.get(root)
    if (id === undefined || shape.hash < id) this.#ids.set(root, shape.hash)
    this.#mergedTemplates.delete(root)
    return this.#idOf(root)
  }

  /** Returns the current id of the pattern of a shape hash or of an older pattern id; undefined when unknown. */
  patternOf(hash: string): string | undefined {
    const node = this.#shapeNodes.get(hash)
    return node === undefined ? undefined : this.#idOf(node)
  }

  /** Returns the pattern of a shape hash or of an older pattern id; undefined when unknown. */
  pattern(hash: string): Pattern | undefined {
    const node = this.#shapeNodes.get(hash)
    if (node === undefined) return undefined
    const root = this.#root(node)
    const shapes = [...(this.#groups.get(root) ?? [])].sort()
    return { id: this.#idOf(root), template: this.#templateOf(root, shapes), shapes }
  }

  /** Returns all patterns, ordered by id. */
  patterns(): Pattern[] {
    const found: Pattern[] = []
    for (const id of this.#ids.values()) {
      const pattern = this.pattern(id)
      if (pattern !== undefined) found.push(pattern)
    }
    return found.sort((a, b) => (a.id < b.id ? -1 : 1))
  }

  #templateOf(root: number, sortedShapes: readonly string[]): string {
    const known = this.#mergedTemplates.get(root)
    if (known !== undefined) return known
    const texts = sortedShapes.slice(0, MERGED_TEMPLATES_MAX).map((hash) => this.#templates.get(hash) ?? '')
    const merged = mergeTemplates(texts)
    this.#mergedTemplates.set(root, merged)
    return merged
  }

  /** Returns the node of a key. A new key enters the bucket of each of its places. */
  #addKey(key: readonly string[]): number {
    const text = key.join('\u0001')
    const known = this.#keyNodes.get(text)
    if (known !== undefined) return known
    const node = this.#parents.length
    this.#parents.push(node)
    this.#keys.push(key)
    this.#keyNodes.set(text, node)
    this.#addToFamily(key, node)
    const sums = new PlaceHashes(key)
    const literals = key.filter((word) => !isDelimiter(word) && word !== WILD).length
    let wordIndex = 0
    for (let index = 0; index < key.length; index++) {
      const word = key[index] ?? ''
      if (isDelimiter(word)) continue
      if (word === WILD || mayVary(word)) {
        const place: Place = {
          isFirst: wordIndex === 0,
          otherWords: literals - (word === WILD ? 0 : 1),
          previousDelimiter: key[index - 1] ?? '',
          previousWord: key[index - 2] ?? '',
        }
        this.#addToBucket(key, index, node, place, sums.without(index))
      }
      wordIndex++
    }
    return node
  }

  /** Many keys that differ in the values of their pairs alone are one pattern, however few values each place has. */
  #addToFamily(key: readonly string[], node: number): void {
    const general = withoutPairValues(key)
    if (general === null) return
    const text = general.join('\u0001')
    const family = this.#families.get(text) ?? []
    family.push(node)
    this.#families.set(text, family)
    if (family.length > FAMILY_MIN) this.#join(family[0] ?? node, node)
    if (family.length !== FAMILY_MIN) return
    for (const member of family) this.#join(family[0] ?? member, member)
    this.#join(this.#addKey(general), node)
  }

  #addToBucket(key: readonly string[], index: number, node: number, place: Place, name: number): void {
    const word = key[index] ?? ''
    const needed = weightNeeded(place)
    if (needed === Number.POSITIVE_INFINITY) return
    const bucket = this.#bucketFor(name, index, node)
    if (bucket === undefined) return
    addMember(bucket, word, node)
    if (bucket.hasFired) {
      this.#join(bucket.nodes[0] ?? node, node)
      return
    }
    if (bucket.words.size < 2 || !isVariable(bucket, needed)) return
    bucket.hasFired = true
    for (const member of bucket.nodes) this.#join(bucket.nodes[0] ?? member, member)
    // The generalised key is a node like any other, and so its other places enter buckets too.
    const general = collapse([...key.slice(0, index), WILD, ...key.slice(index + 1)])
    this.#join(this.#addKey(general), node)
  }

  /** Returns the bucket of a place; undefined for the first key at that place. */
  #bucketFor(name: number, index: number, node: number): Bucket | undefined {
    const known = this.#buckets.get(name)
    if (known !== undefined) return known
    const first = this.#alone.get(name)
    if (first === undefined) {
      this.#alone.set(name, node)
      return undefined
    }
    const bucket: Bucket = {
      words: new Set(),
      nodes: [],
      weight: 0,
      weightBesideValues: 0,
      series: new Map(),
      hasSeries: false,
      hasFired: false,
    }
    addMember(bucket, this.#keys[first]?.[index] ?? '', first)
    this.#alone.delete(name)
    this.#buckets.set(name, bucket)
    return bucket
  }

  #idOf(node: number): string {
    return this.#ids.get(this.#root(node)) ?? ''
  }

  #root(node: number): number {
    let root = node
    for (let parent = this.#parents[root] ?? root; parent !== root; parent = this.#parents[root] ?? root) root = parent
    let at = node
    while (at !== root) {
      const parent = this.#parents[at] ?? root
      this.#parents[at] = root
      at = parent
    }
    return root
  }

  #join(a: number, b: number): void {
    const rootA = this.#root(a)
    const rootB = this.#root(b)
    if (rootA === rootB) return
    this.#parents[rootB] = rootA
    const moved = this.#groups.get(rootB)
    if (moved !== undefined) this.#groups.set(rootA, [...(this.#groups.get(rootA) ?? []), ...moved])
    this.#groups.delete(rootB)
    const idB = this.#ids.get(rootB)
    const idA = this.#ids.get(rootA)
    if (idB !== undefined && (idA === undefined || idB < idA)) this.#ids.set(rootA, idB)
    this.#ids.delete(rootB)
    this.#mergedTemplates.delete(rootA)
    this.#mergedTemplates.delete(rootB)
  }
}

function addMember(bucket: Bucket, word: string, node: number): void {
  bucket.nodes.push(node)
  if (bucket.words.has(word)) return
  bucket.words.add(word)
  bucket.weight += weightOf(word)
  bucket.weightBesideValues += weightBesideValues(word)
  const stem = seriesStem(word)
  if (stem === null) return
  const members = (bucket.series.get(stem) ?? 0) + 1
  bucket.series.set(stem, members)
  if (members >= SERIES_MIN) bucket.hasSeries = true
}

function isVariable(bucket: Bucket, needed: number): boolean {
  const extra = bucket.words.has(WILD) ? bucket.weightBesideValues : 0
  return bucket.hasSeries || bucket.weight + extra >= needed
}
