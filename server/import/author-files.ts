import { stringify } from 'yaml'
import { authorAddress, authorShape, keyOfName } from '#domain/site-authors.ts'
import { firstFreeSlug } from '../platform/first-free.ts'

interface AuthorParts {
  /** Whether the site knows an author by this key or name. */
  knowsAuthor(named: string): boolean
  isFree(path: string): boolean
  write(path: string, bytes: Uint8Array): Promise<void>
  /** The key that an author had; their old page has the same address then. */
  keyOf(name: string): string | undefined
}

/**
 * Makes a file in `authors` for each author of an export whom the site does not know, so that their
 * bylines lead to a page.
 */
export function createAuthorFiles({ knowsAuthor, isFree, write, keyOf }: AuthorParts) {
  const made = new Map<string, { name: string; address: string }>()
  const keys = new Set<string>()

  function freeKey(name: string): string {
    const wanted = keyOfName(keyOf(name) ?? '') ?? keyOfName(name) ?? 'author'
    return firstFreeSlug(
      wanted,
      (key) => !keys.has(key) && !knowsAuthor(key) && isFree(`authors/${key}.md`),
    )
  }

  return {
    /**
     * Adds the authors of a text, by their names. A name that is too long for an author stays a
     * name.
     */
    async add(names: ReadonlyArray<string>): Promise<void> {
      for (const name of names) {
        const known = name.toLowerCase()
        if (made.has(known) || knowsAuthor(name) || !authorShape.name.safeParse(name).success)
          continue
        const key = freeKey(name)
        keys.add(key)
        made.set(known, { name, address: authorAddress(key) })
        await write(
          `authors/${key}.md`,
          Buffer.from(`---\n${stringify({ name }, { lineWidth: 0 })}---\n`),
        )
      }
    },
    all: () => [...made.values()],
  }
}
