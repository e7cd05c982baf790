/** Opens folders of labelled incidents and of windows without a fault as sets of episodes. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import {
  ALL_SIGNALS,
  CHANGES_FILE,
  type IncidentCase,
  readCase,
  readChanges,
  readIndex,
  signalPath,
  signalsOf,
} from '../incident-cases.ts'
import type { Episode, EpisodeSet } from './episode.ts'

/** Which system the cases of a prefix were recorded on. A set of another prefix is a system of its own name. */
const SYSTEM_OF_PREFIX: Readonly<Record<string, string>> = {
  tt: 'trainticket',
  tq: 'trainticket',
  ob: 'onlineboutique',
  cr: 'onlineboutique',
  ss: 'sockshop',
  ps: 'petshop',
  pq: 'petshop',
}
/** Where the data lies when no folder is given: beside the repository, or beside the directory of its worktrees. */
const SHARED = ['../shared', '../../shared']

/** Folders `incidents*` and `quiet-*` with an index, of the first shared directory there is. */
export function defaultFolders(from: string): string[] {
  const places = [process.env['SHARED_DIR'], ...SHARED.map((place) => resolve(from, place))]
  const shared = places.find((place) => place !== undefined && existsSync(place))
  if (shared === undefined) return []
  return readdirSync(shared)
    .filter((name) => /^(incidents|quiet-)/.test(name) && existsSync(join(shared, name, 'index.json')))
    .toSorted()
    .map((name) => join(shared, name))
}

/** Null when the folder has no index. @throws Error as `readIndex`. */
export function openSet(folder: string): EpisodeSet | null {
  const cases = readIndex(folder)
  if (cases === null) return null
  const name = basename(resolve(folder))
  return { name, system: systemOf(name, cases[0]?.id ?? ''), episodes: cases.map((entry) => episodeOf(folder, entry)) }
}

export function systemOf(setName: string, firstId: string): string {
  const prefix = firstId.split('-')[0] ?? ''
  return SYSTEM_OF_PREFIX[prefix] ?? setName.replace(/^(incidents|quiet)-?/, '').split('-')[0] ?? setName
}

function episodeOf(folder: string, entry: IncidentCase): Episode {
  const { service, faultType } = entry.rootCause
  const isQuiet = service === '' || faultType === 'none'
  return {
    id: entry.id,
    cluster: entry.id,
    signals: signalsOf(folder, entry.id),
    hasChanges: existsSync(join(folder, entry.id, CHANGES_FILE)),
    startMs: Date.parse(entry.incidentStart),
    endMs: Date.parse(entry.end),
    truth: isQuiet ? null : { services: [service], unstatedToo: [], faultType },
    contentKey: contentKeyOf(folder, entry.id),
    load: () => ({ records: readCase(folder, entry.id, ALL_SIGNALS), changes: readChanges(folder, entry.id) }),
  }
}

function contentKeyOf(folder: string, id: string): string {
  const hash = createHash('sha256')
  for (const path of [...ALL_SIGNALS.map((signal) => signalPath(folder, id, signal)), join(folder, id, CHANGES_FILE)]) {
    hash.update(existsSync(path) ? readFileSync(path) : 'absent')
  }
  return hash.digest('hex')
}
