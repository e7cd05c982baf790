/** Limits the shapes of a service, so that a sender of random text cannot make the statistics as large as its logs. */
import { type Shape, shapeOf } from './shape.ts'

/** Most shapes per service. Records of further shapes count under `OTHER_SHAPE`. */
export const SHAPES_PER_SERVICE_MAX = 2_000

/** Stands for all shapes beyond the limit. Its template is one variable: the body itself. */
export const OTHER_SHAPE: Shape = shapeOf('<*>')

interface ServiceShapes {
  readonly admitted: Set<string>
  other: number
}

/** Admits the first shapes of each service and counts the records of the others. */
export class ShapeLimiter {
  readonly #services = new Map<string, ServiceShapes>()
  readonly #shapesMax: number

  constructor(shapesMax = SHAPES_PER_SERVICE_MAX) {
    this.#shapesMax = shapesMax
  }

  /** Returns the shape if it is known or the service has room for it; else counts the record under `OTHER_SHAPE`. */
  admit(service: string, shape: Shape): Shape {
    let known = this.#services.get(service)
    if (known === undefined) {
      known = { admitted: new Set(), other: 0 }
      this.#services.set(service, known)
    }
    if (known.admitted.has(shape.hash)) return shape
    if (known.admitted.size < this.#shapesMax) {
      known.admitted.add(shape.hash)
      return shape
    }
    known.other++
    return OTHER_SHAPE
  }

  /** Returns how many records of a service were counted under `OTHER_SHAPE`. */
  otherCount(service: string): number {
    return this.#services.get(service)?.other ?? 0
  }
}
