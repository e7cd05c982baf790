import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../../scripts/demo/random.ts'
import { sendWorld } from '../../../scripts/eval/questions/otlp.ts'
import type { World } from '../../../scripts/eval/questions/records.ts'
import { flatJson } from '../../../scripts/eval/questions/systems/formats.ts'
import { Scribe } from '../../../scripts/eval/questions/systems/scribe.ts'

const START_MS = Date.parse('2026-11-22T06:00:00Z')

function scribe(): Scribe {
  const setup = { name: 'web', format: flatJson, isSeveritySent: true, hasAttributes: false, version: () => '1.2.3' }
  const pods = {
    instance: (traceId: string) => (traceId.startsWith('b') ? 'web-b' : 'web-a'),
    resource: (instance: string) => ({ 'k8s.pod.name': instance }),
  }
  const plain = { ...setup, name: 'db' }
  return new Scribe([{ ...setup, ...pods }, plain], seededRandom(1, 'otlp'))
}

function worldOf({ logs, spans, points }: Scribe): World {
  return {
    ...{ name: 'small', startMs: START_MS, endMs: START_MS + 1000, services: ['web', 'db'], marks: {}, names: {} },
    ...{ logs, spans, points },
  }
}

/** What the bodies that were sent say of their resources. */
async function resourcesSent(world: World): Promise<Record<string, unknown>[]> {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      bodies.push(gunzipSync(body).toString())
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = server.address() as AddressInfo
    await sendWorld(world, `http://127.0.0.1:${port}`, 'key')
  } finally {
    server.close()
  }
  return [...bodies.join('\n').matchAll(/"resource":\{"attributes":(\[.*?\}\}\])\}/g)].map(([, attributes = '[]']) =>
    Object.fromEntries(
      (JSON.parse(attributes) as { key: string; value: { stringValue: string } }[]).map(({ key, value }) => [
        key,
        value.stringValue,
      ]),
    ),
  )
}

describe('generated rows', () => {
  test('of one trace come from one instance, with the attributes of its resource', () => {
    const one = scribe()
    const trace = { traceId: 'b1', spanId: '1' }
    one.log('web', START_MS, 'INFO', 'hello', {}, trace)
    one.span({
      ...{ ...trace, parentSpanId: '', service: 'web', name: 'GET /', kind: 'server' },
      ...{ startMs: START_MS, durationMs: 1, attributes: {} },
    })
    for (const row of [...one.logs, ...one.spans]) {
      expect(row).toMatchObject({ instance: 'web-b', resource: { 'k8s.pod.name': 'web-b' }, version: '1.2.3' })
    }
  })

  test('are sent with the attributes of their resource, and without any where a service has none', async () => {
    const one = scribe()
    one.log('web', START_MS, 'INFO', 'hello', {}, { traceId: 'a1', spanId: '1' })
    one.log('db', START_MS + 1, 'INFO', 'hello')
    one.point('web', { name: 'depth', unit: '1', type: 'gauge', timeMs: START_MS, value: 1 })
    const common = { 'service.version': '1.2.3' }
    expect(await resourcesSent(worldOf(one))).toEqual([
      { ...common, 'service.name': 'web', 'service.instance.id': 'web-a', 'k8s.pod.name': 'web-a' },
      { ...common, 'service.name': 'db', 'service.instance.id': 'db-0' },
      { ...common, 'service.name': 'web', 'service.instance.id': 'web-a', 'k8s.pod.name': 'web-a' },
    ])
  })
})
