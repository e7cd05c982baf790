import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Command, CommanderError } from 'commander'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { programOf } from '../src/program.ts'

const REPOSITORY = resolve(import.meta.dirname, '..', '..', '..')
const read = (path: string): string => readFileSync(join(REPOSITORY, path), 'utf8')

/** Every command line that a text shows: in blocks of shell, in comments, in `code`. */
function commandLines(text: string): string[] {
  const folded = text
    .replaceAll(/\\\n\s*/g, ' ')
    .replaceAll(/\n {10}--/g, ' --')
    .replaceAll(/>-\n\s*/g, '')
  const lines = [...folded.matchAll(/(?:^|[`:#|]|\brun:) *\$? ?(oas (?!\.)[a-z-][^\n`#|>]*)/gm)].map(([, line = '']) =>
    line.trim(),
  )
  return lines.filter((line) => !line.includes('…'))
}

function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)]
    .map(([, double, single, bare]) => double ?? single ?? bare ?? '')
    .slice(1)
}

/** Throws if the command line is wrong; does nothing else. */
async function understood(words: readonly string[]): Promise<void> {
  const quiet = { write: () => true }
  const program = programOf(
    {
      ...{ env: {}, out: quiet, err: quiet, isInputTerminal: false },
      readInput: async () => '',
      signal: new AbortController().signal,
    },
    () => undefined,
  )
  const silence = (command: Command): void => {
    command.action(() => undefined)
    command.commands.forEach(silence)
  }
  program.commands.forEach(silence)
  await program.parseAsync([...words], { from: 'user' }).catch((error: unknown) => {
    // Help and the version end with an exit of 0.
    if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error
  })
}

const TEXTS = [
  'README.md',
  'docs/cli.md',
  'docs/sdk.md',
  'packages/cli/README.md',
  'examples/README.md',
  'examples/github-actions/deploy.yml',
  'examples/otel-collector/config.yaml',
  'examples/alertmanager/alertmanager.yml',
  'examples/grafana/contact-points.yaml',
]

describe('a documented command', () => {
  for (const path of TEXTS) {
    const lines = commandLines(read(path))
    if (lines.length === 0) continue
    it(`of ${path} is understood by the program`, async () => {
      for (const line of lines) {
        await expect(understood(wordsOf(line)), line).resolves.toBeUndefined()
      }
    })
  }

  it('that does not exist would be noticed', async () => {
    await expect(understood(['changes', 'verify', '--nonsense'])).rejects.toThrow('nonsense')
    expect(commandLines('```sh\noas changes verify --service a\n```')).toEqual(['oas changes verify --service a'])
    expect(commandLines(read('examples/github-actions/deploy.yml')).join()).toContain('--wait 10m')
  })
})

describe('an example', () => {
  const names = readdirSync(join(REPOSITORY, 'examples'), { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => /\.ya?ml$/.test(name))

  it('is YAML that holds no key', () => {
    expect(files).toHaveLength(4)
    for (const file of files) {
      const text = read(join('examples', file))
      expect(parse(text), file).toBeTypeOf('object')
      expect(text, file).not.toMatch(/oas_(?:secret|user|public|alert|partner)_/)
    }
  })

  it('of a collector names only what it defines', () => {
    const config = parse(read('examples/otel-collector/config.yaml'))
    for (const pipeline of Object.values(config.service.pipelines) as Record<string, string[]>[]) {
      for (const part of ['receivers', 'processors', 'exporters']) {
        expect(Object.keys(config[part])).toEqual(expect.arrayContaining(pipeline[part] ?? []))
      }
    }
  })

  it('of Grafana routes to a contact point that it defines', () => {
    const file = parse(read('examples/grafana/contact-points.yaml'))
    const points = file.contactPoints.map((point: { name: string }) => point.name)
    expect(points).toContain(file.policies[0].routes[0].receiver)
    expect(file.contactPoints[0].receivers[0]).toMatchObject({
      type: 'webhook',
      settings: { authorization_scheme: 'Bearer' },
    })
  })

  it('of a pipeline runs its jobs in order and hands over no secret on a command line', () => {
    const workflow = parse(read('examples/github-actions/deploy.yml'))
    expect(workflow.jobs.verify.needs).toBe('deploy')
    const commands = workflow.jobs.verify.steps.map((step: { run?: string }) => step.run ?? '').join('\n')
    expect(commands).not.toContain('secrets.')
  })
})
