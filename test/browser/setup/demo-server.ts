/**
 * One server with the demo for all files; they get its address and its sign-in link. While working on a view,
 * `CONSOLE_STATE=<STATE_DIR of a running npm start>` takes that server instead.
 */
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { type Chromium, chromium } from './chromium.ts'
import { runningDemo, startDemo } from './demo.ts'

declare module 'vitest' {
  interface ProvidedContext {
    readonly chromium: Chromium
    readonly baseUrl: string
    readonly link: string
    readonly secretKey: string
    readonly serverLog: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const found = chromium()
  project.provide('chromium', found)
  if (!found.ok) {
    for (const name of ['baseUrl', 'link', 'secretKey', 'serverLog'] as const) project.provide(name, '')
    return async () => {}
  }
  const running = process.env['CONSOLE_STATE']
  const demo = running === undefined ? await startDemo() : runningDemo(running)
  project.provide('baseUrl', demo.baseUrl)
  project.provide('link', demo.link)
  project.provide('secretKey', demo.secretKey)
  project.provide('serverLog', join(demo.stateDir, 'server.log'))
  return demo.stop
}
