/** Makes what the Worker serves as files, under .generated/assets: the API reference viewer and the console. */
import { buildConsole } from './console.ts'
import { buildViewer } from './viewer.ts'

buildViewer()
await buildConsole()
