/** The instructions of every platform, read as by someone who has nothing else. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { connectorOf } from '../../src/connectors/catalogue.ts'
import { DATA_SOURCE_TYPES, type DataSourceType } from '../../src/connectors/connector.ts'
import { setupSkillOf } from '../../src/domain/sources/connect-section.ts'
import { fieldDescriptors } from '../../src/domain/sources/metadata.ts'

const SOURCE = join(import.meta.dirname, '..', '..', 'src', 'connectors')

async function loaded(type: DataSourceType) {
  const connector = await connectorOf(type)
  if (!connector) throw new Error(`no connector ${type}`)
  return connector
}

/** Everything a connector can say, on one line: its own code and what all share. */
function wordsOf(type: DataSourceType): string {
  const own = readdirSync(join(SOURCE, type)).filter((name) => name !== 'setup-skill.ts')
  const files = [...own.map((name) => join(type, name)), 'failure.ts', 'platform-api.ts']
  return files
    .map((name) => readFileSync(join(SOURCE, name), 'utf8'))
    .join('\n')
    .replaceAll("\\'", "'")
    .replace(/\s+/g, ' ')
}

/** The messages that "If it fails" explains, in the order of the text. */
function explained(skill: string): string[] {
  const section = /^## If it fails\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(skill)?.[1] ?? ''
  // A phrase before the colon of its line is a quoted message; what is set in italics after it is the platform's own.
  const quoted = section.split('\n').flatMap((line) => [...(line.split(': ')[0]?.matchAll(/\*([^*]+)\*/g) ?? [])])
  return quoted.flatMap(([, phrase = '']) => phrase.split('…').map((part) => part.trim())).filter((part) => part !== '')
}

describe.each(DATA_SOURCE_TYPES)('the instructions for %s', (type) => {
  it('explain messages that the connector really gives', async () => {
    const phrases = explained((await loaded(type)).setupSkill)
    expect(phrases.length).toBeGreaterThan(0)
    const words = wordsOf(type)
    for (const phrase of phrases) expect(words, phrase).toContain(phrase.replace(/ logs:$/, ''))
  })

  it('name every field, and show the calls in their order with the ones that are required', async () => {
    const connector = await loaded(type)
    const skill = setupSkillOf(connector)
    const fields = fieldDescriptors(connector)
    for (const { name } of fields) expect(skill, name).toContain(name)
    const body = /-d '(\{.*\})'$/m.exec(skill)?.[1] ?? ''
    const { dataSourceType, metadata } = JSON.parse(body) as { dataSourceType: string; metadata: object }
    expect(dataSourceType).toBe(type)
    for (const { name, required } of fields) if (required) expect(Object.keys(metadata)).toContain(name)
    const calls = ['/v1/data-sources/connections"', '/resources`', '/streams`', '/v1/data-sources/streams/{streamId}`']
    const at = [...(connector.mode === 'query_only' ? calls.slice(0, 1) : calls), '/v1/threads`', '## Check'].map(
      (call) => skill.indexOf(call),
    )
    expect(at).toEqual([...at].sort((a, b) => a - b))
    expect(Math.min(...at)).toBeGreaterThan(0)
  })
})
