import { ExplainIntake } from './explain.ts'

export const intakeOperations = [ExplainIntake]
