/**
 * Debian's Chromium, unpacked beside the other state of this checkout and used again by later runs. A Chromium that the
 * CHROMIUM setting names is taken as it is.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { REPOSITORY_DIR } from '../../../scripts/server/places.ts'
import { unpackDebian } from '../../e2e/debian-package.ts'

/** A hundred megabytes, with what they need. */
const PATIENCE_MS = 300_000

export type Chromium =
  | { readonly ok: true; readonly path: string; readonly libraries: string }
  | { readonly ok: false; readonly reason: string }

export function chromium(): Chromium {
  const named = process.env['CHROMIUM']
  if (named) return { ok: true, path: named, libraries: '' }
  const folder = join(REPOSITORY_DIR, '.wrangler', 'chromium')
  const marker = join(folder, 'unpacked.json')
  if (existsSync(marker)) return JSON.parse(readFileSync(marker, 'utf8')) as Chromium // written below
  const unpacked = unpackDebian(folder, ['chromium'], PATIENCE_MS)
  if (!unpacked.ok) return unpacked
  const path = unpacked.file('/usr/lib/chromium/chromium')
  const found: Chromium = { ok: true, path, libraries: unpacked.env['LD_LIBRARY_PATH'] ?? '' }
  writeFileSync(marker, JSON.stringify(found))
  return found
}
