/** What would become of alerts: it is done to them, and undone. What is explained is therefore what would happen. */
import type { AlertFate, NormalizedAlert } from '../../contracts/oncall-protocol.ts'
import type { AlertIntake } from './alert-intake.ts'
import { createTables } from './schema.ts'

/** `intakeOf` is called when there are tables. */
export function explainAlerts(
  storage: Pick<DurableObjectStorage, 'sql' | 'transactionSync'>,
  intakeOf: () => AlertIntake,
  alerts: readonly NormalizedAlert[],
): readonly AlertFate[] {
  let fates: readonly AlertFate[] = []
  const undo = new Error('undone')
  try {
    storage.transactionSync(() => {
      // Undone with the rest where there were none.
      createTables(storage.sql)
      const intake = intakeOf()
      fates = alerts.map((alert) => intake.take(alert))
      throw undo
    })
  } catch (error) {
    if (error !== undo) throw error
  }
  const made = new Set(fates.filter(({ action }) => action === 'open').map(({ incidentId }) => incidentId))
  // An incident that was not opened has no id that anybody could ask for.
  return fates.map((fate) => (made.has(fate.incidentId) ? { ...fate, incidentId: null } : fate))
}
