import fc from 'fast-check'
import type { Field } from './device.tsx'

export const people = ['ada', 'bob'] as const
export type Person = (typeof people)[number]

/** The outcome of a browser's next write. */
export type Fate =
  | { kind: 'goes' }
  /** The network fails before the server gets it. */
  | { kind: 'lost' }
  /** The server processes it, and the response is lost. */
  | { kind: 'unanswered' }
  /** The server is killed this many milliseconds after it gets it, and restarts. */
  | { kind: 'killed'; after: number }

export type Step =
  | { do: 'open'; who: Person; item: 0 | 1 }
  | { do: 'type'; who: Person; field: Field; place: number }
  | { do: 'save'; who: Person; fate: Fate }
  /** Types and saves. */
  | { do: 'edit'; who: Person; field: Field; place: number; fate: Fate }
  /** Resolves a conflict. */
  | { do: 'resolve'; who: Person }
  /** `fate`: of the first write that the queue sends when the network is back. */
  | { do: 'network'; who: Person; is: boolean; fate: Fate }
  | { do: 'reload'; who: Person }
  | { do: 'crash'; who: Person }
  /** A commit by git itself. */
  | { do: 'native'; item: 0 | 1; field: Field; place: number }

const who = fc.constantFrom(...people)
const item = fc.constantFrom(0 as const, 0 as const, 0 as const, 1 as const)
const field = fc.constantFrom(
  'content' as const,
  'content' as const,
  'title' as const,
  'excerpt' as const,
)
const place = fc.nat(7)
const fate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 8, arbitrary: fc.constant({ kind: 'goes' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'lost' as const }) },
  { weight: 3, arbitrary: fc.constant({ kind: 'unanswered' as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('killed' as const), after: fc.nat(60) }) },
)
const named = <Name extends Step['do'], Rest extends object>(
  weight: number,
  name: Name,
  rest: { [Key in keyof Rest]: fc.Arbitrary<Rest[Key]> },
) => ({
  weight,
  arbitrary: fc.record({ do: fc.constant(name), ...rest }) as unknown as fc.Arbitrary<Step>,
})
const step = fc.oneof(
  named(2, 'open', { who, item }),
  named(8, 'type', { who, field, place }),
  named(4, 'save', { who, fate }),
  named(10, 'edit', { who, field, place, fate }),
  named(5, 'resolve', { who }),
  named(6, 'network', { who, is: fc.constantFrom(true, true, false), fate }),
  named(2, 'reload', { who }),
  named(1, 'crash', { who }),
  named(4, 'native', { item, field, place }),
)

/** The steps of a run, the same for the same seed. In every third run one person works alone. */
export function stepsOf(seed: number, count: number): Array<Step> {
  const steps = fc.sample(step, { seed, numRuns: count })
  return seed % 3 === 0
    ? steps.flatMap((one) => ('who' in one ? [{ ...one, who: 'ada' as const }] : []))
    : steps
}
