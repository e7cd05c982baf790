/** Questions to the studios' software, as two dozen colleagues with different jobs type them. Thirty-third round. */
import { FITNESS_OFFICE } from './fitness-office.ts'
import { FITNESS_ON_CALL } from './fitness-on-call.ts'
import { FITNESS_OTHERS } from './fitness-others.ts'

export const FITNESS_33 = [...FITNESS_ON_CALL, ...FITNESS_OFFICE, ...FITNESS_OTHERS]
