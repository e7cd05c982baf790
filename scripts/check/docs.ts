/**
 * What the documents name exists: npm scripts, files and folders of the repository, files that links lead to, and the
 * headings that links name.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const SKIPPED = new Set(['node_modules', '.git', '.generated', '.wrangler', 'dist'])
const files = [...filesBelow('.')]
const names = new Set(files.map((file) => file.split('/').at(-1) ?? ''))
const topFolders = new Set(files.filter((file) => file.includes('/')).map((file) => file.split('/')[0] ?? ''))
const manifests = new Map(
  files
    .filter((file) => file.split('/').at(-1) === 'package.json')
    .map((file) => [dirname(file), scriptsOf(JSON.parse(readFileSync(file, 'utf8')))]),
)
const everyScript = new Set([...manifests.values()].flatMap((scripts) => [...scripts]))
/** `check` of `check:types`: a word of such a family is meant as a script. */
const scriptFamilies = new Set([...everyScript].filter((name) => name.includes(':')).map((name) => name.split(':')[0]))
/** The changelog tells of what has been, too. */
const documents = files.filter((file) => file.endsWith('.md') && file !== 'CHANGELOG.md' && !file.startsWith('test/'))
const headings = new Map(documents.map((file) => [file, headingsOf(readFileSync(file, 'utf8'))]))

function* filesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = normalize(join(folder, entry.name))
    if (entry.isDirectory() && !SKIPPED.has(entry.name)) yield* filesBelow(path)
    else if (entry.isFile()) yield path
  }
}

function scriptsOf(manifest: unknown): ReadonlySet<string> {
  const isObject = typeof manifest === 'object' && manifest !== null
  return new Set(isObject && 'scripts' in manifest ? Object.keys(manifest.scripts ?? {}) : [])
}

/** As GitHub names them: lower case, punctuation gone, blanks become hyphens. */
function headingsOf(text: string): ReadonlySet<string> {
  const titles = text.matchAll(/^#+ +(.+?) *$/gm)
  const anchor = (title: string) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-')
  return new Set([...titles].map(([, title = '']) => anchor(title)))
}

const FENCED = /^```.*?^```/gms

function* problemsOf(file: string): Generator<string> {
  const text = readFileSync(file, 'utf8')
  for (const [command, name = ''] of text.matchAll(/\bnpm run (?:--silent |-s )?([\w:-]+)/g))
    if (!everyScript.has(name)) yield `\`${command}\`: package.json has no such script`
  for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) yield* linkProblems(file, target)
  for (const [, code = ''] of text.replace(FENCED, '').matchAll(/`([^`\n]+)`/g)) yield* codeProblems(file, code)
  for (const [block] of text.matchAll(FENCED))
    for (const [word] of block.matchAll(/\S+\/\S+/g)) yield* codeProblems(file, word)
}

function* linkProblems(file: string, target: string): Generator<string> {
  if (/^[a-z]+:/.test(target)) return
  const [path = '', anchor] = target.split('#')
  const linked = path === '' ? file : normalize(join(dirname(file), path))
  if (!existsSync(linked)) yield `the link to ${target} leads nowhere`
  else if (anchor !== undefined && headings.get(linked)?.has(anchor) === false)
    yield `${linked} has no heading #${anchor}`
}

/** A name in code style that reads like a path or a source file, from the root or from the document's own folder. */
function* codeProblems(file: string, code: string): Generator<string> {
  const [family] = code.split(':')
  if (/^[a-z]+:[a-z:]+$/.test(code) && scriptFamilies.has(family ?? '') && !everyScript.has(code))
    yield `package.json has no script ${code}`
  const path = code.replace(/[:#]\d+$/, '')
  if (!/^[\w.@*<>{}…,-]+(?:\/[\w.@*<>{}…,-]*)*$/.test(path)) return
  const isPath = path.includes('/') && topFolders.has(path.split('/')[0] ?? '')
  const isSource = /^[\w/.-]+\.(?:ts|mjs|tsx)$/.test(path)
  if (!isPath && !isSource) return
  // Of a path with a placeholder, the folder before it can be looked up.
  const known = /[*<{…]/.test(path) ? path.replace(/[^/]*[*<{…].*$/, '') : path
  const isThere = existsSync(known) || existsSync(join(dirname(file), known))
  const exists = isThere || (isSource && files.some((one) => one.endsWith(`/${known}`)))
  if (!exists && !names.has(known)) yield `\`${code}\` is not in the repository`
}

const problems = documents.flatMap((file) => [...problemsOf(file)].map((problem) => `${file}: ${problem}`))
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exitCode = 1
} else console.log(`docs: everything that ${documents.length} documents name exists`)
