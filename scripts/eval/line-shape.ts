/** The product's own line shapes, as the investigator wants them. */
import type { ShapeOf } from '../../src/telemetry/aggregates/logs.ts'
import { shapeOf } from '../../src/telemetry/shape/shape.ts'

export const lineShape: ShapeOf = ({ body }) => shapeOf(body)
