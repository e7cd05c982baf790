/** Every operation of the API. The order is the order of the OpenAPI document. */
import type { Operation } from '../http/operation.ts'
import { identityOperations } from './identity/index.ts'
import { organizationOperations } from './organizations/index.ts'
import { projectOperations } from './projects/index.ts'

export type OperationClass = new (...args: ConstructorParameters<typeof Operation>) => Operation

export const operations: readonly OperationClass[] = [
  ...identityOperations,
  ...organizationOperations,
  ...projectOperations,
]
