/** Folders for the tests of one file, removed when they are over. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** Called at the top of a test file; what it returns makes an empty folder each time. */
export function temporaryFolders(name: string): () => string {
  const made: string[] = []
  afterAll(() => {
    for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true })
  })
  return () => {
    const folder = mkdtempSync(join(tmpdir(), `${name}-`))
    made.push(folder)
    return folder
  }
}
