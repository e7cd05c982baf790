/**
 * An operator of wind farms: a gateway for investors, control room, crews and traders, the fleet, the link to the
 * turbines over two brokers, forecasts, bids, settlement, curtailment, work orders, alarms, boats. For a drill somebody
 * starts a standby copy of `turbine-link` with the client id of the real one, so both take the session with the broker
 * of the farms on land from each other every few seconds: commands and setpoints do not go out (503), telegrams are
 * thrown away by the copy, nowcasts refuse old production and bids are not placed, until the drill is ended. Farms at
 * sea have another broker and go on. A release of `bid-desk`, a setting of `alarm-desk`, a restart of `work-orders`,
 * locked turbines, closed gates, high waves and a slow exchange are harmless, `boat-watch` goes silent.
 */
import type { World } from '../records.ts'
import { SERVICES, WindFarmBase } from './windfarm-base.ts'
import { runField } from './windfarm-field.ts'
import { runGrid } from './windfarm-grid.ts'
import { sendWindFarmMetrics } from './windfarm-metrics.ts'
import { runOffice } from './windfarm-office.ts'
import { runSettlement } from './windfarm-trading.ts'

export function windFarm(endMs: number): World {
  const base = new WindFarmBase(endMs)
  // Telegrams first: nowcasts look at how old they are.
  runField(base)
  runGrid(base)
  runOffice(base)
  runSettlement(base)
  sendWindFarmMetrics(base)
  const { restartMs: restart, releaseMs: release, settingMs: setting, onsetMs: onset } = base
  const { darkMs: dark, recoveryMs: recovery } = base
  const marks = { restart, release, setting, onset, dark, recovery }
  const world = base.world({ name: 'windfarm', services: SERVICES, marks })
  const bodyOf = (text: string) => world.logs.find(({ message }) => message.includes(text))?.body ?? ''
  const lines = {
    ...{ lostLine: bodyOf('taken over by another client'), standbyLine: bodyOf('standby copy started') },
    ...{ staleLine: bodyOf('refused, live production is'), parkedLine: bodyOf('parked after 3 attempts') },
    ...{ waveLine: bodyOf('transfer refused: waves'), exchangeLine: bodyOf('exchange did not answer') },
    pageLine: bodyOf('SMS provider answered 500'),
  }
  // `{id}` and `{farm}` of a route are typed as they are.
  return { ...world, names: { ...world.names, ...lines, id: '{id}', farm: '{farm}' } }
}
