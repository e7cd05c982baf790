/**
 * `npm run docs:constants`: writes docs/design/investigator-constants.md, the numbers of the investigator with who owns
 * each. A number in code without a comment that says why ends the run with 1.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv, exit, stderr } from 'node:process'
import { DEFAULT_PARAMETERS } from '../../src/agent/investigator/parameters.ts'
import { flatten } from '../eval/fit/parameter-tree.ts'
import { markdown } from '../eval/protocol/table.ts'

const FOLDER = 'src/agent/investigator'
const PAGE = 'docs/design/investigator-constants.md'
const VALUE_CHARS_MAX = 90

/** Known to have been chosen by what they did on the sets of the protocol. */
const MEASURED: ReadonlySet<string> = new Set([
  'BRANCH_MAX',
  'FULL_EFFECT',
  'TAIL_SHARE',
  'PRIOR_EVENTS',
  'SLOWED_MIN',
  'PAST_CALLS',
  'LOST_SHARE_MAX',
  'QUARTERS',
])

export interface Constant {
  readonly file: string
  readonly name: string
  readonly value: string
  /** Null: nobody says why. */
  readonly reason: string | null
}

const COMMENT = /\/\*\*([\s\S]*?)\*\//g
const DECLARED = /^(?:export )?const ([A-Z][A-Z\d_]*)(?:: [^=]+)? = ([\s\S]*)$/
/** Texts, expressions, sets and empty results hold digits that are no numbers of the method. */
const NO_NUMBERS = /^(?:\/|'|"|`|new |\[\s*'|\(|[a-z])|:\s+(?:null|\/)|\(\?:/

/**
 * The constants of a source that hold numbers, in their order. One right below another shares its comment.
 * @param source formatted: a declaration ends before an empty line, a comment or the next declaration.
 */
export function constantsOf(file: string, source: string): Constant[] {
  const found: Constant[] = []
  for (const block of source.split(/\n{2,}/)) {
    let reason: string | null = null
    for (const part of block.split(/\n(?=\/\*\*|(?:export )?const |(?:export )?(?:async )?function )/)) {
      const comment = COMMENT.exec(part.startsWith('/**') ? part : '')?.[1]
      COMMENT.lastIndex = 0
      if (comment !== undefined) reason = wordsOf(comment)
      const code = part.startsWith('/**') ? part.slice(part.indexOf('*/') + 2).trim() : part
      const [, name, text] = DECLARED.exec(code) ?? []
      if (name === undefined || text === undefined || NO_NUMBERS.test(text) || !/\d/.test(text)) continue
      found.push({ file, name, value: shown(text), reason })
    }
  }
  return found
}

function wordsOf(comment: string): string {
  return comment
    .replace(/^\s*\* ?/gm, '')
    .replace(/\s+/g, ' ')
    .replaceAll('|', '/')
    .trim()
}

function shown(text: string): string {
  const value = text
    .replace(COMMENT, '')
    .replace(/\s+/g, ' ')
    .replace(/ (?:as const|satisfies .*)$/, '')
    .replaceAll('|', '/')
    .trim()
  return value.length > VALUE_CHARS_MAX ? `${value.slice(0, VALUE_CHARS_MAX - 1)}…` : value
}

/** All of the investigator. */
export function allConstants(): Constant[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.ts') && file !== 'parameters.ts')
    .toSorted()
    .flatMap((file) => constantsOf(file, readFileSync(join(FOLDER, file), 'utf8')))
}

/** Only one system has changes: left out, nothing is left to fit them by. */
const CHANGE_REASONS: Readonly<Record<string, string>> = {
  'changes.share': 'about seven of ten incidents follow a change (published by operators)',
  'changes.fadeMinutes':
    'a rollout takes minutes to serve all; from 1 to 5 canary, the only set that shows it, says the same first service',
  'changes.usualPerDay': 'one deployment a day, until the system shows more',
  'changes.healthyShare':
    'one bad release in twenty looks like its siblings in all readings; from 0.02 to 0.05 canary says the same first service',
}

/** Why no fit owns the parameter. */
function handReason(path: string): string {
  if (path === 'ranking.most.habitual') return 'what any day brings stays under the everyday score; a test holds it'
  if (path.startsWith('changes.')) return CHANGE_REASONS[path] ?? 'no set but one has changes'
  if (path === 'doubt.spreading') return 'searched over metrics alone: without petshop nothing gains'
  if (path.startsWith('doubt.'))
    return 'its part of the fit is there; looks of lines and of spans alone are older than the rules'
  if (path.startsWith('ranking.')) return 'searched: only the generator gains, and left-out systems became worse'
  if (path.startsWith('metrics.')) return 'each value takes looks of its own, so it was not searched'
  if (path === 'hintNats') return 'breaks ties; no set has alerts that name a service'
  return 'searched, and left because left-out systems became worse'
}

function pageOf(constants: readonly Constant[], fitted: ReadonlySet<string>): string {
  const parameters = [...flatten(DEFAULT_PARAMETERS)].map(([path, value]) => [
    `\`${path}\``,
    String(value),
    fitted.has(path) ? 'fit' : `by hand: ${handReason(path)}`,
  ])
  const rows = constants.map(
    ({ file, name, value, reason }) =>
      `- \`${name}\` (${file}) \`${value}\`, ${MEASURED.has(name) ? 'measured' : 'code'}: ${reason ?? ''}`,
  )
  const measured = constants.filter(({ name }) => MEASURED.has(name)).length
  return `# Numbers of the investigator

Made by \`npm run docs:constants\`; what they are for: [the investigator](investigator.md).

## Parameters

\`fit\`: \`npm run fit:investigator\` computes the value, and another one without each system. \`by hand\`: stands in parameters.ts with its meaning.

${markdown([['parameter', 'value', 'owner'], ...parameters])}

## Constants in code

\`code\`: no fit owns the value; the sentence says what it is or why it is so. \`measured\` (${measured} of ${constants.length}): the same, and known to have been chosen by what it did on the sets of the protocol.

${rows.join('\n')}
`
}

if (argv[1]?.endsWith('investigator-constants.ts') === true) {
  const constants = allConstants()
  const silent = constants.filter(({ reason }) => reason === null)
  for (const { file, name } of silent) stderr.write(`${file}: ${name} has no comment that says why\n`)
  if (silent.length > 0) exit(1)
  const { values }: { values: Record<string, number> } = JSON.parse(
    readFileSync(join(FOLDER, 'fitted-parameters.json'), 'utf8'),
  )
  writeFileSync(PAGE, pageOf(constants, new Set(Object.keys(values))))
}
