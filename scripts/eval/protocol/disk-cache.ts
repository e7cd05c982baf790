/**
 * A cache of computed values outside the repository, so that a rerun does not read and aggregate the same records again.
 * A key holds everything the value depends on: contents of the data, source of the code, arguments. Nothing is ever stale.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative, resolve } from 'node:path'
import { cwd } from 'node:process'
import { deserialize, serialize } from 'node:v8'
import { gunzipSync, gzipSync } from 'node:zlib'

/** Values that nobody asked for in this time are of data or code that has changed since. */
const KEEP_MS = 3 * 86_400_000
const DIRECTORY = join(tmpdir(), 'observability-eval-cache')

export class DiskCache {
  readonly #directory: string

  constructor(directory = DIRECTORY) {
    this.#directory = directory
    mkdirSync(directory, { recursive: true })
    this.#prune()
  }

  /** The value of the key, computed at most once. `T` must survive the structured clone algorithm. */
  get<T>(keyParts: readonly string[], compute: () => T): T {
    const known = this.#read<T>(keyParts)
    if (known !== null) return known.value
    const value = compute()
    this.#write(keyParts, value)
    return value
  }

  async getAsync<T>(keyParts: readonly string[], compute: () => Promise<T>): Promise<T> {
    const known = this.#read<T>(keyParts)
    if (known !== null) return known.value
    const value = await compute()
    this.#write(keyParts, value)
    return value
  }

  #path(keyParts: readonly string[]): string {
    return join(this.#directory, createHash('sha256').update(JSON.stringify(keyParts)).digest('hex'))
  }

  #read<T>(keyParts: readonly string[]): { value: T } | null {
    const path = this.#path(keyParts)
    if (!existsSync(path)) return null
    // Written below under the same key, which names the code that computed it.
    return { value: deserialize(gunzipSync(readFileSync(path))) as T }
  }

  /** Another process may write the same value: each writes a file of its own and puts it in place whole. */
  #write(keyParts: readonly string[], value: unknown): void {
    const path = this.#path(keyParts)
    const own = `${path}.${process.pid}`
    writeFileSync(own, gzipSync(serialize(value), { level: 1 }))
    renameSync(own, path)
  }

  #prune(): void {
    const oldestMs = Date.now() - KEEP_MS
    for (const name of readdirSync(this.#directory)) {
      const path = join(this.#directory, name)
      const found = statSync(path, { throwIfNoEntry: false })
      if (found !== undefined && found.mtimeMs < oldestMs) rmSync(path, { force: true })
    }
  }
}

/** One hash over the TypeScript sources below the given files and directories. @param except file names left out. */
export function hashOfSources(paths: readonly string[], except: readonly string[] = []): string {
  const hash = createHash('sha256')
  const visit = (path: string): void => {
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).toSorted()) visit(join(path, name))
    } else if (path.endsWith('.ts') && !except.includes(basename(path)))
      hash.update(relative(cwd(), path)).update(readFileSync(path))
  }
  for (const path of paths) visit(resolve(path))
  return hash.digest('hex')
}
