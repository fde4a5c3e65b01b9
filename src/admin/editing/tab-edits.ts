import { joinEdits } from '#domain/item/join-edits.ts'
import { sameValue } from '#domain/item/merge-fields.ts'

/**
 * The edits of one form in one tab, as the other tabs get them: `values` where the form was `was`,
 * sent at `at` in milliseconds.
 */
export interface Edits<Values> {
  values: Values
  was: Values
  at: number
}

/**
 * Exchanges the edits of a form between tabs by differential synchronization (N. Fraser, 2009).
 * `known` is what all tabs know of this form. The difference to it is what was typed here alone, so
 * that edits that cross on the way are applied once in every tab.
 */
export class TabEdits<Values> {
  #known: Values | null
  #sentAt = 0

  /** `known`: the values that the form started with, when other tabs may know them. */
  constructor(known: Values | null) {
    this.#known = known
  }

  /**
   * What the other tabs do not know yet of `values`, the form's values now; `base` are those
   * without any edit. Null for nothing.
   */
  take(values: Values, base: Values, at: number): Edits<Values> | null {
    const was = this.#known ?? base
    this.#known = values
    if (sameValue(was, values)) return null
    this.#sentAt = at
    return { values, was, at }
  }

  /** The values of the form with the edits of another tab; `own` are its values now. */
  apply(own: Values, { values, was, at }: Edits<Values>): Values {
    const known = this.#known ?? was
    // Where both changed the same words the later edit counts, and what was not sent yet is later.
    const isLater = sameValue(known, own) && at > this.#sentAt
    this.#known = joinEdits(was, known, values, isLater)
    return joinEdits(was, own, values, isLater)
  }

  /**
   * The form takes all `values` of another tab; null after it was saved or its edits were
   * discarded.
   */
  replace(values: Values | null) {
    this.#known = values
  }
}
