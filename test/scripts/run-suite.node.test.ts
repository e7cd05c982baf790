import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { runSuite } from '../../scripts/test/run-suite.mjs'
import { temporaryFolders } from '../temporary-folders.ts'

const newFolder = temporaryFolders('suite')

/** A suite of the files a and b. It is told by its name what happens to b. */
const SUITE = `
import { appendFileSync } from 'node:fs'
const [script, ...args] = process.argv.slice(2)
const files = args.filter((arg) => !arg.startsWith('--'))
const tell = (event) => appendFileSync(process.env.PROGRESS_FILE, JSON.stringify(event) + '\\n')
const planned = files.length > 0 ? files : ['a', 'b']
if (script === 'breaks') process.exit(3)
tell({ planned })
console.log('what ' + script + ' says')
for (const file of planned) {
  tell({ begun: file })
  const hangs = file === 'b' && (script === 'hangs-always' || (script === 'hangs-once' && files.length === 0))
  if (hangs) await new Promise(() => setInterval(() => {}, 1000))
  tell({ ended: file, passed: 2, failed: script === 'fails' && file === 'b' ? 1 : 0 })
}
if (script === 'fails') process.exit(1)
if (script === 'hangs-at-the-end') await new Promise(() => setInterval(() => {}, 1000))
`

describe('a suite', () => {
  let path = ''
  const run = (script: string) =>
    runSuite(script, {
      isHeld: true,
      commandOf: (name: string, args: string[]) => [process.execPath, path, name, ...args],
      silenceMs: 1_500,
    })

  beforeAll(() => {
    path = join(newFolder(), 'suite.mjs')
    writeFileSync(path, SUITE)
    vi.spyOn(console, 'log').mockImplementation(() => {})
    vi.spyOn(console, 'error').mockImplementation(() => {})
  })

  it.each([
    ['passes', { passed: 4, failed: 0 }],
    ['fails', { passed: 4, failed: 1 }],
    ['breaks', { passed: 0, failed: 1 }],
    ['hangs-once', { passed: 4, failed: 0 }],
    ['hangs-always', { passed: 2, failed: 1 }],
    ['hangs-at-the-end', { passed: 4, failed: 0 }],
  ])('that %s ends, and its tests are counted', async (script, counts) => {
    expect(await run(script)).toEqual(counts)
  })

  it.each(['passes', 'hangs-once'])('that %s beside another is heard when it has ended', async (script) => {
    const said = vi.mocked(console.log)
    said.mockClear()
    const ended = run(script)
    expect(said).not.toHaveBeenCalled()
    await ended
    expect(said.mock.calls.flat().join('\n')).toContain(`what ${script} says`)
  })
})
