/** Every operation of the API. The order is the order of the OpenAPI document. */
import type { Operation } from '../http/operation.ts'
import { identityOperations } from './identity/index.ts'
import { messageOperations } from './messages/index.ts'
import { organizationOperations } from './organizations/index.ts'
import { projectOperations } from './projects/index.ts'
import { runOperations } from './runs/index.ts'
import { threadOperations } from './threads/index.ts'

export type OperationClass = new (...args: ConstructorParameters<typeof Operation>) => Operation

export const operations: readonly OperationClass[] = [
  ...identityOperations,
  ...organizationOperations,
  ...projectOperations,
  ...threadOperations,
  ...messageOperations,
  ...runOperations,
]
