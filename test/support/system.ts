/** The scope of background work, for tests that call its verbs themselves. */
import { systemScope } from '../../src/domain/system-scope.ts'

export const SYSTEM = systemScope('test')
