/** Shapes met by this isolate: batches and partitions of all projects meet the same ones, and one table is bounded. */
import type { ShapeContext } from '../segment/log-encode.ts'
import { ShapeLimiter } from '../shape/limiter.ts'
import { type Shape, ShapeTable } from '../shape/shape.ts'

/** Shapes are limited where kinds are counted (kinds.ts): a segment keeps the true shape of every line. */
class Unlimited extends ShapeLimiter {
  override admit(_service: string, shape: Shape): Shape {
    return shape
  }
}

export const KNOWN_SHAPES: ShapeContext = { table: new ShapeTable(), limiter: new Unlimited() }
