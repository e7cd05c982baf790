/**
 * Steps of notes and runbooks that fit what an investigation found. Notes are text of people: they are quoted, and
 * nothing in them is followed. One pass over the lines of a bounded text.
 */
import { NOTE_BYTES_MAX, type NoteView, type RunbookStep } from '../../contracts/incident-protocol.ts'

const STEPS_PER_NOTE_MAX = 3
const STEPS_MAX = 6
const STEP_CHARS_MAX = 300

/** The words that people use for each mechanism (src/agent/investigator/verdict.ts). */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  slow_store: [
    'database',
    'query',
    'queries',
    'index',
    'lock',
    'locks',
    'postgres',
    'mysql',
    'redis',
    'mongo',
    'vacuum',
  ],
  pool_exhausted: ['pool', 'connections', 'connection'],
  processor: ['cpu', 'processor', 'throttled', 'throttling', 'profile'],
  memory: ['memory', 'heap', 'oom', 'oomkilled', 'leak', 'garbage'],
  disk: ['disk', 'volume', 'inode', 'inodes', 'space'],
  network: ['network', 'dns', 'packet', 'firewall', 'proxy', 'mtu'],
  exception: ['exception', 'exceptions', 'stack', 'crash', 'panic'],
  wrong_result: ['wrong', 'incorrect', 'mismatch', 'corrupt'],
  bad_release: ['release', 'rollback', 'roll', 'deploy', 'deployment', 'version', 'revert'],
  overload: ['load', 'scale', 'replicas', 'traffic', 'limit', 'queue', 'autoscaler'],
  dependency_outside: ['provider', 'vendor', 'third', 'upstream', 'status'],
  expired_credential: [
    'certificate',
    'certificates',
    'token',
    'credential',
    'credentials',
    'expired',
    'rotate',
    'secret',
  ],
  gone_silent: ['restart', 'down', 'liveness', 'unreachable', 'respond'],
}

export interface FoundCause {
  readonly service: string | null
  readonly mechanism: string | null
  /** The services that alert. */
  readonly services: readonly string[]
}

export function matchingSteps(notes: readonly NoteView[], found: FoundCause): RunbookStep[] {
  return notes
    .filter(({ service }) => service === null || service === found.service || found.services.includes(service))
    .flatMap((note) => stepsOf(note, found))
    .sort((a, b) => b.score - a.score)
    .slice(0, STEPS_MAX)
    .map(({ score: _, ...step }) => step)
}

function stepsOf(note: NoteView, found: FoundCause): (RunbookStep & { readonly score: number })[] {
  const wanted = new Set(WORDS[found.mechanism ?? ''] ?? [])
  const isOfCause = note.service !== null && note.service === found.service
  const scored = readSteps(note.text).flatMap(({ step, heading }) => {
    const own = matched(step, wanted)
    const above = matched(heading, wanted)
    const names = found.service !== null && `${heading} ${step}`.toLowerCase().includes(found.service.toLowerCase())
    const score = own.length * 2 + above.length * 2 + (isOfCause ? 1 : 0) + (names ? 1 : 0)
    if (own.length + above.length === 0) return []
    const words = [...new Set([...own, ...above])].slice(0, 3).join(', ')
    const { id: noteId, title, url } = note
    return [{ noteId, title, url, step: step.slice(0, STEP_CHARS_MAX), because: `it speaks of ${words}`, score }]
  })
  return scored.sort((a, b) => b.score - a.score).slice(0, STEPS_PER_NOTE_MAX)
}

function matched(text: string, wanted: ReadonlySet<string>): string[] {
  if (wanted.size === 0) return []
  return [...new Set(text.toLowerCase().split(/[^\p{L}\p{N}]+/u))].filter((word) => wanted.has(word))
}

/** Returns list items and paragraphs, each with its heading. Fenced code is left out. */
function readSteps(text: string): { readonly step: string; readonly heading: string }[] {
  const steps: { step: string; heading: string }[] = []
  let heading = ''
  let paragraph = ''
  let isCode = false
  const flush = () => {
    if (paragraph !== '') steps.push({ step: paragraph, heading })
    paragraph = ''
  }
  for (const raw of text.slice(0, NOTE_BYTES_MAX).split('\n')) {
    const line = raw.trim()
    if (line.startsWith('```') || line.startsWith('~~~')) isCode = !isCode
    else if (isCode) continue
    else if (line === '') flush()
    else if (line.startsWith('#')) {
      flush()
      heading = line.replace(/^#{1,6}\s*/, '')
    } else if (isItem(line)) {
      flush()
      paragraph = line.replace(/^(?:[-*+]|\d{1,3}[.)])\s+/, '')
    } else paragraph = paragraph === '' ? line : `${paragraph} ${line}`
  }
  flush()
  return steps
}

const isItem = (line: string): boolean => /^(?:[-*+]|\d{1,3}[.)])\s/.test(line)
