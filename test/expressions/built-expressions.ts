/**
 * Regular expressions that are put together, `new RegExp(…)`. What is built while a module loads is of constants and is
 * judged as it came out. What is built later may hold data of others, so it must be escaped, or stated harmless.
 */
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type AnyNode, type NewExpression, parse } from 'acorn'
import { ancestor } from 'acorn-walk'
import { type Expression, scriptOf, sourceFiles } from './source-expressions.ts'

interface Site {
  readonly file: string
  /** While the module loads: outside of functions, but for callbacks of calls that are outside. */
  readonly isAtImport: boolean
  /** Each part that is put in, as it is written, and whether it cannot change the expression's structure. */
  readonly parts: readonly { readonly written: string; readonly isSafe: boolean }[]
}

const isNode = (node: AnyNode, type: string) => node.type === type

function isInFunction(ancestors: readonly AnyNode[]): boolean {
  return ancestors.some(
    (node, i) =>
      /Function|Method/.test(node.type) &&
      !(
        isNode(node, 'ArrowFunctionExpression') &&
        ancestors[i - 1] &&
        isNode(ancestors[i - 1] as AnyNode, 'CallExpression')
      ),
  )
}

/** Names of constants are in capitals; what they hold is in the sources. */
const isConstant = (written: string) => /^[A-Z][A-Z0-9_]*$/.test(written)
const isEscaped = (written: string) => /^RegExp\.escape\((?:[^()]|\([^()]*\))*\)$/.test(written)

function partsOf(script: string, node: NewExpression): Site['parts'] {
  const [pattern] = node.arguments
  if (!pattern || pattern.type === 'Literal') return []
  const given = pattern.type === 'TemplateLiteral' ? pattern.expressions : [pattern]
  return given
    .map(({ start, end }) => script.slice(start, end))
    .map((written) => ({ written, isSafe: isConstant(written) || isEscaped(written) }))
}

export function builtExpressions(folder: string): readonly Site[] {
  return sourceFiles(folder).flatMap((file) => {
    const script = scriptOf(file)
    const sites: Site[] = []
    ancestor(parse(script, { ecmaVersion: 'latest', sourceType: 'module' }), {
      NewExpression(node, _state, ancestors) {
        if (node.callee.type !== 'Identifier' || node.callee.name !== 'RegExp') return
        sites.push({ file, isAtImport: !isInFunction(ancestors.slice(0, -1)), parts: partsOf(script, node) })
      },
    })
    return sites
  })
}

/** What a module builds while it loads, which it does once more for this. */
export async function builtAtImport(file: string): Promise<readonly Expression[]> {
  // What it imports is loaded before: expressions of a library are not the file's own.
  await import(/* @vite-ignore */ pathToFileURL(resolve(file)).href)
  const found: Expression[] = []
  const Original = globalThis.RegExp
  globalThis.RegExp = new Proxy(Original, {
    construct(target, given, newTarget) {
      const made: RegExp = Reflect.construct(target, given, newTarget)
      found.push({ file, source: made.source, flags: made.flags })
      return made
    },
  })
  try {
    await import(/* @vite-ignore */ `${pathToFileURL(resolve(file)).href}?loaded=again`)
  } finally {
    globalThis.RegExp = Original
  }
  return found
}

/** Parts that are neither constants nor escaped, and why they are harmless. */
export const HARMLESS: readonly { readonly file: string; readonly part: string; readonly because: string }[] = [
  { file: 'src/agent/prompt/markdown-pieces.ts', part: 'quote', because: 'one of two constants' },
  { file: 'src/agent/prompt/markdown-pieces.ts', part: 'run.charAt(0)', because: 'a backtick or a tilde' },
  { file: 'src/agent/prompt/markdown-pieces.ts', part: 'run.length', because: 'a number' },
  { file: 'src/agent/questions/execute/values.ts', part: 'alternatives', because: 'each is escaped, joined by "|"' },
  {
    file: 'src/agent/questions/reader/quantity/dimensions.ts',
    part: 'words.little ?? NEVER',
    because: 'constants of the vocabulary',
  },
  {
    file: 'src/agent/questions/reader/quantity/dimensions.ts',
    part: 'words.much ?? NEVER',
    because: 'constants of the vocabulary',
  },
  {
    file: 'src/agent/questions/reader/quantity/dimensions.ts',
    part: 'words.names',
    because: 'constants of the vocabulary',
  },
  {
    file: 'src/agent/questions/reader/quantity/dimensions.ts',
    part: 'words.nouns ?? NEVER',
    because: 'constants of the vocabulary',
  },
  {
    file: 'src/agent/questions/reader/quantity/dimensions.ts',
    part: 'words.units',
    because: 'constants of the vocabulary',
  },
  { file: 'src/agent/questions/vocabulary/degrees.ts', part: 'less', because: 'constants of the vocabulary' },
  { file: 'src/agent/questions/vocabulary/degrees.ts', part: 'more', because: 'constants of the vocabulary' },
  { file: 'src/agent/questions/vocabulary/degrees.ts', part: 'names', because: 'constants of the vocabulary' },
  { file: 'src/agent/questions/vocabulary/degrees.ts', part: 'units', because: 'constants of the vocabulary' },
  {
    file: 'src/agent/questions/vocabulary/plain-form.ts',
    part: 'said.replace(/^\\^\\^/, ()=>START).replace(/\\$\\$$/, ()=>END)',
    because: 'constants of the vocabulary',
  },
  { file: 'src/http/api.ts', part: "path.replaceAll(/\\{\\w+\\}/g, '[^/]+')", because: 'paths of our own operations' },
]
