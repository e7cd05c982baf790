/** Shapes of log bodies, for the rest of the telemetry code: all of it imports them from here. */
export { type Shape as BodyShape, shapeOf as bodyShape } from './shape/shape.ts'
