import { readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * A small change of the kind that the site needs again and again. Its patch is `NAME.patch` in this
 * folder.
 */
interface Drill {
  /** How `docs/architecture.md` names it. */
  change: string
  /** The most files that it may touch, without tests and generated files. */
  most: number
  /** The tests that are run with it. */
  tests: ReadonlyArray<string>
}

export const drills: Readonly<Record<string, Drill>> = {
  field: {
    change: 'a field of articles, news or issues',
    most: 3,
    tests: [
      'src/domain/item/item-fields.test.ts',
      'src/site/screens.test.tsx',
      'tests/call-table.test.ts',
    ],
  },
  call: {
    change: 'a call for administrators',
    most: 3,
    tests: ['scripts/api-docs', 'tests/api-routes.test.ts', 'tests/dashboard.test.ts'],
  },
  category: {
    change: 'a category of the specification (those of a site are in `site.yaml`)',
    most: 1,
    tests: [
      'src/domain/categories.test.ts',
      'src/styles/categories.test.ts',
      'src/site/screens.test.tsx',
    ],
  },
  type: {
    change: 'a type of content',
    most: 12,
    tests: ['server/pages/nothing.test.ts', 'scripts/new-site.test.ts', 'tests/lessons.test.ts'],
  },
  page: {
    change: 'a public page',
    most: 3,
    tests: ['server/pages/nothing.test.ts', 'tests/caching.test.ts'],
  },
  variable: {
    change: 'a variable of the environment',
    most: 4,
    tests: ['server/env.test.ts', 'server/env'],
  },
}

/** The path of a drill's patch. */
export const patchOf = (name: string): string => path.join(import.meta.dirname, `${name}.patch`)

/** The files that a drill touches, without tests. */
export function filesOf(name: string): Array<string> {
  const files = readFileSync(patchOf(name), 'utf8').matchAll(/^\+\+\+ b\/(.+)$/gm)
  return [...files].map(([, file = '']) => file).filter((file) => !/\.test\.tsx?$/.test(file))
}
