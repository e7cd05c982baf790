/** The one door to shapes of log bodies for the rest of the telemetry code. */
export { type Shape as BodyShape, shapeOf as bodyShape } from './shape/shape.ts'
